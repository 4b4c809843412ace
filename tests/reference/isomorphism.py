"""Hands up to the names of suits, slow and obvious: the least of all 24 ways to rename them.

A card is 4 x rank + suit. A hand is a list of rounds, each a list of cards in any order.
"""

from collections.abc import Sequence
from itertools import permutations
from math import comb, factorial, prod

Rounds = Sequence[Sequence[int]]
RENAMINGS = list(permutations(range(4)))


def canonical(rounds: Rounds) -> tuple[tuple[int, ...], ...]:
    return min(
        tuple(
            tuple(sorted(card - card % 4 + suits[card % 4] for card in cards)) for cards in rounds
        )
        for suits in RENAMINGS
    )


def orbits(sizes: Sequence[int]) -> int:
    """Count the classes of deals of these sizes by Burnside's lemma, without dealing a card.

    A renaming that swaps suits leaves a deal as it is if each round has the cards of a cycle of
    suits together. So a cycle of length n is a deck of 13 bundles of n cards.
    """
    total = 0
    for suits in RENAMINGS:
        cycles, left = [], set(range(4))
        while left:
            start = suit = left.pop()
            length = 1
            while suits[suit] != start:
                suit = suits[suit]
                left.discard(suit)
                length += 1
            cycles.append(length)
        total += _fixed([13] * len(cycles), cycles, list(sizes))
    assert total % factorial(4) == 0
    return total // factorial(4)


def _fixed(bundles: list[int], cycles: list[int], sizes: list[int]) -> int:
    """Count deals that take whole bundles, round by round."""
    if not sizes:
        return 1
    ways = 0
    for taken in _shares(bundles, cycles, sizes[0]):
        rest = [have - gone for have, gone in zip(bundles, taken, strict=True)]
        ways += prod(map(comb, bundles, taken)) * _fixed(rest, cycles, sizes[1:])
    return ways


def _shares(bundles: list[int], cycles: list[int], cards: int) -> list[list[int]]:
    if not bundles:
        return [[]] if cards == 0 else []
    most = min(bundles[0], cards // cycles[0])
    return [
        [first, *others]
        for first in range(most + 1)
        for others in _shares(bundles[1:], cycles[1:], cards - first * cycles[0])
    ]
