"""Confidence intervals of sampled results."""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

Z95 = 1.959963984540054
"""95 % of a normal distribution lies within this many standard deviations."""


class IntervalJson(TypedDict):
    """The two ends of a confidence interval."""

    low: float
    high: float


class Interval(NamedTuple):
    """The two ends of a confidence interval."""

    low: float
    high: float

    def to_dict(self) -> IntervalJson:
        """Return the two ends."""
        return {"low": self.low, "high": self.high}


def wilson(share: float, count: int) -> Interval:
    """Return the 95 % confidence interval of a share of `count` cases, after Wilson (1927).

    >>> [round(end, 3) for end in wilson(0.94, 100)]
    [0.875, 0.972]
    """
    z2 = Z95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    reach = Z95 * sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def mean_error(values: NDArray[np.float64], most: float) -> float:
    """Return half the width of the 95 % interval of a mean whose values may be mostly zero.

    The usual interval is too short if a few nonzero values decide the mean: a sample without them
    has a small mean and a small deviation. So the share of nonzero values gets Wilson's upper
    bound, the mean of the nonzero values gets Student's interval, and the two errors are added as
    if they were independent. With fewer than two nonzero values, each is taken to be `most`.

    >>> few = np.zeros(300)
    >>> few[:6] = 0.01, 0.01, 0.02, 0.01, 0.03, 0.07
    >>> round(mean_error(few, most=2), 5)
    0.00119
    """
    nonzero = values[values != 0]
    count, share = len(nonzero), len(nonzero) / len(values)
    upper = wilson(share, len(values))[1]
    if count < 2:
        return most * upper
    z, freedom = Z95, count - 1  # the first terms of Student's quantile in 1 / freedom
    student = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    in_share = (upper - share) * abs(float(nonzero.mean()))
    in_mean = upper * student * float(nonzero.std(ddof=1)) / sqrt(count)
    return sqrt(in_share**2 + in_mean**2)
