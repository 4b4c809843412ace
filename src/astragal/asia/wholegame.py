"""The whole game: the house edge over all 8,250,459,031,214,400 deals.

For house way against house way it is exact. Pairs of hands that share no card are counted by
inclusion and exclusion: over every set of cards, the pairs of hands that both hold it, added for
sets of an even size and subtracted for odd ones. Sets that differ by a permutation of the suits
count alike, so only one of each kind is looked at.

The edge of any other strategy is estimated from a random sample of hands, each counted exactly. Its
gain over the house way varies much less from hand to hand than its result, so the estimate is the
exact edge of the house way minus the mean gain. With a complete table, the edge of best play is
exact as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.classes import DEALER_HANDS, HANDS
from astragal.asia.houseway import WAYS, HouseWay, Way, find_way
from astragal.asia.ranking import Ranking
from astragal.asia.rules import Copies, Objective, Rules, find_rules
from astragal.asia.strategies import BEST, HABITS, MOST_GAIN, Measuring, Strategy, sample_job
from astragal.asia.table import find_table
from astragal.cards import SetArray
from astragal.errors import UnknownNameError
from astragal.intervals import mean_error
from astragal.jobs import Job, RunOptions, run
from astragal.notebook import html_table
from astragal.store import Json, short_hash

DEALS = HANDS * DEALER_HANDS

# Kinds of sets of 0 to 7 cards in one chunk: about a second of work for each size.
CHUNK_SIZES = (1, 14, 182, 500, 2_500, 20_000, 200_000, 7_000_000)

Player: TypeAlias = Way | Strategy
"""A house way, a `Strategy`, or the name of one: "best" or one of `HABITS`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """What a player wins and loses against a dealer over the whole game."""

    rules: Rules
    dealer: str
    player: str
    method: str
    """`exact` (all deals), `table` (all deals, from a complete table) or `sampled`."""
    deals: int = 0
    """Deals counted: all, or those of the sampled hands against all dealer hands."""
    wins: int = 0
    losses: int = 0
    pushes: int = 0
    edge: float = 0.0
    """The house edge: the mean loss of the player, as a part of the bet."""
    error: float | None = None
    """Half the width of the 95 % interval of `edge`, if it was sampled."""
    gain: float | None = None
    """What the player gains over the house way, as a part of the bet, if that was computed."""
    seed: int | None = None
    objective: Objective | None = None
    """What the player maximises; None for a house way."""

    @property
    def hands(self) -> int:
        """How many hands of the player were counted."""
        return self.deals // DEALER_HANDS

    def __str__(self) -> str:
        parts = zip(("wins", "loses", "pushes"), (self.wins, self.losses, self.pushes), strict=True)
        counts = ", ".join(f"{verb} {count / self.deals:.4%}" for verb, count in parts)
        head = f"{self.player} against {self.dealer}: {counts}; house edge {self.edge:.4%}"
        if self.error is None:
            return f"{head} (all {self.deals:,} deals)"
        return f"{head} ± {self.error:.4%} ({self.hands:,} random hands, 95 % interval)"

    def _repr_html_(self) -> str:
        counts = [f"{count / self.deals:.4%}" for count in (self.wins, self.losses, self.pushes)]
        error = "" if self.error is None else f" ± {self.error:.4%}"
        return html_table(
            ["player", "dealer", "wins", "losses", "pushes", "house edge", "method"],
            [[self.player, self.dealer, *counts, f"{self.edge:.4%}{error}", self.method]],
            caption=f"rules {self.rules.name}",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia edge --json` prints for one player."""
        found: dict[str, Any] = self.rules.game_fields(self.dealer) | {
            name: getattr(self, name)
            for name in ("player", "method", "deals", "wins", "losses", "pushes", "edge")
        }
        if self.objective is not None:
            found |= {"objective": str(self.objective), "gain": self.gain}
        if self.error is None:
            return found | {"hands": self.hands}
        return found | {"error": self.error, "sample": self.hands, "seed": self.seed}


class _Chunk(NamedTuple):
    size: int
    start: int
    stop: int


def suit_class_count(size: int) -> int:
    """Return how many kinds of sets of `size` cards there are."""
    return _native.asia_suit_classes(size, np.empty(0, np.uint64), np.empty(0, np.uint8))


def suit_classes(size: int) -> tuple[SetArray, NDArray[np.uint8]]:
    """Return one set of each kind of `size` cards, and how many sets are of that kind.

    >>> [len(suit_classes(size)[0]) for size in range(6)]
    [1, 14, 182, 1924, 18187, 150891]
    """
    kinds = suit_class_count(size)
    sets, weights = np.empty(kinds, np.uint64), np.empty(kinds, np.uint8)
    _native.asia_suit_classes(size, sets, weights)
    return sets, weights


@dataclass(frozen=True)
class _Duel:
    """The work: wins and losses over pairs of hands that both hold a set of the chunk."""

    player: HouseWay
    dealer: HouseWay

    def __call__(self, chunk: _Chunk) -> NDArray[np.int64]:
        # Listing the sets takes a few hundredths of the time, so they are neither sent nor kept.
        sets, weights = suit_classes(chunk.size)
        part = slice(chunk.start, chunk.stop)
        wins, losses = _native.asia_duel(
            self.player.native, self.dealer.native, sets[part], weights[part]
        )
        sign = (-1) ** chunk.size
        return np.array([sign * wins, sign * losses], np.int64)


def game_job(
    player: HouseWay, dealer: HouseWay, rules: Rules
) -> Job[_Chunk, NDArray[np.int64], Edge]:
    """Return the job that plays one house way against another over all deals."""
    chunks = [
        _Chunk(size, start, min(start + step, kinds))
        for size, step in enumerate(CHUNK_SIZES)
        for kinds in (suit_class_count(size),)
        for start in range(0, kinds, step)
    ]

    def combine(results: Iterator[NDArray[np.int64]]) -> Edge:
        wins, losses = (int(n) for n in sum(results, np.zeros(2, np.int64)))
        if rules.copies is Copies.DEALER:
            losses = DEALS - wins
        return _over_all_deals(Edge(rules, dealer.name, player.name, "exact"), wins, losses)

    parameters: dict[str, Json] = {
        "rules": player.rules.name,
        "ways": [player.fingerprint, dealer.fingerprint],
    }
    name = f"asia-whole-game-{short_hash(parameters)}"
    return Job(name, chunks, _Duel(player, dealer), combine, parameters)


def _over_all_deals(found: Edge, wins: int, losses: int) -> Edge:
    pushes, edge = DEALS - wins - losses, (losses - wins) / DEALS
    return replace(found, deals=DEALS, wins=wins, losses=losses, pushes=pushes, edge=edge)


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
    sample: int,
    seed: int,
) -> Job[SetArray, NDArray[np.float64], list[Edge]]:
    """Return the job that estimates what strategies gain, all on the same hands.

    The `edge` that it returns is relative to that of the house way.
    """

    def figures(strategy: Strategy, rows: NDArray[np.float64]) -> Edge:
        gains, deals = rows[:, 0], sample * DEALER_HANDS
        wins, losses = rows[:, 1:].sum(axis=0).astype(int).tolist()
        gain, error = float(gains.mean()), mean_error(gains, MOST_GAIN)
        return Edge(
            rules, way.name, strategy.name, "sampled", deals, wins, losses, deals - wins - losses,
            -gain, error, gain, seed, objective,
        )  # fmt: skip

    def summary(rows: NDArray[np.float64]) -> list[Edge]:
        return [figures(one, rows[:, 3 * i : 3 * i + 3]) for i, one in enumerate(strategies)]

    work = Measuring(partial(_results, strategies), rules, way, objective)
    measured = ["gain", *(strategy.name for strategy in strategies)]
    return sample_job(work, summary, measured=measured, sample=sample, seed=seed)


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
    sample: int = 1000,
    seed: int = 1,
    **options: Unpack[RunOptions],
) -> Edge:
    """Return the house edge of the whole game: what a player loses on average, of the bet.

    The player is a house way (by default that of the dealer), "best", one of `HABITS` by name, or
    any `Strategy`. House ways are played over all deals, in about ten seconds on two cores.
    "best" is exact if the table of the game is complete. Everything else is estimated from `sample`
    random hands. With `folder`, finished chunks are kept there, and the same call resumes.

    For example, `edge(player="balanced", dealer="balanced", rules="casino")`.
    """
    found = edge_many(
        [player], dealer, rules, objective=objective, sample=sample, seed=seed, **options
    )
    return found[0]


def edge_many(
    players: Sequence[Player | None],
    dealer: Way | None = None,
    rules: str | Rules = "push",
    *,
    objective: str = "wins",
    sample: int = 1000,
    seed: int = 1,
    **options: Unpack[RunOptions],
) -> list[Edge]:
    """Return the house edge against each of these players; strategies share one sample."""
    rules = find_rules(rules)
    way = find_way(dealer, rules)
    order = Objective(objective)
    found = [_find_player(player, way, rules) for player in players]
    edges: dict[HouseWay | Strategy, Edge] = {}
    if BEST in found:
        table = find_table(rules, way, objective=order, folder=options.get("folder"))
        if table is not None and table.complete:
            totals = table.totals()
            gain = totals.house_edge - totals.edge
            best = Edge(rules, way.name, BEST.name, "table", gain=gain, objective=order)
            edges[BEST] = _over_all_deals(best, totals.wins, totals.losses)
    strategies = [one for one in found if isinstance(one, Strategy) and one not in edges]
    if strategies:  # checks the sample, so it comes before the long work
        job = gain_job(strategies, rules, way, objective=order, sample=sample, seed=seed)
    for one in [*found, *([way] if strategies else [])]:
        if isinstance(one, HouseWay) and one not in edges:
            edges[one] = run(game_job(one, way, rules), **options)
    if strategies:
        relative: list[Edge] = run(job, **options)
        for strategy, found_edge in zip(strategies, relative, strict=True):
            edges[strategy] = replace(found_edge, edge=edges[way].edge + found_edge.edge)
    return [edges[one] for one in found]
