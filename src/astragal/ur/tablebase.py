"""The solution in a file: values of positions, rolls and moves.

A table is dense, has no keys, and is memory-mapped: opening it is quick, and a look-up is one read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._arrays import read_array, require_out
from astragal._cached import cached_property
from astragal._checks import require_instance
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError, TableMismatchError, TableReachError, counted, quoted
from astragal.store import data_folder
from astragal.store.canonical import canonical, short_hash
from astragal.store.shared import open_shared
from astragal.store.table import Table
from astragal.ur.evaluation import Chance, Evaluation, RankedMove, RankedMovesByRoll
from astragal.ur.layers import LayerReport, Step, UrLayerJson
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import MOVES, Move
from astragal.ur.position import AnyPosition, Position, read_position, start
from astragal.ur.ranking import layer_pairs, native_ranking, pair_size, size
from astragal.ur.rules import (
    FINKEL,
    MAX_PIECES,
    RULES,
    Roll,
    Rules,
    find_rules,
    read_pieces,
    require_roll,
)
from astragal.ur.states import MoveArrays, State, read_states_and_rolls, turn_of

KIND = "ur-values"
VERSION = 3

DTYPES: dict[int, type[np.generic]] = {16: np.uint16, 32: np.uint32, 64: np.float64}
"""How a value is stored: fixed point, where all ones is 1, or a double."""


def default_path(rules: Rules) -> Path:
    """Return the default path of the table of a rule set; other rules of that name have another."""
    usual = RULES.get(rules.name)
    mine = usual is not None and usual.parameters == rules.parameters
    name = rules.name if mine else f"{rules.name}-{short_hash(rules.parameters)}"
    return data_folder() / "ur" / f"{name}.table"


class BestMoves(NamedTuple):
    """The best moves of many states; `move` is a column of `moves_many`."""

    move: NDArray[np.uint8]
    value: NDArray[np.float64]


class UrTableJson(TypedDict):
    """A solved table."""

    rules: str
    pieces: int
    """The largest game that the table has: pieces of each side."""
    states: int
    bits: int
    """Bits of a stored value: 16, 32 or 64."""
    residual: float
    """How far any stored value is from its equation."""
    error: float
    """A bound on the error of any value."""
    path: str
    verified: bool
    """Whether the whole file has been compared with its checksums."""


class Tablebase(Result):
    """The solution of one rule set, for games of up to `pieces` pieces.

    Positions are given as a `Position`, a state, or its text.
    """

    def __init__(self, rules: Rules, table: Table) -> None:
        parameters: Any = table.parameters
        notes: Any = table.notes
        self.rules = rules
        self.path = table.path
        self.pieces: int = parameters["pieces"]
        self.bits: int = parameters["bits"]
        self.states = size(rules, self.pieces)
        self.residual: float = notes["residual"]
        self.error: float = notes["error"]
        self.verified = False
        """Whether `verify` has compared the whole file with its checksums."""
        self._table = table
        self.native = _native.UrTable(
            native_ranking(rules), table.unchecked("values"), table.blocks("values"), self.pieces
        )
        self._value: Callable[[AnyPosition], float] = self.native.value

    def __reduce__(self) -> tuple[type[Tablebase], tuple[Rules, Table]]:
        return Tablebase, (self.rules, self._table)

    def __repr__(self) -> str:
        return (
            f"Tablebase(rules={self.rules.name!r}, pieces={self.pieces}, path={str(self.path)!r})"
        )

    def __str__(self) -> str:
        facts = {
            "rules": self.rules.name,
            "pieces": self.pieces,
            "states": self.states,
            "bits": self.bits,
            "residual": self.residual,
            "error": self.error,
            "path": self.path,
        }
        return "\n".join(f"{name:<10}{value}" for name, value in facts.items())

    def to_dict(self) -> UrTableJson:
        """Return the game of the table, its size and its error."""
        return {
            "rules": self.rules.name,
            "pieces": self.pieces,
            "states": self.states,
            "bits": self.bits,
            "residual": self.residual,
            "error": self.error,
            "path": str(self.path),
            "verified": self.verified,
        }

    def convergence(self) -> Convergence:
        """Return how the solve converged, layer by layer."""
        return Convergence(self)

    @cached_property
    def layers(self) -> list[LayerReport]:
        """How the solve of each pair of layers converged."""
        notes: Any = self._table.notes
        reports = zip(layer_pairs(self.pieces), notes["layers"], notes["steps"], strict=True)
        return [
            LayerReport(
                mine=layer.mine,
                theirs=layer.theirs,
                states=pair_size(layer, self.rules),
                residual=residual,
                turns=turns,
                sweeps=sweeps,
                stored=stored,
                steps=tuple(Step(*step) for step in steps),
            )
            for layer, (residual, turns, sweeps, stored), steps in reports
        ]

    @property
    def identity(self) -> str:
        """A hash of parameters and values: two files with the same identity hold the same."""
        return self._table.identity

    @property
    def stored(self) -> NDArray[Any]:
        """All values as they are stored, in the order of the ranking."""
        return self._table["values"]

    def verify(self) -> None:
        """Compare the whole file with its checksums; a look-up checks only the blocks it reads."""
        self._table.verify()
        self.verified = True

    def value(self, position: AnyPosition) -> Chance:
        """Return the chance that the side to move wins, before the roll."""
        value = -1.0 if position is None else self._value(position)
        if value < 0:  # it is not a state of this table
            state = self._position(position).state
            value = self._value(state)
            if value < 0:
                self._refuse(state)
        return value

    def value_many(
        self, states: ArrayLike, *, out: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Return the chance that the side to move wins, before the roll, for each state."""
        states = read_array(states, "states", np.uint64, ndim=1)
        values = require_out(out, states.shape, np.float64, [states])
        good = self.native.values(states, values)
        if good < len(states):
            self._refuse(int(states[good]))
        return values

    def evaluate(self, position: AnyPosition) -> Evaluation:
        """Return the value before the roll, the value after each roll, and the best moves."""
        position = self._position(position)
        win = self.value(position)
        if position.winner is not None:
            return Evaluation(position, win, self.error, {}, {})
        by_roll = self.native.by_roll(position.state)
        values = {roll: value for roll, value, _ in by_roll}
        best = {roll: MOVES[squares] if squares else None for roll, _, squares in by_roll}
        return Evaluation(position, win, self.error, values, best)

    def rank_moves(self, position: AnyPosition, roll: Roll | None = None) -> list[RankedMove]:
        """Return the legal moves with a roll, best first; an empty list if the turn passes."""
        position = self._position(position)
        values = {move: self.value_after(position, move) for move in position.moves(roll)}
        best = max(values.values(), default=0.0)
        ranked = [RankedMove(move, value, best - value) for move, value in values.items()]
        return sorted(ranked, key=lambda each: each.cost_win)

    def rank_by_roll(self, position: AnyPosition, roll: Roll | None = None) -> RankedMovesByRoll:
        """Rank the moves with a roll, else with the position's own, else with every roll."""
        position = self._position(position)
        self.value(position)  # raises if the table does not reach so far
        ranked = {each: self.rank_moves(position, each) for each in position.rolls(roll)}
        return RankedMovesByRoll(position, ranked)

    def best(self, position: AnyPosition, roll: Roll | None = None) -> Move | None:
        """Return a best move with a roll, or None if the turn passes."""
        ranked = self.rank_moves(position, roll)
        return ranked[0].move if ranked else None

    def best_many(self, states: ArrayLike, rolls: ArrayLike) -> BestMoves:
        """Return the best move of each state with its roll, and the value of that roll."""
        states, rolls = read_states_and_rolls(states, rolls)
        best = BestMoves(np.empty(len(states), np.uint8), np.empty(len(states)))
        good = self.native.best(states, rolls, *best)
        if good < len(states):
            require_roll(int(rolls[good]), self.rules)
            self._refuse(int(states[good]))
        return best

    def value_after(self, position: Position, move: Move | None) -> Chance:
        """Return the chance that a legal move, or a pass, leaves to the side that makes it."""
        require_instance(position, Position, "ur.Position makes one")
        if move is not None:
            require_instance(move, Move, "ur.Move makes one")
        native = self.rules.native
        state = position.state
        after = native.passed(state) if move is None else native.play(state, *move.numbers)
        value = self.value(after)
        return value if turn_of(after) == turn_of(state) else 1 - value

    def values_after(self, states: ArrayLike, legal: MoveArrays) -> NDArray[np.float64]:
        """Return the chance that each move leaves to the side that makes it; NaN: no move.

        `legal` are the moves of the states, from `moves_many`, and have the same shape.
        """
        states = read_array(states, "states", np.uint64, ndim=1)
        require_instance(legal, MoveArrays, "ur.moves_many returns them")
        if len(legal.number) != len(states):
            raise BadInputError(
                f"{counted(len(states), 'state')} with the moves of {len(legal.number):,}: "
                f"give the moves of these states, from ur.moves_many"
            )
        chances = np.full(legal.after.shape, np.nan)
        there = np.arange(MAX_PIECES) < legal.number[:, np.newaxis]
        after = legal.after[there]
        values = self.value_many(after)
        mover, next_mover = (UR_STATE.unpack_field(words, "turn") for words in (states, after))
        again = next_mover == np.repeat(mover, legal.number)
        chances[there] = np.where(again, values, 1 - values)
        return chances

    def _position(self, position: AnyPosition) -> Position:
        known = read_position(position, self.rules)
        if known.rules is not self.rules and known.rules.parameters != self.rules.parameters:
            raise BadInputError(
                f"{quoted(known)} is a position of {known.rules.name}, and this table is of "
                f"{self.rules.name}"
            )
        return known

    def _refuse(self, state: State) -> NoReturn:
        position = Position(state, self.rules)  # raises if the state is invalid
        pieces, right = self.pieces, _solve_command(self.rules, position.pieces)
        if position == start(self.rules, position.pieces):
            right += (
                f"; or take a smaller game: --pieces {pieces}, in a game file [Pieces {pieces}]"
            )
        raise TableReachError(
            f"{self.path}: this table is for up to {counted(pieces, 'piece')} left to bring home, "
            f"and {position.name} has more; to solve it: {right}"
        )


class UrConvergenceJson(UrTableJson):
    """A solved table, and how its solve converged."""

    layers: list[UrLayerJson]


@dataclass(frozen=True, slots=True)
class Convergence(TableResult):
    """How the solve of a table converged, layer by layer."""

    table: Tablebase

    def to_dict(self) -> UrConvergenceJson:
        """Return the table and every step of its solve."""
        return {
            **self.table.to_dict(),
            "layers": [layer.to_dict() for layer in self.table.layers],
        }

    def _table(self) -> TextTable:
        rows = [
            (
                layer.mine,
                layer.theirs,
                layer.states,
                layer.sweeps,
                f"{layer.turns:.1f}",
                f"{layer.residual:.1e}",
            )
            for layer in self.table.layers
        ]
        headings = ["mine", "theirs", "states", "sweeps", "turns", "residual"]
        error = f"error at most {self.table.error:.1g}"
        return TextTable(headings, rows, f"{self.table.rules.about(self.table.pieces)}; {error}")

    def _columns(self) -> dict[str, Sequence[object]]:
        layers = self.table.layers
        return {
            "mine": [layer.mine for layer in layers],
            "theirs": [layer.theirs for layer in layers],
            "states": [layer.states for layer in layers],
            "sweeps": [layer.sweeps for layer in layers],
            "turns": [layer.turns for layer in layers],
            "residual": [layer.residual for layer in layers],
            "stored": [layer.stored for layer in layers],
        }


def require_table(table: object) -> None:
    """Raise unless `table` is a `Tablebase`."""
    require_instance(table, Tablebase, "ur.open_table opens one")


def _solve_command(rules: Rules, pieces: int | None = None) -> str:
    """Return the command that solves these rules; your own rules are in a file."""
    name = rules.name if RULES.get(rules.name) == rules else f"{rules.name.upper()}.toml"
    return (
        "astragal ur solve"
        + ("" if rules == FINKEL else f" --rules {name}")
        + ("" if pieces is None else f" --pieces {pieces}")
    )


def open_table(
    rules: Rules | str = FINKEL,
    path: str | PathLike[str] | None = None,
    *,
    pieces: int | None = None,
) -> Tablebase:
    """Open the solved table of a rule set.

    It raises TableMissingError if the rules have not been solved yet, and says how to solve them:
    for games of that many `pieces`, if they are given.
    """
    ruleset = find_rules(rules)
    asked = read_pieces(pieces, ruleset)
    other = None if asked == ruleset.pieces else asked
    small = "" if other else " (for a small game add --pieces 3)"
    rebuild = f"{_solve_command(ruleset, other)} --rebuild{small}"
    table = open_shared(
        default_path(ruleset) if path is None else path,
        kind=KIND, version=VERSION, rebuild=rebuild,
    )  # fmt: skip
    if canonical(table.parameters["rules"]) != canonical(ruleset.parameters):
        raise TableMismatchError(
            f"{table.path}: made for other rules than {ruleset.name}; to rebuild it: {rebuild}"
        )
    return Tablebase(ruleset, table)


@dataclass(frozen=True)
class TableReference:
    """Which table, in a few bytes: another process opens its own copy, which must be the same."""

    rules: Rules
    path: str | None
    """None for the default path on that machine."""
    identity: str

    @classmethod
    def to(cls, table: Tablebase) -> TableReference:
        """Return a reference to an open table."""
        at_home = table.path == default_path(table.rules)
        return cls(table.rules, None if at_home else str(table.path.absolute()), table.identity)

    def open(self) -> Tablebase:
        """Open the table."""
        table = open_table(self.rules, self.path)
        if table.identity != self.identity:
            raise TableMismatchError(
                f"{table.path}: not the table of {table.rules.name} that the work began with; "
                f"copy that file here"
            )
        return table
