"""The chance of the player who moves first, for each number of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal._tables import TextTable
from astragal.errors import counted
from astragal.ur.evaluation import Chance
from astragal.ur.position import start
from astragal.ur.ranking import size
from astragal.ur.study.rows import Study, about
from astragal.ur.tablebase import Tablebase, require_table


class UrStartJson(TypedDict):
    """A number of pieces, and the chance of the player who moves first."""

    pieces: int
    positions: int
    """Positions with up to that many pieces, neither side finished."""
    win: float


@dataclass(frozen=True, slots=True)
class Start(Result):
    """A number of pieces, and the chance of the player who moves first."""

    pieces: int
    positions: int
    """Positions with up to that many pieces, neither side finished."""
    win: Chance

    def __str__(self) -> str:
        return f"{counted(self.pieces, 'piece')}: the first player wins {self.win:.9f}"

    def to_dict(self) -> UrStartJson:
        """Return the pieces, the number of positions, and the chance."""
        return {"pieces": self.pieces, "positions": self.positions, "win": self.win}


class UrStartsJson(TypedDict):
    """The chance of the first player, for each number of pieces."""

    rules: str
    pieces: int
    error: float
    """A bound on the error of any value."""
    starts: list[UrStartJson]


class Starts(Study[Start]):
    """The chance of the first player, for each number of pieces."""

    def to_dict(self) -> UrStartsJson:
        """Return the table and a row for each number of pieces."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "error": self.table.error,
            "starts": [row.to_dict() for row in self.rows],
        }

    def _table(self) -> TextTable:
        rows = [(row.pieces, row.positions, f"{row.win:.9f}") for row in self.rows]
        below = about("starts", self.table, self.pieces)
        return TextTable(["pieces", "positions", "win"], rows, below)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "pieces": [row.pieces for row in self.rows],
            "positions": [row.positions for row in self.rows],
            "win": [row.win for row in self.rows],
        }


def starts(table: Tablebase) -> Starts:
    """Return the chance of the first player for each number of pieces that the table has."""
    require_table(table)
    rows = [
        Start(pieces, size(table.rules, pieces), table.value(start(table.rules, pieces)))
        for pieces in range(1, table.pieces + 1)
    ]
    return Starts(table, table.pieces, tuple(rows))
