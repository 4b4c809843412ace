"""The Royal Game of Ur: states, moves, the strong solution, perfect play and analysis.

>>> from astragal import ur
>>> state = ur.start(7)
>>> [str(move) for move in ur.moves(state, 4)]
['hand>0']
>>> ur.state_name(ur.play(state, ur.Move(ur.HAND, 0), 4))
'0x000000000101003e'
"""

from astragal.ur.analysis import length, mistakes, openings, scores, tempo
from astragal.ur.describe import (
    describe_judged,
    describe_move,
    describe_moves,
    describe_plan,
    describe_scores,
    describe_state,
    describe_steps,
    describe_table,
    describe_value,
    rolls_to_show,
)
from astragal.ur.layouts import UR_STATE
from astragal.ur.match import MatchResult, play_match
from astragal.ur.moves import (
    HAND,
    OFF,
    Move,
    MoveArrays,
    moves,
    moves_array,
    parse_move,
    perft,
    play,
    play_unchecked,
    successors,
)
from astragal.ur.notation import draw_board, draw_svg, move_name, parse_square, square_name
from astragal.ur.players import Expectimax, GreedyPlayer, PerfectPlayer, RandomPlayer, find_player
from astragal.ur.ranking import rank, size, unrank
from astragal.ur.record import (
    Record,
    Turn,
    parse_game,
    parse_rgn,
    record_of_states,
    replay,
    write_rgn,
)
from astragal.ur.review import Review, curve_svg, draw_curve, review, review_json
from astragal.ur.rgu import read_rgu, write_rgu
from astragal.ur.rules import BLITZ, FINKEL, MASTERS, RULES, Rules, find_rules, parse_rules
from astragal.ur.solve import plan, solve
from astragal.ur.state import (
    is_valid,
    mirror,
    parse_state,
    pieces_of,
    problems,
    require_valid,
    roll_of,
    start,
    state_name,
    turn_of,
    winner_of,
)
from astragal.ur.tablebase import Tablebase

__all__ = [
    "BLITZ",
    "FINKEL",
    "HAND",
    "MASTERS",
    "OFF",
    "RULES",
    "UR_STATE",
    "Expectimax",
    "GreedyPlayer",
    "MatchResult",
    "Move",
    "MoveArrays",
    "PerfectPlayer",
    "RandomPlayer",
    "Record",
    "Review",
    "Rules",
    "Tablebase",
    "Turn",
    "curve_svg",
    "describe_judged",
    "describe_move",
    "describe_moves",
    "describe_plan",
    "describe_scores",
    "describe_state",
    "describe_steps",
    "describe_table",
    "describe_value",
    "draw_board",
    "draw_curve",
    "draw_svg",
    "find_player",
    "find_rules",
    "is_valid",
    "length",
    "mirror",
    "mistakes",
    "move_name",
    "moves",
    "moves_array",
    "openings",
    "parse_game",
    "parse_move",
    "parse_rgn",
    "parse_rules",
    "parse_square",
    "parse_state",
    "perft",
    "pieces_of",
    "plan",
    "play",
    "play_match",
    "play_unchecked",
    "problems",
    "rank",
    "read_rgu",
    "record_of_states",
    "replay",
    "require_valid",
    "review",
    "review_json",
    "roll_of",
    "rolls_to_show",
    "scores",
    "size",
    "solve",
    "square_name",
    "start",
    "state_name",
    "successors",
    "tempo",
    "turn_of",
    "unrank",
    "winner_of",
    "write_rgn",
    "write_rgu",
]
