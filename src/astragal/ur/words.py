"""Sides, squares, moves, and the fast path on bare words, for loops and arrays.

A state is a word of `UR_STATE`. These functions take valid states for granted; `Position` checks.
"""

import re
from enum import IntEnum
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal._arrays import read_array
from astragal._frames import Library, make_frame
from astragal.errors import BadInputError, quoted
from astragal.ur.layouts import UR_STATE
from astragal.ur.rules import FINKEL, MAX_PIECES, ROW, SQUARES, Rules, Square, read_rules

State: TypeAlias = int
"""A position as a word of `UR_STATE`."""

States: TypeAlias = NDArray[np.uint64]
Rolls: TypeAlias = NDArray[np.uint8]


class Side(IntEnum):
    """One of the two sides of a game; A moves first."""

    A = 0
    B = 1

    def __str__(self) -> str:
        return self.name

    @property
    def other(self) -> "Side":
        """The opponent's side."""
        return SIDES[1 - self]


SIDES = tuple(Side)

HAND: Square = 24
"""Where a new piece comes from."""

OFF: Square = 25
"""Where a piece goes that completes the path."""

ROWS = "ABC"

PLACE_NAMES: dict[Square, str] = {
    **{square: f"{ROWS[square // ROW]}{square % ROW + 1}" for square in SQUARES},
    HAND: "hand",
    OFF: "off",
}
"""Squares as RoyalUr names them: A1..A8 is A's side, B1..B8 the middle, C1..C8 B's side."""

_PLACES = {name: place for place, name in PLACE_NAMES.items()}
_PLACES |= {str(square): square for square in SQUARES}


def parse_square(name: str) -> Square:
    """Read a square's name or number.

    >>> parse_square("B4")
    11
    """
    square = _PLACES.get(name.upper())
    if square is None:
        raise BadInputError(
            f"{name!r} is not a square; squares are A1..A4, A7, A8, B1..B8, C1..C4, C7, C8"
        )
    return square


class _Places(NamedTuple):
    source: Square
    target: Square


class Move(_Places):
    """A move of one piece: from a square or the `HAND`, to a square or `OFF`.

    It is made from its text, by names or numbers of squares, or from the two places.

    >>> Move("hand-A4"), Move("6>off"), Move(8, 11)
    (Move('hand-A4'), Move('A7-off'), Move('B1-B4'))
    """

    __slots__ = ()

    def __new__(cls, source: Square | str, target: Square | None = None) -> "Move":
        """Make a move from its text, or from source and target."""
        if target is None:
            return super().__new__(cls, *_parse_places(source))
        if source == target or source not in [*SQUARES, HAND] or target not in [*SQUARES, OFF]:
            raise BadInputError(
                f"Move({source!r}, {target!r}): a square is {SQUARES[0]} to {SQUARES[-1]}, without "
                f"4, 5, 20 and 21, which do not exist; HAND is {HAND} and OFF is {OFF}; and a move "
                f"leads to another square"
            )
        return super().__new__(cls, int(source), int(target))

    def __str__(self) -> str:
        return "-".join(PLACE_NAMES[place] for place in self)

    def __repr__(self) -> str:
        return f"Move('{self}')"

    def to_dict(self) -> dict[str, int | str]:
        """Return where the piece comes from and goes to, squares as numbers."""
        source, target = (place if place < HAND else PLACE_NAMES[place] for place in self)
        return {"from": source, "to": target}


def _parse_places(text: Any) -> tuple[Square, Square]:
    try:
        source, target = re.split("[->]", text)
        places = [
            _PLACES[one if one in ("hand", "off") else one.upper()] for one in (source, target)
        ]
        if places[0] != OFF and places[1] != HAND and places[0] != places[1]:
            return places[0], places[1]
    except (ValueError, KeyError, TypeError):
        pass
    raise BadInputError(f"{text!r} is not a move; write hand-A4, A4-B2, A7-off or pass")


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


_TURN = UR_STATE.field("turn").items[0]

# The bits of a side's pieces, in hand and on the board: all 0 when the side has won.
ON_BOARD = tuple(UR_STATE.pack(square=dict.fromkeys(SQUARES, side + 1)) for side in SIDES)
_LEFT = tuple(
    board | UR_STATE.field(hand).mask
    for board, hand in zip(ON_BOARD, ("a_hand", "b_hand"), strict=True)
)


def turn_of(state: State) -> Side:
    """Return the side to move."""
    return SIDES[_TURN.of(state)]


def winner_of(state: State) -> Side | None:
    """Return the side that has completed all its pieces.

    >>> winner_of(0x3F), winner_of(0x1C0 | 7 << 3)
    (None, <Side.A: 0>)
    """
    return next((side for side in SIDES if not state & _LEFT[side]), None)


def is_over(states: States) -> NDArray[np.bool_]:
    """Return for each state whether a side has completed all its pieces."""
    a_left, b_left = (states & np.uint64(left) for left in _LEFT)
    return np.asarray((a_left == 0) | (b_left == 0))


def play_unchecked(state: State, move: Move | None, rules: Rules | str = FINKEL) -> State:
    """Return the state after a legal move, or after a pass (None), without checking it.

    >>> hex(play_unchecked(0x3F, Move(HAND, 3)))
    '0x40103e'
    """
    native = read_rules(rules).native
    return native.passed(state) if move is None else native.play(state, *move)


class MoveArrays(NamedTuple):
    """The moves of many states: row i has `number[i]` moves, starting at the left.

    If a row has no moves, `after[i, 0]` is the state after the pass, or the finished game itself.
    """

    number: NDArray[np.uint8]
    source: NDArray[np.uint8]
    target: NDArray[np.uint8]
    after: States

    def rows(self, chosen: NDArray[np.intp]) -> "MoveArrays":
        """Return the moves of some of the states."""
        number, source, target, after = self
        return MoveArrays(number[chosen], source[chosen], target[chosen], after[chosen])

    def to_frame(self, library: Library | None = None) -> Any:
        """Return a data frame with a row for each move, see `Framed.to_frame`.

        `row` is the row of the state that the move belongs to.
        """
        rows, columns = np.nonzero(np.arange(self.source.shape[1]) < self.number[:, np.newaxis])
        moves = [str(self.move(*place)) for place in zip(rows, columns, strict=True)]
        after = self.after[rows, columns]
        return make_frame({"row": rows, "move": moves, "after": after}, library)

    def move(self, row: SupportsIndex, column: SupportsIndex) -> Move:
        """Return one move."""
        return MOVES[int(self.source[row, column]), int(self.target[row, column])]


def moves_many(states: ArrayLike, rolls: ArrayLike, rules: Rules | str = FINKEL) -> MoveArrays:
    """Return the moves of each state with its roll. The states are not checked.

    >>> found = moves_many(np.array([0x3F], np.uint64), np.array([1], np.uint8))
    >>> found.number.tolist(), found.move(0, 0), hex(found.after[0, 0])
    ([1], Move('hand-A4'), '0x40103e')
    """
    states, rolls = read_states_and_rolls(states, rolls)
    shape = (len(states), MAX_PIECES)
    found = MoveArrays(
        np.zeros(len(states), np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
        np.empty(shape, np.uint64),
    )
    read_rules(rules).native.moves_many(states, rolls, *found)
    return found


def read_states_and_rolls(states: ArrayLike, rolls: ArrayLike) -> tuple[States, Rolls]:
    """Return the arrays of states and of their rolls; raise BadInputError if one is wrong."""
    states = read_array(states, "states", np.uint64, ndim=1)
    rolls = read_array(rolls, "rolls", np.uint8, ndim=1)
    if len(rolls) != len(states):
        raise BadInputError(f"{len(states)} states need as many rolls, not {len(rolls)}")
    return states, rolls
