"""Confidence intervals cover as often as they say."""

import numpy as np
import pytest

from astragal._intervals import Z95, mean_error

# As best play gains over a house way: four hands in a hundred gain, 0.9 % of the bet in the mean.
rng = np.random.default_rng(14)
POPULATION = np.where(rng.random(100_000) < 0.04, rng.exponential(0.009, 100_000), 0.0)
SAMPLES = 1000


@pytest.mark.parametrize("size", [300, 1000, 3000])
def test_the_mean_of_rare_values_is_covered(size: int) -> None:
    """At least 93.4 % of 1,000 samples, 2.3 standard deviations below 95 %; not nearly all."""
    draw = np.random.default_rng(size)
    samples = [draw.choice(POPULATION, size) for _ in range(SAMPLES)]
    off = [abs(sample.mean() - POPULATION.mean()) for sample in samples]
    covered = sum(far <= mean_error(one, 2) for far, one in zip(off, samples, strict=True))
    assert 0.934 * SAMPLES <= covered <= 0.985 * SAMPLES
    if size == 300:
        usual = [Z95 * sample.std(ddof=1) / size**0.5 for sample in samples]
        assert sum(far <= error for far, error in zip(off, usual, strict=True)) < 0.9 * SAMPLES


def test_the_mean_of_common_values_has_the_usual_interval() -> None:
    values = np.random.default_rng(3).normal(0.3, 1, 2000)
    assert mean_error(values, 2) == pytest.approx(Z95 * values.std(ddof=1) / 2000**0.5, rel=0.002)


def test_values_that_were_not_seen_may_be_there() -> None:
    """None of n: the bound of about 3.84 / n, as large as they can be."""
    assert mean_error(np.zeros(1000), 2) == pytest.approx(2 * 3.84 / 1004, rel=0.01)
