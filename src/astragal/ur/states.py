"""The fast path on packed states, for loops and arrays.

A state is a word of `UR_STATE`. These functions take valid states for granted; `Position` checks.
"""

from __future__ import annotations

from typing import Any, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal._arrays import read_array
from astragal._checks import require_int
from astragal._frames import Library, Texts, make_frame
from astragal.errors import BadInputError, quoted
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import MOVES, SIDES, Move, Side
from astragal.ur.rules import FINKEL, MAX_PIECES, Rules, find_rules
from astragal.ur.squares import SQUARES

State: TypeAlias = int
"""A position as a word of `UR_STATE`."""

States: TypeAlias = NDArray[np.uint64]
Rolls: TypeAlias = NDArray[np.uint8]

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
    """Return the side that has completed all its pieces, or None.

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

    >>> hex(play_unchecked(0x3F, Move("hand-A4")))
    '0x40103e'
    """
    native = find_rules(rules).native
    try:
        return native.passed(state) if move is None else native.play(state, *move.numbers)
    except (TypeError, AttributeError):
        raise BadInputError(
            f"{quoted(state)}, {quoted(move)}: give a state and a ur.Move"
        ) from None


class MoveArrays(NamedTuple):
    """The moves of many states: row i has `number[i]` moves, starting at the left.

    If a row has no moves, `after[i, 0]` is the state after the pass, or the finished game itself.
    """

    number: NDArray[np.uint8]
    source: NDArray[np.uint8]
    target: NDArray[np.uint8]
    after: States

    def rows(self, chosen: NDArray[np.intp]) -> MoveArrays:
        """Return the moves of some of the states."""
        number, source, target, after = self
        return MoveArrays(number[chosen], source[chosen], target[chosen], after[chosen])

    def to_frame(self, library: Library | None = None) -> Any:
        """Return a data frame of polars or pandas with a row for each move.

        `row` is the row of the state that the move belongs to. If both libraries are installed,
        the frame is of polars, unless `library` is "pandas".
        """
        rows, columns = np.nonzero(np.arange(self.source.shape[1]) < self.number[:, np.newaxis])
        moves = Texts(str(self.move(*place)) for place in zip(rows, columns, strict=True))
        after = self.after[rows, columns]
        return make_frame({"row": rows, "move": moves, "after": after}, library)

    def move(self, row: SupportsIndex, column: SupportsIndex) -> Move:
        """Return the move of a row and a column."""
        rows, columns = self.source.shape
        place = require_int(row, "row", 0, rows - 1), require_int(column, "column", 0, columns - 1)
        return MOVES[int(self.source[place]), int(self.target[place])]


def moves_many(states: ArrayLike, rolls: ArrayLike, rules: Rules | str = FINKEL) -> MoveArrays:
    """Return the moves of each state with its roll. The states are not checked.

    >>> legal = moves_many(np.array([0x3F], np.uint64), np.array([1], np.uint8))
    >>> legal.number.tolist(), legal.move(0, 0), hex(legal.after[0, 0])
    ([1], Move('hand-A4'), '0x40103e')
    """
    states, rolls = read_states_and_rolls(states, rolls)
    shape = (len(states), MAX_PIECES)
    legal = MoveArrays(
        np.zeros(len(states), np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
        np.empty(shape, np.uint64),
    )
    find_rules(rules).native.moves_many(
        states,
        rolls,
        counts=legal.number,
        sources=legal.source,
        targets=legal.target,
        after=legal.after,
    )
    return legal


def read_states_and_rolls(states: ArrayLike, rolls: ArrayLike) -> tuple[States, Rolls]:
    """Return the arrays of states and of their rolls, or raise BadInputError."""
    states = read_array(states, "states", np.uint64, ndim=1)
    rolls = read_array(rolls, "rolls", np.uint8, ndim=1)
    if len(rolls) != len(states):
        raise BadInputError(f"{len(states)} states need as many rolls, not {len(rolls)}")
    return states, rolls
