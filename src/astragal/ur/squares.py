"""The board: its squares, their numbers and names, and the two places beside it.

Squares are three rows of eight: 0..7 A's side, 8..15 the middle, 16..23 B's side. The numbers 4, 5,
20 and 21 are not squares.
"""

from __future__ import annotations

from typing import TypeAlias

from astragal.errors import BadInputError, quoted
from astragal.ur.layouts import UR_STATE

Square: TypeAlias = int
"""0..23; rows of eight."""

ROW = 8
ROWS = "ABC"
SQUARES: tuple[Square, ...] = UR_STATE.field("square").indices

HAND: Square = 24
"""Where a new piece comes from."""

OFF: Square = 25
"""Where a piece goes that completes the path."""

PLACE_NAMES: dict[Square, str] = {
    **{square: f"{ROWS[square // ROW]}{square % ROW + 1}" for square in SQUARES},
    HAND: "hand",
    OFF: "off",
}
"""Squares as RoyalUr names them: A1..A8 is A's side, B1..B8 the middle, C1..C8 B's side."""

PLACES: dict[str, Square] = {name: place for place, name in PLACE_NAMES.items()}
"""Squares, the hand and off by name; squares by the text of their number, too."""
PLACES |= {str(square): square for square in SQUARES}


def parse_square(name: str) -> Square:
    """Read a square's name or number.

    >>> parse_square("B4")
    11
    """
    square = PLACES.get(name.upper())
    if square is None:
        raise BadInputError(
            f"{quoted(name)} is not a square; squares are A1..A4, A7, A8, B1..B8, C1..C4, C7, C8"
        )
    return square


def mirror_square(square: Square) -> Square:
    """Return the square that is to B what `square` is to A, and the other way round.

    >>> mirror_square(3), mirror_square(11), mirror_square(22)
    (19, 11, 6)
    """
    row, column = divmod(square, ROW)
    return (2 - row) * ROW + column
