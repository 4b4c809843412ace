"""The word of a hand of five or two cards.

>>> print(PAIGOW_VALUE)
                                 23           20 19           16
┌───────────────────────────────┬───────────────┬───────────────┐
│               ·               │    category   │      rank     │
│                               │               │       1       │
└───────────────────────────────┴───────────────┴───────────────┘
 15                                                            0
┌───────────────────────────────────────────────────────────────┐
│                              rank                             │
│       2       │       3       │       4       │       5       │
└───────────────┴───────────────┴───────────────┴───────────────┘
"""

from __future__ import annotations

from typing import ClassVar

from astragal import setting
from astragal.layout import Ascending, Field, Layout
from astragal.setting.layouts import RANK_VALUES

PAIGOW_VALUE = Layout(
    "paigow-value",
    32,
    (
        Field(
            "category",
            20,
            4,
            "what the cards make",
            values={int(category): str(category) for category in setting.Category},
        ),
        Field(
            "rank",
            16,
            4,
            "ranks in the order in which they count; 0: no card",
            runs="1..5",
            stride=-4,
            values=RANK_VALUES,
        ),
    ),
    meaning="A hand of five or two cards of pai gow poker",
    claims=(
        Ascending(
            (
                {"rank": (3, 2, 0, 0, 0)},
                {"rank": (14, 13, 0, 0, 0)},
                {"rank": (14, 13, 12, 11, 9)},
                {"category": "pair", "rank": (2, 0, 0, 0, 0)},
                {"category": "pair", "rank": (2, 5, 4, 3, 0)},
                {"category": "pair", "rank": (3, 0, 0, 0, 0)},
                {"category": "two pair", "rank": (3, 2, 4, 0, 0)},
                {"category": "three of a kind", "rank": (2, 4, 3, 0, 0)},
                {"category": "straight", "rank": (5, 4, 3, 2, 1)},
                {"category": "straight", "rank": (13, 12, 11, 10, 9)},
                {"category": "straight", "rank": (14, 5, 4, 3, 2)},
                {"category": "straight", "rank": (14, 13, 12, 11, 10)},
                {"category": "flush", "rank": (7, 5, 4, 3, 2)},
                {"category": "full house", "rank": (2, 3, 0, 0, 0)},
                {"category": "four of a kind", "rank": (2, 3, 0, 0, 0)},
                {"category": "straight flush", "rank": (6, 5, 4, 3, 2)},
                {"category": "five aces", "rank": (14, 0, 0, 0, 0)},
            )
        ),
    ),
    stability="Stable: changing this encoding is a breaking change.",
    reader="astragal.paigow.words:read_hand",
)

LAYOUTS = (PAIGOW_VALUE,)
NATIVE_LAYOUTS = ()


class HandRank(setting.HandRank):
    """What five or two cards are worth; a better hand compares as greater."""

    __slots__ = ()
    layout: ClassVar[Layout] = PAIGOW_VALUE
