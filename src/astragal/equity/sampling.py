"""Dealing at random: a seed, a confidence interval, and a precision to stop at.

Deals come in blocks of 65,536. A block depends only on the seed and on its number (SplitMix64,
started at 2^32 times the number). So the result depends on the seed and on the number of blocks,
not on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from astragal import _native
from astragal._checks import require_int, require_seed
from astragal.equity.exact import Results, add_results, run_chunks
from astragal.equity.limits import NO_LIMITS, UNBOUNDED, Limits
from astragal.equity.results import DealCounts, share_error
from astragal.equity.spot import Spot, StudSpot
from astragal.errors import BadInputError, JobError, quoted
from astragal.jobs.job import Job, chunk_ranges
from astragal.progress import Progress

MOST_SAMPLES = 10**12
"""About a day of one core."""
BLOCKS_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many deals to sample, and from which seed.

    Dealing stops after `samples` deals, rounded up to whole blocks. With `limits.until`, it stops
    when no player's error is greater, and after `samples` deals only if that is given too.
    """

    samples: int | None = None
    seed: int = 0
    limits: Limits = NO_LIMITS

    def __post_init__(self) -> None:
        if self.samples is not None:
            require_int(self.samples, "samples", 1, MOST_SAMPLES)
        require_seed(self.seed)

    @property
    def is_asked_for(self) -> bool:
        """Whether the size or the error of a sample was given."""
        return self.samples is not None or self.limits.until is not None

    @property
    def draws(self) -> int:
        """How often hands are drawn for a block at most."""
        return UNBOUNDED if self.limits.draws is None else self.limits.draws

    @property
    def most_blocks(self) -> float:
        """The number of blocks after which dealing stops."""
        return self.limits.blocks(self.samples)


Rows: TypeAlias = Sequence[Sequence[int]]
Dealt: TypeAlias = tuple[Rows, Rows, int, int, Rows, int]
"""The fields of `DealCounts`: shares, categories, deals, weight, repeats, repeated."""
NAMES = ("shares", "categories", "deals", "weight", "repeats", "repeated")


def sample(
    spot: Spot, sampling: Sampling, categories: bool, threads: int | None, progress: Progress
) -> DealCounts:
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
            game.tables,
            game.showdown_mode,
            game.hole,
            sets,
            weights,
            board=spot.board,
            dead=spot.dead,
            seed=sampling.seed,
            first_block=blocks.start,
            blocks=len(blocks),
            draws=sampling.draws,
            categories=categories,
        )

    return sample_blocks(deal, spot.names, sampling, threads, progress)


def sample_stud(
    spot: StudSpot, sampling: Sampling, threads: int | None, progress: Progress
) -> DealCounts:
    """Deal the missing cards of stud at random and count who wins."""

    def deal(blocks: range) -> Dealt:
        shares, categories, deals = _native.stud_sample(
            *spot.tables,
            spot.known,
            spot.dead,
            seed=sampling.seed,
            first_block=blocks.start,
            blocks=len(blocks),
        )
        return shares, categories, deals, deals, [[0] * len(row) for row in shares], 0

    return sample_blocks(deal, spot.names, sampling, threads, progress)


def sample_blocks(
    deal: Callable[[range], Dealt],
    names: Sequence[str],
    sampling: Sampling,
    threads: int | None,
    progress: Progress,
) -> DealCounts:
    """Deal block after block, as many as the sampling says; `deal` deals some of them."""
    ranges = ", ".join(map(quoted, names))
    misfit = f"the ranges {ranges} hardly ever fit together, if at all: use method='exact'"

    def work(blocks: range) -> Results:
        try:
            dealt = deal(blocks)
        except RuntimeError:
            raise BadInputError(misfit) from None
        return {name: np.array(values, np.int64) for name, values in zip(NAMES, dealt, strict=True)}

    def count(first: int, stop: int) -> Results:
        job = Job("deals", chunk_ranges(stop, BLOCKS_AT_ONCE, first), work, add_results)
        try:
            return run_chunks(job, threads, progress)
        except JobError as error:
            if isinstance(error.__cause__, BadInputError):
                raise error.__cause__ from None
            raise

    def counts() -> DealCounts:
        fields = {name: sums[name].tolist() for name in NAMES}
        deals = fields["deals"]
        if not deals:
            raise BadInputError(misfit)
        return DealCounts(**fields, match_ups=deals, showdowns=deals)

    until, most = sampling.limits.until, sampling.most_blocks
    dealt = int(most if until is None else min(BLOCKS_AT_ONCE, most))
    sums = count(0, dealt)
    # The error falls with the square root of the deals; each round aims slightly past the target.
    while until is not None and dealt < most:
        error = max(share_error(counts(), place) for place in range(len(names)))
        if error <= until:
            break
        short = min(error / until, 4.0)  # before it is squared, which could overflow
        first, dealt = dealt, int(min(dealt * min(short**2 * 1.02, 16.0) + 1, most))
        sums = add_results([sums, count(first, dealt)])
    return counts()
