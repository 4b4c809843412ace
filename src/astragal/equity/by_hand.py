"""How a range does: the equity of each hand, how it is distributed, and what the hands make."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, isnan
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from astragal._checks import require_int
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, SetArray, card_set, cards_name, subsets
from astragal.equity.exact import (
    Sums,
    TwoRanges,
    boards_left,
    check_bound,
    evaluations_in_sweep,
    no_deal,
    swept_variant,
)
from astragal.equity.notation import RANDOM
from astragal.equity.ranges import Range, RangeLike, square_svg, square_text
from astragal.equity.results import SPOT, SpotResult
from astragal.equity.spot import read_spot
from astragal.equity.starting_hands import numbers_of, starting_hands
from astragal.errors import BadInputError, CardError, counted
from astragal.notebook import Tabular
from astragal.poker import made_hand_many
from astragal.poker.layouts import MADE_HAND
from astragal.poker.rules import BLOCKERS, DRAWS, MADE_HANDS
from astragal.poker.variants import BOARD, Variant, hand_name
from astragal.progress import Progress

_SHOWN = 20


@dataclass(frozen=True, eq=False, repr=False)
class TwoRangesResult(SpotResult):
    """A range against another; the arrays have a row for each of `hands`."""

    range: str
    versus: str
    hands: SetArray
    """The hands of the range, without those that have a known card."""
    weights: NDArray[np.float64]
    """The weight of each hand: in its range; in a `Distribution`, times what it meets."""
    method: ClassVar[str] = "exact"

    @property
    def _names(self) -> list[str]:
        return [hand_name(hand) for hand in self.hands.tolist()]


@dataclass(frozen=True, eq=False, repr=False)
class Cells(TwoRangesResult):
    """The exact equity of each hand of a range against another range."""

    JSON = f"{SPOT} range versus method equity cells?=_cells hands=_hands"

    wins: NDArray[np.float64]
    """Deals that the hand wins, by the weight of the other range."""
    ties: NDArray[np.float64]
    deals: NDArray[np.float64]
    """All deals of the hand, by the weight of the other range; 0 if it blocks all of that range."""

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
    def cells(self) -> dict[str, float]:
        """The equity of each starting hand that is in the range: up to 169; of two cards only."""
        return {cell["hand"]: cell["equity"] for cell in self._cells or ()}

    @property
    def _cells(self) -> list[dict[str, Any]] | None:
        """Name, combos, weight and equity of each starting hand; None if hands have four cards."""
        if self.game.hole != 2:
            return None
        numbers = numbers_of(self.hands)
        combos, weights, deals, pots = (
            np.bincount(numbers, values, len(starting_hands()))
            for values in (None, *(self.weights * by for by in (1, self.deals, self._pots)))
        )
        return [
            {
                "hand": str(starting_hands()[number]),
                "combos": int(combos[number]),
                "weight": float(weights[number]),
                "equity": float(pots[number] / deals[number]),
            }
            for number in np.flatnonzero(deals)
        ]

    @property
    def _hands(self) -> list[dict[str, Any]]:
        found = zip(self._names, self.weights.tolist(), self.equities.tolist(), strict=True)
        return [
            {"hand": hand, "weight": weight, "equity": None if isnan(equity) else equity}
            for hand, weight, equity in found
        ]

    def __repr__(self) -> str:
        return f"<Cells {self.range} {self.equity:.4%} v {self.versus}: {len(self.hands)} hands>"

    def _columns(self) -> dict[str, Any]:
        return {
            "hand": self._names, "weight": self.weights, "deals": self.deals,
            "equity": self.equities,
        }  # fmt: skip

    def _table(self) -> TextTable:
        found = self._cells
        if found is None:
            found = [one | {"combos": 1} for one in self._hands if one["equity"]]
        found.sort(key=lambda row: -row["equity"])
        more = len(found) - _SHOWN
        rows = [
            [row["hand"], row["combos"], f"{row['weight']:.6g}", f"{row['equity']:.4%}"]
            for row in found[:_SHOWN]
        ]
        below = f"{self.range} against {self.versus}: {self.equity:.4%}, all deals counted"
        below = f"and {more} more\n{below}" if more > 0 else below
        return TextTable(["hand", "combos", "weight", "equity"], rows, below)

    def __str__(self) -> str:
        table = Tabular.__str__(self)
        if len(self.cells) <= _SHOWN:
            return table
        return f"{table}\n\nall in percent, suited hands above the pairs:\n{self.square()}"

    def square(self) -> str:
        """Draw the square of starting hands, each with its equity in percent."""
        return square_text(self.game, {name: f"{part:.0%}" for name, part in self.cells.items()})

    def _repr_svg_(self) -> str | None:
        """Draw the square of starting hands, each filled by its equity."""
        return square_svg(self.game, self.cells) if self.game.hole == 2 else None


def cells(
    hands: RangeLike,
    versus: RangeLike = RANDOM,
    board: Cards = "",
    *,
    dead: Cards = "",
    game: str | Variant = "holdem",
    bound: int | None = None,
    threads: int | None = None,
    progress: Progress = False,
) -> Cells:
    """Return the exact equity of each hand and each starting hand of a range, heads-up.

    All hands share the work: on a flop, any range against any other takes about 12 ms of one core.
    Before the flop it takes longer, most of all if a range has some suits of a hand and not others.
    A server can limit the work: beyond `bound` evaluations it is refused.

    >>> found = cells("QQ+, AKs", "15%", board="2c 7d Jh")
    >>> found
    <Cells QQ+, AKs 75.4063% v 15%: 22 hands>
    >>> {name: round(equity, 4) for name, equity in found.cells.items()}
    {'AA': 0.8793, 'AKs': 0.5125, 'KK': 0.8021, 'QQ': 0.7479}
    """
    spot = read_spot([hands, versus], board, dead, swept_variant(game, threads))
    if bound is not None:
        check_bound(evaluations_in_sweep(spot), bound)
    two = TwoRanges(spot)
    met = two.met()[two.mine]
    if not met.any():
        raise no_deal(spot)
    wins, ties, _ = two.count(threads, progress)
    return Cells(
        spot.game, spot.board, spot.dead, spot.names[0], spot.names[1], two.hands[two.mine],
        two.weights, wins, ties, met * boards_left(spot),
    )  # fmt: skip


# ---- How the equity is distributed -------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Distribution(TwoRangesResult):
    """How the equity of each hand of a range is distributed after more cards of the board."""

    JSON = f"{SPOT} range versus cards method ehs ehs2 histogram"

    cards: int
    """How many cards are dealt before the equity is taken."""
    histograms: NDArray[np.float64]
    """The probability that the equity is in each bin; a bin has its lower bound."""
    means: NDArray[np.float64]
    """The mean of the equity: the equity now."""
    squares: NDArray[np.float64]
    """The mean of the squared equity."""

    @property
    def histogram(self) -> NDArray[np.float64]:
        """The histogram of the whole range; of one hand it is that of the hand."""
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

    def _columns(self) -> dict[str, Any]:
        bins = self.histograms.shape[1]
        return {
            "hand": self._names,
            "weight": self.weights,
            "ehs": self.means,
            "ehs2": self.squares,
            **{f"{place / bins:g}": column for place, column in enumerate(self.histograms.T)},
        }

    def _table(self) -> TextTable:
        parts = self.histogram.tolist()
        bins = len(parts)
        rows = [
            [f"{n / bins:.0%} to {(n + 1) / bins:.0%}", f"{part:.2%}", "█" * round(40 * part)]
            for n, part in enumerate(parts)
        ]
        summary = f"{self.range} against {self.versus} after {counted(self.cards, 'more card')}: "
        return TextTable(
            ["equity", "share", ""], rows, f"{summary}EHS {self.ehs:.6f}, EHS2 {self.ehs2:.6f}"
        )


def distribution(
    hands: RangeLike,
    versus: RangeLike = RANDOM,
    board: Cards = "",
    *,
    dead: Cards = "",
    game: str | Variant = "holdem",
    cards: int | None = None,
    bins: int = 10,
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
    bins = require_int(bins, "bins", 1, 1000, "1 to 1000 are possible")
    spot = read_spot([hands, versus], board, dead, swept_variant(game, threads))
    if cards is None:
        cards = spot.to_come
    cards = require_int(cards, "cards", 0, spot.to_come, f"{spot.to_come} cards are to come")
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
        spot.game, spot.board, spot.dead, spot.names[0], spot.names[1], two.hands[two.mine],
        two.weights * mass[:, 0], cards, shares[:, :bins], shares[:, bins + 1], shares[:, bins + 2],
    )  # fmt: skip


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


# ---- What the hands make -----------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Made(SpotResult):
    """What the hands of a range make on a board, as shares of the range by weight."""

    JSON = "range board=_board hands weight made draws blockers"

    range: str
    hands: int
    """How many hands of the range the board leaves."""
    weight: float
    made: Mapping[str, float]
    """The share of each made hand, best first; together they are 1."""
    draws: Mapping[str, float]
    """The share of hands with each draw; a hand may have several."""
    blockers: Mapping[str, float]

    def __repr__(self) -> str:
        best = ", ".join(f"{name} {share:.1%}" for name, share in list(self.made.items())[:3])
        return f"<Made {self.range} on {cards_name(self.board)}: {best}, ...>"

    def _records(self) -> list[dict[str, Any]]:
        return [
            {"kind": kind, "name": name, "share": share}
            for kind in ("made", "draws", "blockers")
            for name, share in getattr(self, kind).items()
        ]

    def _table(self) -> TextTable:
        rows = [[one["kind"], one["name"], f"{one['share']:.2%}"] for one in self._records()]
        return TextTable(["", "", "share"], rows, f"{counted(self.hands, 'hand')} of {self.range}")


def made(hands: RangeLike, board: Cards, *, dead: Cards = "") -> Made:
    """Return what the hands of a range make on a board of three to five cards, as shares.

    `poker.made` has the rules, and answers for one hand.

    >>> found = made("QQ+, AK", "Qs 8h 3h")
    >>> {name: round(share, 3) for name, share in found.made.items()}
    {'set': 0.097, 'overpair': 0.387, 'ace high': 0.516}
    """
    board_set, dead_set = card_set(board, deck=52), card_set(dead, deck=52)
    if both := board_set & dead_set:
        raise CardError(f"{cards_name(both)!r} can't be both on the board and dead")
    left = Range(hands).without(board_set | dead_set)
    if not len(left):
        raise BadInputError(f"range {str(hands)!r} is empty on the board {cards_name(board_set)!r}")
    words = made_hand_many(left.hands, board_set)
    fields = MADE_HAND.unpack_many(words)
    total = float(left.weights.sum())

    def flags(field: str, names: Mapping[str, str]) -> dict[str, float]:
        bits = fields[field]
        shares = {
            name: float(left.weights[bits >> bit & 1 == 1].sum()) / total
            for bit, name in enumerate(names)
        }
        return {name: share for name, share in shares.items() if share}

    counts = np.bincount(fields["made"], left.weights, len(MADE_HANDS)) / total
    by_name = dict(zip(MADE_HANDS, counts.tolist(), strict=True))
    return Made(
        left.game, board_set, dead_set,
        str(hands) if isinstance(hands, str | Range) else str(left), len(left), total,
        {name: share for name, share in reversed(by_name.items()) if share}, flags("draws", DRAWS),
        flags("blockers", BLOCKERS),
    )  # fmt: skip
