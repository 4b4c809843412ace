"""The Fortune side bet: it pays for the best hand of all seven cards, however they are set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from astragal._frames import Floats
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import JOKER, CardSet, Rank, card_set
from astragal.setting.classes import HANDS, class_counts, classes_of
from astragal.setting.conditions import Bools, features
from astragal.setting.hand import ACE
from astragal.setting.pay_table import read_pays
from astragal.setting.rules import Wheel
from astragal.setting.setting import HAND_SIZE

HIGH_SIZE = 5

NATURAL_SEVEN = "seven-card straight flush, no joker"
ROYAL_MATCH = "royal flush, and king queen of another suit"
JOKER_SEVEN = "seven-card straight flush with the joker"

PAYS: Mapping[str, float] = {
    NATURAL_SEVEN: 8000,
    ROYAL_MATCH: 2000,
    JOKER_SEVEN: 1000,
    "five aces": 400,
    "royal flush": 150,
    "straight flush": 50,
    "four of a kind": 25,
    "full house": 5,
    "flush": 4,
    "three of a kind": 3,
    "straight": 2,
}
"""A pay table of the bet, to one; a hand is paid by the first line that it has."""


class FortunePayJson(TypedDict):
    """The hands that one line of the pay table pays."""

    hand: str
    """The best hand of the seven cards."""
    pays: float
    """What the bet pays, to 1."""
    hands: int


class FortuneJson(TypedDict):
    """The Fortune side bet."""

    hands: int
    """All hands of seven cards."""
    paid: list[FortunePayJson]
    edge: float
    """The house edge, as a part of the bet."""


@dataclass(frozen=True, slots=True)
class Fortune(TableResult):
    """How many of all hands of seven each line of the Fortune bet pays."""

    counts: Mapping[str, int]
    hands: int
    pays: Mapping[str, float]
    """What each line pays, to one."""

    @property
    def edge(self) -> float:
        """The house edge of the bet."""
        won = sum(count * self.pays[line] for line, count in self.counts.items())
        lost = self.hands - sum(self.counts.values())
        return (lost - won) / self.hands

    def __repr__(self) -> str:
        return f"Fortune(edge={self.edge:.6g})"

    def _columns(self) -> dict[str, Any]:
        return {
            "hand": list(self.counts),
            "pays": Floats(self.pays[line] for line in self.counts),
            "hands": list(self.counts.values()),
        }

    def to_dict(self) -> FortuneJson:
        """Return what `astragal paigow fortune --json` prints."""
        return {
            "hands": self.hands,
            "paid": [
                {"hand": line, "pays": self.pays[line], "hands": count}
                for line, count in self.counts.items()
            ],
            "edge": self.edge,
        }

    def _table(self) -> TextTable:
        rows = [
            [line, f"{self.pays[line]:,.10g} to 1", f"{n:,}"] for line, n in self.counts.items()
        ]
        below = f"of {self.hands:,} hands; house edge {self.edge:.3%}"
        return TextTable(["hand", "pays", "hands"], rows, below)


def _suited(ranks: tuple[Rank, ...], suit: int) -> CardSet:
    return card_set(4 * rank + suit for rank in ranks)


def _sevens(joker: bool) -> set[CardSet]:
    """Return the straight flushes of seven cards."""
    straights = [(ACE, *range(6)), *(tuple(range(low, low + 7)) for low in range(ACE - 5))]
    held = {ranks for straight in straights for ranks in combinations(straight, HAND_SIZE - joker)}
    return {_suited(ranks, suit) | joker << JOKER for ranks in held for suit in range(4)}


def _royal_matches() -> set[CardSet]:
    """Return the hands of a royal flush, and a king and a queen of another suit."""
    royal, match = tuple(range(ACE - 4, ACE + 1)), (ACE - 2, ACE - 1)
    hands = set()
    for suit in range(4):
        fives = [_suited(royal, suit)]
        fives += [_suited(four, suit) | 1 << JOKER for four in combinations(royal, 4)]
        for other in {0, 1, 2, 3} - {suit}:
            hands |= {five | _suited(match, other) for five in fives}
    return hands


def _class_lines() -> dict[str, Bools]:
    """Return the classes of hands that have five cards for each line."""
    known = features(HIGH_SIZE, Wheel.SECOND_HIGHEST)
    flags, counts = known.flags, known.counts
    threes = counts["trips"] + counts["quads"]  # where a table does not name four of a kind
    return {
        "five aces": flags["five_aces"],
        "royal flush": known.ranks["straight_flush_top"] == ACE,
        "straight flush": flags["straight_flush"],
        "four of a kind": counts["quads"] > 0,
        "full house": (threes > 0) & (threes + counts["pairs"] > 1),
        "flush": flags["flush"],
        "three of a kind": threes > 0,
        "straight": flags["straight"],
    }


def fortune(pays: Mapping[str, float] | None = None) -> Fortune:
    """Count the hands that the Fortune side bet pays, by the lines of its pay table.

    The joker is an ace, or completes a straight or a flush. `pays` is a pay table to one; a line
    that it does not name pays as the next line that the hand has, or loses.

    >>> round(fortune().edge, 6)
    0.077656
    >>> round(fortune({"full house": 5, "flush": 4, "three of a kind": 3, "straight": 2}).edge, 6)
    0.207278
    """
    table = read_pays(PAYS if pays is None else pays, [*PAYS])
    left = class_counts().astype(np.int64)  # the hands of each class that no line has paid
    counts = {}
    lines = {
        NATURAL_SEVEN: _sevens(joker=False),
        ROYAL_MATCH: _royal_matches(),
        JOKER_SEVEN: _sevens(joker=True),
    }
    for line, hands in lines.items():
        if line not in table:
            continue
        counts[line] = len(hands)
        np.subtract.at(left, classes_of([*hands]), 1)
    for line, classes in _class_lines().items():
        if line not in table:
            continue
        counts[line] = int(left[classes].sum())
        left[classes] = 0
    return Fortune(counts, HANDS, table)
