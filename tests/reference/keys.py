"""Additive keys, slow and obvious: every hand is written out and every sum is put into a dict.

Hands are taken by size, smallest first, and within a size in lexicographic order of their faces.
The first collision is the earliest hand whose sum was there already, with the hand that had it
first.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

Hand = tuple[int, ...]


def hands_of(copies: Sequence[int], size: int) -> Iterator[Hand]:
    for hand in combinations_with_replacement(range(len(copies)), size):
        if all(number <= copies[face] for face, number in Counter(hand).items()):
            yield hand


def first_collision(
    keys: Sequence[int], copies: Sequence[int], sizes: Sequence[int], across: bool
) -> tuple[int, tuple[Hand, Hand, int] | None]:
    """Return how many hands there are, and the first two that collide with their sum."""
    hands = 0
    collision = None
    seen: dict[int, Hand] = {}
    for size in sorted(sizes):
        if not across:
            seen = {}
        for hand in hands_of(copies[: len(keys)], size):
            total = sum(keys[face] for face in hand)
            hands += 1
            if total not in seen:
                seen[total] = hand
            elif collision is None:
                collision = (seen[total], hand, total)
    return hands, collision


def search(
    copies: Sequence[int], sizes: Sequence[int], across: bool, bootstrap: Sequence[int]
) -> list[int] | None:
    """Give each face the smallest unused number that keeps the sums apart; None at a dead end."""
    keys = list(bootstrap)
    if first_collision(keys, copies, sizes, across)[1]:
        return None
    while len(keys) < len(copies):
        for held in range(copies[len(keys)] + 1):
            rest = [size - held for size in sizes if size >= held]
            if first_collision(keys, copies, rest, across)[1]:
                return None  # two hands with as many of the new face collide whatever its key
        candidate = 0
        while candidate in keys or first_collision([*keys, candidate], copies, sizes, across)[1]:
            candidate += 1
        keys.append(candidate)
    return keys


def suits_sound(keys: Sequence[int], cards: int, condition: str) -> bool:
    seen: dict[int, object] = {}
    for hand in combinations_with_replacement(range(len(keys)), cards):
        counts = Counter(hand)
        if condition == "published" and len(counts) == 1:
            continue
        told: object = hand
        if condition == "flush":
            told = next((suit for suit, number in counts.items() if number >= 5), None)
        if seen.setdefault(sum(keys[suit] for suit in hand), told) != told:
            return False
    return True


def search_suits(suits: int, cards: int, limit: int, condition: str) -> list[tuple[int, ...]]:
    return [
        (0, *rest)
        for rest in combinations(range(1, limit), suits - 1)
        if suits_sound((0, *rest), cards, condition)
    ]
