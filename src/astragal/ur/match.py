"""Matches: many games between two players, half of them with each player as A.

Games are played side by side in chunks. Each chunk has its own random numbers, seeded with the
match's seed and the chunk's first game, so the result does not depend on threads or machines.

The chance of winning is a martingale under perfect play, so a player loses to the player `perfect`
exactly the cost of its choices: 0.5, less its share of wins, is the mean cost of its choices in a
game. This cost is measured, too: its interval is a fraction of the interval of the share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import NamedTuple, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int, require_seed
from astragal._frames import columns_of
from astragal._intervals import Z95, Interval, IntervalJson, wilson
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError, quoted
from astragal.jobs.job import Job, chunk_ranges
from astragal.jobs.run import RunOptions, run
from astragal.store.canonical import Parameters, short_hash
from astragal.ur.card.card import StrategyCard
from astragal.ur.evaluation import Chance
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import Side
from astragal.ur.players import (
    GAMES_AT_ONCE,
    Choice,
    PerfectPlayer,
    Player,
    choose_many,
    find_player,
)
from astragal.ur.position import start
from astragal.ur.rules import FINKEL, MAX_ROLL, Rules, find_rules, read_pieces
from astragal.ur.states import (
    MoveArrays,
    Rolls,
    States,
    is_over,
    moves_many,
    play_unchecked,
    turn_of,
)
from astragal.ur.study.grading import SCALE, accuracy
from astragal.ur.tablebase import Tablebase

MOST_GAMES = 10**9
MOST_ROLLS = 100_000
"""A game by the named rules takes some hundreds. With other rules a game may never end."""


class UrCostsJson(TypedDict):
    """The cost of a player's choices in games against perfect play."""

    player: str
    deficit: float
    """The cost of all choices in a game: 0.5, less the chance of winning, with little noise."""
    error: float
    """Half the width of the 95 % interval of the deficit."""
    choices: float
    """Its turns with more than one legal move, in a game."""
    cost_win: float | None
    """The mean cost of a choice, in chance of winning; null without choices."""
    accuracy: float | None
    """exp(-mean cost of a choice / 2 points): 1 with best moves only; null with too few choices."""
    accuracy_error: float | None
    """Half the width of the 95 % interval of the accuracy."""


class UrMatchJson(TypedDict):
    """The result of a match, for the first player."""

    rules: str
    pieces: int
    a: str
    """The first player."""
    b: str
    """The second player."""
    games: int
    seed: int
    wins: int
    """Games that the first player won."""
    wins_as_a: int
    """Games that the first player won as side A."""
    share: float
    """The share of the games that the first player won."""
    interval: IntervalJson
    """The 95 % confidence interval of the share."""
    rolls: float
    """The mean number of rolls in a game, including zeros and passes."""
    rolls_error: float
    """Half the width of the 95 % interval of the mean number of rolls."""
    costs: UrCostsJson | None
    """The cost of the other player's choices, if one player is `perfect`; otherwise null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCosts:
    """The cost of a player's choices in games against perfect play."""

    player: str
    games: int
    total_choices: int
    """Its turns with more than one legal move, in all games."""
    total_cost: Chance
    """The cost of all these choices."""
    cost_squared: float
    """The sum over the games of the square of the cost of a game."""
    cost_times_choices: float
    choices_squared: int

    @property
    def deficit(self) -> Chance:
        """The cost of the choices of a game: 0.5, less the chance of winning, with little noise."""
        return self.total_cost / self.games

    @property
    def error(self) -> float:
        """The half width of the 95 % interval of the deficit."""
        variance = self.cost_squared / self.games - self.deficit**2
        return Z95 * sqrt(max(variance, 0.0) / self.games)

    @property
    def choices(self) -> float:
        """The turns with more than one legal move, in a game."""
        return self.total_choices / self.games

    @property
    def cost_win(self) -> Chance | None:
        """The mean cost of a choice; None without choices."""
        return self.total_cost / self.total_choices if self.total_choices else None

    @property
    def accuracy(self) -> float | None:
        """The accuracy of the choices, as in `review`; None with fewer than 5 choices."""
        return accuracy(self.total_cost, self.total_choices)

    @property
    def accuracy_error(self) -> float | None:
        """The half width of the 95 % interval of the accuracy."""
        share, mean = self.accuracy, self.cost_win
        if share is None or mean is None:
            return None
        # The error of a ratio of sums over independent games, and then of its exponential.
        squares = (
            self.cost_squared - 2 * mean * self.cost_times_choices + mean**2 * self.choices_squared
        )
        return share * Z95 * sqrt(max(squares, 0.0)) / self.total_choices / SCALE

    def __str__(self) -> str:
        text = (
            f"{self.player} loses {100 * self.deficit:.2f} ± {100 * self.error:.2f} points to "
            f"perfect play, by the cost of {self.choices:.1f} choices a game"
        )
        if self.accuracy is not None and self.accuracy_error is not None:
            text += f"; accuracy {self.accuracy:.1%} ± {self.accuracy_error:.1%}"
        return text

    def to_dict(self) -> UrCostsJson:
        """Return the deficit, the mean cost of a choice, and the accuracy."""
        return {
            "player": self.player,
            "deficit": self.deficit,
            "error": self.error,
            "choices": self.choices,
            "cost_win": self.cost_win,
            "accuracy": self.accuracy,
            "accuracy_error": self.accuracy_error,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult(TableResult):
    """The result of a match, for the first player."""

    rules: Rules
    pieces: int
    a: str
    """The name of the first player; the second is `b`."""
    b: str
    games: int
    wins: int
    wins_as_a: int
    rolls: int
    rolls_squared: int
    seed: int
    costs: PlayerCosts | None = None
    """The cost of the other player's choices, if one player is `perfect`."""

    @property
    def share(self) -> float:
        """The share of the games that the first player won."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval of the share, after Wilson (1927)."""
        return wilson(self.share, self.games)

    @property
    def mean_rolls(self) -> float:
        """The mean number of rolls in a game, including zeros and passes."""
        return self.rolls / self.games

    @property
    def mean_rolls_error(self) -> float:
        """The half width of the 95 % interval of the mean number of rolls."""
        variance = self.rolls_squared / self.games - self.mean_rolls**2
        return Z95 * sqrt(max(variance, 0.0) / self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.a} won {self.wins} of {self.games} games against {self.b}: {self.share:.1%}, "
            f"between {low:.1%} and {high:.1%} (95 % confidence)\n"
            f"{self.mean_rolls:.1f} ± {self.mean_rolls_error:.1f} rolls per game; "
            f"{self.rules.about(self.pieces)}" + (f"\n{self.costs}" if self.costs else "")
        )

    def to_dict(self) -> UrMatchJson:
        """Return the match, its counts, and its mean number of rolls."""
        return {
            "rules": self.rules.name,
            "pieces": self.pieces,
            "a": self.a,
            "b": self.b,
            "games": self.games,
            "seed": self.seed,
            "wins": self.wins,
            "wins_as_a": self.wins_as_a,
            "share": self.share,
            "interval": self.interval.to_dict(),
            "rolls": self.mean_rolls,
            "rolls_error": self.mean_rolls_error,
            "costs": None if self.costs is None else self.costs.to_dict(),
        }

    def _table(self) -> TextTable:
        facts = columns_of([self.to_dict()])
        return TextTable([], [(name, values[0]) for name, values in facts.items()], str(self))

    def _columns(self) -> dict[str, list[object]]:
        return columns_of([self.to_dict()])


def play_match(
    first: Player | StrategyCard | str,
    second: Player | StrategyCard | str,
    games: int = 1000,
    *,
    rules: Rules | str = FINKEL,
    pieces: int | None = None,
    seed: int = 0,
    **where: Unpack[RunOptions],
) -> MatchResult:
    """Play an even number of games, half of them with each player as A.

    Players are names (`perfect`, `expectimax-N`, `greedy`, `random`), strategy cards, or objects,
    such as those of `ur.player`. Each of their choices is checked. Against `perfect`, the result
    has the cost of the other player's choices. `engine` is one of `jobs`. With a `folder`, finished
    chunks are saved there, and the same call resumes from them.

    >>> play_match("greedy", "random", games=1000, seed=1).wins
    941
    """
    ruleset = find_rules(rules)
    players = find_player(first, ruleset), find_player(second, ruleset)
    for player in players:
        if where.get("folder") is not None and not hasattr(player, "parameters"):
            raise BadInputError(
                f"the games of {quoted(player.name)} can't be saved: the player needs an attribute "
                f"`parameters` with everything its moves depend on"
            )
    return run(match_job(*players, games, rules=ruleset, pieces=pieces, seed=seed), **where)


def match_job(
    first: Player, second: Player, games: int, *,
    rules: Rules = FINKEL, pieces: int | None = None, seed: int = 0,
) -> Job[range, NDArray[np.float64], MatchResult]:  # fmt: skip
    """Return a match as a job."""
    if require_int(games, "games", 2, MOST_GAMES) % 2:
        raise BadInputError(f"games must be even, half for each side, not {games}")
    require_seed(seed)
    pieces = read_pieces(pieces, rules)
    players = first, second
    states, rolls, legal = _first_choices(rules, pieces)
    for player in players:  # each chooses once, so that an error shows now and not in every chunk
        choose_many(player, states, rolls, legal, np.random.default_rng(0))
    step = min(map(_games_at_once, players))
    parameters: Parameters = {
        "players": [getattr(player, "parameters", player.name) for player in players],
        "games": games,
        "games_at_once": step,
        "rules": rules.parameters,
        "pieces": pieces,
        "seed": seed,
        "version": 2,
    }
    weighed = _weighed(players)

    def combine(results: Iterator[NDArray[np.float64]]) -> MatchResult:
        total = _Totals(*sum(results, np.zeros(len(_Totals._fields))).tolist())
        costs = None
        if weighed is not None:
            costs = PlayerCosts(
                player=weighed.player.name,
                games=games,
                total_choices=int(total.choices),
                total_cost=total.cost,
                cost_squared=total.cost_squared,
                cost_times_choices=total.cost_times_choices,
                choices_squared=int(total.choices_squared),
            )
        return MatchResult(
            rules=rules,
            pieces=pieces,
            a=first.name,
            b=second.name,
            games=games,
            wins=int(total.wins),
            wins_as_a=int(total.wins_as_a),
            rolls=int(total.rolls),
            rolls_squared=int(total.rolls_squared),
            seed=seed,
            costs=costs,
        )

    work = partial(_play_games, players, rules, pieces, seed)
    # Each match has a checkpoint of its own, so that matches don't overwrite each other's games.
    name = f"ur-match-{short_hash(parameters)}"
    return Job(name, chunk_ranges(games, step), work, combine, parameters)


def _games_at_once(player: Player) -> int:
    number = getattr(player, "games_at_once", GAMES_AT_ONCE)
    return require_int(number, f"{player.name}: games_at_once", 1, MOST_GAMES)


def _first_choices(rules: Rules, pieces: int) -> tuple[States, Rolls, MoveArrays]:
    """Return the start with the highest roll, and A's choices after that move and a pass of B."""
    rolls = np.array(rules.rolls, np.uint8)
    first = np.full(len(rolls), start(rules, pieces).state, np.uint64)
    after = int(moves_many(first, rolls, rules).after[-1, 0])
    if turn_of(after) == Side.B:
        after = play_unchecked(after, None, rules)
    states = np.concatenate([first[-1:], np.full(len(rolls), after, np.uint64)])
    rolls = np.concatenate([rolls[-1:], rolls])
    legal = moves_many(states, rolls, rules)
    rows = np.flatnonzero(legal.number > 0)
    return states[rows], rolls[rows], legal.rows(rows)


class TurnArrays(NamedTuple):
    """One turn in each of many games: the numbers of the games, and the column of each choice."""

    games: NDArray[np.intp]
    states: States
    rolls: Rolls
    legal: MoveArrays
    choice: Choice

    def choices(self) -> TurnArrays:
        """Return the turns with more than one legal move."""
        return self.of(np.flatnonzero(self.legal.number > 1))

    def of(self, rows: NDArray[np.intp]) -> TurnArrays:
        """Return some of the turns."""
        games, states, rolls, legal, choice = self
        return TurnArrays(games[rows], states[rows], rolls[rows], legal.rows(rows), choice[rows])


Choose: TypeAlias = Callable[[TurnArrays], Choice]


def play_turns(
    states: States, rules: Rules, random: np.random.Generator, choose: Choose
) -> Iterator[TurnArrays]:
    """Play games side by side to their ends, in place; yield each turn of those still running.

    `choose` is asked only where there is a choice.
    """
    running = np.arange(len(states))
    for _ in range(MOST_ROLLS):
        if not len(running):
            return
        now = states[running]
        rolls = random.choice(MAX_ROLL + 1, size=len(now), p=rules.chances).astype(np.uint8)
        legal = moves_many(now, rolls, rules)
        turn = TurnArrays(running, now, rolls, legal, np.zeros(len(now), np.uint8))
        turn.choice[legal.number > 1] = choose(turn.choices())
        yield turn
        states[running] = after = legal.after[np.arange(len(now)), turn.choice]
        running = running[~is_over(after)]
    raise BadInputError(
        f"a game of {quoted(rules.name)} has not ended after {MOST_ROLLS:,} rolls; it may never end"
    )


class _Totals(NamedTuple):
    """Sums over the games of a chunk, of wins and rolls, and of the choices that are weighed."""

    wins: float
    """Of the first player."""
    wins_as_a: float
    rolls: float
    rolls_squared: float
    choices: float
    choices_squared: float
    cost: float
    cost_squared: float
    cost_times_choices: float


class _Weighed(NamedTuple):
    """The player whose choices are weighed, and the player `perfect` that it meets."""

    number: int
    """0 for the first player of the match."""
    player: Player
    perfect: PerfectPlayer


def _weighed(players: tuple[Player, Player]) -> _Weighed | None:
    """Return the player who meets `perfect`, and whose choices are weighed; None without."""
    for number, player in enumerate(players):
        other = players[1 - number]
        if isinstance(other, PerfectPlayer):
            return _Weighed(number, player, other)
    return None


def _costs(table: Tablebase, turn: TurnArrays, choice: Choice) -> NDArray[np.float64]:
    """Return the chance of winning that each choice costs; 0 within the error of the table."""
    values = table.values_after(turn.states, turn.legal)
    costs = np.fmax.reduce(values, axis=1) - values[np.arange(len(choice)), choice]
    costs[costs <= 2 * table.error] = 0.0
    return np.asarray(costs)


def _play_games(
    players: tuple[Player, Player], rules: Rules, pieces: int, seed: int, games: range
) -> NDArray[np.float64]:
    """Play a chunk; return its totals."""
    random = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, games.start])))
    first_is = np.arange(games.start, games.stop) % 2  # the side of the first player
    weighed = _weighed(players)
    table = weighed.perfect.open() if weighed else None
    cost, choices = np.zeros((2, len(games)))  # of each game

    def choose(turn: TurnArrays) -> Choice:
        second_moves = UR_STATE.unpack_field(turn.states, "turn") != first_is[turn.games]
        choice = np.zeros(len(turn.games), np.uint8)
        for number, player in enumerate(players):
            own = turn.of(np.flatnonzero(second_moves == number))
            chosen = choose_many(player, own.states, own.rolls, own.legal, random)
            choice[second_moves == number] = chosen
            if weighed and table and weighed.number == number:
                cost[own.games] += _costs(table, own, chosen)
                choices[own.games] += 1
        return choice

    states = np.full(len(games), start(rules, pieces).state, np.uint64)
    rolls = np.zeros(len(states))
    for turn in play_turns(states, rules, random, choose):
        rolls[turn.games] += 1
    as_a = first_is == 0
    won = (UR_STATE.unpack_field(states, "a_done") == pieces) == as_a
    return np.array(
        _Totals(
            wins=won.sum(),
            wins_as_a=(won & as_a).sum(),
            rolls=rolls.sum(),
            rolls_squared=(rolls**2).sum(),
            choices=choices.sum(),
            choices_squared=(choices**2).sum(),
            cost=cost.sum(),
            cost_squared=(cost**2).sum(),
            cost_times_choices=(cost * choices).sum(),
        ),
        np.float64,
    )
