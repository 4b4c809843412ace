"""The base of studies: rows that a solved table gives, and the number of pieces they are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from astragal._results import TableResult
from astragal.errors import BadInputError
from astragal.ur.position import start
from astragal.ur.rules import read_pieces
from astragal.ur.tablebase import Tablebase, require_table

Row = TypeVar("Row")


@dataclass(frozen=True, repr=False)
class Study(TableResult, Sequence[Row]):
    """A sequence of rows about games of `pieces` pieces, by a solved table."""

    table: Tablebase
    pieces: int
    rows: tuple[Row, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(rules={self.table.rules.name!r}, pieces={self.pieces}, "
            f"rows={len(self.rows)})"
        )


def about(topic: str, table: Tablebase, pieces: int) -> str:
    """Return a line that names the topic, the rules, the pieces and the error of the table."""
    return f"{topic} of {table.rules.about(pieces)}; error at most {table.error:.1g}"


def game_pieces(table: Tablebase, pieces: int | None) -> int:
    """Return the pieces asked for, or by default the largest game of the rules in the table."""
    require_table(table)
    if pieces is None:
        return min(table.rules.pieces, table.pieces)
    pieces = read_pieces(pieces, table.rules)
    table.value(start(table.rules, pieces))  # raises if the table does not reach so far
    return pieces


def game_with_choices(table: Tablebase, pieces: int | None) -> int:
    """Return `game_pieces`; raise if it is 1, because then no player ever has a choice."""
    pieces = game_pieces(table, pieces)
    if pieces == 1:
        raise BadInputError("pieces = 1: in a game of one piece there are no choices; take 2 to 7")
    return pieces
