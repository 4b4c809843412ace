"""The distribution of a hand's equity after the next cards, and of each hand of a range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, SetArray, card_names, subsets
from astragal.equity.exact import Sums, no_deal
from astragal.equity.notation import RANDOM
from astragal.equity.ranges import RangeLike
from astragal.equity.spot import Spot, read_spot
from astragal.equity.sweep import TwoRanges, swept_variant
from astragal.errors import counted
from astragal.poker import Variant
from astragal.poker.variants import BOARD, hand_name
from astragal.progress import Progress

BINS = 10
_BAR = 40  # characters


class DistributionJson(TypedDict):
    """The distribution of the equity of a range after more cards of the board."""

    game: str
    board: list[str]
    dead: list[str]
    range: str
    """The range, as it was given."""
    versus: str
    """The other range."""
    cards: int
    """The number of cards that are dealt before the equity is taken."""
    method: str
    """exact"""
    ehs: float
    """The expected hand strength: the mean of the equity, 0 to 1."""
    ehs2: float
    """The mean of the squared equity."""
    histogram: list[float]
    """The probability of each bin; the bins divide 0 to 1 evenly."""


@dataclass(frozen=True, eq=False, repr=False)
class Distribution(TableResult):
    """The distribution of the equity of each hand of a range after more cards of the board.

    The arrays have a row for each of `hands`.
    """

    game: Variant
    board: CardSet
    dead: CardSet
    range: str
    versus: str
    cards: int
    """The number of cards that are dealt before the equity is taken."""
    hands: SetArray
    """The hands of the range that have no known card."""
    weights: NDArray[np.float64]
    """The weight of each hand in the range, times the weight of the hands that it meets."""
    histograms: NDArray[np.float64]
    """The probability that the equity is in each bin; a bin has its lower bound."""
    means: NDArray[np.float64]
    """The mean of the equity: the equity now."""
    squares: NDArray[np.float64]
    """The mean of the squared equity."""

    @property
    def method(self) -> str:
        """The method is always exact: every deal is counted."""
        return "exact"

    @property
    def histogram(self) -> NDArray[np.float64]:
        """The histogram of the whole range."""
        return self._mean(self.histograms)

    @property
    def ehs(self) -> float:
        """The expected hand strength: the mean of the equity over the whole range."""
        return float(self._mean(self.means))

    @property
    def ehs2(self) -> float:
        """The mean of the squared hand strength over the whole range."""
        return float(self._mean(self.squares))

    def _mean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        met = self.weights > 0
        return np.average(values[met], axis=0, weights=self.weights[met])

    def __repr__(self) -> str:
        return (
            f"<Distribution {self.range} v {self.versus}: "
            f"EHS {self.ehs:.4f}, EHS2 {self.ehs2:.4f}, {self.histograms.shape[1]} bins>"
        )

    def to_dict(self) -> DistributionJson:
        """Return the JSON of `astragal equity --distribution`."""
        return {
            "game": self.game.name,
            "board": card_names(self.board),
            "dead": card_names(self.dead),
            "range": self.range,
            "versus": self.versus,
            "cards": self.cards,
            "method": self.method,
            "ehs": self.ehs,
            "ehs2": self.ehs2,
            "histogram": self.histogram.tolist(),
        }

    def _columns(self) -> Mapping[str, Any]:
        bins = self.histograms.shape[1]
        return {
            "hand": [hand_name(hand) for hand in self.hands.tolist()],
            "weight": self.weights,
            "ehs": self.means,
            "ehs2": self.squares,
            **{f"{place / bins:g}": column for place, column in enumerate(self.histograms.T)},
        }

    def _table(self) -> TextTable:
        shares = self.histogram.tolist()
        bins = len(shares)
        rows = [
            [
                f"{place / bins:.0%} to {(place + 1) / bins:.0%}",
                f"{share:.2%}",
                "█" * round(_BAR * share),
            ]
            for place, share in enumerate(shares)
        ]
        cards = counted(self.cards, "more card")
        means = f"EHS {self.ehs:.6f}, EHS2 {self.ehs2:.6f}"
        below = f"{self.range} against {self.versus} after {cards}: {means}"
        return TextTable(["equity", "share", ""], rows, below)


def distribution(
    hands: RangeLike,
    versus: RangeLike = RANDOM,
    *,
    board: Cards = "",
    dead: Cards = "",
    game: str | Variant = "holdem",
    cards: int | None = None,
    bins: int = BINS,
    threads: int | None = None,
    progress: Progress = False,
) -> Distribution:
    """Return the histogram of a hand's equity after the next cards; of each hand of a range.

    `cards` is how many cards are dealt before the equity is taken: all that are to come if None, 1
    for the equity after the next card. The mean is the equity now (EHS), and `ehs2` is the mean of
    the square. Boards count by how much of the other range they leave.

    >>> distribution("AhKh", board="2c 7d Jh")
    <Distribution AhKh v random: EHS 0.5726, EHS2 0.3812, 10 bins>
    """
    bins = require_int(bins, "bins", 1, 1000)
    spot = read_spot([hands, versus], board, dead, swept_variant(game, threads))
    return distribution_of(spot, cards, bins, threads, progress)


def distribution_of(
    spot: Spot, cards: int | None, bins: int, threads: int | None, progress: Progress
) -> Distribution:
    """Return the distribution of the equity of the first player of a spot."""
    if cards is None:
        cards = spot.to_come
    cards = require_int(cards, "cards", 0, spot.to_come)
    two = TwoRanges(spot)
    if not two.met()[two.mine].any():
        raise no_deal(spot)

    def add(boards: SetArray, times: NDArray[np.int64], sums: Sums) -> None:
        for street, number in zip(boards.tolist(), times.tolist(), strict=True):
            _add_street(two, street, number, sums)

    add_boards = two.native.add_histograms if cards == spot.to_come else add
    sums, _ = two.sweep(bins + 3, add_boards, threads, progress, cards)
    mass = sums[:, bins, np.newaxis]
    with np.errstate(invalid="ignore"):
        shares = sums / mass
    return Distribution(
        game=spot.game,
        board=spot.board,
        dead=spot.dead,
        range=spot.names[0],
        versus=spot.names[1],
        cards=cards,
        hands=two.hands[two.mine],
        weights=two.weights * mass[:, 0],
        histograms=shares[:, :bins],
        means=shares[:, bins + 1],
        squares=shares[:, bins + 2],
    )


def _add_street(two: TwoRanges, board: CardSet, number: int, sums: Sums) -> None:
    """Add the equity of each hand on a board that is not full to its histogram and moments."""
    spot, to_come = two.spot, BOARD - board.bit_count()
    boards = subsets(spot.unseen & ~board, to_come) | np.uint64(board)
    won = np.zeros((len(sums), 2))
    two.native.add_boards(boards, np.ones(len(boards), np.int64), won)
    met = two.met(board & ~spot.board)
    hands = np.flatnonzero(met)
    left = comb((spot.live & ~board).bit_count() - 2 * spot.game.hole, to_come)
    equity = (won @ (1, 0.5))[hands] / (met[hands] * left)
    mass = number * left * met[hands]
    bins = sums.shape[1] - 3
    sums[hands, np.minimum((equity * bins).astype(int), bins - 1)] += mass
    sums[hands, bins:] += mass[:, np.newaxis] * np.stack(
        [np.ones_like(equity), equity, equity**2], 1
    )
