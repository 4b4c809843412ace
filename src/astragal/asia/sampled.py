"""Random samples of hands, each counted exactly: what is measured of them, as a job."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from astragal.asia.exact import Answer, settings
from astragal.asia.houseway import HouseWay
from astragal.asia.rules import Rules
from astragal.asia.wholegame import random_hands
from astragal.jobs import Engine, Job, run
from astragal.progress import Progress, silent
from astragal.store import Json

HANDS_AT_ONCE = 200
"""In one chunk: about a second of work."""


@dataclass(frozen=True)
class Measuring:
    """The work: numbers of each of some hands of a sample. `measure` must pickle."""

    measure: Callable[[Answer], Sequence[float]]
    rules: Rules
    way: HouseWay
    sample: int
    seed: int

    def __call__(self, part: range) -> NDArray[np.float64]:
        """Return a row for each of these hands."""
        hands = random_hands(self.sample, self.seed)[part.start : part.stop].tolist()
        answers = (settings(hand, rules=self.rules, way=self.way) for hand in hands)
        return np.array([self.measure(answer) for answer in answers])


def measure_sample(
    name: str,
    work: Measuring,
    *,
    measured: Json,
    threads: int | None = None,
    engine: Engine | None = None,
    folder: str | PathLike[str] | None = None,
    progress: Progress = silent,
) -> NDArray[np.float64]:
    """Return what is measured of each hand, a row each; `measured` says what, for a resume."""
    random_hands(work.sample, work.seed)  # refuses a sample that is too small
    chunks = [
        range(start, min(start + HANDS_AT_ONCE, work.sample))
        for start in range(0, work.sample, HANDS_AT_ONCE)
    ]
    job = Job(
        name, chunks, work, lambda found: np.concatenate(list(found)),
        parameters={
            "measured": measured, "sample": work.sample, "seed": work.seed,
            "rules": work.rules.name, "way": work.way.fingerprint,
        },
    )  # fmt: skip
    return run(job, threads=threads, engine=engine, folder=folder, progress=progress)
