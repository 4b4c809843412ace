"""Face-up pai gow poker: the dealer's cards are seen before the player sets.

A player who sees the dealer's two hands wins if one of the legal settings is above both. So what
matters of a player's hand is its staircase: the undominated settings, which no other setting equals
or beats in both hands. Each of them is a corner of the staircase. A dealer's five and two are
beaten if they are below one of the corners. The corners are counted one by one. Two neighbours
overlap at their meet, which is subtracted. The dealer wins if neither hand can be beaten: if both
are at least the player's greatest five and the player's greatest two. Corners, meets and greatest
hands are counted over all deals as house ways are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.jobs.job import hashed_job
from astragal.jobs.run import RunOptions, run
from astragal.paigow.rules import Rules, find_rules
from astragal.setting.classes import CLASSES, setting_count
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import Way, find_way
from astragal.setting.layouts import SETTING_VALUE
from astragal.setting.rules import WheelName
from astragal.setting.whole_game import DEALS, Counted, Edge, deal_chunks, duels

Numbers = NDArray[np.int64]

PLAYER = "best, with the dealer's cards seen"


def _values(rules: Rules) -> tuple[Numbers, Numbers]:
    """Return the numbers of the five and the two of each setting of each class; -1 for a foul."""
    tables = rank_tables(rules)
    five = np.empty((setting_count(rules), CLASSES), np.int64)
    two = np.empty_like(five)
    for setting in range(setting_count(rules)):
        chosen = np.full(CLASSES, setting, np.uint8)
        values, _ = _native.setting_outcomes(tables.native, chosen)
        five[setting] = SETTING_VALUE.unpack_field(values, "high")
        two[setting] = SETTING_VALUE.unpack_field(values, "two")
    fouls = five < tables.least_high[two]
    five[fouls], two[fouls] = -1, -1
    return five, two


def staircases(rules: Rules) -> tuple[Numbers, Numbers]:
    """Return the fives and the twos of the corners of each class.

    Each corner has a row, the highest five first. Where a class has fewer corners, there is -1.
    """
    five, two = _values(rules)
    order = np.lexsort((-two, -five), axis=0)
    five, two = np.take_along_axis(five, order, 0), np.take_along_axis(two, order, 0)
    above = np.maximum.accumulate(two, axis=0)
    corner = two > np.vstack([np.full(CLASSES, -1), above[:-1]])
    place = np.cumsum(corner, axis=0) - 1
    steps = int(place.max()) + 1
    corners = np.full((2, steps, CLASSES), -1, np.int64)
    rows, columns = np.nonzero(corner)
    corners[0, place[rows, columns], columns] = five[rows, columns]
    corners[1, place[rows, columns], columns] = two[rows, columns]
    return corners[0], corners[1]


@dataclass(frozen=True)
class Hands:
    """A five and a two for each class, counted as the outcomes of a house way are."""

    values: NDArray[np.uint32]
    """The distinct values, ascending."""
    outcome: NDArray[np.uint32]
    """The place of each class among the values."""

    @classmethod
    def of(cls, five: Numbers, two: Numbers) -> Hands:
        """Return the hands with these numbers; a class with a -1 gets hands that beat nothing."""
        there = (five >= 0) & (two >= 0)
        values = SETTING_VALUE.pack_many(
            high=np.where(there, five, 0), two=np.where(there, two, 0), one=np.zeros_like(five)
        )
        distinct, outcome = np.unique(values.astype(np.uint32), return_inverse=True)
        return cls(distinct, outcome.astype(np.uint32))

    @property
    def native(self) -> _native.SettingWay:
        """The hands as native loops read them."""
        return _native.SettingWay(self.values, self.outcome, np.zeros(len(self.values), np.uint8))


def face_up_edge(
    *,
    dealer: Way | None = "stones",
    wheel: WheelName | None = None,
    **options: Unpack[RunOptions],
) -> Edge:
    """Return the house edge of face-up pai gow poker, if the player sets best: over all deals.

    There is no commission, and a dealer whose five is ace high pushes every bet. A staircase has up
    to 21 corners, so it takes about ten times as long as one house way against another. With
    `folder`, finished chunks are kept there, and the same call resumes.
    """
    rules = find_rules("no-commission", push="ace-high five", wheel=wheel)
    house = find_way(dealer, rules)
    five, two = staircases(rules)
    steps = len(five)
    corners = [Hands.of(five[n], two[n]) for n in range(steps)]
    # Neighbours are both above a dealer's hands that are below the five of the later one and the
    # two of the earlier one.
    meets = [Hands.of(five[n + 1], two[n]) for n in range(steps - 1)]
    greatest = Hands.of(five[0], two.max(axis=0))
    ways: list[Counted] = [*corners, *meets, greatest, house]
    pairs = [(at, len(ways) - 1) for at in range(len(ways) - 1)]

    def combine(results: Iterator[NDArray[np.int64]]) -> Edge:
        sums = sum(results, np.zeros((len(pairs), 2), np.int64))
        wins = int(sums[:steps, 0].sum() - sums[steps:-1, 0].sum())
        losses = int(sums[-1, 1])
        return Edge(
            rules=rules,
            dealer=house.name,
            player=PLAYER,
            method="exact",
            deals=DEALS,
            wins=wins,
            losses=losses,
            edge=rules.stakes.edge(wins, losses, DEALS),
        )

    job = hashed_job(
        "paigow-face-up", deal_chunks(), partial(duels, rules, ways, pairs), combine,
        rules=rules.name, way=house.fingerprint,
    )  # fmt: skip
    return run(job, **options)
