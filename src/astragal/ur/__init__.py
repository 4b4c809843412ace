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
>>> hex(game.word)
'0x101002c'
"""

from astragal.ur.analysis import Analysis, measure_players, openings, scores, starts, tempo
from astragal.ur.export import Export, export_table
from astragal.ur.habits import HABITS, Length, length, mistakes
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import MatchResult, play_match
from astragal.ur.players import (
    PLAYERS,
    Expectimax,
    GreedyPlayer,
    PerfectPlayer,
    Player,
    RandomPlayer,
    choose_move,
    find_player,
)
from astragal.ur.position import MovesByRoll, Perft, Position, start
from astragal.ur.puzzles import Puzzle, puzzles
from astragal.ur.ranking import rank_many, size, unrank_many
from astragal.ur.record import Record, Turn, read_game, replay
from astragal.ur.review import Review, review
from astragal.ur.rgu import read_rgu, write_rgu
from astragal.ur.royalur_games import from_royalur, to_royalur
from astragal.ur.rules import RULES, Rules, parse_rules
from astragal.ur.solve import Plan, plan, solve
from astragal.ur.tablebase import Evaluation, RankedMove, Tablebase, open_table
from astragal.ur.words import HAND, OFF, Move, MoveArrays, Side, moves_many, play_unchecked

__all__ = [
    "HABITS", "HAND", "OFF", "PLAYERS", "RULES", "UR_STATE", "Analysis", "Evaluation", "Expectimax",
    "Export", "GreedyPlayer", "Length", "MatchResult", "Move", "MoveArrays", "MovesByRoll",
    "PerfectPlayer", "Perft", "Plan", "Player", "Position", "Puzzle", "RandomPlayer", "RankedMove",
    "Record", "Review", "Rules", "Side", "Tablebase", "Turn", "choose_move", "export_table",
    "find_player", "from_royalur", "length", "measure_players", "mistakes", "moves_many",
    "open_table", "openings", "parse_rules", "plan", "play_match", "play_unchecked", "puzzles",
    "rank_many", "read_game", "read_rgu", "replay", "review", "scores", "size", "solve", "start",
    "starts", "tempo", "to_royalur", "unrank_many", "write_rgu",
]  # fmt: skip
