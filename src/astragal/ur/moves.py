"""Sides and moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from typing_extensions import TypedDict

from astragal.errors import BadInputError, quoted
from astragal.ur.squares import HAND, NUMBERS, OFF, PLACES, Place, PlaceNumber, parse_square


class Side(IntEnum):
    """One of the two sides of a game; A moves first."""

    A = 0
    B = 1

    def __str__(self) -> str:
        return self.name

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return SIDES[1 - self]


SIDES = tuple(Side)


def read_side(side: Side | str) -> Side:
    """Return a side given as "A" or "B", or as it is.

    >>> read_side("b")
    <Side.B: 1>
    """
    if isinstance(side, Side):
        return side
    if isinstance(side, str) and side.upper() in Side.__members__:
        return Side[side.upper()]
    raise BadInputError(f"{quoted(side)} is not a side; give A or B")


# "from" is a keyword of Python.
UrMoveJson = TypedDict("UrMoveJson", {"move": str, "from": str, "to": str})
"""A move: its text, such as "B3-B5", and its two places by name; "hand" and "off" are places."""


UrTurnMoveJson = TypedDict(
    "UrTurnMoveJson", {"move": str | None, "from": str | None, "to": str | None}
)
"""The move of a turn, as `UrMoveJson`; all three are null if the turn passes."""


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Move:
    """A move of one piece: from a square or the hand, to a square or off the board.

    It is made from its text, or from its two places. Each move exists once.

    >>> Move("hand-A4"), Move("A7", "off")
    (Move('hand-A4'), Move('A7-off'))
    >>> Move("hand-A4").source, Move("hand-A4").target
    ('hand', 'A4')
    """

    source: Place
    """The square where the piece stands, or "hand"."""
    target: Place
    """The square where it goes, or "off"."""
    numbers: tuple[PlaceNumber, PlaceNumber]
    """The numbers of its places, for native loops."""

    def __new__(cls, source: Place, target: Place | None = None) -> Move:
        """Return the move with this text, or from `source` to `target`."""
        if target is None:
            return _read_move(source)
        for place in (source, target):
            if not isinstance(place, str):
                raise BadInputError(f"{quoted(place)} is not a place; write hand, A1 or off")
        return _read_move(f"{source}-{target}")

    def __reduce__(self) -> tuple[type[Move], tuple[str]]:
        return Move, (str(self),)

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"

    def __repr__(self) -> str:
        return f"Move('{self}')"

    def to_dict(self) -> UrMoveJson:
        """Return the text of the move and its places."""
        return {"move": str(self), "from": self.source, "to": self.target}


class _Moves(dict[tuple[PlaceNumber, PlaceNumber], Move]):
    """Moves by the numbers of their places. They are few, so each is made once."""

    def __missing__(self, numbers: tuple[PlaceNumber, PlaceNumber]) -> Move:
        move = object.__new__(Move)
        values = {"source": PLACES[numbers[0]], "target": PLACES[numbers[1]], "numbers": numbers}
        for name, value in values.items():
            object.__setattr__(move, name, value)
        return _KNOWN.setdefault(str(move), self.setdefault(numbers, move))


MOVES = _Moves()
_KNOWN: dict[str, Move] = {}
"""Moves by their text, as this package writes it."""


def _read_move(text: str) -> Move:
    try:
        return _KNOWN[text]
    except (KeyError, TypeError):
        pass
    try:
        source, target = (
            name if name in (HAND, OFF) else parse_square(name) for name in text.split("-")
        )
        if source != OFF and target not in (HAND, source):
            return MOVES[NUMBERS[source], NUMBERS[target]]
    except (ValueError, AttributeError):
        pass
    raise BadInputError(f"{quoted(text)} is not a move; write hand-A4, A4-B2, A7-off or pass")


def read_move(move: Move | str | None) -> Move | None:
    """Return a move given as text or as it is; None and "pass" are a pass."""
    if move is None or isinstance(move, Move):
        return move
    if not isinstance(move, str):
        raise BadInputError(f"{quoted(move)} is not a move; write hand-A4, A4-B2, A7-off or pass")
    return None if move == "pass" else Move(move)


def move_name(move: Move | None) -> str:
    """Name a move, or a pass."""
    return "pass" if move is None else str(move)


def turn_move_json(move: Move | None) -> UrTurnMoveJson:
    """Return the JSON of the move of a turn; None is a pass."""
    if move is None:
        return {"move": None, "from": None, "to": None}
    return {"move": str(move), "from": move.source, "to": move.target}
