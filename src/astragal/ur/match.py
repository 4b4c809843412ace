"""Matches: many games between two players, both colours, with an honest margin.

Games are played side by side in chunks; each chunk has its own stream of random numbers, named by
the seed and its first game, so the result is the same whatever the number of threads, and on any
machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError
from astragal.jobs import Job, RunOptions, run
from astragal.store import Parameters, short_hash
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import moves_array
from astragal.ur.players import GAMES_AT_ONCE, Player
from astragal.ur.rules import FINKEL, MAX_ROLL, Rules
from astragal.ur.state import start

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
    **where: Unpack[RunOptions],
) -> MatchResult:
    """Play `games` games, an even number, half of them with each player as A.

    With a `folder`, finished chunks are kept there, and the same call goes on from them.
    """
    if where.get("folder") is not None:
        _require_known(first, second)
    job = match_job(first, second, games, rules=rules, pieces=pieces, seed=seed)
    return run(job, **where)


def match_job(
    first: Player, second: Player, games: int, *,
    rules: Rules = FINKEL, pieces: int | None = None, seed: int = 0,
) -> Job[range, NDArray[np.int64], MatchResult]:  # fmt: skip
    """Return a match as a job."""
    if games < 2 or games % 2:
        raise BadInputError(f"{games!r} games: an even number gives both players both colours")
    if seed < 0:
        raise BadInputError(f"seed = {seed!r}: it is 0 or more")
    pieces = rules.pieces if pieces is None else pieces
    players = first, second
    for player in players:
        _try_out(player, rules, pieces)
    step = min(getattr(player, "games_at_once", GAMES_AT_ONCE) for player in players)
    parameters: Parameters = {
        "players": [getattr(player, "parameters", player.name) for player in players],
        "games": games,
        "games_at_once": step,
        "rules": rules.parameters,
        "pieces": pieces,
        "seed": seed,
    }

    def combine(results: Iterator[NDArray[np.int64]]) -> MatchResult:
        won, as_a, rolls, squares = map(int, sum(results, np.zeros(4, np.int64)))
        names = (first.name, second.name)
        return MatchResult(rules, pieces, names, games, won, as_a, rolls, squares, seed)

    chunks = [range(at, min(at + step, games)) for at in range(0, games, step)]
    work = _PlayGames(first, second, rules, pieces, seed)
    # Another match has another file, so that one doesn't cost another its finished games.
    return Job(f"ur-match-{short_hash(parameters)}", chunks, work, combine, parameters)


def _try_out(player: Player, rules: Rules, pieces: int) -> None:
    """Have a player choose once: what it lacks is told now, and not by every chunk."""
    states, rolls = np.array([start(pieces)], np.uint64), np.array([rules.rolls[-1]], np.uint8)
    player.choose(states, rolls, moves_array(states, rolls, rules), np.random.default_rng(0))


def _require_known(*players: Player) -> None:
    """Raise unless all that the players' moves depend on is known, so that games can be kept."""
    for player in players:
        if not hasattr(player, "parameters"):
            raise BadInputError(
                f"the games of {player.name!r} can't be kept: a player needs `parameters`, all "
                f"that its moves depend on, so that they are not taken for another's"
            )


def roll_dice(count: int, rules: Rules, random: np.random.Generator) -> NDArray[np.uint8]:
    """Return so many rolls."""
    return random.choice(MAX_ROLL + 1, size=count, p=rules.chances).astype(np.uint8)


@dataclass(frozen=True)
class _PlayGames:
    """What a chunk comes to: wins of the first, those of them as A, rolls, and their squares."""

    first: Player
    second: Player
    rules: Rules
    pieces: int
    seed: int

    def __call__(self, games: range) -> NDArray[np.int64]:
        # A stream of its own for each chunk, named by its first game.
        stream = np.random.SeedSequence([self.seed, games.start])
        return self._play(games, np.random.Generator(np.random.PCG64(stream)))

    def _play(self, games: range, random: np.random.Generator) -> NDArray[np.int64]:
        first_is = np.arange(games.start, games.stop) % 2  # the side that the first player has
        states = np.full(len(games), start(self.pieces), np.uint64)
        rolls_made = np.zeros(len(states), np.int64)
        running = np.arange(len(states))
        while len(running):
            now = states[running]
            rolls = roll_dice(len(running), self.rules, random)
            rolls_made[running] += 1
            legal = moves_array(now, rolls, self.rules)
            mover = UR_STATE.unpack_field(now, "turn").astype(np.int64)
            choice = np.zeros(len(running), np.uint8)
            for player, turn in (
                (self.first, mover == first_is[running]),
                (self.second, mover != first_is[running]),
            ):
                rows = np.flatnonzero(turn & (legal.number > 1))
                choice[rows] = player.choose(now[rows], rolls[rows], legal.rows(rows), random)
            states[running] = legal.after[np.arange(len(running)), choice]
            done = np.maximum(
                *(UR_STATE.unpack_field(states[running], f"{side}_done") for side in "ab")
            )
            running = running[done < self.pieces]
        a_won = UR_STATE.unpack_field(states, "a_done") == self.pieces
        won = a_won == (first_is == 0)
        return np.array(
            [won.sum(), (won & (first_is == 0)).sum(), rolls_made.sum(), (rolls_made**2).sum()]
        )
