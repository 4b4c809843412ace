"""How many rolls a game takes, and who wins it, exactly.

Two players that always choose the same move in the same position make a Markov chain. `length`
follows it roll by roll, from all positions at once, until hardly a game from the start is still
running.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_number
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.jobs import thread_count, thread_map
from astragal.progress import Progress, Reporter
from astragal.ur.evaluation import Chance
from astragal.ur.players import WORTH
from astragal.ur.position import start
from astragal.ur.study.habits import HabitName, habit_number
from astragal.ur.study.rows import game_pieces
from astragal.ur.tablebase import Tablebase

STILL_RUNNING = 1e-15
"""`length` stops when no greater share of the games is still running."""

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class UrLengthJson(TypedDict):
    """How many rolls the games between two players take; exact."""

    rules: str
    pieces: int
    a: str
    """The habit of the first player."""
    b: str
    """The habit of the second player."""
    rolls: float
    """The mean number of rolls."""
    deviation: float
    """The standard deviation of the number of rolls."""
    quantiles: dict[str, int]
    """The least number of rolls within which each share of the games ends."""
    share: float
    """The share of the games that the first player wins, if it begins every other game."""
    win_as_a: float
    """The chance that the first player wins if it begins."""
    win_as_b: float
    """The chance that the first player wins if it is B."""
    distribution: list[float]
    """The share of the games that take 0, 1, 2 ... rolls."""


@dataclass(frozen=True, repr=False, kw_only=True)
class Length(TableResult):
    """How many rolls the games between two players take, zeros and passes included; exact."""

    table: Tablebase
    pieces: int
    a: HabitName
    """The first player; the second is `b`."""
    b: HabitName
    running: tuple[Chance, ...]
    """The share of the games that are still running after 0, 1, 2 ... rolls."""
    win_as_a: Chance
    """The chance that the first player wins if it begins."""
    win_as_b: Chance
    """The chance that the first player wins if it is B."""

    def __repr__(self) -> str:
        return (
            f"Length(rules={self.table.rules.name!r}, pieces={self.pieces}, a={self.a!r}, "
            f"b={self.b!r}, rolls={self.mean:.6g}, share={self.share:.6g})"
        )

    @property
    def distribution(self) -> NDArray[np.float64]:
        """The share of the games that take 0, 1, 2 ... rolls."""
        return -np.diff(self.running, prepend=1.0)

    @property
    def mean(self) -> float:
        """The mean number of rolls."""
        return sum(self.running)

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of rolls."""
        square = sum((2 * rolls + 1) * share for rolls, share in enumerate(self.running))
        return sqrt(square - self.mean**2)

    @property
    def share(self) -> Chance:
        """The share of the games that the first player wins, if it begins every other game."""
        return (self.win_as_a + self.win_as_b) / 2

    def quantile(self, share: float) -> int:
        """Return the least number of rolls within which this share of the games ends."""
        known = 1 - self.running[-1]
        share = require_number(share, "share", 0, known)
        return next(rolls for rolls, left in enumerate(self.running) if left <= 1 - share)

    def to_dict(self) -> UrLengthJson:
        """Return the players, the distribution of the rolls, and who wins."""
        return {
            "rules": self.table.rules.name,
            "pieces": self.pieces,
            "a": self.a,
            "b": self.b,
            "rolls": self.mean,
            "deviation": self.deviation,
            "quantiles": {str(share): self.quantile(share) for share in QUANTILES},
            "share": self.share,
            "win_as_a": self.win_as_a,
            "win_as_b": self.win_as_b,
            "distribution": self.distribution.tolist(),
        }

    @property
    def _about(self) -> str:
        return (
            f"{self.mean:.9f} rolls on average, standard deviation {self.deviation:.6f}\n"
            f"{self.a} against {self.b} wins {self.share:.9f}: {self.win_as_a:.9f} as A, "
            f"{self.win_as_b:.9f} as B\n"
            f"{self.table.rules.about(self.pieces)}"
        )

    def _table(self) -> TextTable:
        rows = [(f"{share:.0%}", f"{self.quantile(share)} rolls") for share in QUANTILES]
        return TextTable(["games", "end within"], rows, self._about)

    def _columns(self) -> dict[str, Sequence[object]]:
        shares = self.distribution.tolist()
        return {"rolls": list(range(len(shares))), "share": shares}


def length(
    table: Tablebase,
    first: HabitName = "perfect",
    second: HabitName = "perfect",
    *,
    pieces: int | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Length:
    """Return how many rolls a game takes and who wins it, exactly; each begins half of the games.

    A player is a habit, one of `MOVE_HABITS`.
    With Finkel's rules and seven pieces it needs 5 GB of memory, or 14 GB if the players differ.
    """
    numbers = [habit_number(habit) for habit in (first, second)]
    pieces = game_pieces(table, pieces)
    workers = thread_count(threads)
    players = [0] if first == second else [0, 1]
    chain = _native.UrChain(table.native, pieces, numbers[: len(players)], [*WORTH.values()])
    edges = np.linspace(0, chain.nodes, 4 * workers + 1).astype(int).tolist()
    parts = list(pairwise(edges))
    report = Reporter(progress, "games", unit="rolls").report
    report(0, "finding the moves")
    thread_map(lambda part: chain.connect(*part), parts, threads=workers)

    def step(before: NDArray[np.float64], after: NDArray[np.float64]) -> None:
        thread_map(lambda part: chain.step(before, after, *part), parts, threads=workers)

    # Of each position and player to move: whether the game still runs and, if the players differ,
    # whether the first has won. The last rows are the games that each player has won.
    now, then = np.zeros((2, chain.nodes + len(players), len(players)))
    now[: chain.nodes, 0] = 1.0
    if len(players) > 1:
        now[chain.nodes, 1] = then[chain.nodes, 1] = 1.0
    starts = [chain.start(player) for player in players]
    running: list[float] = []
    while True:
        running.append(float(now[starts, 0].mean()))
        if running[-1] < STILL_RUNNING:
            break
        step(now, then)
        now, then = then, now
        report(len(running), still_running=running[-1])
    wins = (
        now[starts, -1].tolist() if len(players) > 1 else [table.value(start(table.rules, pieces))]
    )
    as_b = wins[1] if len(players) > 1 else 1 - wins[0]
    return Length(
        table=table,
        pieces=pieces,
        a=first,
        b=second,
        running=tuple(running),
        win_as_a=wins[0],
        win_as_b=as_b,
    )
