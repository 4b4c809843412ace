"""The engine of games in which seven cards are set into hands: Asia Poker, pai gow poker.

The rooms `asia` and `paigow` have the rules, the house ways and the side bets of their games. This
room has all else: ranking of settings, tables, house ways, whole-game sums, cards to play from.
"""

from astragal.setting.classes import SUIT_CLASSES, all_settings, suit_class_hands, suit_class_of
from astragal.setting.hand import HandRank
from astragal.setting.house_way import HouseSetting, HouseWay, WayCheck
from astragal.setting.ranking import RankedSetting, Ranking, Rankings
from astragal.setting.rules import (
    Category,
    Copies,
    Objective,
    Rules,
    Stakes,
    WaySource,
    Wheel,
)
from astragal.setting.setting import Result, Setting
from astragal.setting.table import BestTable, ExportedTable, export_table
from astragal.setting.way_file import Rule, RuleCheck, WayFile
from astragal.setting.game import Game  # isort: skip  (it uses everything above)
