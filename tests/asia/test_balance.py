"""Computing the balanced way."""

from pathlib import Path

import numpy as np
import pytest

from astragal.asia import balancing, houseway
from astragal.errors import BadInputError
from astragal.jobs import LocalThreads
from astragal.progress import Report


def test_rounds_lower_what_a_best_response_gains_and_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balancing, "MOST_ROUNDS", 2)
    heard: list[Report] = []
    whole = balancing.balance(sample=100, progress=heard.append)
    gains = [r.metrics["gain"] for r in heard if r.what == "balance"]
    assert len(gains) == whole.rounds == 2
    assert gains[0] > 5 * gains[1] > 0

    class StopError(Exception):
        pass

    def stop(report: Report) -> None:
        if report.what == "balance" and report.done == 2:
            raise StopError

    with pytest.raises(StopError):
        balancing.balance(sample=100, folder=tmp_path, progress=stop)
    heard.clear()
    resumed = balancing.balance(sample=100, folder=tmp_path, progress=heard.append)
    assert [r.done for r in heard if r.what == "balance"] == [2]
    np.testing.assert_array_equal(resumed.choice, whole.choice)
    assert resumed.measured == whole.measured
    assert list(tmp_path.iterdir()) == []


def test_threads_and_an_engine_are_refused_before_any_work() -> None:
    with pytest.raises(BadInputError, match="threads or an engine, not both"):
        balancing.balance(threads=1, engine=LocalThreads(1))


def test_what_is_shipped_leaves_a_best_response_little() -> None:
    """Below 0.05 points of the bet, with three standard errors to spare."""
    found = balancing.measure(houseway.balanced_choice(), sample=400, seed=11)
    assert found.gain is not None
    assert found.error is not None
    assert found.gain >= 0
    assert found.gain + 3 / 1.96 * found.error < 0.0005
