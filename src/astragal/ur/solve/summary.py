"""The result of a solve: the table with its plan."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.errors import counted
from astragal.ur.evaluation import Chance
from astragal.ur.position import start
from astragal.ur.solve.plan import Plan
from astragal.ur.tablebase import Tablebase


class UrSolveJson(TypedDict):
    """A game that has been solved."""

    rules: str
    pieces: int
    """Pieces of each side of the game asked for; the table may have more."""
    states: int
    """Positions of that game in which neither side has finished."""
    layers: int
    """Pairs of layers of that game."""
    memory: int
    """Approximate memory of its solve, in bytes."""
    disk: int
    """Disk space of its solve, in bytes."""
    bits: int
    """Bits of a stored value."""
    residual: float
    """How far any stored value is from its equation."""
    error: float
    """A bound on the error of any value."""
    path: str
    win: float
    """The chance of the player who moves first."""
    solved_before: bool
    """Whether the table existed already."""


@dataclass(frozen=True, slots=True)
class SolveSummary(Result):
    """A game that has been solved: its plan, and the table that has it."""

    plan: Plan
    table: Tablebase
    solved_before: bool

    @property
    def win(self) -> Chance:
        """The chance of the player who moves first."""
        return self.table.value(start(self.plan.rules, self.plan.pieces))

    def __str__(self) -> str:
        exact = f"residual {self.table.residual:.1e}, error at most {self.table.error:.1e}"
        if self.solved_before:
            pieces = counted(self.table.pieces, "piece")
            exact += f"; it was solved before, with up to {pieces}"
        return f"start {self.win:.12f}, {exact}\n{self.table.path}"

    def to_dict(self) -> UrSolveJson:
        """Return the game, its table, and the chance of the first player."""
        return {
            "rules": self.plan.rules.name,
            "pieces": self.plan.pieces,
            "states": self.plan.states,
            "layers": self.plan.layers,
            "memory": self.plan.memory,
            "disk": self.plan.disk,
            "bits": self.table.bits,
            "residual": self.table.residual,
            "error": self.table.error,
            "path": str(self.table.path),
            "win": self.win,
            "solved_before": self.solved_before,
        }
