"""What hands are worth: quantiles by their kind, and the extremes among all hands.

A hand's kind is the best four that it can make, as players speak of it, and whether it holds the
joker. Its value is the expected value of its best setting: wins minus losses, as a part of the bet.
With a complete table of the game all 154,143,080 hands are looked at, otherwise a random sample.
`extremes` counts every hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, gt
from typing import Any, ClassVar, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int
from astragal._intervals import mean_error
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.asia.classes import DEALER_HANDS, SUIT_CLASSES, read_suit_classes, suit_class_hands
from astragal.asia.houseway import (
    OBVIOUS,
    Game,
    HouseWay,
    Way,
    best_categories,
    find_game,
    find_way,
    has_joker,
)
from astragal.asia.ranking import RankedSetting, RankedSettingJson, Ranking, rank_exactly
from astragal.asia.rules import AsiaRulesJson, Category, Objective, Rules
from astragal.asia.sentences import game_line
from astragal.asia.table import BestSettings, BestTable, chunks_of, find_table
from astragal.asia.values import rank_tables
from astragal.asia.wholegame import MOST_GAIN, random_hands, sample_job
from astragal.cards import SetArray
from astragal.jobs import RunOptions, run
from astragal.jobs.job import hashed_job

PERCENTS = (5, 25, 50, 75, 95)


class Kind(NamedTuple):
    """The category of the greatest four of a legal setting, and whether the hand has the joker."""

    category: Category
    joker: bool


KINDS = tuple(Kind(category, joker) for category in Category for joker in (False, True))


def kinds_of(hands: SetArray, rules: Rules) -> NDArray[np.uint8]:
    """Return the kind of each hand, as an index into `KINDS`.

    >>> from astragal.asia.rules import find_rules
    >>> from astragal.cards import card_set
    >>> hands = np.array([card_set("Jk Kh Qh 9h 8c 5d 2s")], np.uint64)
    >>> KINDS[kinds_of(hands, find_rules("push"))[0]]
    Kind(category=<Category.FLUSH: 5>, joker=True)
    """
    return 2 * best_categories(hands, rules) + has_joker(hands)


class SpreadJson(TypedDict):
    """The values of all hands of one kind."""

    category: str
    """The best four that the hand can make."""
    joker: bool
    """Whether the hand has the joker."""
    hands: int
    mean: float
    """The mean expected value of the best settings, as a part of the bet."""
    error: float | None
    """Half the width of the 95 % interval of `mean`; null for all hands, or for only one."""
    quantiles: dict[str, float]
    """The values at 5, 25, 50, 75 and 95 per cent."""


class SpreadsJson(TypedDict):
    """The values of hands of each kind."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    method: str
    """`table`, if all hands were looked at, or `sampled`."""
    hands: int
    seed: int | None
    """The seed of the sample; null for all hands."""
    kinds: list[SpreadJson]


@dataclass(frozen=True, slots=True)
class Spread(Result):
    """The values of all hands of one kind."""

    kind: Kind
    hands: int
    mean: float
    error: float | None
    """Half the width of the 95 % interval of the mean; None for all hands, or for only one."""
    quantiles: tuple[float, ...]
    """The quantiles of the values at `PERCENTS`."""

    def __str__(self) -> str:
        joker = " with the joker" if self.kind.joker else ""
        return f"{self.kind.category}{joker}: {self.hands:,} hands, mean {self.mean:+.3%}"

    def to_dict(self) -> SpreadJson:
        """Return one of the `kinds`."""
        return {
            "category": str(self.kind.category),
            "joker": self.kind.joker,
            "hands": self.hands,
            "mean": self.mean,
            "error": self.error,
            "quantiles": {
                str(percent): value for percent, value in zip(PERCENTS, self.quantiles, strict=True)
            },
        }


@dataclass(frozen=True, slots=True)
class Spreads(TableResult):
    """The values of hands of each kind; kinds without a hand are left out."""

    rules: Rules
    dealer: str
    method: str
    """`table`, if all hands were looked at, or `sampled`."""
    seed: int | None
    kinds: tuple[Spread, ...]

    @property
    def hands(self) -> int:
        """How many hands were looked at."""
        return sum(spread.hands for spread in self.kinds)

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"Spreads({game}, method={self.method!r}, kinds={len(self.kinds)})"

    def _columns(self) -> dict[str, list[object]]:
        columns: dict[str, list[object]] = {
            "category": [str(spread.kind.category) for spread in self.kinds],
            "joker": [spread.kind.joker for spread in self.kinds],
            "hands": [spread.hands for spread in self.kinds],
            "mean": [spread.mean for spread in self.kinds],
            "error": [spread.error for spread in self.kinds],
        }
        for place, percent in enumerate(PERCENTS):
            columns[f"quantiles_{percent}"] = [spread.quantiles[place] for spread in self.kinds]
        return columns

    def to_dict(self) -> SpreadsJson:
        """Return what `astragal plot asia-values --json` prints, but for the file."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "method": self.method,
            "hands": self.hands,
            "seed": self.seed,
            "kinds": [spread.to_dict() for spread in self.kinds],
        }

    def _table(self) -> TextTable:
        which = "all" if self.method == "table" else "random"
        head = f"value of best settings in % of the bet, {which} {self.hands:,} hands"
        rows = [
            [one.kind.category, "yes" if one.kind.joker else "no", f"{one.hands:,}"]
            + [f"{100 * value:.1f}" for value in (one.mean, *one.quantiles)]
            for one in self.kinds
        ]
        headings = ["kind", "joker", "hands", "mean", *(f"{n} %" for n in PERCENTS)]
        return TextTable(headings, rows, game_line(self.rules, self.dealer), head)


def quantiles(values: NDArray[np.float64], weights: NDArray[np.int64]) -> tuple[float, ...]:
    """Return the quantiles of weighted values at `PERCENTS`.

    Each is the smallest value such that the weight up to it reaches the percentage.

    >>> quantiles(np.array([3.0, 1.0, 2.0]), np.array([1, 1, 2]))
    (1.0, 1.0, 2.0, 2.0, 3.0)
    """
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    places = np.searchsorted(100 * reached, np.array(PERCENTS) * reached[-1])
    return tuple(values[order][places].tolist())


def _spreads(
    kinds: NDArray[np.uint8], values: NDArray[np.float64], weights: NDArray[np.int64], sampled: bool
) -> Iterator[Spread]:
    for number, kind in enumerate(KINDS):
        of_kind = kinds == number
        found, counts = values[of_kind], weights[of_kind]
        if not len(found):
            continue
        hands = int(counts.sum())
        error = mean_error(found, MOST_GAIN) if sampled and hands > 1 else None
        yield Spread(kind, hands, float(found @ counts) / hands, error, quantiles(found, counts))


def spreads_in_table(table: BestTable) -> Spreads:
    """Return the values of all hands that a table covers."""
    columns = []
    for block in table.blocks():
        won, lost = (block.column(name).astype(np.int64) for name in ("wins", "losses"))
        values, weights = (won - lost) / DEALER_HANDS, block.weights.astype(np.int64)
        columns.append((kinds_of(block.hands, table.rules), values, weights))
    kinds, values, weights = map(np.concatenate, zip(*columns, strict=True))
    found = tuple(_spreads(kinds, values, weights, sampled=False))
    return Spreads(table.rules, table.way.name, "table", None, found)


def value_spreads(
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    samples: int = 5000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> Spreads:
    """Return what hands are worth, by kind: from a complete table if there is one, else sampled.

    >>> value_spreads(rules="casino", samples=20)
    Spreads(rules='casino', dealer='standard', method='sampled', kinds=7)
    """
    rules, way = find_game(rules, dealer)
    table = find_table(rules, way, folder=options.get("folder"))
    if table is not None and table.complete:
        return spreads_in_table(table)

    def summary(values: NDArray[np.float64]) -> Spreads:
        kinds = kinds_of(random_hands(samples, seed), rules)
        found = _spreads(kinds, values, np.ones(samples, np.int64), sampled=True)
        return Spreads(rules, way.name, "sampled", seed, tuple(found))

    job = sample_job(
        attrgetter("best.ev"), rules, way, Objective.WINS, summary,
        measured="best", samples=samples, seed=seed,
    )  # fmt: skip
    return run(job, **options)


class SettingPairJson(TypedDict):
    """The best setting of a hand, and another one."""

    best: RankedSettingJson
    other: RankedSettingJson
    cost_win: float
    """Chance of winning that the other setting costs, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""


class AsiaMistakesJson(TypedDict):
    """What a player's way costs with hands whose greatest four is of one category."""

    category: str
    hands: int
    wrong: int
    """Hands in which the way costs something."""
    cost_ev: float
    """The mean expected value that it costs, as a part of the bet."""
    dearest: SettingPairJson
    """The hand in which it costs most: the best setting and its own."""


class ExtremesJson(TypedDict):
    """The extremes among all hands of a game."""

    rules: AsiaRulesJson
    dealer: str
    """The dealer's house way."""
    player: str
    """The player's house way."""
    objective: str
    """What the best settings maximise: `ev`."""
    hands: int
    edge: float
    """The house edge against best play, as a part of the bet."""
    cost_ev: float
    """The mean expected value that the player's way costs against best play, of the bet."""
    wrong: int
    """Hands in which the player's way costs something."""
    favourites: int
    """Hands that win more often than they lose."""
    safe: int
    """Hands that can't lose."""
    close: int
    """Hands whose second best setting costs at most one hundredth of the bet."""
    ties: int
    """Hands with two settings that are exactly equally good, and not equal."""
    kinds: list[AsiaMistakesJson]
    worst: list[SettingPairJson]
    """The hands with the lowest expected value, and the player's setting."""
    closest: list[SettingPairJson]
    """The hands with the smallest difference above zero between the two best settings."""


@dataclass(frozen=True, slots=True)
class Pair(Result):
    """The best setting of a hand, and another one."""

    best: RankedSetting
    other: RankedSetting

    def __str__(self) -> str:
        return (
            f"{self.best.setting} ({self.best.ev:+.4%}), {self.other.setting}: {self.cost_ev:.7%}"
        )

    @property
    def cost_win(self) -> float:
        """The chance of winning that the other setting costs, as a part of 1."""
        return (self.best.wins - self.other.wins) / DEALER_HANDS

    @property
    def cost_ev(self) -> float:
        """The part of the bet that the other setting costs."""
        return (
            self.best.wins - self.best.losses - self.other.wins + self.other.losses
        ) / DEALER_HANDS

    def to_dict(self) -> SettingPairJson:
        """Return both settings and what the other one costs."""
        return {
            "best": self.best.to_dict(),
            "other": self.other.to_dict(),
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
        }


@dataclass(frozen=True, slots=True)
class Mistakes(Result):
    """What a player's way costs with hands whose greatest four is of one category."""

    category: Category
    hands: int
    wrong: int
    """Hands in which it costs something."""
    cost_ev: float
    """What it costs on average, as a part of the bet."""
    dearest: Pair
    """The hand in which it costs most: the best setting and its own."""

    def __repr__(self) -> str:
        hands = f"hands={self.hands}, wrong={self.wrong}, cost_ev={self.cost_ev:.6g}"
        return f"Mistakes({str(self.category)!r}, {hands})"

    def __str__(self) -> str:
        wrong = f"{self.wrong:,} of {self.hands:,} hands wrong"
        return f"{self.category}: {wrong}, mean cost {self.cost_ev:.3%} of the bet"

    def to_dict(self) -> AsiaMistakesJson:
        """Return one of the `kinds`."""
        return {
            "category": str(self.category),
            "hands": self.hands,
            "wrong": self.wrong,
            "cost_ev": self.cost_ev,
            "dearest": self.dearest.to_dict(),
        }


CLOSE = 0.01
"""A hand is a close call if the second best setting costs at most this part of the bet."""


@dataclass(frozen=True, slots=True)
class Extremes(TableResult):
    """The extremes among all hands of a game, and what a player's way costs, by kind of hand.

    Best is what earns most: wins minus losses.
    """

    objective: ClassVar[Objective] = Objective.EV

    rules: Rules
    dealer: str
    player: str
    hands: int
    edge: float
    """The house edge against best play."""
    cost_ev: float
    """What the player's way costs against best play, on average, as a part of the bet."""
    wrong: int
    """Hands in which the player's way costs something."""
    favourites: int
    """Hands that win more often than they lose."""
    safe: int
    """Hands that can't lose."""
    close: int
    """Hands whose second best setting costs at most one hundredth of the bet."""
    ties: int
    """Hands with two settings that are exactly equally good, and not equal."""
    kinds: tuple[Mistakes, ...]
    worst: tuple[Pair, ...]
    """The hands with the lowest expected value, and the player's setting."""
    closest: tuple[Pair, ...]
    """The hands with the smallest difference above zero between the two best settings."""

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}, player={self.player!r}"
        return f"Extremes({game}, hands={self.hands})"

    def _columns(self) -> dict[str, list[object]]:
        dearest = [kind.dearest for kind in self.kinds]
        return {
            "category": [str(kind.category) for kind in self.kinds],
            "hands": [kind.hands for kind in self.kinds],
            "wrong": [kind.wrong for kind in self.kinds],
            "cost_ev": [kind.cost_ev for kind in self.kinds],
            "dearest_best": [str(pair.best.setting) for pair in dearest],
            "dearest_other": [str(pair.other.setting) for pair in dearest],
            "dearest_cost_ev": [pair.cost_ev for pair in dearest],
        }

    def to_dict(self) -> ExtremesJson:
        """Return what `astragal asia extremes --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "player": self.player,
            "objective": str(self.objective),
            "hands": self.hands,
            "edge": self.edge,
            "cost_ev": self.cost_ev,
            "wrong": self.wrong,
            "favourites": self.favourites,
            "safe": self.safe,
            "close": self.close,
            "ties": self.ties,
            "kinds": [kind.to_dict() for kind in self.kinds],
            "worst": [pair.to_dict() for pair in self.worst],
            "closest": [pair.to_dict() for pair in self.closest],
        }

    def _table(self) -> TextTable:
        counts = {
            "best play is the favourite": self.favourites,
            "best play can't lose": self.safe,
            f"the second best setting costs at most {CLOSE:.0%} of the bet": self.close,
            "two settings are equally good": self.ties,
            f"{self.player} gives something away": self.wrong,
        }
        above = [
            f"house edge of best play {self.edge:.6%}; {self.player} gives away {self.cost_ev:.6%}",
            *(
                f"{what}: {n:,} of {self.hands:,} hands, {n / self.hands:.4%}"
                for what, n in counts.items()
            ),
        ]
        rows = [
            [one.category, f"{one.hands:,}", f"{one.wrong / one.hands:.2%}", f"{one.cost_ev:.3%}",
             one.dearest.best.setting, one.dearest.other.setting, f"{one.dearest.cost_ev:.2%}"]
            for one in self.kinds
        ]  # fmt: skip
        headings = ["greatest four", "hands", "wrong", "mean cost", "dearest: best", self.player]
        lists = {"the worst hands": self.worst, "the closest": self.closest}
        below = [f"{name}: {pair}" for name, pairs in lists.items() for pair in pairs]
        below.append(game_line(self.rules, f"{self.dealer}; player {self.player}", Objective.EV))
        return TextTable([*headings, "cost"], rows, "\n".join(below), "\n".join(above))


def _compare(settings: BestSettings, way: HouseWay, classes: range) -> NDArray[np.int32]:
    """Return four numbers of dealer hands for each suit class.

    Wins minus losses of the best setting, its losses, and what the way's setting and the second
    best one give away.
    """
    rows = settings.compare(way, classes)[:, 1:].astype(np.int32)
    best, player, second = (rows[:, 0::2] - rows[:, 1::2]).T
    return np.stack([best, rows[:, 1], best - player, best - second], axis=1)


def _second(ranking: Ranking) -> RankedSetting:
    """Return the best setting that is above the best one in at least one hand."""
    tables = rank_tables(ranking.rules)
    best = tables.ranks_of(ranking.best.value)
    return next(one for one in ranking if any(map(gt, tables.ranks_of(one.value), best)))


def extremes(
    rules: str | Rules = "push",
    dealer: Way | None = None,
    player: Way = OBVIOUS,
    *,
    count: int = 3,
    classes: str | range = ":",
    **options: Unpack[RunOptions],
) -> Extremes:
    """Count every hand, and return the extremes: the worst, the closest, those that can't lose.

    Beside best play it counts what the way `player` gives away, by kind of hand. `count` hands are
    named, of hands that differ in suits only one. It takes about 15 minutes of one core; with
    `folder`, finished chunks are kept there, and the same call resumes. `classes` is a slice of the
    suit classes, as in `build_table`.
    """
    rules, way = find_game(rules, dealer)
    other = find_way(player, rules)
    wanted = read_suit_classes(classes)
    require_int(count, "count", 1, SUIT_CLASSES)

    def combine(results: Iterator[NDArray[np.int32]]) -> Extremes:
        value, losses, given, margin = np.concatenate(list(results)).T
        hands, weights = suit_class_hands(wanted)
        total = int(weights.sum(dtype=np.int64))

        def number(which: NDArray[np.bool_]) -> int:
            return int(weights[which].sum(dtype=np.int64))

        def mean(column: NDArray[np.int32], which: Any = slice(None)) -> float:
            sums = weights[which].astype(np.int64) @ column[which].astype(np.int64)
            return int(sums) / (number(which) * DEALER_HANDS)

        def ranked(place: int) -> Ranking:
            return rank_exactly(int(hands[place]), Game(rules, way), Objective.EV)

        def played(place: int) -> Pair:
            ranking = ranked(place)
            return Pair(ranking.best, ranking.of_value(other.value(ranking.hand)))

        categories = best_categories(hands, rules)
        kinds = []
        for category in Category:
            if (of_kind := categories == category).any():
                dearest = int(np.argmax(np.where(of_kind, given, -1)))
                kinds.append(
                    Mistakes(
                        category=category,
                        hands=number(of_kind),
                        wrong=number(of_kind & (given > 0)),
                        cost_ev=mean(given, of_kind),
                        dearest=played(dearest),
                    )
                )
        worst = np.argsort(value, kind="stable")[:count].tolist()
        apart = np.flatnonzero(margin)
        closest = map(ranked, apart[np.argsort(margin[apart], kind="stable")[:count]].tolist())
        return Extremes(
            rules=rules,
            dealer=way.name,
            player=other.name,
            hands=total,
            edge=-mean(value),
            cost_ev=mean(given),
            wrong=number(given > 0),
            favourites=number(value > 0),
            safe=number(losses == 0),
            close=number(margin <= CLOSE * DEALER_HANDS),
            ties=number(margin == 0),
            kinds=tuple(kinds),
            worst=tuple(map(played, worst)),
            closest=tuple(Pair(ranking.best, _second(ranking)) for ranking in closest),
        )

    work = partial(_compare, BestSettings(rules, way, Objective.EV), other)
    job = hashed_job(
        "asia-extremes", chunks_of([wanted]), work, combine, rules=rules.name,
        ways=[way.fingerprint, other.fingerprint], classes=[wanted.start, wanted.stop],
    )  # fmt: skip
    return run(job, **options)
