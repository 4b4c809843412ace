"""Habits: what they cost in every position of a table, and in whole games; exact.

A habit is a rule of thumb that allows some of the legal moves. Its player makes the best of those
moves, by the table, and of equally good ones the first. If the habit allows none, all are allowed.

Two players that always choose the same move in the same position make a Markov chain. `length`
follows it roll by roll, from all positions at once, until hardly a game from the start is still
running.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal._checks import require_int, require_name, require_number
from astragal.errors import counted
from astragal.jobs import Job, RunOptions, chunk_ranges, run, thread_count, thread_map
from astragal.progress import Progress, Reporter
from astragal.ur.analysis import Analysis, Line, game_pieces
from astragal.ur.drawing import Rows
from astragal.ur.players import WORTH
from astragal.ur.position import Position, start
from astragal.ur.ranking import size, unrank_many
from astragal.ur.rules import Roll, Rules
from astragal.ur.tablebase import Chance, Tablebase
from astragal.ur.words import Move, moves_many

HabitName: TypeAlias = str
"""One of `HABITS`."""

HABITS: dict[HabitName, str] = {
    "perfect": "no habit",
    "greedy": "the move of the greedy player",
    "capture": "always capture, if there is a capture",
    "rosette": "never leave a rosette, if another piece can move",
}

MOST_LINES = 10_000
POSITIONS_AT_ONCE = 1 << 20
STILL_RUNNING = 1e-15
"""`length` stops when no more games than this are still running."""


def habit_number(habit: HabitName) -> int:
    """Return the number of a habit in the native loops; raise if there is none."""
    return list(HABITS).index(require_name(habit, HABITS, "habit"))


@dataclass(frozen=True)
class Mistake(Line):
    """A position with A to move in which a habit's move is not the best."""

    JSON = "state=position.name roll habitual=habitual.__str__ best=best.__str__ loss"

    position: Position
    roll: Roll
    habitual: Move
    best: Move
    loss: Chance


@dataclass(frozen=True, repr=False)
class Mistakes(Analysis[Mistake]):
    """The positions in which a habit costs most, and how it does in all positions."""

    JSON = f"habit positions choices wrong mean_loss {Analysis.JSON}"

    habit: HabitName
    positions: int
    choices: int
    """Positions with a roll that allows more than one move."""
    wrong: int
    """The choices in which the habit loses more than the error of the table."""
    mean_loss: Chance
    """The mean over all choices."""

    def _about(self) -> str:
        return (
            f"{self.habit}: {HABITS[self.habit]}; wrong in {self.wrong:,} of {self.choices:,} "
            f"choices ({self.wrong / max(1, self.choices):.1%}), a choice loses "
            f"{self.mean_loss:.4f} on average\n"
            f"all {self.positions:,} positions of {self.table.rules.name} with up to "
            f"{counted(self.pieces, 'piece')}; error at most {self.table.error:.1g}"
        )


def mistakes(
    table: Tablebase,
    habit: HabitName = "greedy",
    *,
    count: int = 10,
    pieces: int | None = None,
    **where: Unpack[RunOptions],
) -> Mistakes:
    """Return the positions in which a habit costs most, of all positions with that many pieces.

    For a habit that leaves a choice, the cost is that of the best move it allows.
    """
    number = habit_number(habit)
    require_int(count, "count", 1, MOST_LINES, f"1 to {MOST_LINES:,} are possible")
    pieces = game_pieces(table, pieces)
    total = size(table.rules, pieces)

    def find(block: range) -> NDArray[np.float64]:
        worst, *sums = table.native.mistakes(
            number, [*WORTH.values()], pieces, block.start, block.stop, count, 2 * table.error
        )
        return np.array([(*sums, 0, 0), *worst], np.float64)

    def combine(blocks: Iterator[NDArray[np.float64]]) -> Mistakes:
        sums, worst = np.zeros(3), np.empty((0, 5))
        for block in blocks:
            sums += block[0, :3]
            worst = np.concatenate([worst, block[1:]])
            worst = worst[np.lexsort((worst[:, 2], worst[:, 1], -worst[:, 0]))][:count]
        choices, wrong, loss = sums.tolist()
        lines = tuple(_lines(worst, table.rules, pieces))
        return Mistakes(
            "mistakes", table, pieces, lines,
            habit, total, int(choices), int(wrong), loss / max(1, choices),
        )  # fmt: skip

    blocks = chunk_ranges(total, POSITIONS_AT_ONCE)
    return run(Job("ur-mistakes", blocks, find, combine), **where)


def _lines(worst: NDArray[np.float64], rules: Rules, pieces: int) -> Iterator[Mistake]:
    loss, number, roll, habitual, best = worst.T
    states = unrank_many(number.astype(np.uint64), rules, pieces)
    legal = moves_many(states, roll.astype(np.uint8), rules)
    for i, state in enumerate(states.tolist()):
        habit_move, best_move = (legal.move(i, int(column[i])) for column in (habitual, best))
        position = Position(state, rules)
        yield Mistake(position, int(roll[i]), habit_move, best_move, float(loss[i]))


QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, repr=False)
class Length(Rows):
    """How many rolls the games between two players take, zeros and passes included; exact."""

    JSON = (
        "rules=table.rules.name pieces a b rolls=mean deviation quantiles=_quantiles share "
        "win_as_a win_as_b distribution"
    )
    REPR = "rules=table.rules.name pieces a b rolls=mean share"

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
    """The same if it is B."""

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
        right = "a share of the games is needed, from 0 up and less than 1"
        share = require_number(share, "share", 0, known, right)
        return next(rolls for rolls, left in enumerate(self.running) if left <= 1 - share)

    def _quantiles(self) -> dict[float, int]:
        return {share: self.quantile(share) for share in QUANTILES}

    def _about(self) -> str:
        return (
            f"{self.mean:.9f} rolls on average, standard deviation {self.deviation:.6f}\n"
            f"{self.a} against {self.b} wins {self.share:.9f}: {self.win_as_a:.9f} as A, "
            f"{self.win_as_b:.9f} as B\n"
            f"{self.table.rules.about(self.pieces)}"
        )

    def _shown(self) -> list[dict[str, object]]:
        return [
            {"games": f"{share:.0%}", "end within": f"{self.quantile(share)} rolls"}
            for share in QUANTILES
        ]

    def _records(self) -> list[dict[str, object]]:
        return [{"rolls": rolls, "share": share} for rolls, share in enumerate(self.distribution)]


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

    With Finkel's rules and seven pieces it needs 5 GB of memory, or 14 GB if the players differ.
    """
    numbers = [habit_number(one) for one in (first, second)]
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
    return Length(table, pieces, first, second, tuple(running), wins[0], as_b)
