"""Random samples of hands, each counted exactly: what is measured of them, as a job."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal.asia.exact import Answer, settings
from astragal.asia.houseway import HouseWay
from astragal.asia.rules import Rules
from astragal.asia.setting import DECK, HAND_SIZE
from astragal.cards import SetArray, hands_to_sets
from astragal.errors import BadInputError
from astragal.jobs import Job
from astragal.store import Json, short_hash

HANDS_AT_ONCE = 200
"""In one chunk: about a second's work."""

Found = TypeVar("Found")


def random_hands(count: int, seed: int) -> SetArray:
    """Return so many hands of seven, each drawn from the full deck."""
    if count < 2:
        raise BadInputError(f"a sample of {count} hands has no error: take at least two")
    order = np.random.default_rng(seed).random((count, DECK)).argsort(axis=1)
    return hands_to_sets(np.ascontiguousarray(order[:, :HAND_SIZE].astype(np.uint8)))


@dataclass(frozen=True)
class Measuring:
    """The work: a row of numbers for each hand. `measure` must pickle, to go to a cluster."""

    measure: Callable[[Answer], Sequence[float]]
    rules: Rules
    way: HouseWay

    def __call__(self, hands: SetArray) -> NDArray[np.float64]:
        """Measure each of these hands."""
        answers = (settings(hand, rules=self.rules, way=self.way) for hand in hands.tolist())
        return np.array([self.measure(answer) for answer in answers])


def sample_job(
    work: Measuring,
    summary: Callable[[NDArray[np.float64]], Found],
    *,
    measured: Json,
    sample: int,
    seed: int,
) -> Job[SetArray, NDArray[np.float64], Found]:
    """Return the job that measures a random sample; its answer is the summary of all rows.

    `measured` says what is measured, and so tells this job from others.
    """
    hands = random_hands(sample, seed)
    chunks = [hands[start : start + HANDS_AT_ONCE] for start in range(0, sample, HANDS_AT_ONCE)]
    parameters: dict[str, Json] = {
        "measured": measured, "sample": sample, "seed": seed,
        "rules": work.rules.name, "way": work.way.fingerprint,
    }  # fmt: skip

    def combine(found: Iterator[NDArray[np.float64]]) -> Found:
        return summary(np.concatenate(list(found)))

    return Job(f"asia-sample-{short_hash(parameters)}", chunks, work, combine, parameters)
