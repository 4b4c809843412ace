"""Habits of players of Asia Poker: strategies whose cost `Game.habit_costs` estimates."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.asia.rules import find_rules
from astragal.setting.rules import STRAIGHTS_AND_FLUSHES, Category
from astragal.setting.strategy import Strategy, as_advised, as_way, constrained, greatest
from astragal.setting.ways import LEXICOGRAPHIC

PUSH_ADVICE = "push advice"

_HABITS = (
    as_way(LEXICOGRAPHIC, "the greatest four, then the greatest two, then the greatest one"),
    as_way("balanced", "the setting of the house way `balanced`"),
    as_advised(
        PUSH_ADVICE,
        "the setting with most wins under the rules `push`, against `standard`",
        find_rules("push"),
    ),
    greatest(
        "greatest two",
        "the greatest two, then the greatest four, then the greatest one",
        "medium",
        "high",
        "low",
    ),
    greatest(
        "greatest one",
        "the greatest one, then the greatest two, then the greatest four",
        "low",
        "medium",
        "high",
    ),
    constrained("ace in the one", "an ace or the joker as the one", ace_in="low"),
    constrained("pair in the two", "a pair as the two", makes={"medium": [Category.PAIR]}),
    constrained(
        "two pair together",
        "both pairs in the four, where two pair is the highest four",
        kinds=[Category.TWO_PAIR],
        makes={"high": [Category.TWO_PAIR]},
    ),
    constrained(
        "two pair split",
        "one pair in the four and one in the two, where two pair is the highest four",
        kinds=[Category.TWO_PAIR],
        makes={"high": [Category.PAIR], "medium": [Category.PAIR]},
    ),
    constrained(
        "trips together",
        "three of a kind in the four, where it is the highest four",
        kinds=[Category.THREE_OF_A_KIND],
        makes={"high": [Category.THREE_OF_A_KIND]},
    ),
    constrained(
        "straight or flush kept",
        "a straight or a flush in the four, where one of them is the highest four",
        kinds=[Category.STRAIGHT, Category.FLUSH],
        makes={"high": STRAIGHTS_AND_FLUSHES},
    ),
)

HABITS: Mapping[str, Strategy] = {habit.name: habit for habit in _HABITS}
