"""What hands are worth: quantiles by their kind, and the extremes among all hands.

A hand's kind is the best four that it can make, as players speak of it, and whether it holds the
joker. Its value is the expected value of its best setting: wins minus losses, as a part of the bet.
With a complete table of the game all 154,143,080 hands are looked at, otherwise a random sample.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_int
from astragal.asia.classes import DEALER_HANDS, HANDS, SUIT_CLASSES
from astragal.asia.houseway import Way, best_categories, find_way, has_joker
from astragal.asia.layouts import CATEGORY_NAMES
from astragal.asia.ranking import Parts, RankedSetting, Ranking, Report
from astragal.asia.rules import Category, Objective, Rules, find_rules
from astragal.asia.table import BestTable, Folder, find_table, open_table
from astragal.asia.wholegame import MOST_GAIN, Measuring, random_hands, sample_job
from astragal.cards import SetArray, cards_name
from astragal.errors import TableReachError
from astragal.intervals import mean_error
from astragal.jobs import RunOptions, run
from astragal.notebook import Framed

PERCENTS = (5, 25, 50, 75, 95)


class Kind(NamedTuple):
    """The category of the greatest four of a legal setting, and whether the hand has the joker."""

    category: Category
    joker: bool


KINDS = tuple(Kind(category, joker) for category in Category for joker in (False, True))


def kinds_of(hands: SetArray, rules: Rules) -> NDArray[np.uint8]:
    """Return the kind of each hand, as an index into `KINDS`.

    >>> from astragal.cards import card_set
    >>> hands = np.array([card_set("Jk Kh Qh 9h 8c 5d 2s")], np.uint64)
    >>> KINDS[kinds_of(hands, find_rules("push"))[0]]
    Kind(category=<Category.FLUSH: 5>, joker=True)
    """
    return 2 * best_categories(hands, rules) + has_joker(hands)


@dataclass(frozen=True, slots=True)
class Spread:
    """The values of all hands of one kind."""

    kind: Kind
    hands: int
    mean: float
    error: float | None
    """Half the width of the 95 % interval of the mean; None for all hands, or for only one."""
    quantiles: tuple[float, ...]
    """The quantiles of the values at `PERCENTS`."""

    def to_dict(self) -> dict[str, Any]:
        """Return the spread as one of the `kinds` of an answer."""
        return {
            "category": CATEGORY_NAMES[self.kind.category],
            "joker": self.kind.joker,
            "hands": self.hands,
            "mean": self.mean,
            "error": self.error,
            "quantiles": dict(zip(map(str, PERCENTS), self.quantiles, strict=True)),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Spreads(Report, Framed):
    """The values of hands of each kind; kinds without a hand are left out."""

    rules: Rules
    dealer: str
    method: str
    """`table`, if all hands were looked at, or `sampled`."""
    seed: int | None
    kinds: tuple[Spread, ...]

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"Spreads({len(self.kinds)} kinds, {game}, method={self.method!r})"

    @property
    def hands(self) -> int:
        """How many hands were looked at."""
        return sum(spread.hands for spread in self.kinds)

    def _records(self) -> list[dict[str, Any]]:
        return [one.to_dict() for one in self.kinds]

    def _parts(self) -> Parts:
        which = "all" if self.method == "table" else "random"
        head = f"value of best settings in % of the bet, {which} {self.hands:,} hands"
        rows = [
            [CATEGORY_NAMES[one.kind.category], "yes" if one.kind.joker else "no", f"{one.hands:,}",
             *(f"{100 * value:.1f}" for value in (one.mean, *one.quantiles))]
            for one in self.kinds
        ]  # fmt: skip
        headings = ["kind", "joker", "hands", "mean", *(f"{n} %" for n in PERCENTS)]
        return [head], headings, rows, self.rules.game_lines(self.dealer)

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal plot asia-values --json` prints, without the file."""
        return (
            self.rules.game_fields(self.dealer)
            | {"method": self.method, "hands": self.hands}
            | ({} if self.seed is None else {"seed": self.seed})
            | {"kinds": self._records()}
        )


def quantiles(
    values: NDArray[np.float64], weights: NDArray[np.int64], percents: Sequence[int] = PERCENTS
) -> tuple[float, ...]:
    """Return the quantiles of weighted values.

    Each is the smallest value such that the weight up to it reaches the percentage.

    >>> quantiles(np.array([3.0, 1.0, 2.0]), np.array([1, 1, 2]), (25, 26, 75, 100))
    (1.0, 2.0, 2.0, 3.0)
    """
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    places = np.searchsorted(100 * reached, np.array(percents) * reached[-1])
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


def _best_ev(ranking: Ranking) -> list[float]:
    return [ranking.best.ev]


def spreads_in_table(table: BestTable) -> Spreads:
    """Return the values of all hands that a table covers."""
    kinds, values, weights = [], [], []
    for block in table.blocks():
        kinds.append(kinds_of(block.hands, table.rules))
        won, lost = (block.column(name).astype(np.int64) for name in ("wins", "losses"))
        values.append((won - lost) / DEALER_HANDS)
        weights.append(block.weights.astype(np.int64))
    columns = np.concatenate(kinds), np.concatenate(values), np.concatenate(weights)
    found = tuple(_spreads(*columns, sampled=False))
    return Spreads(table.rules, table.way.name, "table", None, found)


def value_spreads(
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    sample: int = 5000,
    seed: int = 1,
    **options: Unpack[RunOptions],
) -> Spreads:
    """Return what hands are worth, by kind: from a complete table if there is one, else sampled.

    >>> value_spreads(rules="casino", sample=20)
    Spreads(8 kinds, rules='casino', dealer='standard', method='sampled')
    """
    rules = find_rules(rules)
    way = find_way(dealer, rules)
    table = find_table(rules, way, folder=options.get("folder"))
    if table is not None and table.complete:
        return spreads_in_table(table)

    def summary(values: NDArray[np.float64]) -> Spreads:
        kinds = kinds_of(random_hands(sample, seed), rules)
        found = _spreads(kinds, values[:, 0], np.ones(sample, np.int64), sampled=True)
        return Spreads(rules, way.name, "sampled", seed, tuple(found))

    work = Measuring(_best_ev, rules, way, Objective.WINS)
    return run(sample_job(work, summary, measured="best", sample=sample, seed=seed), **options)


@dataclass(frozen=True, slots=True, repr=False)
class Extremes(Report):
    """The extremes among all hands of a game, from its complete table."""

    rules: Rules
    dealer: str
    objective: Objective
    favourites: int
    """Hands whose best setting wins more often than it loses."""
    safe: int
    """Hands whose best setting can't lose."""
    house_differs: int
    """Hands that the dealer's way sets otherwise, and worse, than best play."""
    worst: tuple[RankedSetting, ...]
    """The hands with the lowest expected value."""
    closest: tuple[RankedSetting, ...]
    """The hands in which the dealer's way gives away least, but something."""
    dearest: tuple[RankedSetting, ...]
    """The hands in which the dealer's way gives away most."""

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"Extremes({game}, worst={cards_name(self.worst[0].hand)!r})"

    def _lists(self) -> dict[str, tuple[RankedSetting, ...]]:
        return {"worst": self.worst, "closest": self.closest, "dearest": self.dearest}

    def _parts(self) -> Parts:
        counts = {
            "best play is the favourite": self.favourites,
            "best play can't lose": self.safe,
            f"{self.dealer} gives something away": self.house_differs,
        }
        above = [f"{what}: {n:,} of {HANDS:,} hands, {n / HANDS:.4%}" for what, n in counts.items()]
        rows = [
            [
                name,
                str(one.setting),
                f"{one.ev:+.4%}",
                str(house.setting),
                f"{one.ev - house.ev:.6%}",
            ]
            for name, found in self._lists().items()
            for one in found
            for house in (one.house or one,)
        ]  # fmt: skip
        headings = ["", "best", "ev", f"{self.dealer} sets", "gives away"]
        game, *note = self.rules.game_lines(self.dealer)
        return above, headings, rows, [f"{game}; objective {self.objective}", *note]

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal asia extremes --json` prints."""
        return (
            self.rules.game_fields(self.dealer)
            | {"objective": str(self.objective), "hands": HANDS, "favourites": self.favourites}
            | {"safe": self.safe, "house_differs": self.house_differs}
            | {
                name: [one.row() | {"house": (one.house or one).row()} for one in found]
                for name, found in self._lists().items()
            }
        )


def extremes(
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    objective: str = "wins",
    count: int = 3,
    folder: Folder = None,
) -> Extremes:
    """Return the extremes among all hands: the worst, the closest, the safe ones.

    The table of the game must be complete; `build_table` makes it. `count` hands of each list are
    named, of hands that differ in suits only one.
    """
    require_int(count, "count", 1, SUIT_CLASSES, "at least one hand is needed")
    table = open_table(rules, dealer, objective=objective, folder=folder)
    if not table.complete:
        raise TableReachError(f"{table.path}: incomplete; astragal asia table computes the rest")
    return extremes_in_table(table, count)


def extremes_in_table(table: BestTable, count: int) -> Extremes:
    """Return the extremes among the hands that a table covers."""
    blocks = [
        (block.hands, block.weights.astype(np.int64), block.rows[:, 1:].astype(np.int64))
        for block in table.blocks()
    ]
    hands, weights, rows = map(np.concatenate, zip(*blocks, strict=True))
    wins, losses, house_wins, house_losses = rows.T
    value, given = wins - losses, wins - losses - house_wins + house_losses

    def number(which: NDArray[np.bool_]) -> int:
        return int(weights[which].sum())

    def first(order: NDArray[np.int64], among: NDArray[np.bool_]) -> tuple[RankedSetting, ...]:
        places = np.flatnonzero(among)
        chosen = places[np.argsort(order[places], kind="stable")[:count]]
        return tuple(table.best(hand) for hand in hands[chosen].tolist())

    every, differs = np.ones(len(hands), bool), given > 0
    return Extremes(
        table.rules, table.way.name, table.objective, number(value > 0), number(losses == 0),
        number(differs), first(value, every), first(given, differs), first(-given, differs),
    )  # fmt: skip
