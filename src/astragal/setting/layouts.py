"""Words: the value of a setting, and the key of a class of hands.

>>> print(SETTING_VALUE)
                                 23                           16
┌───────────────────────────────┬───────────────────────────────┐
│               ·               │              high             │
└───────────────────────────────┴───────────────────────────────┘
 15               11 10                        4 3             0
┌───────────────────┬───────────────────────────┬───────────────┐
│        high       │            two            │      one      │
└───────────────────┴───────────────────────────┴───────────────┘
"""

from __future__ import annotations

from astragal.cards.card import RANK_NAMES
from astragal.layout import Ascending, Field, Layout, Unused

RANK_VALUES = {1: "ace (low)"} | {rank + 2: name for rank, name in enumerate(RANK_NAMES)}
"""The names of the numbers that stand for ranks in the words of hands; 0 is no card."""

SETTING_VALUE = Layout(
    "setting-value",
    32,
    (
        Field("high", 11, 13, "place of the high hand among the values of four, or five, cards"),
        Field("two", 4, 7, "place of the two among the values of two cards, 0..90"),
        Field("one", 0, 4, "place of the one among the values of one card, 0..12; 0 without a one"),
    ),
    meaning="The values of the hands of a setting, as their places in their orders",
    claims=(Unused(24, 31), Ascending(({}, {"one": 12}, {"two": 1}, {"two": 90}, {"high": 1}))),
    stability="Stored in table files; changing it raises their version.",
    reader="astragal.setting.words:read_setting",
)

LAYOUTS = (SETTING_VALUE,)

# Used within the C++ code only, never stored and never shown, so it may change at any time.
SETTING_KEY = Layout(
    "setting-key",
    64,
    (
        Field("suit", 0, 4, "cards of each suit; the joker counts in every one", count=4),
        Field("joker", 16, 1, "whether the joker is among the cards"),
        Field("low", 20, 20, "cards of each rank from two to eight, as digits to the base 5"),
        Field("high", 40, 24, "cards of each rank from nine to ace, as digits to the base 5"),
    ),
    meaning="A card, or the sum of the cards of a hand, from which its class is found",
)

NATIVE_LAYOUTS = (SETTING_VALUE, SETTING_KEY)
