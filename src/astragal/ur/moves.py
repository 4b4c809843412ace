"""Moves: what a roll allows, and what becomes of the state.

Two doors lead to the next state: `play` looks whether the move is legal and says what is wrong;
`play_unchecked` is for loops that made the move from `moves`.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_array
from astragal.errors import BadInputError
from astragal.ur.rules import FINKEL, MAX_PIECES, Roll, Rules, Square
from astragal.ur.state import (
    PLAYERS,
    State,
    require_valid,
    roll_of,
    state_name,
    turn_of,
    winner_of,
    without_roll,
)

HAND: Square = 24
"""Where a new piece comes from."""

OFF: Square = 25
"""Where a piece goes that completes the path."""

States: TypeAlias = NDArray[np.uint64]
Rolls: TypeAlias = NDArray[np.uint8]


class Move(NamedTuple):
    """One piece's way: from a square or the `HAND`, to a square or `OFF`.

    >>> str(Move(HAND, 3)), str(Move(6, OFF))
    ('hand>3', '6>off')
    """

    source: Square
    target: Square

    def __str__(self) -> str:
        return f"{place_name(self.source)}>{place_name(self.target)}"


def place_name(place: Square) -> str:
    """Name a square by its number, or the two places that are none."""
    return {HAND: "hand", OFF: "off"}.get(place, str(place))


def parse_move(text: str) -> Move:
    """Read a move as `str` writes it."""
    source, _, target = text.partition(">")
    try:
        return Move(
            HAND if source == "hand" else int(source), OFF if target == "off" else int(target)
        )
    except ValueError:
        raise BadInputError(f"{text!r} is not a move; write hand>3, 3>7 or 6>off") from None


def moves(state: State, roll: Roll | None = None, rules: Rules = FINKEL) -> list[Move]:
    """Return the legal moves with a roll (by default the state's own); none means a pass.

    >>> [str(move) for move in moves(0x3F, 4)]
    ['hand>0']
    """
    return list(successors(state, roll, rules))


def successors(state: State, roll: Roll | None = None, rules: Rules = FINKEL) -> dict[Move, State]:
    """Return each legal move and the state it leads to; the pass is not among them."""
    require_valid(state, rules)
    return successors_unchecked(state, _roll(state, roll, rules), rules)


def successors_unchecked(state: State, roll: Roll, rules: Rules = FINKEL) -> dict[Move, State]:
    """Do as `successors` without a look at the state."""
    from astragal import _native

    found = _native.ur_moves_of(rules.native, state, roll)
    return {Move(source, target): after for source, target, after in found}


def play(state: State, move: Move | None, roll: Roll | None = None, rules: Rules = FINKEL) -> State:
    """Return the state after a legal move, or after a pass (None) where no move is legal.

    >>> hex(play(0x3F, Move(HAND, 3), 1))
    '0x40103e'
    >>> play(0x3F, Move(HAND, 3), 2)
    Traceback (most recent call last):
    astragal.errors.BadInputError: 0x000000000000003f: A can't play hand>3 with a 2; legal: hand>2
    """
    require_valid(state, rules)
    roll = _roll(state, roll, rules)
    if winner_of(state) is not None:
        raise BadInputError(f"{state_name(state)}: the game is over")
    legal = successors_unchecked(state, roll, rules)
    who = f"{state_name(state)}: {PLAYERS[turn_of(state)]}"
    listed = ", ".join(map(str, legal)) or "only to pass"
    if move is None:
        if legal:
            raise BadInputError(f"{who} can't pass with a {roll}; legal: {listed}")
        return play_unchecked(state, None, rules)
    if move not in legal:
        raise BadInputError(f"{who} can't play {move} with a {roll}; legal: {listed}")
    return legal[move]


def play_unchecked(state: State, move: Move | None, rules: Rules = FINKEL) -> State:
    """Return the state after a move, or a pass, that is known to be legal."""
    from astragal import _native

    if move is None:
        return _native.ur_pass(state)
    return _native.ur_play(rules.native, state, *move)


class MoveArrays(NamedTuple):
    """The moves of many states: row i has `number[i]` of them, from the left.

    Where a row has none, `after[i, 0]` is the state after the pass (or the finished game itself).
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


def moves_array(states: States, rolls: Rolls, rules: Rules = FINKEL) -> MoveArrays:
    """Return the moves of each state with its roll. States are taken as valid.

    >>> found = moves_array(np.array([0x3F], np.uint64), np.array([1], np.uint8))
    >>> found.number.tolist(), found.source[0, 0] == HAND, hex(found.after[0, 0])
    ([1], np.True_, '0x40103e')
    """
    from astragal import _native

    require_array(states, "states", np.uint64, ndim=1)
    require_array(rolls, "rolls", np.uint8, ndim=1)
    if len(rolls) != len(states):
        raise BadInputError(f"{len(states)} states need as many rolls, not {len(rolls)}")
    shape = (len(states), MAX_PIECES)
    found = MoveArrays(
        np.zeros(len(states), np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
        np.empty(shape, np.uint64),
    )
    _native.ur_moves(rules.native, states, rolls, *found)
    return found


def require_roll(roll: Roll, rules: Rules) -> None:
    """Raise unless the dice can show `roll`."""
    if roll not in rules.rolls:
        possible = ", ".join(map(str, rules.rolls))
        raise BadInputError(f"a roll of {roll!r} can't be: {rules.name} has {possible}")


def _roll(state: State, roll: Roll | None, rules: Rules) -> Roll:
    if roll is None:
        return roll_of(state)
    require_roll(roll, rules)
    return roll


def perft(state: State, depth: int, rules: Rules = FINKEL) -> int:
    """Count the states after `depth` moves, each visited, whatever the state's own roll.

    All rolls are tried at each step; a pass counts as a move; a finished game counts once and goes
    no further.

    >>> [perft(0x3F, depth) for depth in range(1, 5)]
    [5, 28, 192, 1492]
    """
    from astragal import _native

    require_valid(state, rules)
    if not 0 <= depth <= 20:
        raise BadInputError(f"depth {depth!r} is not in 0..20")
    return _native.ur_perft(rules.native, without_roll(state), depth)[0]
