"""Openings: the best first move with each roll, and all replies to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal._tables import TextTable
from astragal.ur.evaluation import Chance
from astragal.ur.moves import Move, Side, UrMoveJson, UrTurnMoveJson, move_name, turn_move_json
from astragal.ur.position import start
from astragal.ur.rules import Roll
from astragal.ur.study.rows import Study, about, game_pieces
from astragal.ur.tablebase import Tablebase


class UrOpeningJson(UrTurnMoveJson):
    """A first roll and its best move, then a second roll and a reply."""

    first: int
    """The first roll."""
    win: float
    """A's chance after the first roll and move."""
    second: int
    """The second roll."""
    side: str
    """The side that replies: A again after a rosette."""
    reply: UrMoveJson
    reply_win: float
    """The chance of the side that replies."""
    cost_win: float
    """The chance of winning that the reply costs, compared with the best reply."""
    margin: float | None
    """The cost of the second best reply; null if there is only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Result):
    """A first roll and its best move, then a second roll and a reply, with its cost."""

    first: Roll
    move: Move | None
    win: Chance
    """A's chance after this roll and move."""
    second: Roll
    side: Side
    """Who moves next: A again after a rosette."""
    reply: Move
    reply_win: Chance
    """The chance of that side."""
    cost_win: Chance
    margin: Chance | None
    """The cost of the second best reply; None if there is only one."""

    def __str__(self) -> str:
        first = f"{self.first} {move_name(self.move)}"
        return f"{first}, {self.side} {self.second} {self.reply}: costs {self.cost_win:.9f}"

    def to_dict(self) -> UrOpeningJson:
        """Return both rolls, both moves, their chances, and the cost of the reply."""
        return {
            **turn_move_json(self.move),
            "first": self.first,
            "win": self.win,
            "second": self.second,
            "side": str(self.side),
            "reply": self.reply.to_dict(),
            "reply_win": self.reply_win,
            "cost_win": self.cost_win,
            "margin": self.margin,
        }


class UrOpeningsJson(TypedDict):
    """The best first moves, and all replies to them."""

    rules: str
    pieces: int
    error: float
    """A bound on the error of any value."""
    openings: list[UrOpeningJson]


class Openings(Study[Opening]):
    """The best first move with each roll, and all replies to it, best first."""

    def to_dict(self) -> UrOpeningsJson:
        """Return the table and a row for each reply."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "error": self.table.error,
            "openings": [row.to_dict() for row in self.rows],
        }

    def _table(self) -> TextTable:
        rows = [
            (
                row.first,
                move_name(row.move),
                f"{row.win:.9f}",
                row.second,
                row.side,
                row.reply,
                f"{row.reply_win:.9f}",
                f"{row.cost_win:.9f}",
                # Only beside the best reply, which the margin is about.
                "" if row.margin is None or row.cost_win else f"{row.margin:.9f}",
            )
            for row in self.rows
        ]
        headings = ["first", "move", "win", "second", "side", "reply", "reply_win", "cost"]
        below = about("openings", self.table, self.pieces)
        return TextTable([*headings, "margin"], rows, below)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "first": [row.first for row in self.rows],
            "move": [move_name(row.move) for row in self.rows],
            "win": [row.win for row in self.rows],
            "second": [row.second for row in self.rows],
            "side": [str(row.side) for row in self.rows],
            "reply": [str(row.reply) for row in self.rows],
            "reply_win": [row.reply_win for row in self.rows],
            "cost_win": [row.cost_win for row in self.rows],
            "margin": [row.margin for row in self.rows],
        }


def openings(table: Tablebase, pieces: int | None = None) -> Openings:
    """Return the best first move with each roll, and all replies to it, best first."""
    pieces = game_pieces(table, pieces)
    position = start(table.rules, pieces)
    evaluation = table.evaluate(position)
    rows = []
    for roll, win in evaluation.rolls.items():
        move = evaluation.best[roll]
        after = position.play(move, roll)
        for second in table.rules.rolls:
            ranked = table.rank_moves(after, second)
            margin = ranked[1].cost_win if len(ranked) > 1 else None
            rows += [
                Opening(
                    first=roll,
                    move=move,
                    win=win,
                    second=second,
                    side=after.turn,
                    reply=reply.move,
                    reply_win=reply.win,
                    cost_win=reply.cost_win,
                    margin=margin,
                )
                for reply in ranked
            ]
    return Openings(table, pieces, tuple(rows))
