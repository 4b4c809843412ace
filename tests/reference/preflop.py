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
    value_of = places_of_sevens(game)
    hands = list(combinations(deck, 2))
    place = {hand: number for number, hand in enumerate(hands)}
    sums = np.zeros((3, len(hands), len(hands)), np.int64)
    for board in combinations(deck, 5):
        left = list(combinations([card for card in deck if card not in board], 2))
        values = np.array([value_of[tuple(sorted(hand + board))] for hand in left])
        rows = [place[hand] for hand in left]
        here = np.ix_(rows, rows)
        for table, part in zip(
            sums, (1, values[:, None] > values, values[:, None] == values), strict=True
        ):
            table[here] += part
    found: tuple[Counter[Names], ...] = (Counter(), Counter(), Counter())
    for one in hands:
        for other in hands:
            if {*one}.isdisjoint(other):
                for counter, table in zip(found, sums, strict=True):
                    names = hand_name(one), hand_name(other)
                    counter[names] += int(table[place[one], place[other]])
    deals, wins, ties = found
    return deals, wins, ties
