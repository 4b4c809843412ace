"""Counting every deal: one match-up of known hands, or all match-ups of ranges.

Heads-up, ranges can be counted in two ways. One counts match-up by match-up, all boards of each at
once. The other is the sweep: board by board, all hands in the order of their strengths. The sweep
gives the equity of each hand as well. Few match-ups are faster by the first, large ranges by the
second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb, prod
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet, SetArray, subsets
from astragal.equity.plan import (
    SMALL,
    SWEPT,
    Plan,
    board_cost,
)
from astragal.equity.ranges import Weights
from astragal.equity.results import DealCounts, Number
from astragal.equity.spot import Spot, StudSpot, SuitPermutation
from astragal.equity.starting_hands import permuted
from astragal.errors import BadInputError, quoted
from astragal.jobs.job import Job, chunk_ranges
from astragal.jobs.run import run
from astragal.jobs.threads import thread_count
from astragal.poker.variants import STUD_CARDS, Variant, find_variant
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


def swept_variant(game: str | Variant, threads: int | None = None) -> Variant:
    """Return the game, or raise if its hands can't be ranked one by one."""
    game = find_variant(game)
    if threads is not None:
        thread_count(threads)
    if game.low or game.hole not in SWEPT:
        raise BadInputError(
            f"{game}: hands are ranked one by one in games of two or four cards without a low half"
        )
    return game


class TwoRanges:
    """The hands of two ranges in one array, as a sweep takes them."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        mine, self.weights = spot.arrays(0)
        yours, weights = spot.arrays(1)
        self.hands = np.union1d(mine, yours)
        self.mine = self.hands.searchsorted(mine)
        self._villain = np.zeros(len(self.hands))
        self._villain[self.hands.searchsorted(yours)] = weights
        self._wanted = np.zeros(len(self.hands), np.uint8)
        self._wanted[self.mine] = 1
        self.native = self._against(self._villain)

    def _against(self, villain: Weights) -> _native.TwoRanges:
        game = self.spot.game
        return _native.TwoRanges(game.tables, game.two_of_own, self.hands, villain, self._wanted)

    def met(self, board: CardSet = 0, weighted: bool = True) -> Sums:
        """Return the weight, or the number, of the villain's hands that each hand meets."""
        met = np.empty(len(self.hands))
        weights = np.where(self.hands & np.uint64(board), 0, self._villain)
        self._against(weights if weighted else np.sign(weights)).met(met)
        return np.where(self.hands & np.uint64(board), 0, met)

    def sweep(
        self,
        columns: int,
        add: Callable[[SetArray, NDArray[np.int64], Sums], None],
        threads: int | None,
        progress: Progress,
        cards: int | None = None,
    ) -> tuple[Sums, int]:
        """Return sums for each of my hands over all boards, and how many boards were swept.

        `add` gets boards, how many each stands for, and the sums to add to. If `cards` is given,
        the boards have only this many cards more.
        """
        spot = self.spot
        cards = spot.to_come if cards is None else cards
        nexts, times = first_sets(spot.unseen, cards, spot.symmetries)
        boards = nexts | np.uint64(spot.board)

        def work(chunk: range) -> Sums:
            sums = np.zeros((len(self.hands), columns))
            part = slice(chunk.start, chunk.stop)
            add(boards[part], times[part], sums)
            return sums

        rest = comb(spot.unseen.bit_count() - cards, spot.to_come - cards)
        step = max(1, AT_ONCE // (rest * board_cost(spot, [len(self.hands)])))
        step = max(step, -(-len(boards) // MOST_CHUNKS))
        job = Job("boards", chunk_ranges(len(boards), step), work, _sum)
        sums = run_chunks(job, threads, progress)
        return self._symmetrized(sums)[self.mine], len(boards)

    def count(self, threads: int | None, progress: Progress) -> tuple[Sums, Sums, int]:
        """Return wins and ties of each of my hands, by the villain's weight, over all boards.

        The last number is how many boards were swept.
        """
        sums, swept = self.sweep(2, self.native.add_boards, threads, progress)
        return sums[:, 0], sums[:, 1], swept

    def _symmetrized(self, sums: Sums) -> Sums:
        """Distribute the counts of one board over all boards that it stands for."""
        symmetries = self.spot.symmetries
        if len(symmetries) == 1:
            return sums
        images = [self.hands.searchsorted(permuted(self.hands, one)) for one in symmetries]
        return _sum(sums[image] for image in images) / len(symmetries)


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


def _sum(results: Iterable[Sums]) -> Sums:
    return sum(results)  # type: ignore[return-value]
