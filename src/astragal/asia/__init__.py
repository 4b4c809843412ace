"""Asia Poker 4-2-1: rules, house ways, side bet. The engine is the room `setting`."""

from astragal.asia.game import Game
from astragal.asia.rules import Rules, find_rules
from astragal.setting import Category, Setting

__all__ = ["Category", "Game", "Rules", "Setting", "find_rules"]
