"""The exhaustive search for suit keys, which tries all sets of keys below a limit.

The first key is 0 and keys ascend, without loss of generality: all hands have the same number of
cards, so a constant added to every key shifts all sums equally, and a permutation of the keys only
renames the suits.

The condition names the hands whose sums must differ:

- `distinct`: all different hands.
- `published`: all different hands except hands of a single suit. The 21 published solutions meet
  only this condition, and nine of them confuse two flushes.
- `flush`: hands with a flush in different suits, or with and without a flush.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, islice
from math import inf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal._checks import require_int, require_name
from astragal.errors import BadInputError, quoted
from astragal.keys.sums import Collision, Hand, Hands, Key

CONDITIONS = ("distinct", "published", "flush")
"""The hands whose sums must differ: all; all but those of a single suit; flushes of each suit."""
FLUSH = 5  # cards of one suit
PUBLISHED = 21  # published solutions, of 22 below 40 that meet their condition

Sums: TypeAlias = NDArray[np.int64]

# The number of sets of keys in a batch: a few megabytes of sums.
_BATCH = 4096


def try_all(
    hands: Hands, limit: int, condition: str, at_most: int | None
) -> tuple[list[tuple[Key, ...]], int]:
    """Return the sets of keys below the limit that meet the condition, and the number tried."""
    require_int(limit, "limit", 1, 256)
    if at_most is not None:
        require_int(at_most, "at_most", 1, inf)
    counts, labels = hands_and_labels(hands, condition)
    if at_most is None and condition == "published":
        at_most = PUBLISHED
    faces = len(hands.copies)
    sets = combinations(range(1, limit), faces - 1)
    solutions: list[tuple[Key, ...]] = []
    tried = 0
    while batch := list(islice(sets, _BATCH)):
        keys = np.zeros((len(batch), faces), np.int64)
        keys[:, 1:] = batch
        solutions += map(tuple, keys[~_collides(keys @ counts.T, labels)].tolist())
        tried += len(batch)
        if at_most is not None and len(solutions) >= at_most:
            break
    return solutions[:at_most], tried


def sums_and_collision(
    hands: Hands, keys: tuple[Key, ...], condition: str
) -> tuple[list[int], Collision | None]:
    """Return the sum of every hand, and the first two hands that collide, in the order of faces."""
    counts, labels = hands_and_labels(hands, condition)
    if len(keys) != len(hands.copies):
        raise BadInputError(f"keys {list(keys)}: {len(keys)} keys for {len(hands.copies)} faces")
    sums = (counts @ np.array(keys, np.int64)).tolist()
    first_with: dict[int, int] = {}
    for place, total in enumerate(sums):
        earlier = first_with.setdefault(total, place)
        if labels[earlier] != labels[place]:
            return sums, Collision(_faces(counts[earlier]), _faces(counts[place]), total)
    return sums, None


def hands_and_labels(hands: Hands, condition: str) -> tuple[Sums, Sums]:
    """Return the number of each face in each hand, and the labels that sums must distinguish."""
    require_name(condition, CONDITIONS, "condition")
    faces, cards = len(hands.copies), max(hands.sizes, default=0)
    if not 2 <= faces <= 6 or len(hands.sizes) != 1 or cards > 12:
        raise BadInputError(
            f"{quoted(hands.name or hands)}: a limit or a condition needs 2 to 6 faces and hands "
            "of one size, at most 12 cards, like 'suit'"
        )
    everything = combinations_with_replacement(range(faces), cards)
    counts = np.array([np.bincount(hand, minlength=faces) for hand in everything], np.int64)
    counts = counts[(counts <= np.array(hands.copies)).all(axis=1)]
    if condition == "published":
        counts = counts[counts.max(axis=1) < cards]
    labels = np.arange(len(counts))
    if condition == "flush":
        labels = np.where(counts.max(axis=1) >= FLUSH, counts.argmax(axis=1), faces)
    return counts, labels


def _collides(sums: Sums, labels: Sums) -> NDArray[np.bool_]:
    """Return whether two hands with different labels have the same sum, for each row."""
    # After sorting by sum and then by label, these two hands are adjacent.
    ordered = np.sort(sums * len(labels) + labels, axis=1)
    total, label = np.divmod(ordered, len(labels))
    same = (total[:, 1:] == total[:, :-1]) & (label[:, 1:] != label[:, :-1])
    result: NDArray[np.bool_] = same.any(axis=1)
    return result


def _faces(counts: NDArray[Any]) -> Hand:
    return tuple(np.repeat(np.arange(len(counts)), counts).tolist())
