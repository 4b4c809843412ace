"""Random hands, each of which is ranked and measured exactly: the sample behind every estimate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal._checks import require_int, require_seed
from astragal.cards import SetArray, hands_to_sets
from astragal.jobs.job import Job, hashed_job
from astragal.setting.hand import DECK
from astragal.setting.ranking import Ranking, rank_exactly
from astragal.setting.setting import HAND_SIZE
from astragal.store.canonical import Json

if TYPE_CHECKING:
    from astragal.setting.game import Game

Answer = TypeVar("Answer")

HANDS_AT_ONCE = 200
"""Hands in a chunk of a job: about a second of work."""

MOST_HANDS = 10**7
"""Hands in a sample; more would not fit in memory."""

MOST_GAIN = 2.0
"""The most that a setting can gain over another, of the bet: a won bet for a lost one."""


def random_hands(count: int, seed: int) -> SetArray:
    """Return random hands of seven, each drawn from the full deck."""
    require_int(count, "samples", 2, MOST_HANDS)
    require_seed(seed)
    order = np.random.default_rng(seed).random((count, DECK)).argsort(axis=1)
    return hands_to_sets(np.ascontiguousarray(order[:, :HAND_SIZE].astype(np.uint8)))


def hand_chunks(count: int, seed: int) -> list[SetArray]:
    """Return random hands as the chunks of a job."""
    hands = random_hands(count, seed)
    return [hands[start : start + HANDS_AT_ONCE] for start in range(0, count, HANDS_AT_ONCE)]


Measure: TypeAlias = Callable[[Ranking], float | Sequence[float]]
"""Return the number, or the row of numbers, of a ranked hand. It must pickle."""


def _measure_hands(measure: Measure, game: Game, hands: SetArray) -> NDArray[np.float64]:
    return np.array([measure(rank_exactly(hand, game)) for hand in hands.tolist()])


def sample_job(
    measure: Measure,
    game: Game,
    summary: Callable[[NDArray[np.float64]], Answer],
    *,
    measured: Json,
    samples: int,
    seed: int,
) -> Job[SetArray, NDArray[np.float64], Answer]:
    """Return the job that measures random hands; `summary` turns all rows into the answer.

    `measured` names the measure: jobs with different measures have different checkpoints.
    """
    return hashed_job(
        f"{game.rules.game}-sample", hand_chunks(samples, seed),
        partial(_measure_hands, measure, game),
        lambda chunks: summary(np.concatenate(list(chunks))),
        measured=measured, samples=samples, seed=seed, rules=game.rules.name,
        way=game.dealer.fingerprint, objective=game.objective,
    )  # fmt: skip
