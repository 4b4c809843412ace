"""Asia Poker 4-2-1: rules, house ways, side bet. The engine is the module `setting`.

A `Game` answers every question; the shortcuts `best`, `rank`, `rank_many`, `house` and `edge` take
its keywords and answer one.

>>> from astragal import asia
>>> asia.best("Th Ts 6c 6d Ad Kh 3s").setting
Setting('Kh Ts Th 3s / 6d 6c / Ad')
>>> game = asia.Game("casino", dealer="balanced", objective="ev")
>>> print(game.rank("Th Ts 6c 6d Ad Kh 3s").house)
Kh Ts Th 3s / 6d 6c / Ad: wins 79.916%, loses 20.084%, pushes 0.000%; ev +59.832%
"""

from astragal.asia.game import Game
from astragal.asia.insurance import Insurance, insurance
from astragal.asia.layouts import HandRank
from astragal.asia.rules import Rules, find_rules
from astragal.asia.shortcuts import best, edge, hand_rank, house, rank, rank_many

__all__ = [
    "Game", "HandRank", "Insurance", "Rules", "best", "edge", "find_rules", "hand_rank", "house",
    "insurance", "rank", "rank_many",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
