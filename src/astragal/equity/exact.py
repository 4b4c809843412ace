"""Counting every deal: one match-up of known hands, or all match-ups of ranges."""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet
from astragal.equity.result import Counted, Number
from astragal.equity.spot import Spot
from astragal.errors import BadInputError
from astragal.jobs import Job, run
from astragal.poker import Category
from astragal.progress import Progress

SHOWDOWNS = (1, 30, 300, 2_500, 13_000, 45_000)
"""Roughly how many showdowns a match-up takes, by the number of cards to come; deals are merged."""
AT_ONCE = 50_000_000
"""Up to this many evaluations are done in one piece; more are split into chunks."""
MOST_CHUNKS = 1000


def count_hands(spot: Spot, hands: Sequence[CardSet], categories: bool) -> Counted:
    """Count all boards with known hands."""
    game = spot.game
    shares, by_category, showdowns = _native.count_hands(
        game.tables, game.two_of_own, hands, spot.board, spot.dead, categories
    )
    deals = comb(spot.unseen.bit_count(), spot.to_come)
    return Counted(shares, by_category, deals, deals, 1, showdowns)


def evaluations(spot: Spot) -> float:
    """Estimate how many evaluations of a hand it takes to count all deals."""
    match_ups = prod(spot.sizes) / len(spot.symmetries)
    return match_ups * SHOWDOWNS[spot.to_come] * len(spot.seats) * spot.game.evaluations


def count_ranges(spot: Spot, categories: bool, threads: int | None, progress: Progress) -> Counted:
    """Count all boards with all match-ups; of those that differ only in suits, one."""
    # The chunks split the first two ranges: the largest, so that there is work to split.
    sizes = spot.sizes
    places = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    sets, weights = zip(*map(spot.arrays, places), strict=True)
    pairs = len(sets[0]) * len(sets[1])

    def work(chunk: range) -> NDArray[np.float64]:
        shares, by_category, *sums = _native.count_ranges(
            spot.game.tables,
            spot.game.two_of_own,
            sets,
            weights,
            spot.board,
            spot.dead,
            spot.symmetries,
            chunk.start,
            chunk.stop,
            categories,
        )
        return np.array([*chain(*shares, *by_category), *sums])

    def combine(results: Iterator[NDArray[np.float64]]) -> list[Number]:
        # Whole numbers of one chunk are exact in a double; the sum of all needs an int.
        kind: Any = float if spot.is_weighted else int
        return [sum(map(kind, column)) for column in zip(*results, strict=True)]

    if evaluations(spot) <= AT_ONCE:
        sums = combine(iter([work(range(pairs))]))
    else:
        step = -(-pairs // MOST_CHUNKS)
        chunks = [range(start, min(start + step, pairs)) for start in range(0, pairs, step)]
        sums = run(Job("equity", chunks, work, combine), threads=threads, progress=progress)
    return _counted(spot, places, sums, categories)


def _counted(
    spot: Spot, places: Sequence[int], sums: Sequence[Number], categories: bool
) -> Counted:
    players = len(places)
    shares, rest = _rows(sums, players, players)
    by_category, rest = _rows(rest, players if categories else 0, len(Category))
    match_ups, weight, _, showdowns = rest
    if not match_ups:
        names = ", ".join(map(repr, spot.names))
        raise BadInputError(f"the ranges {names} leave no deal: each has cards that others need")
    order = [places.index(place) for place in range(players)]
    live = spot.game.deck & ~(spot.board | spot.dead)
    boards = comb(live.bit_count() - players * spot.game.hole, spot.to_come)
    return Counted(
        [shares[place] for place in order],
        [by_category[place] for place in order] if categories else [],
        int(match_ups) * boards,
        weight * boards,
        int(match_ups),
        int(showdowns),
    )


def _rows(
    sums: Sequence[Number], rows: int, columns: int
) -> tuple[list[Sequence[Number]], Sequence[Number]]:
    """Cut rows off the front; return them and the rest."""
    cut = [sums[row * columns : (row + 1) * columns] for row in range(rows)]
    return cut, sums[rows * columns :]
