"""Poker hands, slow and obvious: every choice of five cards is judged by itself.

A card is 4 x rank + suit, rank 0 the two. The value of a hand is its pokerval: flags for the
category in the top byte, then the ranks that count, four bits each.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = (
    1 << n for n in range(24, 32)
)
FIVE_ALIKE = 0xFF << 24


def nibbles(ranks: Iterable[int]) -> int:
    word = 0
    for place, rank in enumerate(ranks):
        word += rank << (16 - 4 * place)
    return word


def value_of_at_most_five(cards: Sequence[int]) -> int:
    ranks = sorted((card // 4 + 2 for card in cards), reverse=True)
    # By how often a rank comes, then by rank: 7 7 7 4 4, 9 9 A K 2.
    counts = Counter(ranks)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    if len(cards) == 5:
        flush = len({card % 4 for card in cards}) == 1
        straight = None
        if shape == [1] * 5 and ranks[0] - ranks[4] == 4:
            straight = ranks
        if ranks == [14, 5, 4, 3, 2]:
            straight = [5, 4, 3, 2, 1]
        if straight and flush:
            return STRAIGHT_FLUSH + nibbles(straight)
        if flush:
            return FLUSH + nibbles(ranks)
        if straight:
            return STRAIGHT + nibbles(straight)
    flags = {
        (4,): QUADS, (4, 1): QUADS,
        (3, 2): FULL,
        (3,): TRIPS, (3, 1): TRIPS, (3, 1, 1): TRIPS,
        (2, 2): TWO_PAIR, (2, 2, 1): TWO_PAIR,
        (2,): PAIR, (2, 1): PAIR, (2, 1, 1): PAIR, (2, 1, 1, 1): PAIR,
        (5,): FIVE_ALIKE,
    }  # fmt: skip
    return flags.get(tuple(shape), 0) + nibbles(by_count)


def pokerval(cards: Sequence[int]) -> int:
    """Return the value of 0 to 7 cards: the best that five of them have."""
    if len(cards) <= 5:
        return value_of_at_most_five(cards)
    return max(map(value_of_at_most_five, combinations(cards, 5)))


def wild_pokerval(cards: Sequence[int], wild: str) -> int:
    """Return the value with jokers (52 and above): each replaced by every card in turn."""
    plain = [card for card in cards if card < 52]
    jokers = len(cards) - len(plain)
    best = 0
    ranks = range(13) if wild == "full" else [12]
    for rank in ranks:
        if jokers and sum(card // 4 == rank for card in plain) + jokers >= 5:
            best = max(best, FIVE_ALIKE + nibbles([rank + 2] * 5))
    missing = [card for card in range(52) if card not in plain]
    for stand_ins in combinations(missing, jokers):
        value = pokerval([*plain, *stand_ins])
        completes = value & (STRAIGHT | FLUSH | STRAIGHT_FLUSH)
        if wild == "full" or completes or all(card // 4 == 12 for card in stand_ins):
            best = max(best, value)
    return best
