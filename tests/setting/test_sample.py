"""Random hands that a job ranks and measures."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import asia
from astragal.asia import Game, Rules
from astragal.cards import SetArray
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.progress import Report
from astragal.setting import Ranking, sample
from astragal.setting.sample import random_hands, sample_job

from engines import ByPickle

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")


def _wins(answer: Ranking) -> list[float]:
    return [float(answer.best.wins)]


def wins_job(
    rules: Rules, *, measured: str = "wins", samples: int = 40, seed: int = 1
) -> Job[SetArray, NDArray[np.float64], NDArray[np.float64]]:
    game = Game(rules, objective="ev")
    return sample_job(_wins, game, np.ravel, measured=measured, samples=samples, seed=seed)


def test_work_that_travels_measures_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 10)
    here = run(wins_job(CASINO), threads=1)
    np.testing.assert_array_equal(here, run(wins_job(CASINO), engine=ByPickle()))


def test_work_is_small_however_large_the_way_is() -> None:
    assert len(pickle.dumps(wins_job(CASINO).work)) < 2000


def test_an_interrupted_measurement_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 10)
    job = wins_job(PUSH)
    begun: list[Report] = []

    def stop(report: Report) -> None:
        if report.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(job, threads=1, folder=tmp_path, progress=stop)
    measured = run(job, threads=1, folder=tmp_path, progress=begun.append)
    assert begun[0].head_start in (2, 3)  # of four chunks; one may have been under way
    game = Game(objective="ev")
    assert measured.tolist() == [game.rank(hand).best.wins for hand in random_hands(40, 1).tolist()]


def test_other_measurements_do_not_share_a_checkpoint() -> None:
    jobs = [
        wins_job(PUSH),
        wins_job(PUSH, measured="losses"),
        wins_job(PUSH, samples=41),
        wins_job(PUSH, seed=2),
        wins_job(CASINO),
    ]
    assert len({job.name for job in jobs}) == 5
