"""The engine of games in which seven cards are set into hands: Asia Poker, pai gow poker.

The rooms `asia` and `paigow` have the rules, the house ways and the side bets of their games. This
room has all else: ranking of settings, tables, house ways, whole-game sums, cards to play from.
"""

from astragal.setting.advice import Explanation, Hint
from astragal.setting.classes import SUIT_CLASSES, all_settings, suit_class_hands, suit_class_of
from astragal.setting.export import ExportedTable, export_table
from astragal.setting.hand import HandRank
from astragal.setting.house_way import HouseSetting, HouseWay, WayCheck
from astragal.setting.matrix import EdgeMatrix
from astragal.setting.ranking import RankedSetting, Ranking, Rankings, outcome_counts
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
from astragal.setting.study.balance import Balance, GameValue
from astragal.setting.study.distil import CardWords, Distilled, WayCost
from astragal.setting.study.extremes import Extremes, Mistakes, Pair
from astragal.setting.study.habits import HabitCost, HabitCosts
from astragal.setting.study.price import PricedCard
from astragal.setting.study.rule_costs import RuleCost, RuleCosts
from astragal.setting.study.spreads import Spread, Spreads
from astragal.setting.table import BestTable
from astragal.setting.trainer import Drill, DrillHand, Practice
from astragal.setting.way_file import Rule, RuleCheck, WayFile
from astragal.setting.ways import ListedWay, Ways
from astragal.setting.whole_game import Edge, EdgeReport

from astragal.setting.game import Game  # isort: skip  (it uses everything above)

__all__ = [
    "SUIT_CLASSES", "Balance", "BestTable", "CardWords", "Category", "Copies", "Deal", "Distilled",
    "Drill", "DrillHand", "Edge", "EdgeMatrix", "EdgeReport", "Explanation", "ExportedTable",
    "Extremes", "Game", "GameValue", "HabitCost", "HabitCosts", "HandRank", "Hint", "HouseSetting",
    "HouseWay", "ListedWay", "Mistakes", "Objective", "Pair", "Practice", "PricedCard",
    "RankedSetting", "Ranking", "Rankings", "Result", "Rule", "RuleCheck", "RuleCost", "RuleCosts",
    "Rules", "Setting", "Showdown", "Spread", "Spreads", "Stakes", "Strategy", "WayCheck",
    "WayCost", "WayFile", "Ways", "Wheel", "all_settings", "export_table", "outcome_counts",
    "suit_class_hands", "suit_class_of",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
