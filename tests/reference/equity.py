"""Equity, slow and obvious: every deal is dealt, every choice of five cards judged by itself.

A card is 4 x rank + suit, rank 0 the two. Nothing is merged, nothing stands for anything else.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

STANDARD = ["high", "pair", "two pair", "trips", "straight", "flush", "full", "quads", "sf"]
SHORT = ["high", "pair", "two pair", "trips", "straight", "full", "flush", "quads", "sf"]
SHORT_TRIPS = ["high", "pair", "two pair", "straight", "trips", "full", "flush", "quads", "sf"]

# Of a game: its categories from the lowest, its lowest rank, own cards, how many must be used.
VARIANTS = {
    "holdem": (STANDARD, 0, 2, None),
    "omaha": (STANDARD, 0, 4, 2),
    "omaha5": (STANDARD, 0, 5, 2),
    "omaha6": (STANDARD, 0, 6, 2),
    "short": (SHORT, 4, 2, None),
    "short-trips": (SHORT_TRIPS, 4, 2, None),
    "royal": (STANDARD, 8, 2, None),  # tens and up: small enough to deal everything
}

Hand = tuple[int, ...]


def category_of(ranks: list[int], suits: set[int], lowest: int) -> tuple[str, list[int]]:
    counts = Counter(ranks)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    row = None
    if len(counts) == 5:
        if max(ranks) - min(ranks) == 4:
            row = max(ranks)
        elif set(ranks) == {12, *range(lowest, lowest + 4)}:
            row = lowest + 3
    if row is not None:
        return ("sf" if len(suits) == 1 else "straight"), [row]
    if len(suits) == 1:
        return "flush", by_count
    names = {
        (4, 1): "quads",
        (3, 2): "full",
        (3, 1, 1): "trips",
        (2, 2, 1): "two pair",
        (2, 1, 1, 1): "pair",
    }
    return names.get(tuple(shape), "high"), by_count


@cache
def five_value(cards: Hand, game: str) -> tuple[int, list[int]]:
    ranks = tuple([card // 4 for card in cards])
    return value_of_ranks(ranks, len({card % 4 for card in cards}) == 1, game)


@cache
def value_of_ranks(ranks: Hand, suited: bool, game: str) -> tuple[int, list[int]]:
    order, lowest, _, _ = VARIANTS[game]
    name, kickers = category_of(list(ranks), {0} if suited else {0, 1}, lowest)
    return order.index(name), kickers


def best_value(hand: Hand, board: Hand, game: str) -> tuple[int, list[int]]:
    used = VARIANTS[game][3]
    if used is None:
        choices: Iterator[Hand] = combinations(sorted(hand + board), 5)
    else:
        choices = (
            tuple(sorted(own + common))
            for own, common in product(combinations(hand, used), combinations(board, 5 - used))
        )
    return max(five_value(choice, game) for choice in choices)


def deck_of(game: str) -> list[int]:
    return list(range(4 * VARIANTS[game][1], 52))


def count(
    hands: Sequence[Hand], board: Hand = (), dead: Hand = (), game: str = "holdem"
) -> list[list[int]]:
    """Return by player and n - 1: in how many deals they win together with n - 1 others."""
    shares = [[0] * len(hands) for _ in hands]
    used = {*board, *dead, *(card for hand in hands for card in hand)}
    live = [card for card in deck_of(game) if card not in used]
    for rest in combinations(live, 5 - len(board)):
        values = [best_value(hand, board + rest, game) for hand in hands]
        winners = [player for player, value in enumerate(values) if value == max(values)]
        for player in winners:
            shares[player][len(winners) - 1] += 1
    return shares


def category_counts(
    hand: Hand, others: Hand, board: Hand, dead: Hand, game: str = "holdem"
) -> dict[str, int]:
    """Return how often the final hand is of each category; `others` are the other players'."""
    live = [card for card in deck_of(game) if card not in {*hand, *others, *board, *dead}]
    names = VARIANTS[game][0]
    return dict(
        Counter(
            names[best_value(hand, board + rest, game)[0]]
            for rest in combinations(live, 5 - len(board))
        )
    )


def count_ranges(
    ranges: Sequence[Mapping[Hand, Fraction]],
    board: Hand = (),
    dead: Hand = (),
    game: str = "holdem",
) -> tuple[list[list[Fraction]], Fraction, int]:
    """Return the shares by weight, the weight of all deals, and their number."""
    shares = [[Fraction(0)] * len(ranges) for _ in ranges]
    total = Fraction(0)
    deals = 0
    for choice in product(*(one.items() for one in ranges)):
        cards = [card for hand, _ in choice for card in hand] + [*board, *dead]
        if len(set(cards)) < len(cards):
            continue
        weight = Fraction(1)
        for _, one in choice:
            weight *= one
        counts = count([hand for hand, _ in choice], board, dead, game)
        for player, row in enumerate(counts):
            for n, number in enumerate(row):
                shares[player][n] += weight * number
        number = round(sum(Fraction(row[n], n + 1) for row in counts for n in range(len(row))))
        deals += number
        total += weight * number
    return shares, total, deals


# ---- Half of the pot for the low hand -----------------------------------------------------------


def best_low(hand: Hand, board: Hand) -> list[int] | None:
    """Return the best five ranks from ace to eight, highest first, with two of the hand."""
    found = []
    for own, common in product(combinations(hand, 2), combinations(board, 3)):
        ranks = {1 if card // 4 == 12 else card // 4 + 2 for card in own + common}
        if len(ranks) == 5 and max(ranks) <= 8:
            found.append(sorted(ranks, reverse=True))
    return min(found, default=None)


def high_low_pots(hands: Sequence[Hand], board: Hand) -> list[tuple[Fraction, Fraction]]:
    """Return what each player gets of the pot on a full board: high and low."""
    highs = [best_value(hand, board, "omaha6") for hand in hands]
    lows = [best_low(hand, board) for hand in hands]
    best = [low for low in lows if low is not None]
    half = Fraction(1, 2) if best else Fraction(1)
    pots = []
    for high, low in zip(highs, lows, strict=True):
        top = half / highs.count(max(highs)) if high == max(highs) else Fraction(0)
        down = half / lows.count(min(best)) if best and low == min(best) else Fraction(0)
        pots.append((top, down))
    return pots


def count_high_low(
    hands: Sequence[Hand], board: Hand = (), dead: Hand = ()
) -> tuple[list[list[Fraction]], int]:
    """Return by player the sums of both halves, the deals won alone and in part; and all deals."""
    sums = [[Fraction(0)] * 4 for _ in hands]
    used = {*board, *dead, *(card for hand in hands for card in hand)}
    deals = 0
    for rest in combinations([card for card in range(52) if card not in used], 5 - len(board)):
        deals += 1
        for row, (high, low) in zip(sums, high_low_pots(hands, board + rest), strict=True):
            pot = high + low
            for place, value in enumerate((high, low, Fraction(pot == 1), Fraction(0 < pot < 1))):
                row[place] += value
    return sums, deals
