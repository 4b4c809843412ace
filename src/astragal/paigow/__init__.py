"""Pai gow poker 5-2: rules, house ways, side bet. The engine is the module `setting`.

A `Game` answers every question; the shortcuts `best`, `rank`, `rank_many`, `house` and `edge` take
its keywords and answer one.

>>> from astragal import paigow
>>> paigow.best("Jk Qs Qh Qd As 7s 2s").setting
Setting('Jk As Qs 7s 2s / Qh Qd')
>>> paigow.Game("ez", dealer="trump-plaza")
paigow.Game('ez', dealer='trump-plaza', objective='ev')
"""

from astragal.paigow.face_up import face_up_edge
from astragal.paigow.fortune import Fortune, fortune
from astragal.paigow.game import Game
from astragal.paigow.layouts import HandRank
from astragal.paigow.rules import Rules, find_rules
from astragal.paigow.shortcuts import best, edge, hand_rank, house, rank, rank_many

__all__ = [
    "Fortune", "Game", "HandRank", "Rules", "best", "edge", "face_up_edge", "find_rules", "fortune",
    "hand_rank", "house", "rank", "rank_many",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
