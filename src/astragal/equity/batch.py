"""Many match-ups of known hands at once, in arrays."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_apart, require_array, require_out
from astragal.cards import SetArray
from astragal.equity.games import Game, find_game
from astragal.equity.table import MOST_PLAYERS, Cards, read_cards, read_table
from astragal.errors import BadInputError, CardError
from astragal.jobs import thread_map

_SLICE = 64  # rows: a few thousandths of a second before the flop


@dataclass(frozen=True, eq=False)
class Equities:
    """The exact result of each row: one row a match-up, one column a player."""

    deals: NDArray[np.int64]
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    equity: NDArray[np.float64]


def calculate_many(
    hands: SetArray,
    *,
    boards: SetArray | None = None,
    dead: Cards = "",
    game: str | Game = "holdem",
    threads: int | None = None,
    out: Equities | None = None,
) -> Equities:
    """Count every deal of each row: (n, players) card sets, and (n,) boards of 0 to 5 cards.

    `threads` is all cores, if None. The arrays of `out`, if it is given, are filled and returned.

    >>> from astragal.cards import card_set_many
    >>> hands = np.array([card_set_many(["AhKh", "QsQd"]), card_set_many(["AsAd", "KsKd"])])
    >>> calculate_many(hands).wins.tolist()
    [[787966, 917606], [1410336, 292660]]
    """
    game = find_game(game)
    require_array(hands, "hands", np.uint64, 2)
    rows, players = hands.shape
    if not 2 <= players <= MOST_PLAYERS:
        raise BadInputError(f"{players} players in each row: two to nine can be compared")
    if boards is None:
        boards = np.zeros(rows, np.uint64)
    require_array(boards, "boards", np.uint64, 1)
    if len(boards) != rows:
        raise BadInputError(f"{rows} rows of hands and {len(boards)} boards: one each is needed")
    dead_set = read_cards(dead, "the dead cards", game)
    found = _room_for(rows, players, out)
    for array in (found.deals, found.wins, found.ties, found.equity):
        require_apart(array, hands, boards)
    shares = np.empty((rows, players * players), np.int64)

    def work(part: tuple[int, int]) -> int:
        rows_of = slice(*part)
        return part[0] + _native.count_many_hands(
            game.tables,
            game.two_of_own,
            game.own,
            hands[rows_of],
            boards[rows_of],
            dead_set,
            shares[rows_of],
        )

    slices = list(pairwise([*range(0, rows, _SLICE), rows]))
    stops = thread_map(work, slices, threads=threads)
    for (_, end), stop in zip(slices, stops, strict=True):
        if stop < end:
            _refuse_row(hands, boards, dead, game, stop)
    _fill(found, shares.reshape(rows, players, players))
    return found


def _room_for(rows: int, players: int, out: Equities | None) -> Equities:
    each = (rows, players)
    if out is None:
        wins, ties = np.empty((2, *each), np.int64)
        return Equities(np.empty(rows, np.int64), wins, ties, np.empty(each))
    require_out(out.deals, (rows,), np.int64)
    require_out(out.wins, each, np.int64)
    require_out(out.ties, each, np.int64)
    require_out(out.equity, each, np.float64)
    return out


def _fill(found: Equities, shares: NDArray[np.int64]) -> None:
    # Each deal is won by somebody alone, or counted by n players as shared by n.
    sharers = np.arange(1, shares.shape[1] + 1)
    pots = shares / sharers
    found.deals[...] = np.rint(pots.sum(axis=(1, 2)))
    found.wins[...] = shares[:, :, 0]
    shares[:, :, 1:].sum(axis=2, out=found.ties)
    np.divide(pots.sum(axis=2), found.deals[:, np.newaxis], out=found.equity)


def _refuse_row(hands: SetArray, boards: SetArray, dead: Cards, game: Game, row: int) -> NoReturn:
    try:
        read_table(hands[row].tolist(), int(boards[row]), dead, game)
    except (CardError, BadInputError) as error:
        raise type(error)(f"row {row}: {error}") from None
    raise AssertionError(f"row {row} was refused, but there is nothing wrong with it")
