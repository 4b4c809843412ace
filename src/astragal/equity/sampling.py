"""Dealing at random: a seed, a confidence interval, and a precision to stop at.

Deals come in blocks of 65,536. A block depends only on the seed and on its number (SplitMix64,
started at 2^32 times the number). So the result depends on the seed and on the number of blocks,
not on the number of threads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_int, require_seed
from astragal.equity.result import Counted, share_error
from astragal.equity.spot import Spot
from astragal.errors import BadInputError, JobError
from astragal.jobs import Job, run
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
        if self.until is not None and not (isinstance(self.until, Real) and 0 < self.until < 1):
            raise BadInputError(
                f"until = {self.until!r}: a precision is between 0 and 1, like 0.001"
            )
        require_seed(self.seed)
        require_int(self.draws, "draws", 1, UNBOUNDED, "1 to 2**64 - 1 are possible")

    @property
    def most_blocks(self) -> float:
        """The maximum number of blocks."""
        if self.deals is None and self.until is not None:
            return inf
        return ceil((self.deals or DEALS) / BLOCK)


def sample(
    spot: Spot, sampling: Sampling, categories: bool, threads: int | None, progress: Progress
) -> Counted:
    """Deal at random and count who wins."""
    dealer = _Dealer(spot, sampling, categories, threads, progress)
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
        spot: Spot,
        sampling: Sampling,
        categories: bool,
        threads: int | None,
        progress: Progress,
    ) -> None:
        self.dealt = 0
        self._spot = spot
        self._sampling = sampling
        self._categories = categories
        self._threads = threads
        self._progress = progress
        # A player with any hand is dealt from the deck: an empty range.
        anything = np.array([], np.uint64), np.array([])
        self._sets, self._weights = zip(
            *(
                anything if seat is None else spot.arrays(place)
                for place, seat in enumerate(spot.seats)
            ),
            strict=True,
        )

    def deal(self, count: int) -> NDArray[np.int64]:
        """Deal this many more blocks; return the counts as one row of numbers."""
        first, self.dealt = self.dealt, self.dealt + count
        chunks = [
            range(start, min(start + BLOCKS_AT_ONCE, self.dealt))
            for start in range(first, self.dealt, BLOCKS_AT_ONCE)
        ]
        if len(chunks) == 1:
            return self._work(chunks[0])
        job = Job("deals", chunks, self._work, _sum)
        try:
            return run(job, threads=self._threads, progress=self._progress)
        except JobError as error:
            if isinstance(error.__cause__, BadInputError):
                raise error.__cause__ from None
            raise

    def error(self, sums: NDArray[np.int64]) -> float:
        """Return the greatest error of a player."""
        return max(share_error(row, self._deals(sums)) for row in self._shares(sums))

    def counted(self, sums: NDArray[np.int64]) -> Counted:
        """Return the counts of all blocks."""
        players = len(self._spot.seats)
        rows = sums[players**2 : -1].reshape(-1, len(Category)).tolist()
        deals = self._deals(sums)
        return Counted(self._shares(sums), rows, deals, deals, deals, deals)

    def _shares(self, sums: NDArray[np.int64]) -> list[list[int]]:
        players = len(self._spot.seats)
        rows: list[list[int]] = sums[: players**2].reshape(players, players).tolist()
        return rows

    def _deals(self, sums: NDArray[np.int64]) -> int:
        if not sums[-1]:
            raise self._misfit()
        return int(sums[-1])

    def _work(self, chunk: range) -> NDArray[np.int64]:
        spot = self._spot
        try:
            shares, categories, deals = _native.sample_deals(
                spot.game.tables,
                spot.game.two_of_own,
                spot.game.hole,
                self._sets,
                self._weights,
                spot.board,
                spot.dead,
                self._sampling.seed,
                chunk.start,
                len(chunk),
                self._sampling.draws,
                self._categories,
            )
        except RuntimeError:
            raise self._misfit() from None
        return np.array([*np.ravel(shares), *np.ravel(categories), deals], np.int64)

    def _misfit(self) -> BadInputError:
        names = ", ".join(map(repr, self._spot.names))
        return BadInputError(
            f"the ranges {names} hardly ever fit together, if at all: use method='exact'"
        )


def _sum(results: Iterator[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.sum(list(results), axis=0)  # type: ignore[no-any-return]
