"""The word of a hand of four, two or one cards.

>>> print(ASIA_VALUE)
                                                 19           16
┌───────────────────────────────────────────────┬───────────────┐
│                       ·                       │    category   │
└───────────────────────────────────────────────┴───────────────┘
 15                                                            0
┌───────────────────────────────────────────────────────────────┐
│                              rank                             │
│       1       │       2       │       3       │       4       │
└───────────────┴───────────────┴───────────────┴───────────────┘
"""

from __future__ import annotations

from typing import ClassVar

from astragal import setting
from astragal.layout import Ascending, Field, Layout
from astragal.setting.layouts import RANK_VALUES

QUADS_ABOVE_STRAIGHT_FLUSH = 8

# Four of a kind has two places because rules differ in whether a straight flush beats it.
CATEGORY_NAMES = {
    0: "high card",
    1: "pair",
    2: "two pair",
    3: "three of a kind",
    4: "straight",
    5: "flush",
    6: "four of a kind",
    7: "straight flush",
    QUADS_ABOVE_STRAIGHT_FLUSH: "four of a kind above a straight flush",
}

ASIA_VALUE = Layout(
    "asia-value",
    32,
    (
        Field("category", 16, 4, "what the cards make", values=CATEGORY_NAMES),
        Field(
            "rank",
            12,
            4,
            "ranks in the order in which they count; 0: no card",
            runs="1..4",
            stride=-4,
            values=RANK_VALUES,
        ),
    ),
    meaning="A hand of four, two or one cards of Asia Poker",
    claims=(
        Ascending(
            (
                {"rank": (2, 0, 0, 0)},
                {"rank": (14, 0, 0, 0)},
                {"rank": (14, 13, 0, 0)},
                {"rank": (14, 13, 12, 10)},
                {"category": "pair", "rank": (2, 0, 0, 0)},
                {"category": "pair", "rank": (2, 4, 3, 0)},
                {"category": "pair", "rank": (3, 0, 0, 0)},
                {"category": "two pair", "rank": (3, 2, 0, 0)},
                {"category": "three of a kind", "rank": (2, 3, 0, 0)},
                {"category": "straight", "rank": (4, 3, 2, 1)},
                {"category": "straight", "rank": (5, 4, 3, 2)},
                {"category": "straight", "rank": (14, 4, 3, 2)},
                {"category": "straight", "rank": (14, 13, 12, 11)},
                {"category": "flush", "rank": (6, 4, 3, 2)},
                {"category": "four of a kind", "rank": (2, 0, 0, 0)},
                {"category": "straight flush", "rank": (4, 3, 2, 1)},
                {"category": "four of a kind above a straight flush", "rank": (2, 0, 0, 0)},
            )
        ),
    ),
    stability="Stable: changing this encoding is a breaking change.",
    reader="astragal.asia.words:read_hand",
)

LAYOUTS = (ASIA_VALUE,)
NATIVE_LAYOUTS = ()


class HandRank(setting.HandRank):
    """What four, two or one cards are worth; a better hand compares as greater.

    >>> from astragal.asia import hand_rank
    >>> rank = hand_rank("7h 7s As Kd")
    >>> str(rank), hex(rank.value), rank > hand_rank("As Kd")
    ('pair of sevens, ace king', '0x17ed0', True)
    """

    __slots__ = ()
    layout: ClassVar[Layout] = ASIA_VALUE
