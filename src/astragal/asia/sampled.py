"""Random samples of hands, each counted exactly: what is measured of them, as a job."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from astragal.asia.exact import Answer, settings
from astragal.asia.houseway import HouseWay
from astragal.asia.rules import Rules
from astragal.asia.wholegame import random_hands
from astragal.cards import SetArray
from astragal.jobs import Job
from astragal.store import Json, short_hash

HANDS_AT_ONCE = 200
"""In one chunk: about a second of work."""


@dataclass(frozen=True)
class Measuring:
    """The work: a row of numbers for each hand. `measure` is told by its name, so it pickles."""

    measure: Callable[[Answer], Sequence[float]]
    rules: Rules
    way: HouseWay

    def __call__(self, hands: SetArray) -> NDArray[np.float64]:
        """Measure each of these hands."""
        answers = (settings(hand, rules=self.rules, way=self.way) for hand in hands.tolist())
        return np.array([self.measure(answer) for answer in answers])


def sample_job(
    work: Measuring, *, measured: Json, sample: int, seed: int
) -> Job[SetArray, NDArray[np.float64], NDArray[np.float64]]:
    """Return the job that measures a random sample; `measured` tells it from other jobs."""
    hands = random_hands(sample, seed)
    chunks = [hands[start : start + HANDS_AT_ONCE] for start in range(0, sample, HANDS_AT_ONCE)]
    parameters: dict[str, Json] = {
        "measured": measured, "sample": sample, "seed": seed,
        "rules": work.rules.name, "way": work.way.fingerprint,
    }  # fmt: skip
    name = f"asia-measure-{short_hash(parameters)}"
    return Job(name, chunks, work, lambda found: np.concatenate(list(found)), parameters)
