"""The worth of a score: the chance of winning by the pieces that each side has home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from typing_extensions import TypedDict

from astragal._results import Result
from astragal._tables import TextTable
from astragal.ur.evaluation import Chance
from astragal.ur.layouts import UR_STATE
from astragal.ur.position import Position
from astragal.ur.study.rows import Study, about, game_pieces
from astragal.ur.tablebase import Tablebase


class UrScoreJson(TypedDict):
    """A score and A's chance."""

    a_done: int
    """A's pieces that are home; all others are in hand."""
    b_done: int
    state: str
    """The position, A to move."""
    win: float
    """A's chance of winning."""


@dataclass(frozen=True, slots=True)
class Score(Result):
    """A position in which all pieces are home or in hand, A to move, and A's chance."""

    a_done: int
    b_done: int
    position: Position
    win: Chance

    def __str__(self) -> str:
        return f"{self.a_done}:{self.b_done}, A to move wins {self.win:.9f}"

    def to_dict(self) -> UrScoreJson:
        """Return the score, its state and A's chance."""
        return {
            "a_done": self.a_done,
            "b_done": self.b_done,
            "state": self.position.name,
            "win": self.win,
        }


class UrScoresJson(TypedDict):
    """A's chance for each score."""

    rules: str
    pieces: int
    error: float
    """A bound on the error of any value."""
    scores: list[UrScoreJson]


class Scores(Study[Score]):
    """A's chance for each score, A to move on an empty board."""

    def to_dict(self) -> UrScoresJson:
        """Return the table and a row for each score."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "error": self.table.error,
            "scores": [row.to_dict() for row in self.rows],
        }

    def _table(self) -> TextTable:
        rows = [(row.a_done, row.b_done, row.position.name, f"{row.win:.9f}") for row in self.rows]
        below = about("scores", self.table, self.pieces)
        return TextTable(["a_done", "b_done", "state", "win"], rows, below)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "a_done": [row.a_done for row in self.rows],
            "b_done": [row.b_done for row in self.rows],
            "state": [row.position.name for row in self.rows],
            "win": [row.win for row in self.rows],
        }


def scores(table: Tablebase, pieces: int | None = None) -> Scores:
    """Return A's chance for each score, A to move on an empty board, neither side finished."""
    pieces = game_pieces(table, pieces)
    rows = []
    for a, b in product(range(pieces), repeat=2):
        state = UR_STATE.pack(a_hand=pieces - a, b_hand=pieces - b, a_done=a, b_done=b)
        position = Position(state, table.rules)
        rows.append(Score(a, b, position, table.value(position)))
    return Scores(table, pieces, tuple(rows))
