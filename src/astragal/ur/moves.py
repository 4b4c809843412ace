"""Sides and moves."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from astragal._checks import whole
from astragal.errors import BadInputError, quoted
from astragal.ur.squares import HAND, OFF, PLACE_NAMES, PLACES, SQUARES, Square

_SOURCES = frozenset((*SQUARES, HAND))
_TARGETS = frozenset((*SQUARES, OFF))


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


class _Places(NamedTuple):
    source: Square
    target: Square


# "from" is a keyword of Python.
UrMoveJson = TypedDict("UrMoveJson", {"move": str, "from": str, "to": str})
"""A move: its text, such as "B3-B5", and its two places by name; "hand" and "off" are places."""


UrTurnMoveJson = TypedDict(
    "UrTurnMoveJson", {"move": str | None, "from": str | None, "to": str | None}
)
"""The move of a turn, as `UrMoveJson`; all three are null if the turn passes."""


class Move(_Places):
    """A move of one piece: from a square or the `HAND`, to a square or `OFF`.

    It is made from its text, by names or numbers of squares, or from the two places.

    >>> Move("hand-A4"), Move("6>off"), Move(8, 11)
    (Move('hand-A4'), Move('A7-off'), Move('B1-B4'))
    """

    __slots__ = ()

    def __new__(cls, source: Square | str, target: Square | None = None) -> Move:
        """Make a move from its text, or from source and target."""
        if target is None:
            return super().__new__(cls, *_parse_places(source))
        try:
            start, end = whole(source), whole(target)
        except TypeError:
            start = end = OFF
        if start != end and start in _SOURCES and end in _TARGETS:
            return super().__new__(cls, start, end)
        raise BadInputError(
            f"Move({quoted(source)}, {quoted(target)}): a square is {SQUARES[0]} to "
            f"{SQUARES[-1]}, without 4, 5, 20 and 21, which do not exist; HAND is {HAND} and "
            f"OFF is {OFF}; and a move leads to another square"
        )

    def __str__(self) -> str:
        return f"{PLACE_NAMES[self.source]}-{PLACE_NAMES[self.target]}"

    def __repr__(self) -> str:
        return f"Move('{self}')"

    def to_dict(self) -> UrMoveJson:
        """Return the text of the move and its places."""
        source, target = PLACE_NAMES[self.source], PLACE_NAMES[self.target]
        return {"move": f"{source}-{target}", "from": source, "to": target}


def _parse_places(text: Any) -> tuple[Square, Square]:
    try:
        source, target = (
            PLACES[name if name in ("hand", "off") else name.upper()]
            for name in re.split("[->]", text)
        )
        if source != OFF and target not in (HAND, source):
            return source, target
    except (ValueError, KeyError, TypeError):
        pass
    raise BadInputError(f"{quoted(text)} is not a move; write hand-A4, A4-B2, A7-off or pass")


class _Moves(dict[Any, Move]):
    """Moves by their text or their places. They are few, so each is made once."""

    def __missing__(self, key: Any) -> Move:
        return self.setdefault(key, Move(*key) if isinstance(key, tuple) else Move(key))


MOVES = _Moves()


def read_move(move: Move | str | None) -> Move | None:
    """Return a move given as text or as it is; None and "pass" are a pass."""
    if move is None or isinstance(move, Move):
        return move
    if not isinstance(move, str):
        raise BadInputError(f"{quoted(move)} is not a move; write hand-A4, A4-B2, A7-off or pass")
    return None if move == "pass" else MOVES[move]


def move_name(move: Move | None) -> str:
    """Name a move, or a pass."""
    return "pass" if move is None else str(move)


def turn_move_json(move: Move | None) -> UrTurnMoveJson:
    """Return the JSON of the move of a turn; None is a pass."""
    if move is None:
        return {"move": None, "from": None, "to": None}
    source, target = PLACE_NAMES[move.source], PLACE_NAMES[move.target]
    return {"move": f"{source}-{target}", "from": source, "to": target}
