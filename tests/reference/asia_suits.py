"""Hands that differ by a permutation of the suits: they have the same ranks together in a suit."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

Hand = tuple[int, ...]  # ids 4 x rank + suit, ascending; the joker is 52

JOKER = 52


def permuted(hand: Hand, order: tuple[int, ...]) -> Hand:
    return tuple(
        sorted(card if card == JOKER else card // 4 * 4 + order[card % 4] for card in hand)
    )


def alike(hand: Hand) -> list[list[int]]:
    """Return what no permutation changes: the ranks of each suit, in whatever suit they are."""
    plain = [card for card in hand if card != JOKER]
    return sorted([card // 4 for card in plain if card % 4 == suit] for suit in range(4))


def same_ranks(hand: Hand) -> Iterator[Hand]:
    """All hands with the ranks of this one."""
    numbers = Counter(card // 4 for card in hand if card != JOKER)
    choices = [
        [[4 * rank + suit for suit in suits] for suits in combinations(range(4), number)]
        for rank, number in numbers.items()
    ]
    joker = [JOKER] if JOKER in hand else []
    for chosen in product(*choices):
        yield tuple(sorted([*joker, *(card for cards in chosen for card in cards)]))
