"""Which hands there are, and which of their sums must differ.

A face is a rank, or a suit, or a joker: whatever gets a key. A hand is a multiset of faces, and its
sum is the sum of its faces' keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import NamedTuple, TypeAlias

from astragal.errors import BadInputError

Face: TypeAlias = int
Key: TypeAlias = int
Hand: TypeAlias = tuple[Face, ...]
"""Faces in ascending order, each as often as it is held."""


MOST = 1 << 48
"""No key is greater, so that no sum leaves a machine word."""

MOST_CARDS = 64
"""No face has more copies, and no hand more cards."""


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

    def __post_init__(self) -> None:
        for name, numbers in (("copies", self.copies), ("sizes", self.sizes)):
            if bad := [number for number in numbers if not 1 <= number <= MOST_CARDS]:
                raise BadInputError(f"{name} {list(numbers)}: {bad[0]} is not in 1..{MOST_CARDS}")


def hands_of(
    faces: int, copies: int | Sequence[int], sizes: int | Sequence[int], *, across: bool = False
) -> Hands:
    """Describe the hands of a deck in the shortest way.

    >>> hands_of(4, 2, 3)
    Hands(copies=(2, 2, 2, 2), sizes=(3,), across=False)
    >>> hands_of(3, [4, 4, 1], (5, 6))  # two ranks and a joker
    Hands(copies=(4, 4, 1), sizes=(5, 6), across=False)
    """
    each = whole_numbers("copies", copies)
    if not isinstance(copies, Sequence):
        each *= faces
    if len(each) != faces:
        raise BadInputError(f"copies {list(each)} are for {len(each)} faces, not for {faces}")
    return Hands(each, whole_numbers("sizes", sizes), across)


def whole_numbers(name: str, given: int | Sequence[int]) -> tuple[int, ...]:
    """Return one number or several as plain ints, or raise unless each fits a machine word."""
    numbers = given if isinstance(given, Sequence) else (given,)
    try:
        plain = tuple(index(number) for number in numbers)
    except TypeError:
        raise BadInputError(f"{name} {given!r} are not whole numbers") from None
    if any(abs(number) > MOST for number in plain):
        raise BadInputError(f"{name} {given!r} are too large: at most {MOST}")
    return plain
