"""The Royal Game of Ur: positions, moves, the strong solution, perfect play and analysis.

>>> from astragal import ur
>>> game = ur.start("blitz", pieces=5)
>>> game.moves(roll=4)
[Move('hand-A1')]
>>> game = game.play("hand-A1", roll=4)
>>> print(game)
    1   2   3   4   5   6   7   8
  ┌───┬───┬───┬───┐       ┌───┬───┐
A │✿○ │   │   │   │       │ ✿ │   │   A ○: 4 in hand, 0 home   to move
  ├───┼───┼───┼───┼───┬───┼───┼───┤
B │   │   │   │ ✿ │   │   │   │   │
  ├───┼───┼───┼───┼───┴───┼───┼───┤
C │ ✿ │   │   │   │       │ ✿ │   │   B ●: 5 in hand, 0 home
  └───┴───┴───┴───┘       └───┴───┘
>>> hex(game.state)
'0x101002c'
"""

from astragal.ur.card.card import StrategyCard, find_card
from astragal.ur.evaluation import Evaluation, RankedMove
from astragal.ur.interop.parquet import export_table
from astragal.ur.interop.rgu import read_rgu, write_rgu
from astragal.ur.interop.royalur import from_royalur, to_royalur
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import MatchResult, play_match
from astragal.ur.moves import Move, Side
from astragal.ur.players import (
    PLAYERS,
    PerfectPlayer,
    Player,
    choose_move,
    find_player,
    player,
    player_many,
)
from astragal.ur.position import Position, start
from astragal.ur.ranking import rank_many, size, unrank_many
from astragal.ur.record import Record, Turn, read_game, replay
from astragal.ur.rules import RULES, Rules, find_rules, parse_rules
from astragal.ur.solve import Plan, plan, solve
from astragal.ur.states import MoveArrays, moves_many, play_unchecked
from astragal.ur.study.openings import Openings, openings
from astragal.ur.study.puzzles import Puzzle, Puzzles, puzzles
from astragal.ur.study.review import Review, review
from astragal.ur.tablebase import Tablebase, open_table

__all__ = [
    "PLAYERS", "RULES", "UR_STATE", "Evaluation", "MatchResult", "Move", "MoveArrays",
    "Openings", "PerfectPlayer", "Plan", "Player", "Position", "Puzzle", "Puzzles",
    "RankedMove", "Record", "Review", "Rules", "Side", "StrategyCard", "Tablebase", "Turn",
    "choose_move", "export_table", "find_card", "find_player", "find_rules", "from_royalur",
    "moves_many", "open_table", "openings", "parse_rules", "plan", "play_match",
    "play_unchecked", "player", "player_many", "puzzles", "rank_many", "read_game", "read_rgu",
    "replay", "review", "size", "solve", "start", "to_royalur", "unrank_many", "write_rgu",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
