"""The pre-flop table of a small deck, board by board: nothing is merged but hands of one name.

A card is 4 x rank + suit, rank 0 the two. Every board is dealt, every hand of the rest is judged on
it, and every two hands that share no card are compared.
"""

from collections import Counter
from itertools import combinations

import numpy as np

from reference.equity import deck_of, five_value

RANKS = "23456789TJQKA"

Hand = tuple[int, ...]
Names = tuple[str, str]


def set_of(cards: Hand) -> int:
    return sum(1 << card for card in cards)


def hand_name(hand: Hand) -> str:
    low, high = sorted(hand)
    name = RANKS[high // 4] + RANKS[low // 4]
    if high // 4 == low // 4:
        return name
    return name + ("s" if high % 4 == low % 4 else "o")


def places_of_sevens(game: str) -> dict[Hand, int]:
    """Return by seven cards, ascending, the place of their best five among the values of fives."""
    deck = deck_of(game)
    values = {}
    for five in combinations(deck, 5):
        category, ranks = five_value(five, game)
        values[five] = (category, *ranks)
    order = {value: number for number, value in enumerate(sorted({*values.values()}))}
    place = {five: order[value] for five, value in values.items()}
    return {
        seven: max(place[five] for five in combinations(seven, 5))
        for seven in combinations(deck, 7)
    }


def count(game: str) -> tuple[Counter[Names], Counter[Names], Counter[Names]]:
    """Return deals, wins of the first, and ties, by the names of two starting hands."""
    deck = deck_of(game)
    hands = list(combinations(deck, 2))
    place = {hand: number for number, hand in enumerate(hands)}
    sets = np.array([set_of(hand) for hand in hands])
    worth = np.full(1 << 52 - deck[0], -1, np.int16)  # by set; no seven cards are worth -1
    for seven, value in places_of_sevens(game).items():
        worth[set_of(seven) >> deck[0]] = value
    wins, ties = np.zeros((2, len(hands), len(hands)), np.uint16)  # at most 4,368 boards each
    for board in combinations(deck, 5):
        values = worth[(sets | set_of(board)) >> deck[0]]
        others = np.where(values >= 0, values, np.iinfo(np.int16).max)  # nobody meets the absent
        wins += values[:, None] > others
        ties += values[:, None] == others
    sums = wins + wins.T + ties, wins, ties
    found: tuple[Counter[Names], Counter[Names], Counter[Names]] = Counter(), Counter(), Counter()
    for one in hands:
        for other in hands:
            if {*one}.isdisjoint(other):
                for counter, table in zip(found, sums, strict=True):
                    names = hand_name(one), hand_name(other)
                    counter[names] += int(table[place[one], place[other]])
    return found
