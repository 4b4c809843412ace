"""Sampling dealer hands: one sample, shared by all settings of a hand.

The exact count is quicker than a sample of its own accuracy could ever be; sampling stays as an
independent check, and as what most tools do. The generator is SplitMix64; chunk `n` of a sample is
the stream that begins at a hash of the seed and `n`, so the number of threads changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.exact import PUSH, Answer, Counts, Row, rank_settings, unseen
from astragal.asia.houseway import HouseWay, default_way
from astragal.asia.rules import Rules
from astragal.cards import CardSet
from astragal.errors import BadInputError
from astragal.jobs import Job, run
from astragal.progress import Progress, silent

CHUNK = 100_000
MOST_SAMPLES = 2**32 - 1  # counts are words of 32 bits
Z_95 = 1.959963984540054  # a normal variable stays within so many deviations with probability 95 %
WORD = 2**64


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % confidence interval."""

    low: float
    high: float


def interval(hits: int, samples: int) -> Interval:
    """Return Wilson's interval for a probability of which `hits` of `samples` were seen.

    >>> interval(763, 1000)
    Interval(low=0.735..., high=0.788...)
    """
    part, z2 = hits / samples, Z_95**2
    middle = (part + z2 / (2 * samples)) / (1 + z2 / samples)
    half = Z_95 * sqrt(part * (1 - part) / samples + z2 / (4 * samples**2)) / (1 + z2 / samples)
    return Interval(middle - half, middle + half)


def win_interval(row: Row, answer: Answer) -> Interval:
    """Return the confidence interval of a setting's probability to win."""
    return interval(row.wins, answer.dealer_hands)


def sample_outcomes(
    way: HouseWay,
    deck: CardSet,
    samples: int,
    seed: int,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> Counts:
    """Return how many of so many random hands from the deck have each outcome."""
    if not 1 <= samples <= MOST_SAMPLES:
        raise BadInputError(f"samples must be 1 to {MOST_SAMPLES}, not {samples}")
    if not 0 <= seed < WORD:
        raise BadInputError(f"a seed is 0 to 2^64 - 1, not {seed}")

    def work(start: int) -> NDArray[np.uint32]:
        counts = np.zeros(len(way.triples), np.uint32)
        entropy = np.random.SeedSequence(seed, spawn_key=(start // CHUNK,))
        stream = int(entropy.generate_state(1, np.uint64)[0])
        _native.asia_sample(way.native, deck, stream, min(CHUNK, samples - start), counts)
        return counts

    def combine(results: Iterator[NDArray[np.uint32]]) -> Counts:
        return sum(results, np.zeros(len(way.triples), np.uint32))

    job = Job("asia-montecarlo", range(0, samples, CHUNK), work, combine)
    return run(job, threads=threads, progress=progress)


def settings(
    hand: CardSet,
    *,
    samples: int,
    seed: int,
    rules: Rules = PUSH,
    way: HouseWay | None = None,
    dead: CardSet = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Answer:
    """Score every legal setting of a hand against the same random dealer hands."""
    deck = unseen(hand, dead)
    way = default_way(rules) if way is None else way
    counts = sample_outcomes(way, deck, samples, seed, threads=threads, progress=progress)
    return rank_settings(hand, rules, way, counts, total=samples, method="monte carlo")
