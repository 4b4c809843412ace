"""The engine of games in which seven cards are set into hands: Asia Poker, pai gow poker.

The modules `asia` and `paigow` have the rules, the house ways and the side bets of their games.
This module has the classes that both share: settings, rankings, house ways, tables.
"""

from astragal.setting.advice import Explanation, Hint
from astragal.setting.classes import suit_class_of
from astragal.setting.export import export_table
from astragal.setting.hand import HandRank
from astragal.setting.house_way import HouseSetting, HouseWay, WayCheck
from astragal.setting.matrix import EdgeMatrix
from astragal.setting.ranking import RankedSetting, Ranking, Rankings
from astragal.setting.rule_costs import RuleCosts
from astragal.setting.rules import Category, Objective, Rules
from astragal.setting.setting import Setting
from astragal.setting.showdown import Showdown
from astragal.setting.strategy import Strategy
from astragal.setting.strategy_card import StrategyCard
from astragal.setting.table import BestTable
from astragal.setting.trainer import Practice
from astragal.setting.whole_game import Edge

from astragal.setting.game import Game  # isort: skip  (it uses everything above)

__all__ = [
    "BestTable", "Category", "Edge", "EdgeMatrix", "Explanation", "Game", "HandRank", "Hint",
    "HouseSetting", "HouseWay", "Objective", "Practice", "RankedSetting", "Ranking", "Rankings",
    "RuleCosts", "Rules", "Setting", "Showdown", "Strategy", "StrategyCard", "WayCheck",
    "export_table", "suit_class_of",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
