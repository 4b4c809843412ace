"""Asia Poker 4-2-1: rules, house ways, the exactly best setting, and the house edge.

>>> from astragal import asia
>>> asia.best("Th Ts 6c 6d Ad Kh 3s").setting
Setting('Kh Ts Th 3s / 6d 6c / Ad')
>>> print(asia.rank("Th Ts 6c 6d Ad Kh 3s", rules="casino", dealer="balanced").house)
Kh Ts Th 3s / 6d 6c / Ad: wins 79.916%, loses 20.084%, pushes 0.000%; ev +59.832%
"""

from astragal.asia.balancing import Balance, GameValue, balance, game_value
from astragal.asia.classes import SUIT_CLASSES, all_settings, suit_class_hands, suit_class_of
from astragal.asia.distilling import Distilled, Price, distil, price_card
from astragal.asia.houseway import (
    WAYS,
    HouseSetting,
    HouseWay,
    WayCheck,
    check_way,
    find_way,
    house,
    house_setting,
)
from astragal.asia.play import (
    KINDS,
    Deal,
    Drill,
    DrillHand,
    Explanation,
    Hint,
    Insurance,
    Practice,
    Showdown,
    deal,
    explain,
    hint,
    insurance,
    practice,
    showdown,
)
from astragal.asia.ranking import RankedSetting, Ranking, Rankings, outcome_counts, rank, rank_many
from astragal.asia.rules import PROFILES, Category, Copies, Objective, Rules, Wheel, find_rules
from astragal.asia.setting import Result, Setting
from astragal.asia.spreads import Extremes, Mistakes, Pair, Spread, Spreads, extremes, value_spreads
from astragal.asia.table import (
    BestTable,
    ExportedTable,
    best,
    build_table,
    export_table,
    open_table,
)
from astragal.asia.values import HandRank, hand_rank
from astragal.asia.wayfile import WAY_FILES, Rule, WayFile, read_way
from astragal.asia.wholegame import (
    HABITS,
    Edge,
    EdgeMatrix,
    EdgeReport,
    HabitCost,
    HabitCosts,
    Strategy,
    edge,
    edge_many,
    edge_matrix,
    edge_report,
    habit_costs,
)

__all__ = [
    "HABITS", "KINDS", "PROFILES", "SUIT_CLASSES", "WAYS", "WAY_FILES", "Balance", "BestTable",
    "Category", "Copies", "Deal", "Distilled", "Drill", "DrillHand", "Edge", "EdgeMatrix",
    "EdgeReport", "Explanation", "ExportedTable", "Extremes", "GameValue", "HabitCost",
    "HabitCosts", "HandRank", "Hint", "HouseSetting", "HouseWay", "Insurance", "Mistakes",
    "Objective", "Pair", "Practice", "Price", "RankedSetting", "Ranking", "Rankings", "Result",
    "Rule", "Rules", "Setting", "Showdown", "Spread", "Spreads", "Strategy", "WayCheck",
    "WayFile", "Wheel", "all_settings", "balance", "best", "build_table", "check_way", "deal",
    "distil", "edge", "edge_many", "edge_matrix", "edge_report", "explain", "export_table",
    "extremes", "find_rules", "find_way", "game_value", "habit_costs", "hand_rank", "hint",
    "house", "house_setting", "insurance", "open_table", "outcome_counts", "practice",
    "price_card", "rank", "rank_many", "read_way", "showdown", "suit_class_hands",
    "suit_class_of", "value_spreads",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
