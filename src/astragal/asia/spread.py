"""What hands are worth, by their kind: how the values of best settings are spread.

A hand's value is what its best setting brings of the bet: wins less losses. With a complete table
of the game all 154,143,080 hands are looked at; without one, a random sample of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from astragal.asia.exact import Answer
from astragal.asia.houseway import HouseWay
from astragal.asia.kinds import KINDS, Kind, kinds_of
from astragal.asia.rules import Rules
from astragal.asia.sampled import Measuring, random_hands, sample_job
from astragal.asia.table import DEALER_HANDS, BestTable, find_table
from astragal.asia.wholegame import net_of
from astragal.jobs import RunOptions, run

PERCENTS = (5, 25, 50, 75, 95)


@dataclass(frozen=True, slots=True)
class Spread:
    """The values of all hands of one kind."""

    kind: Kind
    hands: int
    mean: float
    error: float | None
    """The standard error of the mean; None where all hands were looked at, or only one."""
    quantiles: tuple[float, ...]
    """For each of `PERCENTS`, the least value that at least so many of the hands do not exceed."""


@dataclass(frozen=True, slots=True)
class Spreads:
    """The values of hands of all kinds; those that no hand is of are left out."""

    rules: Rules
    way: str
    method: str
    """`table`, where all hands were looked at, or `sample`."""
    seed: int | None
    kinds: tuple[Spread, ...]

    @property
    def hands(self) -> int:
        """How many hands were looked at."""
        return sum(spread.hands for spread in self.kinds)


def quantiles(
    values: NDArray[np.float64], weights: NDArray[np.int64], percents: Sequence[int] = PERCENTS
) -> tuple[float, ...]:
    """Return for each per cent the least value that at least so much of the weight does not exceed.

    >>> quantiles(np.array([3.0, 1.0, 2.0]), np.array([1, 1, 2]), (25, 26, 75, 100))
    (1.0, 2.0, 2.0, 3.0)
    """
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    places = np.searchsorted(100 * reached, np.array(percents) * reached[-1])
    return tuple(values[order][places].tolist())


def _spreads(
    kinds: NDArray[np.uint8], nets: NDArray[np.float64], weights: NDArray[np.int64], sampled: bool
) -> Iterator[Spread]:
    for number, kind in enumerate(KINDS):
        of_kind = kinds == number
        values, counts = nets[of_kind], weights[of_kind]
        if not len(values):
            continue
        hands = int(counts.sum())
        error = float(values.std(ddof=1) / sqrt(hands)) if sampled and hands > 1 else None
        mean = float(values @ counts) / hands
        yield Spread(kind, hands, mean, error, quantiles(values, counts))


def _best_net(answer: Answer) -> list[float]:
    return [net_of(answer.best, answer)]


def spreads_in_table(table: BestTable) -> Spreads:
    """Return the values of all hands that a table covers."""
    kinds, nets, weights = [], [], []
    for block in table.blocks():
        kinds.append(kinds_of(block.hands, table.rules))
        won, lost = (block.column(name).astype(np.int64) for name in ("wins", "losses"))
        nets.append((won - lost) / DEALER_HANDS)
        weights.append(block.weights.astype(np.int64))
    columns = np.concatenate(kinds), np.concatenate(nets), np.concatenate(weights)
    found = tuple(_spreads(*columns, sampled=False))
    return Spreads(table.rules, table.way.name, "table", None, found)


def value_spreads(
    rules: Rules,
    way: HouseWay,
    *,
    sample: int = 5000,
    seed: int = 1,
    **where: Unpack[RunOptions],
) -> Spreads:
    """Return what hands are worth, by kind: from a complete table if there is one, or a sample."""
    table = find_table(rules, way, folder=where.get("folder"))
    if table is not None and table.complete:
        return spreads_in_table(table)

    def summary(nets: NDArray[np.float64]) -> Spreads:
        kinds = kinds_of(random_hands(sample, seed), rules)
        found = _spreads(kinds, nets[:, 0], np.ones(sample, np.int64), sampled=True)
        return Spreads(rules, way.name, "sample", seed, tuple(found))

    work = Measuring(_best_net, rules, way)
    return run(sample_job(work, summary, measured="best", sample=sample, seed=seed), **where)
