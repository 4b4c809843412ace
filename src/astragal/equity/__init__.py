"""Equity: who wins how often, exactly or within a stated error.

>>> from astragal import equity
>>> result = equity.calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh")
>>> result.method, result.deals
('exact', 14850)
>>> [round(player.equity, 4) for player in result.players]
[0.2666, 0.7334]
"""

from astragal.equity.batch import Equities, calculate_many
from astragal.equity.calculate import EXACT_BOUND, METHODS, calculate
from astragal.equity.games import GAMES, HOLDEM, Game, find_game
from astragal.equity.matchup import MatchUp, against_random, match_up, match_ups
from astragal.equity.montecarlo import BLOCK
from astragal.equity.preflop import PreflopTable, count_preflop, preflop_table
from astragal.equity.ranges import Range, parse_range, random_range
from astragal.equity.result import Equity, PlayerEquity
from astragal.equity.shortest import range_grid, range_name
from astragal.equity.starting import StartingHand, parse_starting_hand, starting_hands
from astragal.equity.streets import NextCard, next_cards, outs
from astragal.equity.strongest import rank_starting_hands
from astragal.equity.table import Player, Table, read_table

__all__ = [
    "BLOCK",
    "EXACT_BOUND",
    "GAMES",
    "HOLDEM",
    "METHODS",
    "Equities",
    "Equity",
    "Game",
    "MatchUp",
    "NextCard",
    "Player",
    "PlayerEquity",
    "PreflopTable",
    "Range",
    "StartingHand",
    "Table",
    "against_random",
    "calculate",
    "calculate_many",
    "count_preflop",
    "find_game",
    "match_up",
    "match_ups",
    "next_cards",
    "outs",
    "parse_range",
    "parse_starting_hand",
    "preflop_table",
    "random_range",
    "range_grid",
    "range_name",
    "rank_starting_hands",
    "read_table",
    "starting_hands",
]
