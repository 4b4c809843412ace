"""Counting every deal: one match-up of known hands, or all match-ups of ranges.

Ranges are counted in two ways. Few match-ups are faster one by one, each on all boards at once.
Large ranges are faster board by board, with all hands in the order of their strengths; heads-up,
this is the sweep. plan.py chooses the way. The sweep of sweep.py counts each hand by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet, SetArray, subsets
from astragal.equity.plan import SMALL, Plan
from astragal.equity.results import DealCounts, Number
from astragal.equity.spot import Spot, StudSpot, SuitPermutation
from astragal.errors import BadInputError, quoted
from astragal.jobs.job import Job, chunk_ranges
from astragal.jobs.run import run
from astragal.poker.variants import STUD_CARDS
from astragal.progress import Progress

AT_ONCE = 50_000_000
"""Up to this many evaluations are done in one piece; more are split into chunks."""
STUD_AT_ONCE = 20_000_000
"""The same for stud."""
MOST_CHUNKS = 1000
UNCHANGED = [(0, 1, 2, 3)]
"""The symmetries of a spot in which no two suits are alike."""

T = TypeVar("T")
Sums: TypeAlias = NDArray[np.float64]
Results: TypeAlias = Mapping[str, NDArray[Any]]


def count(
    spot: Spot, plan: Plan, categories: bool, threads: int | None, progress: Progress
) -> DealCounts:
    """Count all deals of a spot as planned."""
    if plan.kind == "hands":
        return _count_hands(spot, categories)
    if plan.kind == "sweep":
        return _count_by_sweep(spot, plan.evaluations, threads, progress)
    if plan.kind == "boards":
        return _count_on_boards(spot, plan.evaluations, threads, progress)
    return _count_match_ups(spot, plan.evaluations, categories, threads, progress)


def _count_hands(spot: Spot, categories: bool) -> DealCounts:
    """Count all boards with known hands."""
    game, hands = spot.game, spot.hands
    assert hands is not None
    shares, by_category, showdowns = _native.count_hands(
        game.tables, game.showdown_mode, hands, spot.board, dead=spot.dead, categories=categories
    )
    deals = comb(spot.unseen.bit_count(), spot.to_come)
    return DealCounts(shares, by_category, deals, deals, match_ups=1, showdowns=showdowns)


def _count_match_ups(
    spot: Spot, evaluations: float, categories: bool, threads: int | None, progress: Progress
) -> DealCounts:
    """Count all boards with all match-ups; match-ups that differ only in suits are counted once."""
    sizes = spot.sizes
    places = list(range(len(sizes)))
    if evaluations > AT_ONCE:
        # The chunks split the first two ranges: the largest, so that there is work to split.
        places.sort(key=lambda place: -sizes[place])
    sets, weights = zip(*map(spot.arrays, places), strict=True)
    pairs = len(sets[0]) * len(sets[1])
    symmetries = UNCHANGED if evaluations <= SMALL else spot.symmetries

    def count_pairs(chunk: range) -> tuple[Any, ...]:
        return _native.count_ranges(
            spot.game.tables,
            spot.game.showdown_mode,
            sets,
            weights,
            board=spot.board,
            dead=spot.dead,
            symmetries=symmetries,
            begin=chunk.start,
            end=chunk.stop,
            categories=categories,
        )

    if evaluations <= AT_ONCE:
        shares, by_category, match_ups, weight, showdowns = count_pairs(range(pairs))
    else:
        names = "shares", "categories", "match_ups", "weight", "showdowns"

        def work(chunk: range) -> Results:
            return dict(zip(names, map(np.array, count_pairs(chunk)), strict=True))

        job = Job("equity", chunk_ranges(pairs, -(-pairs // MOST_CHUNKS)), work, add_results)
        sums = run_chunks(job, threads, progress)
        shares, by_category, match_ups, weight, showdowns = (sums[name].tolist() for name in names)
        order = [places.index(place) for place in range(len(places))]
        shares = [shares[place] for place in order]
        by_category = [by_category[place] for place in order] if categories else []
    if not match_ups:
        raise no_deal(spot)
    boards = boards_left(spot)
    return DealCounts(
        shares=shares,
        categories=by_category,
        deals=match_ups * boards,
        weight=weight * boards,
        match_ups=match_ups,
        showdowns=showdowns,
    )


def run_chunks(job: Job[range, Any, T], threads: int | None, progress: Progress) -> T:
    """Run a job; a single chunk is done at once."""
    if len(job.chunks) > 1:
        return run(job, threads=threads, progress=progress)
    return job.combine(map(job.work, job.chunks))


def add_results(results: Iterable[Results]) -> Results:
    """Add up the arrays of each name."""
    first, *others = results
    return {name: sum((one[name] for one in others), first[name]) for name in first}


def boards_left(spot: Spot) -> int:
    """Return the number of boards that the hands of all players leave."""
    return comb(spot.live.bit_count() - len(spot.seats) * spot.game.hole, spot.to_come)


def no_deal(spot: Spot) -> BadInputError:
    """Return the error for ranges that leave no deal."""
    names = ", ".join(map(quoted, spot.names))
    return BadInputError(f"the ranges {names} leave no deal: each has cards that others need")


def count_stud(spot: StudSpot, threads: int | None, progress: Progress) -> DealCounts:
    """Count all deals of stud."""
    firsts = subsets(spot.live, STUD_CARDS - spot.known[0].bit_count())
    step = max(1, int(STUD_AT_ONCE * len(firsts) / spot.evaluations))

    def work(chunk: range) -> Results:
        part = firsts[chunk.start : chunk.stop]
        shares, _, _ = _native.stud_count(*spot.tables, spot.known, spot.dead, part)
        return {"shares": np.array(shares, np.int64)}

    job = Job("stud", chunk_ranges(len(firsts), step), work, add_results)
    shares, deals = run_chunks(job, threads, progress)["shares"], prod(spot.ways)
    return DealCounts(shares.tolist(), [], deals, deals, match_ups=1, showdowns=deals)


# ---- Range against range, board by board -------------------------------------------------------


def first_sets(
    cards: CardSet, size: int, symmetries: Sequence[SuitPermutation]
) -> tuple[SetArray, NDArray[np.int64]]:
    """Return one set for each class of sets that the symmetries join, and the class sizes."""
    sets = subsets(cards, size)
    times = np.empty(len(sets), np.int64)
    _native.orbit_sizes(sets, symmetries, times)
    return sets[times > 0], times[times > 0]


def _count_by_sweep(
    spot: Spot, evaluations: float, threads: int | None, progress: Progress
) -> DealCounts:
    """Count all boards, on each of them all hands in the order of their strengths."""
    game = spot.game
    (mine, my_weights), (yours, your_weights) = spot.arrays(0), spot.arrays(1)
    sets, weights = [mine, yours], [my_weights, your_weights]
    boards, times = _full_boards(spot, evaluations)

    def sweep(boards: SetArray, times: NDArray[np.int64]) -> tuple[Any, ...]:
        return _native.sweep_ranges(game.tables, game.two_of_own, sets, weights, boards, times)

    if evaluations <= AT_ONCE:
        wins, ties, met, match_ups = sweep(boards, times)
    else:

        def work(chunk: range) -> Results:
            part = slice(chunk.start, chunk.stop)
            *won, met, match_ups = sweep(boards[part], times[part])
            return {"won": np.array(won), "met": np.array(met), "match_ups": np.array(match_ups)}

        def combine(parts: Iterable[Results]) -> tuple[list[Number], Number, int]:
            first, *others = parts  # all have met the same match-ups
            won = sum((one["won"] for one in others), first["won"])
            return won.tolist(), first["met"].item(), first["match_ups"].item()

        job = Job("boards", _chunks(boards, evaluations), work, combine)
        (wins, ties), met, match_ups = run_chunks(job, threads, progress)
    if not match_ups:
        raise no_deal(spot)
    left = boards_left(spot)
    weight = met * left
    return DealCounts(
        shares=[[wins, ties], [weight - wins - ties, ties]],
        categories=[],
        deals=match_ups * left,
        weight=weight,
        match_ups=match_ups,
        showdowns=len(boards) * len(sets[0]),
    )


def _full_boards(spot: Spot, evaluations: float) -> tuple[SetArray, NDArray[np.int64]]:
    """Return boards, and how many each stands for."""
    if not spot.to_come:
        return np.array([spot.board], np.uint64), np.array([1], np.int64)
    symmetries = UNCHANGED if evaluations <= SMALL else spot.symmetries
    nexts, times = first_sets(spot.unseen, spot.to_come, symmetries)
    return nexts | np.uint64(spot.board), times


def _chunks(boards: SetArray, evaluations: float) -> list[range]:
    step = max(1, int(len(boards) * AT_ONCE / evaluations), -(-len(boards) // MOST_CHUNKS))
    return chunk_ranges(len(boards), step)


# ---- Three and more ranges, board by board -----------------------------------------------------


def _count_on_boards(
    spot: Spot, evaluations: float, threads: int | None, progress: Progress
) -> DealCounts:
    """Count all boards, on each of them the hands of the largest range by sums."""
    sizes = spot.sizes
    places = sorted(range(len(sizes)), key=sizes.__getitem__)
    sets, weights = zip(*map(spot.arrays, places), strict=True)
    boards, times = _full_boards(spot, evaluations)
    tables = spot.game.tables

    def work(chunk: range) -> Results:
        part = slice(chunk.start, chunk.stop)
        counted = _native.count_on_boards(tables, sets, weights, boards[part], times[part])
        return dict(zip(("shares", "weight"), map(np.array, counted), strict=True))

    chunks = _chunks(boards, evaluations) if evaluations > AT_ONCE else [range(len(boards))]
    sums = run_chunks(Job("boards", chunks, work, add_results), threads, progress)
    shares, weight = sums["shares"].tolist(), sums["weight"].item()
    left = boards_left(spot)
    if isinstance(weight, int):
        match_ups = weight // left
    else:
        ones = [np.ones(len(hands)) for hands in sets]
        nothing = np.zeros(1, np.uint64), np.ones(1, np.int64)
        match_ups = int(_native.count_on_boards(tables, sets, ones, *nothing)[1])
    if not match_ups:
        raise no_deal(spot)
    return DealCounts(
        shares=[shares[places.index(place)] for place in range(len(places))],
        categories=[],
        deals=match_ups * left,
        weight=weight,
        match_ups=match_ups,
        showdowns=len(boards) * sum(sizes),
    )
