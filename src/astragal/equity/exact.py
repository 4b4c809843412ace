"""Counting every deal: one match-up of known hands, or all match-ups of ranges.

Heads-up, ranges can be counted in two ways. One counts match-up by match-up, all boards of each at
once. The other is the sweep: board by board, all hands in the order of their strengths. The sweep
gives the equity of each hand as well. Few match-ups are faster by the first, large ranges by the
second.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import comb, inf, prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet, SetArray, subsets
from astragal.equity.ranges import Weights
from astragal.equity.result import HIGH_LOW, Counted, Number
from astragal.equity.spot import Spot, SuitPermutation
from astragal.equity.starting import permuted
from astragal.errors import BadInputError
from astragal.jobs import Job, chunk_ranges, run
from astragal.poker import Category
from astragal.progress import Progress

SHOWDOWNS = (1, 30, 300, 2_500, 13_000, 45_000)
"""Roughly how many showdowns a match-up takes, by the number of cards to come; deals are merged."""
AT_ONCE = 50_000_000
"""Up to this many evaluations are done in one piece; more are split into chunks."""
MOST_CHUNKS = 1000
SWEPT = {2: 3, 4: 8}
"""The cost of a hand on a board in a sweep, in evaluations, by the number of hole cards."""

T = TypeVar("T")
Sums: TypeAlias = NDArray[np.float64]


def count_hands(spot: Spot, hands: Sequence[CardSet], categories: bool) -> Counted:
    """Count all boards with known hands."""
    game = spot.game
    shares, by_category, showdowns = _native.count_hands(
        game.tables, game.making, hands, spot.board, spot.dead, categories
    )
    deals = comb(spot.unseen.bit_count(), spot.to_come)
    return Counted(shares, by_category, deals, deals, 1, showdowns)


def evaluations(spot: Spot) -> float:
    """Estimate how many evaluations of a hand it takes to count all deals."""
    return min(_evaluations_by_match_ups(spot), evaluations_in_sweep(spot))


def _evaluations_by_match_ups(spot: Spot) -> float:
    match_ups = prod(spot.sizes) / len(spot.symmetries)
    return match_ups * SHOWDOWNS[spot.to_come] * len(spot.seats) * spot.game.evaluations


def evaluations_in_sweep(spot: Spot) -> float:
    """Estimate the same for a sweep; infinite if the spot is not heads-up."""
    if len(spot.seats) != 2 or spot.game.hole not in SWEPT or spot.game.low:
        return inf
    boards = comb(spot.unseen.bit_count(), spot.to_come) / len(spot.symmetries)
    return boards * sum(spot.sizes) * SWEPT[spot.game.hole]


def count_ranges(spot: Spot, categories: bool, threads: int | None, progress: Progress) -> Counted:
    """Count all boards with all match-ups; of those that differ only in suits, one."""
    if not categories and evaluations_in_sweep(spot) < _evaluations_by_match_ups(spot):
        return _count_by_sweep(spot, threads, progress)
    # The chunks split the first two ranges: the largest, so that there is work to split.
    sizes = spot.sizes
    places = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    sets, weights = zip(*map(spot.arrays, places), strict=True)
    pairs = len(sets[0]) * len(sets[1])

    def work(chunk: range) -> NDArray[np.float64]:
        shares, by_category, *sums = _native.count_ranges(
            spot.game.tables, spot.game.making, sets, weights, spot.board, spot.dead,
            spot.symmetries, chunk.start, chunk.stop, categories,
        )  # fmt: skip
        return np.array([*chain(*shares, *by_category), *sums])

    def combine(results: Iterator[NDArray[np.float64]]) -> list[Number]:
        # Whole numbers of one chunk are exact in a double; the sum of all needs an int.
        kind: Any = float if spot.is_weighted else int
        return [sum(map(kind, column)) for column in zip(*results, strict=True)]

    step = -(-pairs // MOST_CHUNKS) if _evaluations_by_match_ups(spot) > AT_ONCE else pairs
    chunks = chunk_ranges(pairs, step)
    sums = run_chunks(Job("equity", chunks, work, combine), threads, progress)
    return _counted(spot, places, sums, categories)


def run_chunks(job: Job[range, NDArray[Any], T], threads: int | None, progress: Progress) -> T:
    """Run a job; a single chunk is done at once."""
    if len(job.chunks) > 1:
        return run(job, threads=threads, progress=progress)
    return job.combine(map(job.work, job.chunks))


def _counted(
    spot: Spot, places: Sequence[int], sums: Sequence[Number], categories: bool
) -> Counted:
    players = len(places)
    shares, rest = _rows(sums, players, HIGH_LOW if spot.game.low else players)
    by_category, rest = _rows(rest, players if categories else 0, len(Category))
    match_ups, weight, _, showdowns = rest
    if not match_ups:
        raise no_deal(spot)
    order = [places.index(place) for place in range(players)]
    boards = boards_left(spot)
    return Counted(
        [shares[place] for place in order],
        [by_category[place] for place in order] if categories else [], int(match_ups) * boards,
        weight * boards, int(match_ups), int(showdowns),
    )  # fmt: skip


def _rows(
    sums: Sequence[Number], rows: int, columns: int
) -> tuple[list[Sequence[Number]], Sequence[Number]]:
    """Cut rows off the front; return them and the rest."""
    cut = [sums[row * columns : (row + 1) * columns] for row in range(rows)]
    return cut, sums[rows * columns :]


def boards_left(spot: Spot) -> int:
    """Return the number of boards that the hands of all players leave."""
    return comb(spot.live.bit_count() - len(spot.seats) * spot.game.hole, spot.to_come)


def no_deal(spot: Spot) -> BadInputError:
    """Return the error for ranges that leave no deal."""
    names = ", ".join(map(repr, spot.names))
    return BadInputError(f"the ranges {names} leave no deal: each has cards that others need")


# ---- Range against range, board by board -------------------------------------------------------


class Swept(NamedTuple):
    """Each hand of the first range against the second."""

    hands: SetArray
    weights: Weights
    wins: Sums
    """By weight of the second range, over all boards; so are the ties."""
    ties: Sums
    met: Sums
    """The weight of the hands of the second range that share no card with the hand."""
    boards: int
    """How many boards two hands leave: `met` times this is the weight of all deals of a hand."""
    swept: int
    """How many boards were swept; one may stand for several."""


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

    @property
    def arguments(self) -> tuple[_native.PokerTables, bool, SetArray, Weights, NDArray[np.uint8]]:
        """The first arguments of each sweep in native code."""
        game = self.spot.game
        return game.tables, game.two_of_own, self.hands, self._villain, self._wanted

    def met(self, board: CardSet = 0, weighted: bool = True) -> Sums:
        """Return the weight, or the number, of the villain's hands that each hand meets."""
        found = np.empty(len(self.hands))
        weights = np.where(self.hands & np.uint64(board), 0, self._villain)
        if not weighted:
            weights = np.sign(weights)
        _native.sweep_met(*self.arguments[:3], weights, found)
        return np.where(self.hands & np.uint64(board), 0, found)

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
        step = max(1, AT_ONCE // (rest * len(self.hands) * SWEPT[spot.game.hole]))
        step = max(step, -(-len(boards) // MOST_CHUNKS))
        job = Job("boards", chunk_ranges(len(boards), step), work, _sum)
        sums = run_chunks(job, threads, progress)
        return self._symmetrized(sums)[self.mine], len(boards)

    def _symmetrized(self, sums: Sums) -> Sums:
        """Spread what one board was counted for over all boards that it stands for."""
        symmetries = self.spot.symmetries
        if len(symmetries) == 1:
            return sums
        images = [self.hands.searchsorted(permuted(self.hands, one)) for one in symmetries]
        return _sum(sums[image] for image in images) / len(symmetries)


def first_sets(
    cards: CardSet, size: int, symmetries: Sequence[SuitPermutation]
) -> tuple[SetArray, NDArray[np.int64]]:
    """Return of all sets of so many cards those that stand for others, and for how many."""
    sets = subsets(cards, size)
    times = np.empty(len(sets), np.int64)
    _native.orbit_sizes(sets, symmetries, times)
    return sets[times > 0], times[times > 0]


def sweep(spot: Spot, threads: int | None, progress: Progress) -> Swept:
    """Count each hand of the first range against the second, over all boards."""
    two = TwoRanges(spot)

    def add(boards: SetArray, times: NDArray[np.int64], sums: Sums) -> None:
        wins, ties = np.zeros((2, len(sums)))
        _native.sweep_boards(*two.arguments, boards, times, wins, ties)
        sums[:, 0], sums[:, 1] = wins, ties

    sums, swept = two.sweep(2, add, threads, progress)
    wins, ties = sums.T
    return Swept(
        two.hands[two.mine], two.weights, wins, ties, two.met()[two.mine], boards_left(spot), swept
    )


def _count_by_sweep(spot: Spot, threads: int | None, progress: Progress) -> Counted:
    found = sweep(spot, threads, progress)
    kind: Any = float if spot.is_weighted else round
    wins, ties, weight = (
        kind(float(found.weights @ sums)) for sums in (found.wins, found.ties, found.met)
    )
    two = TwoRanges(spot)
    match_ups = round(float(two.met(weighted=False)[two.mine].sum()))
    if not match_ups:
        raise no_deal(spot)
    weight *= found.boards
    shares = [[wins, ties], [weight - wins - ties, ties]]
    deals = match_ups * found.boards
    return Counted(shares, [], deals, weight, match_ups, found.swept * len(found.hands))


def _sum(results: Iterable[Sums]) -> Sums:
    return sum(results)  # type: ignore[return-value]
