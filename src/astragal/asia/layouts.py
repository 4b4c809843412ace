"""Words: the value of a hand of four, two or one cards, and the value of a setting.

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
>>> print(ASIA_TRIPLE)
                                     22                       16
┌───────────────────────────────────┬───────────────────────────┐
│                 ·                 │            four           │
└───────────────────────────────────┴───────────────────────────┘
 15               11 10                        4 3             0
┌───────────────────┬───────────────────────────┬───────────────┐
│        four       │            two            │      one      │
└───────────────────┴───────────────────────────┴───────────────┘
"""

from __future__ import annotations

from astragal.asia.rules import QUADS_ABOVE_STRAIGHT_FLUSH, Category
from astragal.layout import Ascending, Field, Layout, Unused
from astragal.poker.layouts import RANK_NAMES

# Four of a kind has two places because profiles differ in whether a straight flush beats it.
CATEGORY_NAMES = {int(category): str(category) for category in Category} | {
    QUADS_ABOVE_STRAIGHT_FLUSH: "four of a kind above a straight flush"
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
            values={1: "ace (low)"} | {rank + 2: name for rank, name in enumerate(RANK_NAMES)},
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
)

ASIA_TRIPLE = Layout(
    "asia-triple",
    32,
    (
        Field("four", 11, 12, "place of the four among the values of four cards, 0..2534"),
        Field("two", 4, 7, "place of the two among the values of two cards, 0..90"),
        Field("one", 0, 4, "place of the one among the values of one card, 0..12"),
    ),
    meaning="The three values of a setting of Asia Poker, as their places in their orders",
    claims=(Unused(23, 31), Ascending(({}, {"one": 12}, {"two": 1}, {"two": 90}, {"four": 1}))),
    stability="Stored in table files; changing it raises their version.",
)

LAYOUTS = (ASIA_VALUE, ASIA_TRIPLE)

# Used within the C++ code only, never stored and never shown, so it may change at any time.
ASIA_KEY = Layout(
    "asia-key",
    64,
    (
        Field("suit", 0, 4, "cards of each suit; the joker counts in every one", count=4),
        Field("joker", 16, 1, "whether the joker is among the cards"),
        Field("low", 20, 20, "cards of each rank from two to eight, as digits to the base 5"),
        Field("high", 40, 24, "cards of each rank from nine to ace, as digits to the base 5"),
    ),
    meaning="A card, or the sum of the cards of a hand, from which its class is found",
)

NATIVE_LAYOUTS = (ASIA_TRIPLE, ASIA_KEY)
