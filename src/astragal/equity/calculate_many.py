"""The exact equity of many match-ups of known hands, in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._arrays import read_array, require_out
from astragal._checks import has_items, require_instance, require_list
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, CardSet, SetArray, card_set, card_set_many
from astragal.cards.arrays import refuse_row
from astragal.equity.spot import MOST_PLAYERS, read_cards, read_spot
from astragal.errors import BadInputError, CardError, counted, quoted
from astragal.poker import Variant, find_variant
from astragal.poker.strengths import TEXT, in_slices
from astragal.poker.variants import BOARD_SIZES

_SLICE = 64  # rows: a few milliseconds before the flop
_SHOWN = 10


class EquitiesJson(TypedDict):
    """The exact equity of many match-ups: an item for each, with an item for each player."""

    deals: list[int]
    wins: list[list[int]]
    ties: list[list[int]]
    equity: list[list[float]]
    """Shares of the pot, 0 to 1."""


@dataclass(frozen=True, eq=False, repr=False)
class Equities(TableResult):
    """The exact equity of many match-ups: a row for each, a column for each player."""

    deals: NDArray[np.int64]
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    equity: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.deals)

    def __repr__(self) -> str:
        return f"<Equities of {len(self):,} match-ups, {self.wins.shape[1]} players each>"

    def to_dict(self) -> EquitiesJson:
        """Return the arrays as lists."""
        return {
            "deals": self.deals.tolist(),
            "wins": self.wins.tolist(),
            "ties": self.ties.tolist(),
            "equity": self.equity.tolist(),
        }

    def _columns(self) -> Mapping[str, Any]:
        columns: dict[str, Any] = {"deals": self.deals}
        for place in range(self.wins.shape[1]):
            columns[f"wins_{place + 1}"] = self.wins[:, place]
            columns[f"ties_{place + 1}"] = self.ties[:, place]
            columns[f"equity_{place + 1}"] = self.equity[:, place]
        return columns

    def _table(self) -> TextTable:
        players = [f"player {place + 1}" for place in range(self.wins.shape[1])]
        rows = [
            [str(row), f"{self.deals[row]:,}", *(f"{equity:.4%}" for equity in self.equity[row])]
            for row in range(min(len(self), _SHOWN))
        ]
        more = len(self) - len(rows)
        return TextTable(["row", "deals", *players], rows, f"and {more:,} more" if more else "")


def calculate_many(
    hands: ArrayLike | Iterable[Sequence[Cards]],
    *,
    boards: ArrayLike | Iterable[Cards] | None = None,
    dead: Cards = "",
    game: str | Variant = "holdem",
    threads: int | None = None,
    out: Equities | None = None,
) -> Equities:
    """Count every deal of many match-ups of known hands, each on its board.

    Hands are (n, players) card sets, or rows of hands as text or ids; boards are (n,) card sets, or
    a list of cards. Arrays of sets are the fast input. `threads` is all cores if None. With `out`,
    its arrays are filled and it is returned.

    >>> calculate_many([["AhKh", "QsQd"], ["AsAd", "KsKd"]]).wins.tolist()
    [[787966, 917606], [1410336, 292660]]
    >>> calculate_many([["AhKh", "QsQd"]], boards=["2c 7d Jh"]).equity.round(4).tolist()
    [[0.2899, 0.7101]]
    """
    variant = find_variant(game)
    if variant.low:
        raise BadInputError(f"{variant} has a low half: arrays are for games without one")
    hands = _read_hands(hands)
    rows, players = hands.shape
    if not 2 <= players <= MOST_PLAYERS:
        raise BadInputError(f"{players} players in each row: two to nine are possible")
    boards = np.zeros(rows, np.uint64) if boards is None else _read_boards(boards)
    if len(boards) != rows:
        raise BadInputError(f"{rows} rows of hands and {len(boards)} boards: one each is needed")
    dead_set = read_cards(dead, "the dead cards", variant)
    each = rows, players
    if out is None:
        wins, ties = np.empty((2, *each), np.int64)
        out = Equities(np.empty(rows, np.int64), wins, ties, np.empty(each))
    require_instance(out, Equities, "calculate_many returns one")
    require_out(out.deals, (rows,), np.int64, [hands, boards])
    require_out(out.wins, each, np.int64, [hands, boards, out.deals])
    require_out(out.ties, each, np.int64, [hands, boards, out.deals, out.wins])
    require_out(out.equity, each, np.float64, [hands, boards, out.deals, out.wins, out.ties])
    shares = np.empty((rows, players * players), np.int64)

    def count(part: slice) -> int:
        return _native.count_many_hands(
            variant.tables,
            variant.showdown_mode,
            variant.hole,
            hands=hands[part],
            boards=boards[part],
            dead=dead_set,
            out=shares[part],
        )

    wrong = np.flatnonzero(~np.isin(np.bitwise_count(boards), BOARD_SIZES))[:1].tolist()
    bad = in_slices(count, rows, threads, _SLICE)
    if wrong and (bad is None or wrong[0] < bad):
        bad = wrong[0]
    if bad is not None:
        board = int(boards[bad])
        refuse_row(bad, hands[bad].tolist(), lambda row: read_spot(row, board, dead, variant))
    _fill(out, shares.reshape(rows, players, players))
    return out


def _read_hands(hands: ArrayLike | Iterable[Sequence[Cards]]) -> SetArray:
    """Return card sets, a row for each match-up."""
    if isinstance(hands, np.ndarray) and hands.dtype.kind not in TEXT:
        return read_array(hands, "hands", np.uint64, 2)
    rows: list[Any] = require_list(hands, "hands", "rows of hands")  # type: ignore[arg-type]
    if all(has_items(row) and all(isinstance(hand, int) for hand in row) for row in rows) and rows:
        return read_array(rows, "hands", np.uint64, 2)
    sets = [_row_of_sets(number, row) for number, row in enumerate(rows)]
    sizes = [len(row) for row in sets]
    if uneven := [number for number, size in enumerate(sizes) if size != sizes[0]]:
        raise BadInputError(
            f"row {uneven[0]} has {counted(sizes[uneven[0]], 'player')}, and row 0 has {sizes[0]}: "
            "all rows need the same number"
        )
    return np.array(sets, np.uint64).reshape(len(sets), sizes[0] if sizes else 2)


def _row_of_sets(number: int, row: Any) -> list[CardSet]:
    if not has_items(row):
        raise BadInputError(f"row {number}: {quoted(row)} is not a list of hands")
    try:
        return [card_set(hand, deck=52) for hand in row]
    except CardError as error:
        raise CardError(f"row {number}: {error}") from None


def _read_boards(boards: ArrayLike | Iterable[Cards]) -> SetArray:
    array = np.asarray(boards) if hasattr(boards, "__array__") else None
    if array is not None and array.dtype.kind not in TEXT:
        return read_array(boards, "boards", np.uint64, 1)
    listed = require_list(boards, "boards", "cards")  # type: ignore[arg-type]
    if all(isinstance(board, int) for board in listed):
        return read_array(listed, "boards", np.uint64, 1)
    return card_set_many(listed, deck=52)  # type: ignore[arg-type]


def _fill(equities: Equities, shares: NDArray[np.int64]) -> None:
    # A deal is won by one player alone, or counted for each of the n players who share it.
    sharers = np.arange(1, shares.shape[1] + 1)
    pots = shares / sharers
    equities.deals[...] = np.rint(pots.sum(axis=(1, 2)))
    equities.wins[...] = shares[:, :, 0]
    shares[:, :, 1:].sum(axis=2, out=equities.ties)
    np.divide(pots.sum(axis=2), equities.deals[:, np.newaxis], out=equities.equity)
