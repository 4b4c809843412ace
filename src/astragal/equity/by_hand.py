"""The exact equity of each hand of a range against another range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_instance
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, SetArray, card_names
from astragal.equity.exact import (
    boards_left,
    no_deal,
)
from astragal.equity.limits import NO_LIMITS, Limits
from astragal.equity.notation import DECIMALS, RANDOM
from astragal.equity.plan import plan_sweep
from astragal.equity.ranges import RangeLike, square_svg, square_text
from astragal.equity.spot import Spot, read_spot
from astragal.equity.starting_hands import numbers_of, starting_hands
from astragal.equity.sweep import TwoRanges, swept_variant
from astragal.poker import Variant
from astragal.poker.variants import hand_name
from astragal.progress import Progress

_SHOWN = 20


class StartingHandEquityJson(TypedDict):
    """The equity of a starting hand of a range."""

    hand: str
    """The starting hand: QQ, AKs or AKo."""
    combos: int
    """The number of its hands in the range."""
    weight: float
    """The sum of their weights."""
    equity: float
    """The share of the pot, 0 to 1."""


class HandEquityJson(TypedDict):
    """The equity of a hand of a range."""

    hand: str
    weight: float
    """The weight of the hand in its range, 0 to 1."""
    equity: float | None
    """The share of the pot, 0 to 1; null if the hand blocks all of the other range."""


class EquityByHandJson(TypedDict):
    """The exact equity of each hand of a range against another range."""

    game: str
    board: list[str]
    dead: list[str]
    range: str
    """The range, as it was given."""
    versus: str
    """The other range."""
    method: str
    """exact"""
    equity: float
    """The equity of the whole range, 0 to 1."""
    starting_hands: list[StartingHandEquityJson] | None
    """Each starting hand that is in the range; null if hands have four cards."""
    hands: list[HandEquityJson]


@dataclass(frozen=True, eq=False, repr=False)
class EquityByHand(TableResult):
    """The exact equity of each hand of a range against another range.

    The arrays have a row for each of `hands`.
    """

    game: Variant
    board: CardSet
    dead: CardSet
    range: str
    versus: str
    hands: SetArray
    """The hands of the range that have no known card."""
    weights: NDArray[np.float64]
    """The weight of each hand in the range."""
    wins: NDArray[np.float64]
    """Deals that the hand wins, by the weight of the other range."""
    ties: NDArray[np.float64]
    deals: NDArray[np.float64]
    """All deals of the hand, by the weight of the other range; 0 if it blocks all of that range."""

    @property
    def method(self) -> str:
        """The method is always exact: every deal is counted."""
        return "exact"

    @property
    def _pots(self) -> NDArray[np.float64]:
        return self.wins + self.ties / 2

    @property
    def equities(self) -> NDArray[np.float64]:
        """The equity of each hand; NaN if it blocks all of the other range."""
        with np.errstate(invalid="ignore"):
            return self._pots / self.deals

    @property
    def equity(self) -> float:
        """The equity of the whole range."""
        return float(self.weights @ self._pots / (self.weights @ self.deals))

    @property
    def starting_hands(self) -> dict[str, float]:
        """The equity of each starting hand that is in the range; of two cards only."""
        return {row["hand"]: row["equity"] for row in self._starting_hand_rows() or ()}

    def _starting_hand_rows(self) -> list[StartingHandEquityJson] | None:
        """Return the starting hands with their equity; None if hands have four cards."""
        if self.game.hole != 2:
            return None
        numbers, names = numbers_of(self.hands), starting_hands()
        combos = np.bincount(numbers, minlength=len(names))
        weights = np.bincount(numbers, self.weights, len(names))
        deals = np.bincount(numbers, self.weights * self.deals, len(names))
        pots = np.bincount(numbers, self.weights * self._pots, len(names))
        return [
            {
                "hand": str(names[number]),
                "combos": int(combos[number]),
                "weight": round(float(weights[number]), DECIMALS),
                "equity": float(pots[number] / deals[number]),
            }
            for number in np.flatnonzero(deals)
        ]

    def _hand_rows(self) -> list[HandEquityJson]:
        rows = zip(self.hands.tolist(), self.weights.tolist(), self.equities.tolist(), strict=True)
        return [
            {
                "hand": hand_name(hand),
                "weight": weight,
                "equity": None if isnan(equity) else equity,
            }
            for hand, weight, equity in rows
        ]

    def to_dict(self) -> EquityByHandJson:
        """Return the JSON of `astragal equity --by-hand`."""
        return {
            "game": self.game.name,
            "board": card_names(self.board),
            "dead": card_names(self.dead),
            "range": self.range,
            "versus": self.versus,
            "method": self.method,
            "equity": self.equity,
            "starting_hands": self._starting_hand_rows(),
            "hands": self._hand_rows(),
        }

    def __repr__(self) -> str:
        versus = f"{self.equity:.4%} v {self.versus}"
        return f"<EquityByHand {self.range} {versus}: {len(self.hands)} hands>"

    def _columns(self) -> Mapping[str, Any]:
        return {
            "hand": [hand_name(hand) for hand in self.hands.tolist()],
            "weight": self.weights,
            "deals": self.deals,
            "equity": self.equities,
        }

    def _table(self) -> TextTable:
        rows = self._starting_hand_rows()
        if rows is None:
            rows = [
                {"hand": row["hand"], "combos": 1, "weight": row["weight"], "equity": row["equity"]}
                for row in self._hand_rows()
                if row["equity"]
            ]
        rows.sort(key=lambda row: -row["equity"])
        more = len(rows) - _SHOWN
        below = f"{self.range} against {self.versus}: {self.equity:.4%}, all deals counted"
        return TextTable(
            ["hand", "combos", "weight", "equity"],
            [
                [row["hand"], row["combos"], f"{row['weight']:.6g}", f"{row['equity']:.4%}"]
                for row in rows[:_SHOWN]
            ],
            f"and {more} more\n{below}" if more > 0 else below,
        )

    def __str__(self) -> str:
        table = self._table().to_text()
        if len(self.starting_hands) <= _SHOWN:
            return table
        return f"{table}\n\nall in percent, suited hands above the pairs:\n{self.square()}"

    def square(self) -> str:
        """Draw the square of starting hands, each with its equity in percent."""
        equities = {name: f"{equity:.0%}" for name, equity in self.starting_hands.items()}
        return square_text(self.game, equities)

    def _repr_svg_(self) -> str | None:
        """Draw the square of starting hands, each filled by its equity."""
        return square_svg(self.game, self.starting_hands) if self.game.hole == 2 else None


def by_hand(
    hands: RangeLike,
    versus: RangeLike = RANDOM,
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str | Variant = "holdem",
    limits: Limits = NO_LIMITS,
    threads: int | None = None,
    progress: Progress = False,
) -> EquityByHand:
    """Return the exact equity of each hand and each starting hand of a range, heads-up.

    All hands share the work: on a flop, any range against any other takes about 12 ms of one core.
    Before the flop it takes longer, most of all if a range has some suits of a hand and not others.
    More than `limits.evaluations` are refused.

    >>> equities = by_hand("QQ+, AKs", "15%", board="2c 7d Jh")
    >>> equities
    <EquityByHand QQ+, AKs 75.4063% v 15%: 22 hands>
    >>> {name: round(equity, 4) for name, equity in equities.starting_hands.items()}
    {'AA': 0.8793, 'AKs': 0.5125, 'KK': 0.8021, 'QQ': 0.7479}
    """
    require_instance(limits, Limits, "equity.Limits makes one")
    spot = read_spot([hands, versus], board, dead, swept_variant(game, threads))
    limits.check(plan_sweep(spot).evaluations)
    return by_hand_of(spot, threads, progress)


def by_hand_of(spot: Spot, threads: int | None, progress: Progress) -> EquityByHand:
    """Return the equity of each hand of the first player of a spot."""
    two = TwoRanges(spot)
    met = two.met()[two.mine]
    if not met.any():
        raise no_deal(spot)
    wins, ties, _ = two.count(threads, progress)
    return EquityByHand(
        game=spot.game,
        board=spot.board,
        dead=spot.dead,
        range=spot.names[0],
        versus=spot.names[1],
        hands=two.hands[two.mine],
        weights=two.weights,
        wins=wins,
        ties=ties,
        deals=met * boards_left(spot),
    )
