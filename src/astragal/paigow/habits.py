"""Habits of players of pai gow poker: strategies whose cost `Game.habit_costs` estimates."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.setting.rules import STRAIGHTS_AND_FLUSHES, Category
from astragal.setting.strategy import Strategy, as_way, constrained, greatest
from astragal.setting.ways import LEXICOGRAPHIC

_HABITS = (
    as_way(LEXICOGRAPHIC, "the greatest five, then the greatest two"),
    greatest("greatest two", "the greatest two, then the greatest five", "low", "high"),
    constrained("ace in the two", "an ace or the joker in the two", ace_in="low"),
    constrained("pair in the two", "a pair as the two", makes={"low": [Category.PAIR]}),
    constrained(
        "two pair together",
        "both pairs in the five, where two pair is the highest five",
        kinds=[Category.TWO_PAIR],
        makes={"high": [Category.TWO_PAIR]},
    ),
    constrained(
        "two pair split",
        "one pair in each hand, where two pair is the highest five",
        kinds=[Category.TWO_PAIR],
        makes={"high": [Category.PAIR], "low": [Category.PAIR]},
    ),
    constrained(
        "trips together",
        "three of a kind in the five, where it is the highest five",
        kinds=[Category.THREE_OF_A_KIND],
        makes={"high": [Category.THREE_OF_A_KIND]},
    ),
    constrained(
        "straight or flush kept",
        "a straight or a flush in the five, where one of them is the highest five",
        kinds=[Category.STRAIGHT, Category.FLUSH],
        makes={"high": STRAIGHTS_AND_FLUSHES},
    ),
    constrained(
        "full house together",
        "a full house in the five, where it is the highest five",
        kinds=[Category.FULL_HOUSE],
        makes={"high": [Category.FULL_HOUSE]},
    ),
    constrained(
        "quads together",
        "four of a kind in the five, where it is the highest five",
        kinds=[Category.FOUR_OF_A_KIND],
        makes={"high": [Category.FOUR_OF_A_KIND]},
    ),
)

HABITS: Mapping[str, Strategy] = {habit.name: habit for habit in _HABITS}
