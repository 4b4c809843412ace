"""The whole game: the house edge over all 8,250,459,031,214,400 deals, and what habits cost.

For house way against house way it is exact. Pairs of hands that share no card are counted by
inclusion and exclusion: over every set of cards, the pairs of hands that both hold it, added for
sets of an even size and subtracted for odd ones. Sets that differ by a permutation of the suits
count alike, so only one of each kind is looked at.

A strategy picks one of the settings of a ranking. Some decide everything. Others are a wish, such
as "two pair stay together": they take the best setting that fulfils it, so only the price of the
wish is measured. If no legal setting fulfils it, or the hand is not of the kind it is about, they
take the best of all. Strategies are measured on a random sample of hands, each counted exactly. The
gain over the house way varies much less from hand to hand than the result, so the estimate of an
edge is the exact edge of the house way minus the mean gain. With a complete table, the edge of best
play is exact as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_int, require_list, require_name, require_seed
from astragal._intervals import mean_error
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.asia.classes import DEALER_HANDS, HANDS, SUIT_CLASSES
from astragal.asia.houseway import (
    BALANCED,
    LEXICOGRAPHIC,
    WAYS,
    Game,
    HouseWay,
    Way,
    find_game,
    find_way,
)
from astragal.asia.ranking import RankedSetting, Ranking, rank, rank_exactly
from astragal.asia.rules import AsiaRulesJson, Category, Copies, Objective, Rules, find_rules
from astragal.asia.sentences import game_line
from astragal.asia.setting import HAND_SIZE
from astragal.asia.table import find_table
from astragal.asia.values import ACE, DECK, HandRank, SettingValue, rank_tables
from astragal.cards import SetArray, hands_to_sets
from astragal.errors import UnknownNameError
from astragal.jobs import Job, RunOptions, chunk_ranges, run
from astragal.jobs.job import hashed_job
from astragal.store import Json

Found = TypeVar("Found")

HANDS_AT_ONCE = 200
"""Hands in a chunk of a job: about a second of work."""

MOST_HANDS = 10**7
"""Hands in a sample; more would not fit in memory."""


class StrategyJson(TypedDict):
    """A way to choose among the ranked settings of a hand."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Strategy(Result):
    """A way to choose among the ranked settings of a hand. `pick` must pickle for a cluster."""

    name: str
    text: str
    pick: Callable[[Ranking], RankedSetting]

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def to_dict(self) -> StrategyJson:
        """Return the name and what it does."""
        return {"name": self.name, "text": self.text}


def _of_value(ranking: Ranking, value: SettingValue) -> RankedSetting:
    """Return the setting with this value; the best one if that would be a foul."""
    return next((one for one in ranking if one.value == value), ranking.best)


def _as_way(name: str, ranking: Ranking) -> RankedSetting:
    return _of_value(ranking, find_way(name, ranking.rules).value(ranking.hand))


def _as_advised(profile: str, ranking: Ranking) -> RankedSetting:
    advised = rank(ranking.hand, profile).best.setting
    return _of_value(ranking, advised.value(ranking.rules))


def _greatest(places: Sequence[str], ranking: Ranking) -> RankedSetting:
    """Return the setting with the greatest hands, compared in this order of places."""

    def key(one: RankedSetting) -> list[HandRank]:
        ranks = rank_tables(ranking.rules).ranks_of(one.value)
        return [getattr(ranks, place) for place in places]

    return max(ranking, key=key)


def _wishing(
    kinds: Sequence[Category],
    ranking: Ranking,
    four: Sequence[Category] = tuple(Category),
    pair_in_two: bool = False,
    ace_in_one: bool = False,
) -> RankedSetting:
    """Return the best setting that fulfils a wish, for hands whose best four is of these kinds.

    Without kinds, the wish is for all hands. Whatever it does not name may be anything.
    """
    strength, tables = ranking.rules.strength, rank_tables(ranking.rules)
    ranks = [tables.ranks_of(one.value) for one in ranking]
    if kinds and max(each.four for each in ranks).strength not in map(strength, kinds):
        return ranking.best
    for one, each in zip(ranking, ranks, strict=True):
        pair, ace = each.two.strength == strength(Category.PAIR), each.one.ranks == (ACE,)
        if each.four.strength in map(strength, four) and pair >= pair_in_two and ace >= ace_in_one:
            return one
    return ranking.best


def _wish(name: str, text: str, *kinds: Category, **wish: Any) -> Strategy:
    return Strategy(name, text, partial(_wishing, kinds, **wish))


_TRIPS, _TWO_PAIR = Category.THREE_OF_A_KIND, Category.TWO_PAIR
_STRAIGHTS_AND_FLUSHES = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)

BEST = Strategy("best", "the best setting by the objective", attrgetter("best"))

HABITS = {habit.name: habit for habit in (
    Strategy("lexicographic", "the greatest four, then the greatest two, then the greatest one",
             partial(_as_way, LEXICOGRAPHIC)),
    Strategy("balanced", "the setting of the house way `balanced`", partial(_as_way, BALANCED)),
    Strategy("push advice", "the setting with most wins under the rules `push`, against `standard`",
             partial(_as_advised, "push")),
    Strategy("greatest two", "the greatest two, then the greatest four, then the greatest one",
             partial(_greatest, ("two", "four", "one"))),
    Strategy("greatest one", "the greatest one, then the greatest two, then the greatest four",
             partial(_greatest, ("one", "two", "four"))),
    _wish("ace in the one", "an ace or the joker as the one", ace_in_one=True),
    _wish("pair in the two", "a pair as the two", pair_in_two=True),
    _wish("two pair together", "both pairs in the four, where two pair is the highest four",
          _TWO_PAIR, four=(_TWO_PAIR,)),
    _wish("two pair split",
          "one pair in the four and one in the two, where two pair is the highest four",
          _TWO_PAIR, four=(Category.PAIR,), pair_in_two=True),
    _wish("trips together", "three of a kind in the four, where it is the highest four",
          _TRIPS, four=(_TRIPS,)),
    _wish("straight or flush kept",
          "a straight or a flush in the four, where one of them is the highest four",
          Category.STRAIGHT, Category.FLUSH, four=_STRAIGHTS_AND_FLUSHES),
)}  # fmt: skip


def random_hands(count: int, seed: int) -> SetArray:
    """Return random hands of seven, each drawn from the full deck."""
    require_int(count, "samples", 2, MOST_HANDS)
    require_seed(seed)
    order = np.random.default_rng(seed).random((count, DECK)).argsort(axis=1)
    return hands_to_sets(np.ascontiguousarray(order[:, :HAND_SIZE].astype(np.uint8)))


def hand_chunks(count: int, seed: int) -> list[SetArray]:
    """Return random hands as the chunks of a job."""
    hands = random_hands(count, seed)
    return [hands[start : start + HANDS_AT_ONCE] for start in range(0, count, HANDS_AT_ONCE)]


Measure: TypeAlias = Callable[[Ranking], float | Sequence[float]]
"""What becomes the value or the row of a hand; it must pickle."""


def _measured(
    measure: Measure, rules: Rules, way: HouseWay, objective: Objective, hands: SetArray
) -> NDArray[np.float64]:
    game = Game(rules, way)
    rankings = (rank_exactly(hand, game, objective) for hand in hands.tolist())
    return np.array([measure(ranking) for ranking in rankings])


def sample_job(
    measure: Measure,
    rules: Rules,
    way: HouseWay,
    objective: Objective,
    summary: Callable[[NDArray[np.float64]], Found],
    *,
    measured: Json,
    samples: int,
    seed: int,
) -> Job[SetArray, NDArray[np.float64], Found]:
    """Return the job that measures a random sample of hands; `summary` turns its rows into a value.

    `measured` says what is measured: jobs that measure different things have different checkpoints.
    """
    work = partial(_measured, measure, rules, way, objective)
    return hashed_job(
        "asia-sample", hand_chunks(samples, seed), work,
        lambda found: summary(np.concatenate(list(found))), measured=measured, samples=samples,
        seed=seed, rules=rules.name, way=way.fingerprint, objective=objective,
    )  # fmt: skip


MOST_GAIN = 2.0
"""A setting can turn a lost bet into a won one."""


class HabitCostJson(TypedDict):
    """What a habit costs."""

    habit: str
    text: str
    cost_ev: float
    """The mean expected value that the habit costs against best play, as a part of the bet."""
    error: float
    """Half the width of the 95 % interval of `cost_ev`."""
    differs: float
    """The part of hands in which the habit costs something."""


class HabitCostsJson(TypedDict):
    """What habits cost against a dealer, costliest first."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    samples: int
    """Random hands that were counted."""
    seed: int
    habits: list[HabitCostJson]


@dataclass(frozen=True, slots=True)
class HabitCost(Result):
    """What a habit costs, from a random sample of hands."""

    habit: str
    text: str
    cost_ev: float
    """The mean of best play's expected value minus the habit's, as a part of the bet."""
    error: float
    """Half the width of its 95 % interval."""
    differs: float
    """The part of hands in which the habit costs something."""

    def __str__(self) -> str:
        return f"{self.habit}: {100 * self.cost_ev:.2f} ± {100 * self.error:.2f} % of the bet"

    def to_dict(self) -> HabitCostJson:
        """Return one of the `habits`."""
        return {
            "habit": self.habit,
            "text": self.text,
            "cost_ev": self.cost_ev,
            "error": self.error,
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class HabitCosts(TableResult):
    """What habits cost against a dealer, costliest first, all on the same random hands."""

    rules: Rules
    dealer: str
    samples: int
    seed: int
    costs: tuple[HabitCost, ...]

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"HabitCosts({game}, samples={self.samples}, habits={len(self.costs)})"

    def _columns(self) -> dict[str, list[object]]:
        return {
            "habit": [cost.habit for cost in self.costs],
            "text": [cost.text for cost in self.costs],
            "cost_ev": [cost.cost_ev for cost in self.costs],
            "error": [cost.error for cost in self.costs],
            "differs": [cost.differs for cost in self.costs],
        }

    def to_dict(self) -> HabitCostsJson:
        """Return what `astragal plot asia-habits --json` prints, but for the file."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "samples": self.samples,
            "seed": self.seed,
            "habits": [cost.to_dict() for cost in self.costs],
        }

    def _table(self) -> TextTable:
        head = f"cost in % of the bet, from {self.samples:,} random hands (seed {self.seed})"
        rows = [
            [one.habit, f"{100 * one.cost_ev:.2f} ± {100 * one.error:.2f}", f"{one.differs:.1%}"]
            for one in self.costs
        ]
        return TextTable(
            ["habit", "cost", "of hands"], rows, game_line(self.rules, self.dealer), head
        )


def _given_away(habits: Sequence[Strategy], ranking: Ranking) -> list[float]:
    """Return what each habit gives away of the bet in one hand."""
    return [ranking.best.ev - habit.pick(ranking).ev for habit in habits]


def habit_costs(
    habits: Sequence[str] = (),
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    samples: int = 1000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> HabitCosts:
    """Estimate what habits cost against best play by expected value; without names, all `HABITS`.

    >>> found = habit_costs(["two pair together"], rules="casino", samples=20)
    >>> found.costs[0].cost_ev > 0
    True
    """
    rules, way = find_game(rules, dealer)
    wanted = [HABITS[require_name(name, HABITS, "habit")] for name in habits or HABITS]

    def summary(costs: NDArray[np.float64]) -> HabitCosts:
        found = [
            HabitCost(
                habit=habit.name,
                text=habit.text,
                cost_ev=float(column.mean()),
                error=mean_error(column, MOST_GAIN),
                differs=float((column > 0).mean()),
            )
            for habit, column in zip(wanted, costs.T, strict=True)
        ]
        ordered = tuple(sorted(found, key=lambda cost: -cost.cost_ev))
        return HabitCosts(rules, way.name, samples, seed, ordered)

    job = sample_job(
        partial(_given_away, wanted), rules, way, Objective.EV, summary,
        measured=["given away", *(habit.name for habit in wanted)], samples=samples, seed=seed,
    )  # fmt: skip
    return run(job, **options)


DEALS = HANDS * DEALER_HANDS

# Kinds of sets of 0 to 7 cards in one chunk: about a second of work for each size.
CHUNK_SIZES = (1, 14, 182, 500, 2_500, 20_000, 200_000, 7_000_000)

Player: TypeAlias = Way | Strategy
"""A house way, a `Strategy`, or the name of one: "best" or one of `HABITS`."""


class EdgeJson(TypedDict):
    """What a player wins and loses against a dealer over the whole game."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    player: str
    """The player's house way, `best`, or a habit."""
    method: str
    """`exact` (all deals), `table` (all deals, from a complete table) or `sampled`."""
    deals: int
    """Deals counted: all, or those of the sampled hands against all dealer hands."""
    wins: int
    losses: int
    pushes: int
    edge: float
    """The house edge: the mean loss of the player, as a part of the bet."""
    error: float | None
    """Half the width of the 95 % interval of `edge`; null when exact."""
    gain: float | None
    """What the player gains over the house way, of the bet; null if it was not computed."""
    objective: str | None
    """What the player maximises; null for a house way."""
    hands: int
    """Hands of the player that were counted."""
    samples: int | None
    """How many of them were drawn at random; null when exact."""
    seed: int | None
    """The seed of the sample; null when exact."""


class EdgeReportJson(EdgeJson):
    """The edge of a player, beside best play and the advice of `push`."""

    best: EdgeJson | None
    """The edge of best play; null if it was not asked for."""
    advice: EdgeJson | None
    """The edge of a player who sets what is best under `push`; null if it was not asked for."""


@dataclass(frozen=True, slots=True)
class Edge(TableResult):
    """What a player wins and loses against a dealer over the whole game."""

    rules: Rules
    dealer: str
    player: str
    method: str
    """`exact` (all deals), `table` (all deals, from a complete table) or `sampled`."""
    deals: int
    """Deals counted: all, or those of the sampled hands against all dealer hands."""
    wins: int
    losses: int
    edge: float
    """The house edge: the mean loss of the player, as a part of the bet."""
    error: float | None = None
    """Half the width of the 95 % interval of `edge`, if it was sampled."""
    gain: float | None = None
    """What the player gains over the house way, as a part of the bet, if that was computed."""
    seed: int | None = None
    objective: Objective | None = None
    """What the player maximises; None for a house way."""

    @property
    def pushes(self) -> int:
        """Deals that nobody won."""
        return self.deals - self.wins - self.losses

    @property
    def hands(self) -> int:
        """How many hands of the player were counted."""
        return self.deals // DEALER_HANDS

    @property
    def samples(self) -> int | None:
        """How many of the hands were drawn at random; None if all were counted."""
        return None if self.error is None else self.hands

    def _shares(self) -> list[str]:
        return [f"{count / self.deals:.4%}" for count in (self.wins, self.losses, self.pushes)]

    def __str__(self) -> str:
        head = f"{self.player} against {self.dealer}:"
        if self.error is not None:  # the shares of a sample do not fit an edge that is nearer
            gain = f"what {self.hands:,} random hands gain over {self.dealer}, 95 % interval"
            return f"{head} house edge {self.edge:.4%} ± {self.error:.4%} ({gain})"
        won, lost, pushed = self._shares()
        shares = f"wins {won}, loses {lost}, pushes {pushed}"
        return f"{head} {shares}; house edge {self.edge:.4%} (all {self.deals:,} deals)"

    def to_dict(self) -> EdgeJson:
        """Return the deals won, lost and pushed, and the house edge."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "player": self.player,
            "method": self.method,
            "deals": self.deals,
            "wins": self.wins,
            "losses": self.losses,
            "pushes": self.pushes,
            "edge": self.edge,
            "error": self.error,
            "gain": self.gain,
            "objective": None if self.objective is None else str(self.objective),
            "hands": self.hands,
            "samples": self.samples,
            "seed": self.seed,
        }

    def _columns(self) -> dict[str, list[object]]:
        return {
            "rules": [self.rules.name],
            "dealer": [self.dealer],
            "player": [self.player],
            "method": [self.method],
            "deals": [self.deals],
            "wins": [self.wins],
            "losses": [self.losses],
            "pushes": [self.pushes],
            "edge": [self.edge],
            "error": [self.error],
            "gain": [self.gain],
            "objective": [None if self.objective is None else str(self.objective)],
            "hands": [self.hands],
            "samples": [self.samples],
            "seed": [self.seed],
        }

    def _table(self) -> TextTable:
        headings = ["player", "dealer", "wins", "losses", "pushes", "house edge", "method"]
        shares, edge = self._shares(), f"{self.edge:.4%}"
        if self.error is not None:
            shares, edge = [""] * 3, f"{edge} ± {self.error:.4%}"
        rows = [[self.player, self.dealer, *shares, edge, self.method]]
        return TextTable(headings, rows, f"rules {self.rules.name}")


class _Chunk(NamedTuple):
    size: int
    start: int
    stop: int


def _duels(
    ways: Sequence[HouseWay], pairs: Sequence[tuple[int, int]], chunk: _Chunk
) -> NDArray[np.int64]:
    """Return wins and losses over pairs of hands that both hold a set of the chunk.

    A pair is a player and a dealer, by their places in `ways`.
    """
    # Listing the sets takes a few hundredths of the time, so they are neither sent nor kept.
    sets, weights = _native.asia_suit_classes(chunk.size)
    part = slice(chunk.start, chunk.stop)
    natives = [way.native for way in ways]
    found = _native.asia_duels(natives, pairs, sets[part], weights[part])
    return (1, -1)[chunk.size % 2] * found.astype(np.int64)


def _chunks() -> list[_Chunk]:
    kinds = [*(len(_native.asia_suit_classes(size)[0]) for size in range(HAND_SIZE)), SUIT_CLASSES]
    return [
        _Chunk(size, part.start, part.stop)
        for size, step in enumerate(CHUNK_SIZES)
        for part in chunk_ranges(kinds[size], step)
    ]


def _losses(rules: Rules, won: int, lost: int) -> int:
    """Return the lost deals, with the copies if they are the dealer's."""
    return DEALS - won if rules.copies is Copies.DEALER else lost


def game_job(
    players: Sequence[HouseWay], dealer: HouseWay, rules: Rules
) -> Job[_Chunk, NDArray[np.int64], list[Edge]]:
    """Return the job that plays house ways against another over all deals."""

    def combine(results: Iterator[NDArray[np.int64]]) -> list[Edge]:
        sums = sum(results, np.zeros((len(players), 2), np.int64)).tolist()
        edges = []
        for player, (won, lost) in zip(players, sums, strict=True):
            losses = _losses(rules, won, lost)
            edges.append(
                Edge(
                    rules=rules,
                    dealer=dealer.name,
                    player=player.name,
                    method="exact",
                    deals=DEALS,
                    wins=won,
                    losses=losses,
                    edge=(losses - won) / DEALS,
                )
            )
        return edges

    ways = [*players] if dealer in players else [*players, dealer]
    pairs = [(at, ways.index(dealer)) for at in range(len(players))]
    return hashed_job(
        "asia-whole-game", _chunks(), partial(_duels, ways, pairs), combine,
        rules=rules.name, ways=[way.fingerprint for way in (*players, dealer)],
    )  # fmt: skip


def _results(strategies: Sequence[Strategy], ranking: Ranking) -> list[float]:
    """Return what each strategy gains over the house way with a hand, its wins and its losses."""
    picked = [strategy.pick(ranking) for strategy in strategies]
    house = ranking.house.ev
    return [number for one in picked for number in (one.ev - house, one.wins, one.losses)]


def gain_job(
    strategies: Sequence[Strategy],
    rules: Rules,
    way: HouseWay,
    *,
    objective: Objective = Objective.WINS,
    samples: int,
    seed: int,
) -> Job[SetArray, NDArray[np.float64], list[Edge]]:
    """Return the job that estimates what strategies gain, all on the same hands.

    The `edge` that it returns is relative to that of the house way.
    """

    def summary(rows: NDArray[np.float64]) -> list[Edge]:
        edges, columns = [], rows.T.reshape(-1, 3, samples)
        for strategy, (gains, wins, losses) in zip(strategies, columns, strict=True):
            gain = float(gains.mean())
            edges.append(
                Edge(
                    rules=rules,
                    dealer=way.name,
                    player=strategy.name,
                    method="sampled",
                    deals=samples * DEALER_HANDS,
                    wins=int(wins.sum()),
                    losses=int(losses.sum()),
                    edge=-gain,
                    error=mean_error(gains, MOST_GAIN),
                    gain=gain,
                    seed=seed,
                    objective=objective,
                )
            )
        return edges

    return sample_job(
        partial(_results, strategies), rules, way, objective, summary,
        measured=["gain", *(strategy.name for strategy in strategies)], samples=samples, seed=seed,
    )  # fmt: skip


def _find_player(player: Player | None, dealer: HouseWay, rules: Rules) -> HouseWay | Strategy:
    if player is None:
        return dealer
    if isinstance(player, Strategy):
        return player
    if player == BEST.name:
        return BEST
    if isinstance(player, str) and player not in WAYS and player in HABITS:
        return HABITS[player]
    try:
        return find_way(player, rules)
    except UnknownNameError as error:
        others = ", ".join([BEST.name, *(name for name in HABITS if name not in WAYS)])
        raise UnknownNameError(f"{error}; a player can also be {others}") from None


def edge(
    player: Player | None = None,
    dealer: Way | None = None,
    rules: str | Rules = "push",
    *,
    objective: str = "wins",
    samples: int = 1000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> Edge:
    """Return the house edge of the whole game: what a player loses on average, of the bet.

    The player is a house way (by default that of the dealer), "best", one of `HABITS` by name, or
    any `Strategy`. House ways are played over all deals, in about ten seconds on two cores.
    "best" is exact if the table of the game is complete. Everything else is estimated from
    `samples` random hands. With `folder`, finished chunks are kept there, and the same call
    resumes.

    For example, `edge(player="balanced", dealer="balanced", rules="casino")`.
    """
    found = edge_many(
        [player], dealer, rules, objective=objective, samples=samples, seed=seed, **options
    )
    return found[0]


def edge_many(
    players: Sequence[Player | None],
    dealer: Way | None = None,
    rules: str | Rules = "push",
    *,
    objective: str = "wins",
    samples: int = 1000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> list[Edge]:
    """Return the house edge against each of these players; strategies share one sample."""
    rules, way = find_game(rules, dealer)
    order = Objective(objective)
    listed = require_list(players, "players", "ways or strategies")
    found = [_find_player(player, way, rules) for player in listed]
    edges: dict[HouseWay | Strategy, Edge] = {}
    if BEST in found:
        table = find_table(rules, way, objective=order, folder=options.get("folder"))
        if table is not None and table.complete:
            totals = table.totals()
            edges[BEST] = Edge(
                rules=rules,
                dealer=way.name,
                player=BEST.name,
                method="table",
                deals=DEALS,
                wins=totals.wins,
                losses=totals.losses,
                edge=totals.edge,
                gain=totals.house_edge - totals.edge,
                objective=order,
            )
    strategies = [one for one in found if isinstance(one, Strategy) and one not in edges]
    if strategies:  # checks the sample, so it comes before the long work
        job = gain_job(strategies, rules, way, objective=order, samples=samples, seed=seed)
    ways = [one for one in [*found, *([way] if strategies else [])] if isinstance(one, HouseWay)]
    if ways:
        distinct = list(dict.fromkeys(ways))
        games = run(game_job(distinct, way, rules), **options)
        edges |= dict(zip(distinct, games, strict=True))
    if strategies:
        relative: list[Edge] = run(job, **options)
        for strategy, found_edge in zip(strategies, relative, strict=True):
            edges[strategy] = replace(found_edge, edge=edges[way].edge + found_edge.edge)
    return [edges[one] for one in found]


@dataclass(frozen=True, slots=True)
class EdgeReport(Result):
    """The edge of a player, beside best play and the advice of `push`."""

    edge: Edge
    best: Edge | None
    """The edge of best play, if it was asked for."""
    advice: Edge | None
    """The edge of a player who sets what is best under `push`, if it was asked for."""

    def __repr__(self) -> str:
        return f"EdgeReport({self.edge!r})"

    def __str__(self) -> str:
        edges = [str(edge) for edge in (self.edge, self.best, self.advice) if edge is not None]
        lines = dict.fromkeys(edges)  # the player may be "best", too
        return "\n".join([*lines, game_line(self.edge.rules, self.edge.dealer)])

    def to_dict(self) -> EdgeReportJson:
        """Return what `astragal asia edge --json` prints."""
        return {
            **self.edge.to_dict(),
            "best": None if self.best is None else self.best.to_dict(),
            "advice": None if self.advice is None else self.advice.to_dict(),
        }


def edge_report(
    player: Player | None = None,
    dealer: Way | None = None,
    rules: str | Rules = "push",
    *,
    best: bool = True,
    advice: bool = False,
    objective: str = "wins",
    samples: int = 1000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> EdgeReport:
    """Return the house edge as `edge` does, with `best` and `advice` on the same random hands."""
    players = [player]
    if best:
        players.append(BEST)
    if advice:
        players.append(HABITS["push advice"])
    edges = iter(
        edge_many(
            players, dealer, rules, objective=objective, samples=samples, seed=seed, **options
        )
    )
    return EdgeReport(
        edge=next(edges),
        best=next(edges) if best else None,
        advice=next(edges) if advice else None,
    )


class MatrixEdgeJson(TypedDict):
    """The edge of one house way against another."""

    player: str
    dealer: str
    wins: int
    """Deals that the player wins."""
    edge: float
    """The house edge, as a part of the bet."""


class EdgeMatrixJson(TypedDict):
    """The house edge of each house way against each."""

    rules: AsiaRulesJson
    deals: int
    edges: list[MatrixEdgeJson]


@dataclass(frozen=True, slots=True)
class EdgeMatrix(TableResult):
    """The house edge of each house way against each, over all deals."""

    deals: ClassVar[int] = DEALS
    rules: Rules
    ways: tuple[str, ...]
    wins: tuple[tuple[int, ...], ...]
    """Deals in which a way, which is the row, wins two hands against another."""

    def edge(self, player: str, dealer: str) -> float:
        """Return the house edge of one way against another."""
        mine, theirs = self.ways.index(player), self.ways.index(dealer)
        won, lost = self.wins[mine][theirs], self.wins[theirs][mine]
        return (_losses(self.rules, won, lost) - won) / DEALS

    def __repr__(self) -> str:
        return f"EdgeMatrix(rules={self.rules.name!r}, ways={len(self.ways)})"

    def _edges(self) -> list[MatrixEdgeJson]:
        return [
            {"player": player, "dealer": dealer, "wins": won, "edge": self.edge(player, dealer)}
            for player, row in zip(self.ways, self.wins, strict=True)
            for dealer, won in zip(self.ways, row, strict=True)
        ]

    def _columns(self) -> dict[str, list[object]]:
        edges = self._edges()
        return {
            "player": [edge["player"] for edge in edges],
            "dealer": [edge["dealer"] for edge in edges],
            "wins": [edge["wins"] for edge in edges],
            "edge": [edge["edge"] for edge in edges],
        }

    def to_dict(self) -> EdgeMatrixJson:
        """Return what `astragal asia matrix --json` prints."""
        return {"rules": self.rules.to_dict(), "deals": self.deals, "edges": self._edges()}

    def _table(self) -> TextTable:
        rows = [
            [player, *(f"{self.edge(player, dealer):.4%}" for dealer in self.ways)]
            for player in self.ways
        ]
        head = f"house edge of the row's player against the column's dealer, all {DEALS:,} deals"
        return TextTable(["", *self.ways], rows, f"rules {self.rules.name}", head)


def edge_matrix(
    rules: str | Rules = "casino", ways: Sequence[str] = WAYS, **options: Unpack[RunOptions]
) -> EdgeMatrix:
    """Return the house edge of every named way against every other, over all deals.

    All nine take about eleven minutes of one core. With `folder`, finished chunks are kept there,
    and the same call resumes.
    """
    rules = find_rules(rules)
    found = [find_way(name, rules) for name in ways]
    pairs = list(combinations_with_replacement(range(len(ways)), 2))

    def combine(results: Iterator[NDArray[np.int64]]) -> EdgeMatrix:
        won = {}
        sums = sum(results, np.zeros((len(pairs), 2), np.int64)).tolist()
        for (first, second), (wins, losses) in zip(pairs, sums, strict=True):
            won[first, second], won[second, first] = wins, losses
        rows = tuple(tuple(won[i, j] for j in range(len(ways))) for i in range(len(ways)))
        return EdgeMatrix(rules, tuple(ways), rows)

    job = hashed_job(
        "asia-matrix", _chunks(), partial(_duels, found, pairs), combine,
        rules=rules.name, ways=[way.fingerprint for way in found],
    )  # fmt: skip
    return run(job, **options)
