"""Dealing at random: a seed, a confidence interval, and a precision to stop at.

Deals come in blocks of 65,536. A block depends only on the seed and on its number (SplitMix64,
started at 2^32 times the number). So the result depends on the seed and on the number of blocks,
not on the number of threads.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_int, require_number, require_seed
from astragal.equity.exact import run_chunks
from astragal.equity.result import Counted, share_error
from astragal.equity.spot import Spot
from astragal.errors import BadInputError, JobError
from astragal.jobs import Job, chunk_ranges
from astragal.poker import Category
from astragal.progress import Progress

BLOCK = _native.EQUITY_BLOCK
DEALS = 10_000_000
"""The default number of deals."""
BLOCKS_AT_ONCE = 16
UNBOUNDED = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Sampling:
    """How long to deal, and from which seed.

    With `until`, dealing stops when no player's error is greater, or after `deals` if that is given
    too. Without it, dealing stops after `deals`, rounded up to whole blocks. `draws` is the maximum
    number of draws for a block: if the ranges often collide, the block has fewer deals.
    """

    deals: int | None = None
    until: float | None = None
    seed: int = 0
    draws: int = UNBOUNDED

    def __post_init__(self) -> None:
        if self.deals is not None:
            require_int(self.deals, "deals", 1, inf, "at least one is needed")
        if self.until is not None:
            right = "a precision is between 0 and 1, like 0.001"
            require_number(self.until, "until", 1e-12, 1 - 1e-12, right)
        require_seed(self.seed)
        require_int(self.draws, "draws", 1, UNBOUNDED, "1 to 2**64 - 1 are possible")

    @property
    def most_blocks(self) -> float:
        """The maximum number of blocks."""
        if self.deals is None and self.until is not None:
            return inf
        return ceil((self.deals or DEALS) / BLOCK)


Dealt: TypeAlias = tuple[Sequence[Sequence[int]], Sequence[Sequence[int]], int]
"""Shares, categories, and how many deals they count."""


def sample(
    spot: Spot, sampling: Sampling, categories: bool, threads: int | None, progress: Progress
) -> Counted:
    """Deal at random and count who wins."""
    # A player with any hand is dealt from the deck: an empty range.
    anything = np.array([], np.uint64), np.array([])
    sets, weights = zip(
        *(anything if seat is None else spot.arrays(i) for i, seat in enumerate(spot.seats)),
        strict=True,
    )
    game = spot.game

    def deal(blocks: range) -> Dealt:
        return _native.sample_deals(
            game.tables, game.making, game.hole, sets, weights, spot.board, spot.dead,
            sampling.seed, blocks.start, len(blocks), sampling.draws, categories,
        )  # fmt: skip

    return sample_blocks(deal, spot.names, sampling, threads, progress)


def sample_blocks(
    deal: Callable[[range], Dealt],
    names: Sequence[str],
    sampling: Sampling,
    threads: int | None,
    progress: Progress,
) -> Counted:
    """Deal block after block, as many as the sampling says; `deal` deals some of them."""
    dealer = _Dealer(deal, names, threads, progress)
    most = sampling.most_blocks
    if sampling.until is None:
        return dealer.counted(dealer.deal(int(most)))
    sums = dealer.deal(int(min(BLOCKS_AT_ONCE, most)))
    # The error falls with the square root of the deals; each round aims slightly past the target.
    while (error := dealer.error(sums)) > sampling.until and dealer.dealt < most:
        short = min(error / sampling.until, 4.0)  # before it is squared, which could overflow
        wanted = int(dealer.dealt * min(short**2 * 1.02, 16.0)) + 1
        sums = sums + dealer.deal(int(min(wanted, most)) - dealer.dealt)
    return dealer.counted(sums)


class _Dealer:
    """Deals block after block, and counts the blocks."""

    def __init__(
        self,
        deal: Callable[[range], Dealt],
        names: Sequence[str],
        threads: int | None,
        progress: Progress,
    ) -> None:
        self.dealt = 0
        self._deal = deal
        self._names = names
        self._threads = threads
        self._progress = progress
        self._columns = 0

    def deal(self, count: int) -> NDArray[np.int64]:
        """Deal this many more blocks; return the counts as one row of numbers."""
        first, self.dealt = self.dealt, self.dealt + count
        chunks = chunk_ranges(self.dealt, BLOCKS_AT_ONCE, first)
        job = Job("deals", chunks, self._work, _sum)
        try:
            return run_chunks(job, self._threads, self._progress)
        except JobError as error:
            if isinstance(error.__cause__, BadInputError):
                raise error.__cause__ from None
            raise

    def error(self, sums: NDArray[np.int64]) -> float:
        """Return the greatest error of a player."""
        return max(share_error(row, self._deals(sums)) for row in self._shares(sums))

    def counted(self, sums: NDArray[np.int64]) -> Counted:
        """Return the counts of all blocks."""
        rows = sums[len(self._names) * self._columns : -1].reshape(-1, len(Category)).tolist()
        deals = self._deals(sums)
        return Counted(self._shares(sums), rows, deals, deals, deals, deals)

    def _shares(self, sums: NDArray[np.int64]) -> list[list[int]]:
        players, columns = len(self._names), self._columns
        rows: list[list[int]] = sums[: players * columns].reshape(players, columns).tolist()
        return rows

    def _deals(self, sums: NDArray[np.int64]) -> int:
        if not sums[-1]:
            raise self._misfit()
        return int(sums[-1])

    def _work(self, chunk: range) -> NDArray[np.int64]:
        try:
            shares, categories, deals = self._deal(chunk)
        except RuntimeError:
            raise self._misfit() from None
        self._columns = len(shares[0])
        return np.array([*np.ravel(shares), *np.ravel(categories), deals], np.int64)

    def _misfit(self) -> BadInputError:
        names = ", ".join(map(repr, self._names))
        return BadInputError(
            f"the ranges {names} hardly ever fit together, if at all: use method='exact'"
        )


def _sum(results: Iterator[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.sum(list(results), axis=0)  # type: ignore[no-any-return]
