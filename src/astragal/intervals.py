"""Confidence intervals of results that were sampled."""

from math import sqrt

Z95 = 1.959963984540054
"""95 % of a normal distribution lies within this many standard deviations."""


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of `count` cases, after Wilson (1927).

    >>> [round(end, 3) for end in wilson(0.94, 100)]
    [0.875, 0.972]
    """
    z2 = Z95**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    reach = Z95 * sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)
