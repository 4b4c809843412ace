"""The solution in a file: values of positions, of rolls, of moves; one state or millions.

A table is dense, has no keys, and is memory-mapped: opening costs nothing, a look-up one read.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_array, require_out
from astragal.errors import BadInputError, TableMismatchError
from astragal.store import Parameters, Table, canonical, data_folder, open_table
from astragal.ur.moves import (
    Move,
    Rolls,
    States,
    moves_array,
    play_unchecked,
    require_roll,
    successors,
)
from astragal.ur.ranking import native_ranking
from astragal.ur.rules import FINKEL, Roll, Rules
from astragal.ur.state import State, pieces_of, require_valid, turn_of, winner_of

if TYPE_CHECKING:
    from astragal import _native

    NativeTable: TypeAlias = _native.UrTable16 | _native.UrTable32 | _native.UrTable64

Chance: TypeAlias = float
"""Of winning, 0 to 1."""

KIND = "ur-values"
VERSION = 2

DTYPES: dict[int, type[np.generic]] = {16: np.uint16, 32: np.uint32, 64: np.float64}
"""How a value is stored: fixed point, where all ones is 1, or a double."""


def parameters_of(rules: Rules, pieces: int, bits: int) -> Parameters:
    """Return the parameters in the head of a table."""
    return {"rules": rules.parameters, "pieces": pieces, "bits": bits}


def default_path(rules: Rules) -> Path:
    """Return where the table of a rule set lives: one file for each."""
    return data_folder() / "ur" / f"{rules.name}.table"


class Step(NamedTuple):
    """One look at a pair of layers while it was solved, in numbers of 32 or of 64 bits.

    By then it was swept so many times, and the last sweep changed no value by more than `change`.
    """

    sweeps: int
    bits: int
    change: float


class Judged(NamedTuple):
    """A move, the chance it leaves its player, and what it gives away against the best."""

    move: Move
    value: Chance
    loss: Chance


class BestMoves(NamedTuple):
    """The best moves of many states; `move` counts them as `moves_array` does."""

    move: NDArray[np.uint8]
    value: NDArray[np.float64]


class Tablebase:
    """The solution of one rule set, up to some number of pieces."""

    def __init__(self, rules: Rules, table: Table) -> None:
        from astragal import _native

        self.rules = rules
        self.path = table.path
        self.identity = table.identity
        self.pieces = _whole(table.parameters["pieces"])
        self.bits = _whole(table.parameters["bits"])
        notes: Any = table.notes
        self.fast: bool = notes["precision"] == "single"
        self.residual: float = notes["residual"]
        self.error: float = notes["error"]
        self.layers: list[tuple[float, float, int]] = [tuple(one) for one in notes["layers"]]
        self.steps: list[list[Step]] = [[Step(*one) for one in layer] for layer in notes["steps"]]
        self.stored: NDArray[Any] = table["values"]
        self._table = table
        kinds = {16: _native.UrTable16, 32: _native.UrTable32, 64: _native.UrTable64}
        self._native: NativeTable = kinds[self.bits](
            native_ranking(rules), self.stored, self.pieces
        )
        self._value: Callable[[State], float] = self._native.value

    @classmethod
    def open(
        cls,
        rules: Rules = FINKEL,
        path: str | PathLike[str] | None = None,
        *,
        verify: bool = False,
    ) -> "Tablebase":
        """Map the table of a rule set; `verify` reads all of it and compares checksums."""
        table = open_table(
            path if path is not None else default_path(rules),
            kind=KIND,
            version=VERSION,
            rebuild=f"astragal ur solve --rules {rules.name}",
            verify=verify,
        )
        found = table.parameters["rules"]
        if canonical(found) != canonical(rules.parameters):
            raise TableMismatchError(
                f"{table.path}: made for other rules than {rules.name}; to rebuild it: "
                f"astragal ur solve --rules {rules.name}"
            )
        return cls(rules, table)

    def verify(self) -> None:
        """Read the whole file and compare its checksums."""
        self._table.verify()

    def value(self, state: State) -> Chance:
        """Return the chance of the player to move, before the roll."""
        try:
            value = self._value(state)
        except TypeError:  # not a number, or not one of 64 bits
            value = -1.0
        if value < 0:
            self._refuse(state)
        return value

    def values(
        self, states: States, *, out: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Return the chance of the player to move for each state, before the roll."""
        require_array(states, "states", np.uint64, ndim=1)
        found = require_out(out, states.shape, np.float64)
        good = self._native.values(states, found)
        if good < len(states):
            self._refuse(int(states[good]))
        return found

    def roll_value(self, state: State, roll: Roll) -> Chance:
        """Return the chance of the player to move once `roll` is on the table."""
        require_roll(roll, self.rules)
        return float(self.best_moves(_one(state), np.array([roll], np.uint8)).value[0])

    def roll_values(self, state: State) -> dict[Roll, Chance]:
        """Return the chance of the player to move after each possible roll."""
        rolls = self.rules.rolls
        found = self.best_moves(np.full(len(rolls), _one(state)[0]), np.array(rolls, np.uint8))
        return dict(zip(rolls, found.value.tolist(), strict=True))

    def best_moves(self, states: States, rolls: Rolls) -> BestMoves:
        """Return the best move of each state with its roll, and the value of that roll."""
        require_array(states, "states", np.uint64, ndim=1)
        require_array(rolls, "rolls", np.uint8, ndim=1)
        if len(rolls) != len(states):
            raise BadInputError(f"{len(states)} states need as many rolls, not {len(rolls)}")
        found = BestMoves(np.empty(len(states), np.uint8), np.empty(len(states)))
        good = self._native.best(states, rolls, *found)
        if good < len(states):
            require_roll(int(rolls[good]), self.rules)
            self._refuse(int(states[good]))
        return found

    def best(self, state: State, roll: Roll) -> Move | None:
        """Return a best move, or None where the turn passes."""
        require_roll(roll, self.rules)
        states, rolls = _one(state), np.array([roll], np.uint8)
        found = self.best_moves(states, rolls)
        legal = moves_array(states, rolls, self.rules)
        if not legal.number[0]:
            return None
        at = found.move[0]
        return Move(int(legal.source[0, at]), int(legal.target[0, at]))

    def judge(self, state: State, roll: Roll) -> list[Judged]:
        """Return all moves with their values and what they lose, best first; none is a pass."""
        player = turn_of(state)
        values = {
            move: self._value_to(player, after)
            for move, after in successors(state, roll, self.rules).items()
        }
        best = max(values.values(), default=0.0)
        judged = [Judged(move, value, best - value) for move, value in values.items()]
        return sorted(judged, key=lambda one: one.loss)

    def value_after(self, state: State, move: Move | None) -> Chance:
        """Return the chance that a move, or a pass, leaves its player."""
        return self._value_to(turn_of(state), play_unchecked(state, move, self.rules))

    def _value_to(self, player: int, after: State) -> Chance:
        value = self.value(after)
        return value if turn_of(after) == player else 1 - value

    def _refuse(self, state: State) -> None:
        require_valid(state, self.rules)
        assert winner_of(state) is None
        raise TableMismatchError(
            f"{self.path}: it has games of up to {self.pieces} pieces, and this one has "
            f"{pieces_of(state)} with too many left; to get it: astragal ur solve "
            f"--rules {self.rules.name} --pieces {pieces_of(state)}"
        )


@dataclass(frozen=True)
class TableReference:
    """Which table, in a few bytes: another process opens its own copy, which must be the same."""

    rules: Rules
    path: str | None
    """None for where the table of these rules lives on that machine."""
    identity: str

    @classmethod
    def to(cls, table: Tablebase) -> "TableReference":
        """Return a reference to an open table."""
        at_home = table.path == default_path(table.rules)
        return cls(table.rules, None if at_home else str(table.path.absolute()), table.identity)

    def open(self) -> Tablebase:
        """Map the table; in one process, once."""
        return _open_reference(self)


@cache
def _open_reference(reference: TableReference) -> Tablebase:
    table = Tablebase.open(reference.rules, reference.path)
    if table.identity != reference.identity:
        raise TableMismatchError(
            f"{table.path}: another table of {table.rules.name} than where the work began; copy "
            f"that one here"
        )
    return table


def _one(state: State) -> States:
    try:
        return np.array([state], np.uint64)
    except OverflowError:
        require_valid(state)
        raise


def _whole(value: Any) -> int:
    return int(value)
