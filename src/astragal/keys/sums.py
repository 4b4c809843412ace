"""Which hands there are, and which of their sums must differ.

A face is a rank, or a suit, or a joker: whatever gets a key. A hand is a multiset of faces, and its
sum is the sum of its faces' keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from astragal.errors import BadInputError

Face: TypeAlias = int
Key: TypeAlias = int
Hand: TypeAlias = tuple[Face, ...]
"""Faces in ascending order, each as often as it is held."""


class Collision(NamedTuple):
    """Two hands that should be told apart and have the same sum."""

    first: Hand
    second: Hand
    sum: int


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands of the given sizes from a deck.

    `copies` says how many cards of each face there are. Sums must differ within each size; `across`
    asks that hands of different sizes differ too.
    """

    copies: tuple[int, ...]
    sizes: tuple[int, ...]
    across: bool = False


def hands_of(
    faces: int, copies: int | Sequence[int], sizes: int | Sequence[int], *, across: bool = False
) -> Hands:
    """Describe the hands of a deck in the shortest way.

    >>> hands_of(4, 2, 3)
    Hands(copies=(2, 2, 2, 2), sizes=(3,), across=False)
    >>> hands_of(3, [4, 4, 1], (5, 6))  # two ranks and a joker
    Hands(copies=(4, 4, 1), sizes=(5, 6), across=False)
    """
    each = (copies,) * faces if isinstance(copies, int) else tuple(copies)
    if len(each) != faces:
        raise BadInputError(f"copies {list(each)} are for {len(each)} faces, not for {faces}")
    return Hands(each, (sizes,) if isinstance(sizes, int) else tuple(sizes), across)
