"""Suit keys: so few and so small that all sets below a limit can be tried.

The first key is 0 and keys ascend, which loses nothing: all hands have equally many cards, so a
number added to every key moves all sums alike, and the order of the suits only renames them.

What the sums must tell is a choice. `distinct`: every two different hands. `published`: the same
without the hands of a single suit; the 21 solutions that are in circulation satisfy no more than
that, and nine of them take two different flushes for one. `flush`: only which suit has a flush, or
that none has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError, UnknownNameError
from astragal.keys.sums import Collision, Hand, Key, whole_numbers
from astragal.keys.verify import Verdict

CONDITIONS = ("distinct", "published", "flush")
FLUSH = 5  # cards of one suit
PUBLISHED = 21  # solutions in circulation, of 22 below 40 that satisfy their condition

Sums: TypeAlias = NDArray[np.int64]

# Sets of keys that are tried together: a few megabytes of sums.
_BATCH = 4096


@dataclass(frozen=True, slots=True)
class SuitSolutions:
    """All sets of suit keys below `limit` that meet the condition, out of `tried` sets."""

    condition: str
    cards: int
    limit: int
    tried: int
    solutions: tuple[tuple[Key, ...], ...]


def search_suits(
    *,
    suits: int = 4,
    cards: int = 7,
    limit: int = 40,
    condition: str = "distinct",
    at_most: int | None = None,
) -> SuitSolutions:
    """Try all sets of keys below `limit`; `published` stops after 21 unless told otherwise.

    No solution means that there is none: every set was tried.

    >>> search_suits().solutions[0]
    (0, 1, 29, 37)
    >>> below_37 = search_suits(limit=37)
    >>> below_37.solutions, below_37.tried
    ((), 7140)
    """
    _check_size(suits, cards)
    if not 1 <= limit <= 256:
        raise BadInputError(f"keys below {limit}: the limit may be 1 to 256")
    hands, labels = _hands_and_labels(suits, cards, condition)
    most = PUBLISHED if at_most is None and condition == "published" else at_most
    sets = combinations(range(1, limit), suits - 1)
    solutions: list[tuple[Key, ...]] = []
    tried = 0
    while batch := list(islice(sets, _BATCH)):
        keys = np.zeros((len(batch), suits), np.int64)
        keys[:, 1:] = batch
        sound = ~_collides(keys @ hands.T, labels)
        solutions += [tuple(row) for row in keys[sound].tolist()]
        tried += len(batch)
        if most is not None and len(solutions) >= most:
            break
    return SuitSolutions(condition, cards, limit, tried, tuple(solutions[:most]))


def verify_suits(keys: Sequence[Key], *, cards: int = 7, condition: str = "distinct") -> Verdict:
    """Add up every hand of suits and compare the sums, in the order that `verify` has.

    >>> verify_suits([0, 1, 26, 36]).collision
    Collision(first=(1, 1, 3, 3, 3, 3, 3), second=(2, 2, 2, 2, 2, 2, 2), sum=182)
    >>> verify_suits([0, 1, 29, 37]).valid
    True
    """
    numbers = whole_numbers("keys", keys)
    _check_size(len(numbers), cards)
    hands, labels = _hands_and_labels(len(numbers), cards, condition)
    sums = (hands @ np.array(numbers, np.int64)).tolist()
    collision = None
    first_with: dict[int, int] = {}
    for index, total in enumerate(sums):
        earlier = first_with.setdefault(total, index)
        if collision is None and labels[earlier] != labels[index]:
            collision = Collision(_faces(hands[earlier]), _faces(hands[index]), total)
    return Verdict(len(sums), max(sums), collision)


def _check_size(suits: int, cards: int) -> None:
    if not 2 <= suits <= 6 or not 1 <= cards <= 12:
        raise BadInputError(
            f"{suits} suits and {cards} cards: there may be 2 to 6 suits and 1 to 12 cards"
        )


def _hands_and_labels(suits: int, cards: int, condition: str) -> tuple[Sums, Sums]:
    """Return the counts of each suit in each hand, and a label that its sum must tell."""
    if condition not in CONDITIONS:
        known = ", ".join(CONDITIONS)
        raise UnknownNameError(f"no condition {condition!r}; there are {known}")
    everything = combinations_with_replacement(range(suits), cards)
    counts = np.array([np.bincount(hand, minlength=suits) for hand in everything], np.int64)
    if condition == "published":
        counts = counts[counts.max(axis=1) < cards]
    labels = np.arange(len(counts))
    if condition == "flush":
        labels = np.where(counts.max(axis=1) >= FLUSH, counts.argmax(axis=1), suits)
    return counts, labels


def _collides(sums: Sums, labels: Sums) -> NDArray[np.bool_]:
    """Tell for each row whether two hands with different labels share a sum."""
    # Sorted by sum and then by label, such hands become neighbours somewhere.
    ordered = np.sort(sums * len(labels) + labels, axis=1)
    total, label = np.divmod(ordered, len(labels))
    same = (total[:, 1:] == total[:, :-1]) & (label[:, 1:] != label[:, :-1])
    result: NDArray[np.bool_] = same.any(axis=1)
    return result


def _faces(counts: NDArray[Any]) -> Hand:
    return tuple(np.repeat(np.arange(len(counts)), counts).tolist())
