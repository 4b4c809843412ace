"""Habits and their exact cost in every position of a table.

A habit is a rule of thumb that allows some of the legal moves. Its player makes the best of those
moves, by the table, and of equally good ones the first. If the habit allows none, all are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, Unpack, cast

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int, require_name
from astragal._frames import Floats, Integers, Texts
from astragal._results import Result
from astragal._tables import TextTable
from astragal.errors import counted
from astragal.jobs import Job, RunOptions, chunk_ranges, run
from astragal.ur.evaluation import Chance
from astragal.ur.moves import Move, UrMoveJson
from astragal.ur.players import WORTH
from astragal.ur.position import Position
from astragal.ur.ranking import size, unrank_many
from astragal.ur.rules import Roll, Rules
from astragal.ur.states import moves_many
from astragal.ur.study.rows import Study, game_pieces
from astragal.ur.tablebase import Tablebase

HabitName: TypeAlias = Literal[
    "perfect", "greedy", "capture", "rosette", "centre", "leave", "take", "race"
]
"""One of `MOVE_HABITS`."""

MOVE_HABITS: dict[HabitName, str] = {
    "perfect": "no habit",
    "greedy": "the move of the greedy player",
    "capture": "always capture, if there is a capture",
    "rosette": "never leave a rosette, if another piece can move",
    "centre": "never leave the centre rosette, if another piece can move",
    "leave": "leave the centre rosette, if its piece can move",
    "take": "land on the centre rosette, if a piece can",
    "race": "always move the foremost piece that can move",
}
"""The habits by name, in the order of the native loops. The centre rosette is B4."""

MOST_LINES = 10_000
POSITIONS_AT_ONCE = 1 << 20


def find_habit(habit: str) -> HabitName:
    """Return the name of a habit, or raise UnknownNameError."""
    return cast("HabitName", require_name(habit, MOVE_HABITS, "habit"))


def habit_number(habit: HabitName) -> int:
    """Return the number of a habit in the native loops."""
    return list(MOVE_HABITS).index(find_habit(habit))


class UrHabitMistakeJson(TypedDict):
    """A position in which a habit's move is not the best."""

    state: str
    """The position, A to move."""
    roll: int
    habitual: UrMoveJson
    """The best move that the habit allows."""
    best: UrMoveJson
    cost_win: float
    """The chance of winning that the habitual move costs."""


@dataclass(frozen=True, slots=True)
class HabitMistake(Result):
    """A position with A to move in which a habit's move is not the best."""

    position: Position
    roll: Roll
    habitual: Move
    best: Move
    cost_win: Chance

    def __str__(self) -> str:
        return (
            f"{self.position.name}, {self.roll}: {self.habitual} instead of {self.best} "
            f"costs {self.cost_win:.9f}"
        )

    def to_dict(self) -> UrHabitMistakeJson:
        """Return the position, the roll, both moves and the cost."""
        return {
            "state": self.position.name,
            "roll": self.roll,
            "habitual": self.habitual.to_dict(),
            "best": self.best.to_dict(),
            "cost_win": self.cost_win,
        }


class UrHabitMistakesJson(TypedDict):
    """The positions in which a habit costs most, and how it does in all positions."""

    habit: str
    positions: int
    choices: int
    """Positions with a roll that allows more than one move."""
    wrong: int
    """The choices in which the habit costs more than the error of the table."""
    mean_cost_win: float
    """The mean cost of a choice, in chance of winning."""
    rules: str
    pieces: int
    error: float
    """A bound on the error of any value."""
    mistakes: list[UrHabitMistakeJson]


@dataclass(frozen=True, repr=False, kw_only=True)
class HabitMistakes(Study[HabitMistake]):
    """The positions in which a habit costs most, and how it does in all positions."""

    habit: HabitName
    positions: int
    choices: int
    """Positions with a roll that allows more than one move."""
    wrong: int
    """The choices in which the habit costs more than the error of the table."""
    mean_cost_win: Chance
    """The mean over all choices."""

    def to_dict(self) -> UrHabitMistakesJson:
        """Return the habit, its figures over all positions, and the costliest positions."""
        return {
            "habit": self.habit,
            "positions": self.positions,
            "choices": self.choices,
            "wrong": self.wrong,
            "mean_cost_win": self.mean_cost_win,
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "error": self.table.error,
            "mistakes": [row.to_dict() for row in self.rows],
        }

    @property
    def _about(self) -> str:
        return (
            f"{self.habit}: {MOVE_HABITS[self.habit]}; wrong in {self.wrong:,} of "
            f"{self.choices:,} choices ({self.wrong / max(1, self.choices):.1%}), a choice costs "
            f"{self.mean_cost_win:.4f} on average\n"
            f"all {self.positions:,} positions of {self.table.rules.name} with up to "
            f"{counted(self.pieces, 'piece')}; error at most {self.table.error:.1g}"
        )

    def __str__(self) -> str:
        return self._table().to_text() if self.rows else self._about

    def _table(self) -> TextTable:
        rows = [
            (row.position.name, row.roll, row.habitual, row.best, f"{row.cost_win:.9f}")
            for row in self.rows
        ]
        return TextTable(["state", "roll", "habitual", "best", "cost"], rows, self._about)

    def _columns(self) -> dict[str, Sequence[object]]:
        return {
            "state": Texts(row.position.name for row in self.rows),
            "roll": Integers(row.roll for row in self.rows),
            "habitual": Texts(str(row.habitual) for row in self.rows),
            "best": Texts(str(row.best) for row in self.rows),
            "cost_win": Floats(row.cost_win for row in self.rows),
        }


def mistakes(
    table: Tablebase,
    habit: HabitName = "greedy",
    *,
    count: int = 10,
    pieces: int | None = None,
    **where: Unpack[RunOptions],
) -> HabitMistakes:
    """Return the positions in which a habit costs most, of all positions with that many pieces.

    `habit` is one of `MOVE_HABITS`. If the habit allows several moves, its cost is that of the best
    of them. `threads`, `engine`, `progress`, `folder` and `keep` are those of `jobs.run`.
    """
    number = habit_number(habit)
    require_int(count, "count", 1, MOST_LINES)
    pieces = game_pieces(table, pieces)
    total = size(table.rules, pieces)

    def find(block: range) -> NDArray[np.float64]:
        worst, *sums = table.native.mistakes(
            habit=number,
            worth=[*WORTH.values()],
            pieces=pieces,
            first=block.start,
            last=block.stop,
            most=count,
            tolerance=2 * table.error,
        )
        return np.array([(*sums, 0, 0), *worst], np.float64)

    def combine(blocks: Iterator[NDArray[np.float64]]) -> HabitMistakes:
        sums, worst = np.zeros(3), np.empty((0, 5))
        for block in blocks:
            sums += block[0, :3]
            worst = np.concatenate([worst, block[1:]])
            worst = worst[np.lexsort((worst[:, 2], worst[:, 1], -worst[:, 0]))][:count]
        choices, wrong, cost = sums.tolist()
        return HabitMistakes(
            table,
            pieces,
            tuple(_rows(worst, table.rules, pieces)),
            habit=habit,
            positions=total,
            choices=int(choices),
            wrong=int(wrong),
            mean_cost_win=cost / max(1, choices),
        )

    blocks = chunk_ranges(total, POSITIONS_AT_ONCE)
    return run(Job("ur-mistakes", blocks, find, combine), **where)


def _rows(worst: NDArray[np.float64], rules: Rules, pieces: int) -> Iterator[HabitMistake]:
    cost, number, roll, habitual, best = worst.T
    states = unrank_many(number.astype(np.uint64), rules, pieces)
    legal = moves_many(states, roll.astype(np.uint8), rules)
    for i, state in enumerate(states.tolist()):
        habit_move, best_move = (legal.move(i, int(column[i])) for column in (habitual, best))
        position = Position(state, rules)
        yield HabitMistake(position, int(roll[i]), habit_move, best_move, float(cost[i]))
