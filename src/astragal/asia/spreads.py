"""What hands are worth: quantiles by their kind, and the extremes among all hands.

A hand's kind is the best four that it can make, as players speak of it, and whether it holds the
joker. Its value is the expected value of its best setting: wins minus losses, as a part of the bet.
With a complete table of the game all 154,143,080 hands are looked at, otherwise a random sample.
`extremes` counts every hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, gt
from typing import Any, ClassVar, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal._checks import require_int
from astragal._intervals import mean_error
from astragal._tables import TextTable
from astragal.asia.classes import DEALER_HANDS, SUIT_CLASSES, read_suit_classes, suit_class_hands
from astragal.asia.houseway import (
    OBVIOUS,
    HouseWay,
    Way,
    best_categories,
    find_game,
    find_way,
    has_joker,
)
from astragal.asia.ranking import RankedSetting, Ranking, rank
from astragal.asia.rules import Category, Objective, Rules
from astragal.asia.sentences import game_line
from astragal.asia.table import BestSettings, BestTable, chunks_of, find_table
from astragal.asia.values import rank_tables
from astragal.asia.wholegame import MOST_GAIN, random_hands, sample_job
from astragal.cards import SetArray
from astragal.jobs import RunOptions, run
from astragal.jobs.job import hashed_job
from astragal.notebook import Tabular, Value

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


@dataclass(frozen=True, slots=True)
class Spread(Value):
    """The values of all hands of one kind."""

    JSON = "category=kind.category joker=kind.joker hands mean error quantiles=_quantiles"

    kind: Kind
    hands: int
    mean: float
    error: float | None
    """Half the width of the 95 % interval of the mean; None for all hands, or for only one."""
    quantiles: tuple[float, ...]
    """The quantiles of the values at `PERCENTS`."""

    def _quantiles(self) -> dict[int, float]:
        return dict(zip(PERCENTS, self.quantiles, strict=True))


@dataclass(frozen=True, slots=True, repr=False)
class Spreads(Tabular):
    """The values of hands of each kind; kinds without a hand are left out."""

    JSON = "rules dealer method hands seed? kinds"
    REPR = "rules dealer method kinds=kinds.__len__"

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

    def _records(self) -> list[dict[str, Any]]:
        return [one.to_dict() for one in self.kinds]

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
    sample: int = 5000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> Spreads:
    """Return what hands are worth, by kind: from a complete table if there is one, else sampled.

    >>> value_spreads(rules="casino", sample=20)
    Spreads(rules='casino', dealer='standard', method='sampled', kinds=7)
    """
    rules, way = find_game(rules, dealer)
    table = find_table(rules, way, folder=options.get("folder"))
    if table is not None and table.complete:
        return spreads_in_table(table)

    def summary(values: NDArray[np.float64]) -> Spreads:
        kinds = kinds_of(random_hands(sample, seed), rules)
        found = _spreads(kinds, values, np.ones(sample, np.int64), sampled=True)
        return Spreads(rules, way.name, "sampled", seed, tuple(found))

    job = sample_job(
        attrgetter("best.ev"), rules, way, Objective.WINS, summary,
        measured="best", sample=sample, seed=seed,
    )  # fmt: skip
    return run(job, **options)


@dataclass(frozen=True, slots=True)
class Pair(Value):
    """The best setting of a hand, and another one."""

    JSON = "best other cost"

    best: RankedSetting
    other: RankedSetting

    def __str__(self) -> str:
        return f"{self.best.setting} ({self.best.ev:+.4%}), {self.other.setting}: {self.cost:.7%}"

    @property
    def cost(self) -> float:
        """What the other setting gives away, as a part of the bet."""
        return (
            self.best.wins - self.best.losses - self.other.wins + self.other.losses
        ) / DEALER_HANDS


@dataclass(frozen=True, slots=True)
class Mistakes(Value):
    """What a player's way gives away with hands whose greatest four is of one category."""

    JSON = "category hands wrong cost dearest"

    category: Category
    hands: int
    wrong: int
    """Hands in which it gives something away."""
    cost: float
    """What it gives away on average, as a part of the bet."""
    dearest: Pair
    """The hand in which it gives away most: the best setting and its own."""


CLOSE = 0.01
"""A hand is a close call if the second best setting costs at most this part of the bet."""


@dataclass(frozen=True, slots=True, repr=False)
class Extremes(Tabular):
    """The extremes among all hands of a game, and what a player's way gives away, by kind of hand.

    Best is what earns most: wins minus losses.
    """

    JSON = (
        "rules dealer player objective hands edge cost wrong favourites safe close ties kinds "
        "worst closest"
    )
    REPR = "rules dealer player hands"
    objective: ClassVar[Objective] = Objective.EV

    rules: Rules
    dealer: str
    player: str
    hands: int
    edge: float
    """The house edge against best play."""
    cost: float
    """What the player's way gives away against best play, on average, as a part of the bet."""
    wrong: int
    """Hands in which the player's way gives something away."""
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

    def _records(self) -> list[dict[str, Any]]:
        return [
            one.to_dict()
            | {"dearest": str(one.dearest.best.setting), "dearest_cost": one.dearest.cost}
            for one in self.kinds
        ]

    def _table(self) -> TextTable:
        counts = {
            "best play is the favourite": self.favourites,
            "best play can't lose": self.safe,
            f"the second best setting costs at most {CLOSE:.0%} of the bet": self.close,
            "two settings are equally good": self.ties,
            f"{self.player} gives something away": self.wrong,
        }
        above = [
            f"house edge of best play {self.edge:.6%}; {self.player} gives away {self.cost:.6%}",
            *(
                f"{what}: {n:,} of {self.hands:,} hands, {n / self.hands:.4%}"
                for what, n in counts.items()
            ),
        ]
        rows = [
            [one.category, f"{one.hands:,}", f"{one.wrong / one.hands:.2%}", f"{one.cost:.3%}",
             one.dearest.best.setting, one.dearest.other.setting, f"{one.dearest.cost:.2%}"]
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
            return rank(int(hands[place]), rules, way, objective=Objective.EV)

        def played(place: int) -> Pair:
            found, setting = ranked(place), other.value(int(hands[place]))
            return Pair(found.best, next(one for one in found if one.value == setting))

        categories = best_categories(hands, rules)
        kinds = []
        for category in Category:
            if (of_kind := categories == category).any():
                dearest = int(np.argmax(np.where(of_kind, given, -1)))
                kinds.append(
                    Mistakes(category, number(of_kind), number(of_kind & (given > 0)),
                             mean(given, of_kind), played(dearest))
                )  # fmt: skip
        worst = np.argsort(value, kind="stable")[:count].tolist()
        apart = np.flatnonzero(margin)
        closest = map(ranked, apart[np.argsort(margin[apart], kind="stable")[:count]].tolist())
        return Extremes(
            rules, way.name, other.name, total, -mean(value), mean(given), number(given > 0),
            number(value > 0), number(losses == 0), number(margin <= CLOSE * DEALER_HANDS),
            number(margin == 0), tuple(kinds), tuple(map(played, worst)),
            tuple(Pair(one.best, _second(one)) for one in closest),
        )  # fmt: skip

    work = partial(_compare, BestSettings(rules, way, Objective.EV), other)
    job = hashed_job(
        "asia-extremes", chunks_of([wanted]), work, combine, rules=rules.name,
        ways=[way.fingerprint, other.fingerprint], classes=[wanted.start, wanted.stop],
    )  # fmt: skip
    return run(job, **options)
