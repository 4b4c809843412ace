"""Sets of hands, and the keys and sums of hands.

A face is a rank, a suit or a joker; each face has a key. A hand is a multiset of faces, and its sum
is the sum of the keys of its faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import index
from typing import NamedTuple, TypeAlias

from typing_extensions import TypedDict

from astragal._checks import parse_int, require_flag, require_int
from astragal._results import Result
from astragal.errors import BadInputError, quoted

Face: TypeAlias = int
"""The number of a face of the deck: of a rank, or of a suit."""
Key: TypeAlias = int
"""The number that stands for a face in a sum."""
Hand: TypeAlias = tuple[Face, ...]
"""Faces in ascending order, with repetition."""

Keys: TypeAlias = Sequence[Key] | str
"""A key for each face, or the keys as text: "0, 1, 29, 37"."""

MOST = 1 << 48
"""The largest key: sums stay within a machine word."""

MOST_FACES = 64

MOST_CARDS = 64
"""The largest number of copies of a face, and of cards in a hand."""


class CollisionJson(TypedDict):
    """Two hands with the same sum that must have different sums."""

    first: list[int]
    """The faces of the first hand, ascending."""
    second: list[int]
    sum: int


class KeyHandsJson(TypedDict):
    """The hands that a key set distinguishes."""

    set: str
    """The name of the key set; empty if it has none."""
    meaning: str
    copies: list[int]
    """The number of cards of each face."""
    sizes: list[int]
    """The numbers of cards in a hand."""
    across: bool
    """Whether hands of different sizes must have different sums, too."""
    bootstrap: list[int]
    """Keys of the first faces, from which the search starts."""


class Collision(NamedTuple):
    """Two hands with the same sum that must have different sums."""

    first: Hand
    second: Hand
    sum: int

    def to_dict(self) -> CollisionJson:
        """Return the collision, as `keys verify --json` prints it."""
        return {"first": list(self.first), "second": list(self.second), "sum": self.sum}


@dataclass(frozen=True, slots=True)
class Hands(Result):
    """All hands of some sizes from a deck, and the start of the search for their keys.

    `copies` is the number of cards of each face. Sums must differ within each size; with `across`,
    also between sizes.
    """

    copies: tuple[int, ...]
    sizes: tuple[int, ...]
    across: bool = False
    bootstrap: tuple[Key, ...] = ()
    """Keys of the first faces, from which the search starts."""
    limit: int | None = field(default=None, repr=False)
    """The limit of the exhaustive search; None for the greedy search."""
    name: str = ""
    meaning: str = field(default="", repr=False)
    letters: str = field(default="", repr=False)
    """A letter for each face."""

    def __post_init__(self) -> None:
        for name, numbers in (("copies", self.copies), ("sizes", self.sizes)):
            if not isinstance(numbers, Sequence):
                raise BadInputError(f"{name} must be a tuple of numbers, not {quoted(numbers)}")
            whole_numbers(name, numbers)
            if bad := [number for number in numbers if not 1 <= number <= MOST_CARDS]:
                raise BadInputError(
                    f"{name} {quoted(list(numbers))}: {quoted(bad[0])} is not in 1..{MOST_CARDS}"
                )
        whole_numbers("bootstrap", self.bootstrap)

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.name, self.meaning)))

    def to_dict(self) -> KeyHandsJson:
        """Return the hands, as `keys show --json` lists them."""
        return {
            "set": self.name,
            "meaning": self.meaning,
            "copies": list(self.copies),
            "sizes": list(self.sizes),
            "across": self.across,
            "bootstrap": list(self.bootstrap),
        }

    def spell(self, hand: Hand) -> str:
        """Return a hand as letters, or as a list of numbers if faces have no letters."""
        if not self.letters:
            return str(list(hand))
        return "".join(self.letters[face] for face in hand)


def hands_of(
    faces: int,
    copies: int | Sequence[int],
    sizes: int | Sequence[int],
    *,
    across: bool = False,
    bootstrap: Sequence[Key] = (),
) -> Hands:
    """Return the hands of these sizes from a deck with this number of faces.

    >>> hands_of(4, 2, 3).copies
    (2, 2, 2, 2)
    >>> hands_of(3, [4, 4, 1], (5, 6)).sizes  # two ranks and a joker
    (5, 6)
    """
    require_int(faces, "faces", 1, MOST_FACES)
    require_flag(across, "across")
    each = whole_numbers("copies", copies)
    if not isinstance(copies, Iterable):
        each *= faces
    if len(each) != faces:
        raise BadInputError(f"copies {list(each)} are for {len(each)} faces, not for {faces}")
    plain = whole_numbers("sizes", sizes)
    meaning = f"hands of {', '.join(map(str, plain))} cards from {faces} faces"
    return Hands(each, plain, across, whole_numbers("bootstrap", bootstrap), meaning=meaning)


def read_keys(keys: Keys) -> tuple[Key, ...]:
    """Return keys as numbers; in text, commas or spaces separate them."""
    if not isinstance(keys, str):
        return whole_numbers("keys", keys)
    try:
        numbers = [parse_int(part) for part in keys.replace(",", " ").split()]
    except ValueError:
        raise BadInputError(f"keys {quoted(keys)} are not whole numbers, like 0,1,5,22") from None
    return whole_numbers("keys", numbers)


def keys_name(keys: Iterable[Key]) -> str:
    """Return keys as text.

    >>> keys_name((0, 1, 29, 37))
    '0 1 29 37'
    """
    return " ".join(map(str, keys))


def whole_numbers(name: str, values: int | Sequence[int]) -> tuple[int, ...]:
    """Return a number or a list of numbers as ints, or raise unless each is at most `MOST`."""
    try:
        numbers = islice(values, MOST_FACES + 1) if isinstance(values, Iterable) else (values,)
        plain = tuple(index(number) for number in numbers)
    except TypeError:  # also of an array without dimensions
        raise BadInputError(f"{name} {quoted(values)} are not whole numbers") from None
    if len(plain) > MOST_FACES:
        raise BadInputError(f"{name} {quoted(plain)} are more than {MOST_FACES} numbers")
    if any(abs(number) > MOST for number in plain):
        raise BadInputError(f"{name} {quoted(values)} are too large: at most {MOST}")
    return plain
