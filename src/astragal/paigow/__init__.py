"""Pai gow poker 5-2: rules, house ways, sources. The engine is the room `setting`."""

from astragal.paigow.game import Game
from astragal.paigow.rules import Rules, find_rules
from astragal.setting import Category, Setting

__all__ = ["Category", "Game", "Rules", "Setting", "find_rules"]
