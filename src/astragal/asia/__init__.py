"""Asia Poker 4-2-1: rules, house ways, the exactly best setting, and the exact edge of the game.

>>> from astragal.asia import exact
>>> from astragal.cards import card_set
>>> best = exact.best(card_set("Th Ts 6c 6d Ad Kh 3s"))
>>> print(best.setting, best.wins, best.losses, best.pushes)
Kh Ts Th 3s / 6d 6c / Ad 50104286 3120178 300216
"""

from astragal.asia import (
    balance,
    exact,
    export,
    habits,
    insurance,
    montecarlo,
    play,
    sampled,
    setting,
    suits,
    table,
    tabulate,
    wholegame,
)
from astragal.asia.describe import (
    describe_answer,
    describe_entry,
    describe_game,
    describe_habits,
    describe_own,
    describe_row,
    describe_setting,
    describe_spreads,
    describe_values,
)
from astragal.asia.exact import Answer, Row
from astragal.asia.habits import HABITS, HabitCost, habit_costs
from astragal.asia.houseway import WAYS, HouseWay, default_way, find_way
from astragal.asia.rules import PROFILES, Copies, Rules, Wheel, find_rules
from astragal.asia.setting import (
    Result,
    Setting,
    fouls,
    is_legal,
    make_setting,
    parse_setting,
    result,
    settings_of,
)
from astragal.asia.spread import Spread, Spreads, value_spreads
from astragal.asia.suits import SUIT_CLASSES, suit_class_of
from astragal.asia.table import BestTable, Entry, best, find_table
from astragal.asia.values import Value, value_name, value_of
from astragal.asia.wholegame import Estimate, Game, whole_game

__all__ = [
    "HABITS",
    "PROFILES",
    "SUIT_CLASSES",
    "WAYS",
    "Answer",
    "BestTable",
    "Copies",
    "Entry",
    "Estimate",
    "Game",
    "HabitCost",
    "HouseWay",
    "Result",
    "Row",
    "Rules",
    "Setting",
    "Spread",
    "Spreads",
    "Value",
    "Wheel",
    "balance",
    "best",
    "default_way",
    "describe_answer",
    "describe_entry",
    "describe_game",
    "describe_habits",
    "describe_own",
    "describe_row",
    "describe_setting",
    "describe_spreads",
    "describe_values",
    "exact",
    "export",
    "find_rules",
    "find_table",
    "find_way",
    "fouls",
    "habit_costs",
    "habits",
    "insurance",
    "is_legal",
    "make_setting",
    "montecarlo",
    "parse_setting",
    "play",
    "result",
    "sampled",
    "setting",
    "settings_of",
    "suit_class_of",
    "suits",
    "table",
    "tabulate",
    "value_name",
    "value_of",
    "value_spreads",
    "whole_game",
    "wholegame",
]
