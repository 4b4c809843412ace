"""Equity: how often hands and ranges win, exactly or within a stated error.

>>> from astragal import equity
>>> equity.calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh")
<Equity AhKh 26.66%, QQ+, AKs 73.34%: exact, 14,850 deals>
>>> r = equity.Range("QQ+, AKs, JTs:0.5")
>>> len(r), "AsKs" in r, str(r | equity.Range("22+"))
(26, True, '22+, AKs, JTs:0.5')
"""

from astragal.equity.by_hand import EquityByHand, by_hand
from astragal.equity.calculate import calculate, final_hands
from astragal.equity.calculate_many import Equities, calculate_many
from astragal.equity.distribution import Distribution, distribution
from astragal.equity.limits import Limits
from astragal.equity.made_hands import RangeMadeHands, made_hands
from astragal.equity.next_cards import NextCard, NextCards, Outs, next_cards, outs
from astragal.equity.omaha import OmahaTable, omaha_table
from astragal.equity.preflop import (
    MatchUp,
    PreflopRow,
    PreflopTable,
    open_preflop_table,
    preflop,
    preflop_row,
    preflop_table,
)
from astragal.equity.pushfold import PushFold, icm, pushfold
from astragal.equity.ranges import Range
from astragal.equity.results import Equity, PlayerEquity
from astragal.equity.starting_hands import StartingHand, parse_starting_hand, starting_hands

__all__ = [
    "Distribution",
    "Equities",
    "Equity",
    "EquityByHand",
    "Limits",
    "MatchUp",
    "NextCard",
    "NextCards",
    "OmahaTable",
    "Outs",
    "PlayerEquity",
    "PreflopRow",
    "PreflopTable",
    "PushFold",
    "Range",
    "RangeMadeHands",
    "StartingHand",
    "by_hand",
    "calculate",
    "calculate_many",
    "distribution",
    "final_hands",
    "icm",
    "made_hands",
    "next_cards",
    "omaha_table",
    "open_preflop_table",
    "outs",
    "parse_starting_hand",
    "preflop",
    "preflop_row",
    "preflop_table",
    "pushfold",
    "starting_hands",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
