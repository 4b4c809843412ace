"""The worth of a tempo: of being the side to move."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.ur.evaluation import Chance
from astragal.ur.position import AnyPosition, Position, read_position, start
from astragal.ur.study.rows import game_pieces
from astragal.ur.tablebase import Tablebase, require_table


class UrTempoJson(TypedDict):
    """The worth of being the side to move in a position."""

    state: str
    rules: str
    pieces: int
    tempo: float
    """The chance of winning as the side to move, less the chance if the opponent moves."""
    error: float
    """A bound on the error of `tempo`."""


@dataclass(frozen=True, slots=True)
class Tempo(Result):
    """The worth of being the side to move in a position."""

    position: Position
    worth: Chance
    error: float

    def __str__(self) -> str:
        return f"being the side to move is worth {self.worth:.9f}  ({self.position.about})"

    def to_dict(self) -> UrTempoJson:
        """Return the position, the worth and its error."""
        return {
            "state": self.position.name,
            "rules": self.position.rules.name,
            "pieces": self.position.pieces,
            "tempo": self.worth,
            "error": self.error,
        }


def tempo(table: Tablebase, position: AnyPosition | None = None) -> Tempo:
    """Return the worth of being the side to move, by default at the start of a game."""
    require_table(table)
    if position is None:
        position = start(table.rules, game_pieces(table, None))
    position = read_position(position, table.rules).with_roll(None)
    worth = table.value(position) - table.value_after(position, None)
    return Tempo(position, worth, 2 * table.error)
