"""The sweep hand by hand: how each hand of a range fares against another range, board by board.

All hands share the work: on each board they are in the order of their strengths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import comb

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import CardSet, SetArray
from astragal.equity.exact import AT_ONCE, MOST_CHUNKS, Sums, first_sets, run_chunks
from astragal.equity.plan import SWEPT, board_cost
from astragal.equity.ranges import Weights
from astragal.equity.spot import Spot
from astragal.equity.starting_hands import permuted
from astragal.errors import BadInputError
from astragal.jobs.job import Job, chunk_ranges
from astragal.jobs.threads import thread_count
from astragal.poker.variants import Variant, find_variant
from astragal.progress import Progress


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


def _sum(results: Iterable[Sums]) -> Sums:
    return sum(results)  # type: ignore[return-value]
