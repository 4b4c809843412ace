"""Low hands, slow and obvious: every choice of cards is judged by itself.

A card is 4 x rank + suit, rank 0 the two. A value is a tuple, the greater the better, or None.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations


def shape_and_ranks(ranks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return how often ranks come, most often first, and the ranks in that order, both negative."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return [-counts[rank] for rank in order], [-rank for rank in order]


def ace_to_five(five: Sequence[int]) -> tuple[list[int], list[int]]:
    return shape_and_ranks([1 if card // 4 == 12 else card // 4 + 2 for card in five])


def deuce_to_seven(five: Sequence[int]) -> tuple[int, list[int]]:
    ranks = sorted(card // 4 for card in five)
    shape, order = shape_and_ranks(ranks)
    flush = len({card % 4 for card in five}) == 1
    straight = len(shape) == 5 and ranks[4] - ranks[0] == 4
    if straight and flush:
        return -8, order
    if straight or flush:
        return -4 if straight else -5, order
    shapes = {5: 0, 4: 1, 3: 3 if -3 in shape else 2, 2: 7 if -4 in shape else 6}
    return -shapes[len(shape)], order


def badugi(cards: Sequence[int]) -> tuple[int, list[int]] | None:
    best = None
    for size in range(1, 5):
        for choice in combinations(cards, size):
            ranks = sorted(((card // 4 + 1) % 13 for card in choice), reverse=True)
            if len(set(ranks)) == size == len({card % 4 for card in choice}):
                value = (size, [-rank for rank in ranks])
                best = max(best or value, value)
    return best


def value(cards: Sequence[int], kind: str) -> object:
    """Return a value whose order is that of the hands, or None if they don't qualify."""
    if kind == "badugi":
        return badugi(cards)
    if len(cards) < 5:
        return None
    if kind == "deuce-to-seven":
        return max(map(deuce_to_seven, combinations(cards, 5)))
    shape, ranks = max(map(ace_to_five, combinations(cards, 5)))
    if kind == "eight-or-better" and (len(ranks) < 5 or ranks[0] < -8):
        return None
    return shape, ranks
