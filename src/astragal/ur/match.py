"""Matches: many games between two players, both colours, with an honest margin.

Games are played side by side in chunks; each chunk has its own stream of random numbers, named by
the seed and its number, so the result is the same whatever the number of threads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError
from astragal.jobs import Job, run
from astragal.layout import unpack_field
from astragal.progress import Progress, silent
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import States, moves_array
from astragal.ur.players import Player
from astragal.ur.rules import FINKEL, MAX_ROLL, Rules
from astragal.ur.state import start

CHUNK = 500
Z95 = 1.959963984540054
"""The normal distribution has 95 % of its weight within so many standard deviations."""


@dataclass(frozen=True)
class MatchResult:
    """What came of a match, for the first player."""

    rules: Rules
    pieces: int
    players: tuple[str, str]
    games: int
    wins: int
    wins_as_a: int
    rolls: int
    rolls_squared: int
    seed: int

    @property
    def share(self) -> float:
        """The part of the games that the first player won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, at 95 % confidence, after Wilson (1927)."""
        n, p, z2 = self.games, self.share, Z95**2
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        reach = Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def mean_rolls(self) -> float:
        """Rolls in a game, on average, zeros and passes included."""
        return self.rolls / self.games

    @property
    def mean_rolls_error(self) -> float:
        """How far the true average may be from that, at 95 % confidence."""
        variance = self.rolls_squared / self.games - self.mean_rolls**2
        return Z95 * sqrt(max(variance, 0.0) / self.games)


def play_match(
    first: Player,
    second: Player,
    games: int,
    *,
    rules: Rules = FINKEL,
    pieces: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> MatchResult:
    """Play `games` games, an even number, half of them with each player as A."""
    if games < 2 or games % 2:
        raise BadInputError(f"{games!r} games: an even number gives both players both colours")
    pieces = rules.pieces if pieces is None else pieces
    state = start(pieces)
    chunks = [(i, min(CHUNK, games - i * CHUNK)) for i in range(-(-games // CHUNK))]

    def work(chunk: tuple[int, int]) -> NDArray[np.int64]:
        number, count = chunk
        random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, number])))
        return _play_chunk(
            first, second, np.full(count, state, np.uint64),
            rules=rules, pieces=pieces, random=random,
        )  # fmt: skip

    def combine(results: Iterator[NDArray[np.int64]]) -> MatchResult:
        won, as_a, rolls, squares = (int(one) for one in np.sum(list(results), axis=0))
        names = (first.name, second.name)
        return MatchResult(rules, pieces, names, games, won, as_a, rolls, squares, seed)

    job = Job("ur-match", chunks, work, combine)
    return run(job, threads=threads, progress=progress)


def roll_dice(count: int, rules: Rules, random: np.random.Generator) -> NDArray[np.uint8]:
    """Return so many rolls."""
    return random.choice(MAX_ROLL + 1, size=count, p=rules.chances).astype(np.uint8)


def _play_chunk(
    first: Player,
    second: Player,
    states: States,
    *,
    rules: Rules,
    pieces: int,
    random: np.random.Generator,
) -> NDArray[np.int64]:
    """Return wins of the first player, those of them as A, rolls, and their squares."""
    first_is = np.arange(len(states)) % 2  # the side that the first player has
    rolls_made = np.zeros(len(states), np.int64)
    running = np.arange(len(states))
    while len(running):
        now = states[running]
        rolls = roll_dice(len(running), rules, random)
        rolls_made[running] += 1
        legal = moves_array(now, rolls, rules)
        mover = unpack_field(UR_STATE, now, "turn").astype(np.int64)
        choice = np.zeros(len(running), np.uint8)
        for player, turn in (
            (first, mover == first_is[running]),
            (second, mover != first_is[running]),
        ):
            rows = np.flatnonzero(turn & (legal.number > 1))
            choice[rows] = player.choose(now[rows], rolls[rows], legal.rows(rows), random)
        states[running] = legal.after[np.arange(len(running)), choice]
        done = np.maximum(
            *(unpack_field(UR_STATE, states[running], f"{side}_done") for side in "ab")
        )
        running = running[done < pieces]
    a_won = unpack_field(UR_STATE, states, "a_done") == pieces
    won = a_won == (first_is == 0)
    return np.array(
        [won.sum(), (won & (first_is == 0)).sum(), rolls_made.sum(), (rolls_made**2).sum()]
    )
