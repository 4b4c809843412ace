"""The board: its squares and the two places beside it, by name.

Squares are named as RoyalUr names them: A1..A4, A7 and A8 are A's side, B1..B8 the middle, C1..C4,
C7 and C8 B's side. Their numbers are those of the layout, for packed states and native loops.
"""

from __future__ import annotations

from typing import TypeAlias

from astragal.errors import BadInputError, quoted
from astragal.ur.layouts import UR_STATE

Square: TypeAlias = str
"""The name of a square: its row, A to C, and its column, 1 to 8."""

Place: TypeAlias = str
"""The name of a square, `HAND` or `OFF`."""

PlaceNumber: TypeAlias = int
"""0..23 for squares, in rows of eight; 24 for the hand, 25 for off."""

COLUMNS = 8
ROWS = "ABC"
SQUARES: tuple[Square, ...] = UR_STATE.field("square").labels

SQUARES_TEXT = "A1..A4, A7, A8, B1..B8, C1..C4, C7, C8"

HAND: Place = "hand"
"""Where a new piece comes from."""

OFF: Place = "off"
"""Where a piece goes that completes the path."""

NUMBERS: dict[Place, PlaceNumber] = {
    **dict(zip(SQUARES, UR_STATE.field("square").indices, strict=True)),
    HAND: 24,
    OFF: 25,
}
"""The numbers of the places in packed states and native loops."""

PLACES: dict[PlaceNumber, Place] = {number: place for place, number in NUMBERS.items()}


def parse_square(name: str) -> Square:
    """Read the name of a square.

    >>> parse_square("b4")
    'B4'
    """
    square = name.upper() if isinstance(name, str) else ""
    if square not in SQUARES:
        raise BadInputError(f"{quoted(name)} is not a square; squares are {SQUARES_TEXT}")
    return square


def mirror_square(square: Square) -> Square:
    """Return the square that is to B what `square` is to A, and the other way round.

    >>> mirror_square("A4"), mirror_square("B4"), mirror_square("C7")
    ('C4', 'B4', 'A7')
    """
    row = ROWS.index(square[0])
    return f"{ROWS[2 - row]}{square[1]}"


def row_and_column(square: Square) -> tuple[int, int]:
    """Return the row of a square, 0 to 2, and its column, 0 to 7.

    >>> row_and_column("B4")
    (1, 3)
    """
    return divmod(NUMBERS[square], COLUMNS)
