"""The engine of games in which seven cards are set into hands: Asia Poker, pai gow poker.

The modules `asia` and `paigow` have the rules, the house ways and the side bets of their games.
This module has all else: ranking of settings, tables, house ways, whole-game sums, practice.
"""

from astragal.setting.advice import Explanation, Hint
from astragal.setting.classes import SUIT_CLASSES, all_settings, suit_class_hands, suit_class_of
from astragal.setting.export import ExportedTable, export_table
from astragal.setting.hand import HandRank
from astragal.setting.house_way import HouseSetting, HouseWay, WayCheck
from astragal.setting.matrix import EdgeMatrix
from astragal.setting.ranking import Pair, RankedSetting, Ranking, Rankings, outcome_counts
from astragal.setting.rule_costs import RuleCost, RuleCosts
from astragal.setting.rules import (
    Category,
    Copies,
    Objective,
    Rules,
    Stakes,
    Wheel,
)
from astragal.setting.setting import Result, Setting
from astragal.setting.showdown import Deal, Showdown
from astragal.setting.strategy import Strategy
from astragal.setting.table import BestTable
from astragal.setting.trainer import Drill, DrillHand, Practice
from astragal.setting.way_file import Rule, RuleCheck, WayFile
from astragal.setting.ways import ListedWay, Ways
from astragal.setting.whole_game import Edge

from astragal.setting.game import Game  # isort: skip  (it uses everything above)

__all__ = [
    "SUIT_CLASSES", "BestTable", "Category", "Copies", "Deal", "Drill", "DrillHand", "Edge",
    "EdgeMatrix", "Explanation", "ExportedTable", "Game", "HandRank", "Hint", "HouseSetting",
    "HouseWay", "ListedWay", "Objective", "Pair", "Practice", "RankedSetting", "Ranking",
    "Rankings", "Result", "Rule", "RuleCheck", "RuleCost", "RuleCosts", "Rules", "Setting",
    "Showdown", "Stakes", "Strategy", "WayCheck", "WayFile", "Ways", "Wheel", "all_settings",
    "export_table", "outcome_counts", "suit_class_hands", "suit_class_of",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
