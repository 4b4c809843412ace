"""What hands are worth: quantiles of the values of hands, by their kind.

A hand's kind is the best high hand that it can make, as players speak of it, and whether it holds
the joker. Its value is the expected value of its best setting, as a part of the bet. With a
complete table of the game all 154,143,080 hands are looked at, otherwise a random sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int, require_seed
from astragal._frames import Floats
from astragal._intervals import mean_error
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.cards import SetArray
from astragal.jobs import RunOptions, run
from astragal.setting.classes import DEALER_HANDS
from astragal.setting.house_way import best_categories, has_joker
from astragal.setting.rules import Category, Rules, RulesJson
from astragal.setting.sample import MOST_GAIN, MOST_HANDS, random_hands, sample_job
from astragal.setting.table import BestTable, find_table

if TYPE_CHECKING:
    from astragal.setting.game import Game

PERCENTS = (5, 25, 50, 75, 95)


class Kind(NamedTuple):
    """The category of the greatest high hand of a legal setting, and whether there is the joker."""

    category: Category
    joker: bool


KINDS = tuple(Kind(category, joker) for category in Category for joker in (False, True))


def kinds_of(hands: SetArray, rules: Rules) -> NDArray[np.uint8]:
    """Return the kind of each hand, as an index into `KINDS`.

    >>> from astragal import asia
    >>> from astragal.cards import card_set
    >>> hands = np.array([card_set("Jk Kh Qh 9h 8c 5d 2s")], np.uint64)
    >>> KINDS[kinds_of(hands, asia.find_rules("push"))[0]]
    Kind(category=<Category.FLUSH: 5>, joker=True)
    """
    return 2 * best_categories(hands, rules) + has_joker(hands)


class SpreadJson(TypedDict):
    """The values of all hands of one kind."""

    category: str
    """The best high hand that the hand can make."""
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

    rules: RulesJson
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

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {
            "category": [str(spread.kind.category) for spread in self.kinds],
            "joker": [spread.kind.joker for spread in self.kinds],
            "hands": [spread.hands for spread in self.kinds],
            "mean": [spread.mean for spread in self.kinds],
            "error": Floats(spread.error for spread in self.kinds),
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
        rows = []
        for spread in self.kinds:
            kind = [str(spread.kind.category), "yes" if spread.kind.joker else "no"]
            values = [f"{100 * value:.1f}" for value in (spread.mean, *spread.quantiles)]
            rows.append([*kind, f"{spread.hands:,}", *values])
        return TextTable(
            headings=["kind", "joker", "hands", "mean", *(f"{n} %" for n in PERCENTS)],
            rows=rows,
            below=f"rules {self.rules.name}; dealer {self.dealer}",
            above=f"value of best settings in % of the bet, {which} {self.hands:,} hands",
        )


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
        values_of_kind, counts = values[of_kind], weights[of_kind]
        if not len(counts):
            continue
        hands = int(counts.sum())
        yield Spread(
            kind=kind,
            hands=hands,
            mean=float(values_of_kind @ counts) / hands,
            error=mean_error(values_of_kind, MOST_GAIN) if sampled and hands > 1 else None,
            quantiles=quantiles(values_of_kind, counts),
        )


def spreads_in_table(table: BestTable) -> Spreads:
    """Return the values of all hands that a table covers."""
    stakes, columns = table.rules.stakes, []
    for block in table.blocks():
        wins, losses = (block.column(name).astype(np.int64) for name in ("wins", "losses"))
        nets = stakes.win * wins - stakes.loss * losses
        values, weights = nets / (stakes.loss * DEALER_HANDS), block.weights.astype(np.int64)
        columns.append((kinds_of(block.hands, table.rules), values, weights))
    kinds, values, weights = map(np.concatenate, zip(*columns, strict=True))
    spreads = tuple(_spreads(kinds, values, weights, sampled=False))
    return Spreads(table.rules, table.dealer, "table", None, spreads)


def value_spreads(
    game: Game, *, samples: int = 5000, seed: int = 0, **options: Unpack[RunOptions]
) -> Spreads:
    """Do what `Game.spreads` does."""
    samples = require_int(samples, "samples", 2, MOST_HANDS)  # also where a table answers
    seed = require_seed(seed)
    table = find_table(game, folder=options.get("folder"))
    if table is not None and table.complete:
        return spreads_in_table(table)

    def summary(values: NDArray[np.float64]) -> Spreads:
        kinds = kinds_of(random_hands(samples, seed), game.rules)
        spreads = _spreads(kinds, values, np.ones(samples, np.int64), sampled=True)
        return Spreads(game.rules, game.dealer.name, "sampled", seed, tuple(spreads))

    job = sample_job(
        attrgetter("best.ev"), game, summary, measured="best", samples=samples, seed=seed
    )
    return run(job, **options)
