"""The value of a position by the tablebase: before and after the roll, and of each move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from typing_extensions import TypedDict

from astragal._frames import Floats, Integers, Texts
from astragal._results import Result, TableResult
from astragal._tables import TextTable, text_table
from astragal.ur.moves import Move, UrMoveJson, move_name
from astragal.ur.position import Position
from astragal.ur.rules import Roll

Chance: TypeAlias = float
"""A probability of winning, 0 to 1."""


class UrRankedMoveJson(UrMoveJson):
    """A move and its value."""

    win: float
    """The chance of winning after the move, 0 to 1."""
    cost_win: float
    """The chance of winning that the move costs, compared with the best move."""


@dataclass(frozen=True, slots=True)
class RankedMove(Result):
    """A move, the chance of winning after it, and its cost compared with the best move."""

    move: Move
    win: Chance
    cost_win: Chance

    def __str__(self) -> str:
        return f"{self.move}: wins {self.win:.9f}, costs {self.cost_win:.9f}"

    def to_dict(self) -> UrRankedMoveJson:
        """Return the move, its value and its cost."""
        return {**self.move.to_dict(), "win": self.win, "cost_win": self.cost_win}


class UrRankedMovesJson(TypedDict):
    """The legal moves of a position, best first."""

    state: str
    rules: str
    pieces: int
    moves: dict[str, list[UrRankedMoveJson]]
    """The moves by roll; an empty list is a pass."""


@dataclass(frozen=True, repr=False, slots=True)
class RankedMovesByRoll(TableResult):
    """The moves of a position for each of some rolls, best first; an empty list is a pass."""

    position: Position
    moves: Mapping[Roll, Sequence[RankedMove]]

    def __repr__(self) -> str:
        return (
            f"RankedMovesByRoll(state={self.position.name!r}, rules={self.position.rules.name!r}, "
            f"rolls={list(self.moves)})"
        )

    def to_dict(self) -> UrRankedMovesJson:
        """Return the position and its moves by roll."""
        return {
            "state": self.position.name,
            "rules": self.position.rules.name,
            "pieces": self.position.pieces,
            "moves": {
                str(roll): [move.to_dict() for move in ranked]
                for roll, ranked in self.moves.items()
            },
        }

    def _rows(self) -> Iterator[tuple[Roll, str, Chance | None, Chance | None]]:
        for roll, ranked in self.moves.items():
            for each in ranked:
                yield roll, str(each.move), each.win, each.cost_win
            if not ranked:
                yield roll, "pass", None, None

    def _table(self) -> TextTable:
        rows = [
            (roll, move, "" if win is None else f"{win:.9f}", "" if cost is None else f"{cost:.9f}")
            for roll, move, win, cost in self._rows()
        ]
        return TextTable(["roll", "move", "win", "cost"], rows, self.position.about)

    def _columns(self) -> dict[str, Sequence[object]]:
        rows = list(self._rows())
        return {
            "roll": Integers(roll for roll, _, _, _ in rows),
            "move": Texts(move for _, move, _, _ in rows),
            "win": Floats(win for _, _, win, _ in rows),
            "cost_win": Floats(cost for _, _, _, cost in rows),
        }


class UrEvaluationJson(TypedDict):
    """The value of a position, before and after the roll."""

    state: str
    rules: str
    pieces: int
    win: float
    """The chance that the side to move wins, before the roll."""
    error: float
    """A bound on the error of any value."""
    rolls: dict[str, float]
    """The chance that the side to move wins, after each roll; empty if the game is over."""
    best: dict[str, UrMoveJson | None]
    """A best move with each roll above 0; null is a pass."""


@dataclass(frozen=True, repr=False, slots=True)
class Evaluation(TableResult):
    """The value of a position: before the roll, after each roll, and the best moves.

    A finished game has no rolls.
    """

    position: Position
    win: Chance
    error: float
    """A bound on the error of any value."""
    rolls: dict[Roll, Chance]
    best: dict[Roll, Move | None]
    """A best move with each roll; None is a pass."""

    def __repr__(self) -> str:
        return (
            f"Evaluation(state={self.position.name!r}, rules={self.position.rules.name!r}, "
            f"win={self.win:.6g})"
        )

    def to_dict(self) -> UrEvaluationJson:
        """Return the position, its value, and the value and a best move of each roll."""
        return {
            "state": self.position.name,
            "rules": self.position.rules.name,
            "pieces": self.position.pieces,
            "win": self.win,
            "error": self.error,
            "rolls": {str(roll): win for roll, win in self.rolls.items()},
            "best": {
                str(roll): None if move is None else move.to_dict()
                for roll, move in self.best.items()
                if roll
            },
        }

    @property
    def _about(self) -> str:
        return f"win {self.win:.9f}  (error at most {self.error:.1g}; {self.position.about})"

    def __str__(self) -> str:
        if not self.rolls:
            return self._about
        table = self._table()
        return f"{self._about}\n\n{text_table(table.headings, table.rows)}"

    def _table(self) -> TextTable:
        chances = self.position.rules.chances
        rows = [
            (roll, f"{chances[roll]:.4f}", f"{win:.9f}", move_name(self.best[roll]))
            for roll, win in self.rolls.items()
        ]
        return TextTable(["roll", "chance", "win", "best"], rows, above=self._about)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "roll": Integers(self.rolls),
            "chance": Floats(self.position.rules.chances[roll] for roll in self.rolls),
            "win": Floats(self.rolls.values()),
            "best": Texts(None if move is None else str(move) for move in self.best.values()),
        }
