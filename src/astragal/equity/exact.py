"""Counting every deal: one match-up of known hands, or all match-ups of ranges."""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet
from astragal.equity.ranges import Range
from astragal.equity.result import Counted, Number
from astragal.equity.table import Table
from astragal.errors import BadInputError
from astragal.jobs import Job, run
from astragal.poker import Category
from astragal.progress import Progress

SHOWDOWNS = (1, 30, 300, 2_500, 13_000, 45_000)
"""About how many showdowns a match-up takes, by the number of cards to come; deals are merged."""
AT_ONCE = 50_000_000
"""Evaluations that are done in one piece; more are cut into chunks."""
MOST_CHUNKS = 1000

_Symmetries = list[tuple[int, int, int, int]]


def count_hands(table: Table, hands: Sequence[CardSet], categories: bool) -> Counted:
    """Count all boards with known hands."""
    game = table.game
    shares, by_category, showdowns = _native.count_hands(
        game.tables, game.two_of_own, hands, table.board, table.dead, categories
    )
    deals = comb(table.unseen.bit_count(), table.to_come)
    return Counted(shares, by_category, deals, deals, 1, showdowns)


def evaluations(table: Table) -> float:
    """Estimate how many evaluations of a hand it takes to count all deals."""
    # A player with any hand changes no symmetry: what is left to them is what the others leave.
    ranges = [table.range_of(i) for i, seat in enumerate(table.seats) if seat is not None]
    match_ups = prod(table.sizes()) / len(_symmetries(table, ranges))
    return match_ups * SHOWDOWNS[table.to_come] * len(table.seats) * table.game.evaluations


def count_ranges(table: Table, categories: bool, threads: int, progress: Progress) -> Counted:
    """Count all boards with all match-ups; those that differ only in names of suits once."""
    # The first two ranges are cut into chunks: the largest, for there to be something to cut.
    sizes = table.sizes()
    places = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    ranges = [table.range_of(place) for place in places]
    symmetries = _symmetries(table, ranges)
    sets, weights = [one.hands for one in ranges], [one.weights for one in ranges]
    pairs = len(ranges[0]) * len(ranges[1])

    def work(chunk: range) -> NDArray[np.float64]:
        shares, by_category, *sums = _native.count_ranges(
            table.game.tables,
            table.game.two_of_own,
            sets,
            weights,
            table.board,
            table.dead,
            symmetries,
            chunk.start,
            chunk.stop,
            categories,
        )
        return np.array([*chain(*shares, *by_category), *sums])

    def combine(results: Iterator[NDArray[np.float64]]) -> list[Number]:
        # Of one chunk, whole numbers are exact in a double; of all together, only in an int.
        kind: Any = float if table.is_weighted else int
        return [sum(map(kind, column)) for column in zip(*results, strict=True)]

    if evaluations(table) <= AT_ONCE:
        sums = combine(iter([work(range(pairs))]))
    else:
        step = -(-pairs // MOST_CHUNKS)
        chunks = [range(start, min(start + step, pairs)) for start in range(0, pairs, step)]
        sums = run(Job("equity", chunks, work, combine), threads=threads, progress=progress)
    return _counted(table, places, sums, categories)


def _symmetries(table: Table, ranges: Sequence[Range]) -> _Symmetries:
    found = _native.suit_symmetries(
        [table.board, table.dead], [one.hands for one in ranges], [one.weights for one in ranges]
    )
    return [(a, b, c, d) for a, b, c, d in found]


def _counted(
    table: Table, places: Sequence[int], sums: Sequence[Number], categories: bool
) -> Counted:
    players = len(places)
    table_of_shares, rest = _rows(sums, players, players)
    table_of_categories, rest = _rows(rest, players if categories else 0, len(Category))
    match_ups, weight, _, showdowns = rest
    if not match_ups:
        names = ", ".join(map(repr, table.names))
        raise BadInputError(f"the ranges {names} leave no deal: each has cards that others need")
    order = [places.index(place) for place in range(players)]
    live = table.game.deck & ~(table.board | table.dead)
    boards = comb(live.bit_count() - players * table.game.own, table.to_come)
    return Counted(
        [table_of_shares[place] for place in order],
        [table_of_categories[place] for place in order] if categories else [],
        int(match_ups) * boards,
        weight * boards,
        int(match_ups),
        int(showdowns),
    )


def _rows(
    sums: Sequence[Number], rows: int, columns: int
) -> tuple[list[Sequence[Number]], Sequence[Number]]:
    """Cut rows off the front."""
    cut = [sums[row * columns : (row + 1) * columns] for row in range(rows)]
    return cut, sums[rows * columns :]
