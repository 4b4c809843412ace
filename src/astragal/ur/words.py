"""Positions and moves as bare words: the fast path under `Position`, for loops and arrays.

A state is a word of `UR_STATE`. Apart from `problems`, these functions take valid states for
granted; `Position` checks.
"""

import re
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_array
from astragal.errors import BadInputError, FieldError
from astragal.ur.layouts import UR_STATE
from astragal.ur.rules import (
    FINKEL,
    MAX_PIECES,
    ROW,
    SQUARES,
    Roll,
    Rules,
    Square,
    mirror_square,
    read_rules,
)

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
        return Side(1 - self)


SIDES = tuple(Side)

_HAND = tuple(UR_STATE.field(name).items[0] for name in ("a_hand", "b_hand"))
_DONE = tuple(UR_STATE.field(name).items[0] for name in ("a_done", "b_done"))
_TURN = UR_STATE.field("turn").items[0]
_ROLL = UR_STATE.field("roll").items[0]
_EXTRA = UR_STATE.field("extra").items[0]
_SQUARE = dict(zip(SQUARES, UR_STATE.field("square").items, strict=True))

# The bits that a side's pieces on the board set: one bit for each piece.
_ON_BOARD = tuple(UR_STATE.pack(square=dict.fromkeys(SQUARES, side + 1)) for side in SIDES)
# The bits of a side's pieces that are not home yet: all 0 when the side has won.
_LEFT = tuple(board | hand.mask for board, hand in zip(_ON_BOARD, _HAND, strict=True))


def start_state(pieces: int) -> State:
    """Return the first state of a game.

    >>> hex(start_state(7)), hex(start_state(5))
    ('0x3f', '0x2d')
    """
    return UR_STATE.pack(a_hand=pieces, b_hand=pieces)


def parse_state(text: str) -> State:
    """Read a state, hexadecimal or decimal by its prefix."""
    try:
        return int(text, 0)
    except ValueError:
        example = state_name(start_state(FINKEL.pieces))
        raise BadInputError(f"{text!r} is not a state; write it as {example}") from None


def state_name(state: State) -> str:
    """Write a state as it is exchanged.

    >>> state_name(0x3F)
    '0x000000000000003f'
    """
    return UR_STATE.hex(state)


def turn_of(state: State) -> Side:
    """Return the side to move."""
    return SIDES[_TURN.of(state)]


def roll_of(state: State) -> Roll:
    """Return the roll; 0 means that the dice have not been rolled yet."""
    return _ROLL.of(state)


def hand_of(state: State, side: int) -> int:
    """Return how many pieces of a side are not on the board yet."""
    return _HAND[side].of(state)


def done_of(state: State, side: int) -> int:
    """Return how many pieces of a side have completed the path."""
    return _DONE[side].of(state)


def extra_of(state: State) -> bool:
    """Return whether the last move granted another roll."""
    return bool(_EXTRA.of(state))


def piece_at(state: State, square: Square) -> Side | None:
    """Return the side whose piece stands on a square."""
    owner = _SQUARE[square].of(state)
    return SIDES[owner - 1] if owner in (1, 2) else None


def pieces_of(state: State, side: int = Side.A) -> int:
    """Return the number of pieces of a side: in hand, on the board and completed."""
    on_board = (state & _ON_BOARD[side]).bit_count()
    return hand_of(state, side) + on_board + done_of(state, side)


def winner_of(state: State) -> Side | None:
    """Return the side that has completed all its pieces.

    >>> winner_of(0x3F), winner_of(0x1C0 | 7 << 3)
    (None, <Side.A: 0>)
    """
    return next((side for side in SIDES if not state & _LEFT[side]), None)


def with_roll(state: State, roll: Roll) -> State:
    """Return the state with that roll; 0 means not rolled yet."""
    return state & ~_ROLL.mask | UR_STATE.pack(roll=roll)


def mirror(state: State) -> State:
    """Return the same state with the sides exchanged. Its value is the same.

    >>> hex(mirror(0x3F)), mirror(mirror(0x2000000040000D80)) == 0x2000000040000D80
    ('0x103f', True)
    """
    owners = {square: item.of(state) for square, item in _SQUARE.items()}
    swapped: dict[int | str, SupportsIndex | str] = {
        mirror_square(square): (0, 2, 1, 3)[owner] for square, owner in owners.items()
    }
    return state & (_ROLL.mask | _EXTRA.mask) | UR_STATE.pack(
        a_hand=hand_of(state, Side.B),
        b_hand=hand_of(state, Side.A),
        a_done=done_of(state, Side.B),
        b_done=done_of(state, Side.A),
        turn=turn_of(state).other,
        square=swapped,
    )


def problems(state: State, rules: Rules = FINKEL) -> list[str]:
    """Return everything that is wrong with a state; an empty list if it is valid.

    >>> problems(0x3F)
    []
    >>> for problem in problems(0x3E | 3 << 16):
    ...     print(problem)
    square A1 holds 3: 0 is empty, 1 is A, 2 is B
    A has 7 pieces and B has 8: they must be equal
    """
    found = []
    try:
        UR_STATE.check_word(state)
    except FieldError as error:
        found.append(str(error))
        if not 0 <= state < 1 << UR_STATE.bits:
            return found
    roll = roll_of(state)
    if roll and roll not in rules.rolls:
        found.append(f"a roll of {roll} is not possible: {rules.name} has {_listed(rules.rolls)}")
    for square, item in _SQUARE.items():
        owner = item.of(state)
        if owner == 3:
            found.append(f"square {square_name(square)} holds 3: 0 is empty, 1 is A, 2 is B")
        elif owner and square not in rules.path_of(owner - 1):
            where = square_name(square)
            found.append(f"{SIDES[owner - 1]} has a piece on {where}, which is not on its path")
    a_pieces, b_pieces = pieces_of(state, Side.A), pieces_of(state, Side.B)
    if a_pieces != b_pieces:
        found.append(f"A has {a_pieces} pieces and B has {b_pieces}: they must be equal")
    elif not 1 <= a_pieces <= MAX_PIECES:
        found.append(f"{a_pieces} pieces each: there must be 1 to {MAX_PIECES}")
    elif done_of(state, Side.A) == done_of(state, Side.B) == a_pieces:
        found.append("both sides have completed all their pieces")
    return found


def require_valid(state: State, rules: Rules = FINKEL) -> None:
    """Raise BadInputError with everything that is wrong with a state, if anything is."""
    found = problems(state, rules)
    if found:
        raise BadInputError(
            f"{state_name(state)} is not a state of {rules.name}: {'; '.join(found)}"
        )


def _listed(names: Any) -> str:
    return ", ".join(map(str, names))


HAND: Square = 24
"""Where a new piece comes from."""

OFF: Square = 25
"""Where a piece goes that completes the path."""

ROWS = "ABC"
_SQUARE_NAME = re.compile(r"([ABC])([1-8])")


def square_name(square: Square) -> str:
    """Name a square as RoyalUr does: A1..A8 is A's side, B1..B8 the middle, C1..C8 B's side.

    >>> square_name(0), square_name(11), square_name(22)
    ('A1', 'B4', 'C7')
    """
    row, column = divmod(square, ROW)
    return f"{ROWS[row]}{column + 1}"


def parse_square(name: str) -> Square:
    """Read a square's name.

    >>> parse_square("B4")
    11
    """
    found = _SQUARE_NAME.fullmatch(name.upper())
    square = ROWS.index(found[1]) * ROW + int(found[2]) - 1 if found else None
    if square not in SQUARES:
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
        return super().__new__(cls, source, target)  # type: ignore[arg-type]

    def __str__(self) -> str:
        source = "hand" if self.source == HAND else square_name(self.source)
        return f"{source}-{'off' if self.target == OFF else square_name(self.target)}"

    def __repr__(self) -> str:
        return f"Move('{self}')"

    def to_dict(self) -> dict[str, int | str]:
        """Return where the piece comes from and goes to, squares as numbers."""
        return {
            "from": "hand" if self.source == HAND else self.source,
            "to": "off" if self.target == OFF else self.target,
        }


def _parse_places(text: Any) -> tuple[Square, Square]:
    def place(name: str, special: str, number: Square) -> Square:
        if name == special:
            return number
        square = int(name) if name.isdecimal() else parse_square(name)
        if square not in SQUARES:
            raise ValueError
        return square

    try:
        source, target = re.split("[->]", text.strip())
        return place(source, "hand", HAND), place(target, "off", OFF)
    except (ValueError, AttributeError):
        raise BadInputError(
            f"{text!r} is not a move; write hand-A4, A4-B2, A7-off or pass"
        ) from None


class _Moves(dict[tuple[Square, Square], Move]):
    def __missing__(self, places: tuple[Square, Square]) -> Move:
        return self.setdefault(places, Move(*places))


# Moves are few and needed all the time, so each is made once.
MOVES = _Moves()
_move_of_text = lru_cache(1024)(Move)


def read_move(move: Move | str | None) -> Move | None:
    """Return a move given as text or as it is; None and "pass" are a pass."""
    if move is None or isinstance(move, Move):
        return move
    return None if move == "pass" else _move_of_text(move)


def move_name(move: Move | None) -> str:
    """Name a move, or a pass."""
    return "pass" if move is None else str(move)


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
        return MoveArrays(
            self.number[chosen], self.source[chosen], self.target[chosen], self.after[chosen]
        )

    def move(self, row: SupportsIndex, column: SupportsIndex) -> Move:
        """Return one move."""
        return MOVES[int(self.source[row, column]), int(self.target[row, column])]


def moves_many(states: States, rolls: Rolls, rules: Rules | str = FINKEL) -> MoveArrays:
    """Return the moves of each state with its roll. The states are not checked.

    >>> found = moves_many(np.array([0x3F], np.uint64), np.array([1], np.uint8))
    >>> found.number.tolist(), found.move(0, 0), hex(found.after[0, 0])
    ([1], Move('hand-A4'), '0x40103e')
    """
    require_array(states, "states", np.uint64, ndim=1)
    require_array(rolls, "rolls", np.uint8, ndim=1)
    require_rolls_of_states(states, rolls)
    shape = (len(states), MAX_PIECES)
    found = MoveArrays(
        np.zeros(len(states), np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
        np.empty(shape, np.uint64),
    )
    read_rules(rules).native.moves_many(states, rolls, *found)
    return found


def require_rolls_of_states(states: States, rolls: Rolls) -> None:
    """Raise BadInputError unless there is one roll for each state."""
    if len(rolls) != len(states):
        raise BadInputError(f"{len(states)} states need as many rolls, not {len(rolls)}")
