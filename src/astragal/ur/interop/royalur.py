"""Games of the package `royalur`, both ways: `from_royalur` and `to_royalur`.

`royalur` is RoyalUr's rules engine for Python (`pip install royalur`). Its light player is our side
A, its dark player B. A tile (x, y) is our square in row x and column y.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any, SupportsIndex

from astragal._checks import require_instance
from astragal.errors import BadInputError, quoted
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import SIDES, Move
from astragal.ur.position import Position
from astragal.ur.record import Record, Turn
from astragal.ur.rules import (
    FOUR_BINARY,
    LONG_PATH,
    RULES,
    SHORT_PATH,
    THREE_BINARY_ZERO_IS_FOUR,
    Rules,
)
from astragal.ur.squares import HAND, OFF, ROWS, SQUARES, Square, row_and_column

# The names of the paths and the dice in `royalur`.
PATH_TYPES: dict[tuple[Square, ...], str] = {SHORT_PATH: "BELL", LONG_PATH: "MASTERS"}
DICE_TYPES: dict[tuple[int, ...], str] = {
    FOUR_BINARY: "FOUR_BINARY",
    THREE_BINARY_ZERO_IS_FOUR: "THREE_BINARY_0MAX",
}


def _library() -> Any:
    try:
        import royalur
    except ModuleNotFoundError:
        raise BadInputError("games of royalur need that package: pip install royalur") from None
    return royalur


def _square(tile: Any) -> Square:
    return f"{ROWS[tile.ix]}{tile.iy + 1}"


def from_royalur(game: Any) -> Record:
    """Return the record of a `royalur.Game`: its turns so far, by its own rules."""
    royalur = _library()
    if not isinstance(game, royalur.Game):
        raise BadInputError(f"{quoted(game)} is not a royalur.Game")
    rules = _rules_of(game.rules.settings)
    states = game.states
    position = _position_of(states[0], rules)
    turns: list[Turn] = []
    for state in game.get_action_states():
        move: Move | None = None
        if hasattr(state, "move"):
            source, dest = state.move.source, state.move.dest
            move = Move(
                _square(source) if source else HAND,
                _square(dest) if dest else OFF,
            )
        elif state.available_moves:
            continue  # the move follows
        roll = state.roll.value
        turns.append(Turn(position, roll, move))
        position = position.play(move, roll)
    if game.is_waiting_for_move():
        position = position.with_roll(game.get_roll().value)
    return Record(tuple(turns), position)


def _rules_of(theirs: Any) -> Rules:
    if {_square(tile) for tile in theirs.board_shape.tiles} != set(SQUARES):
        raise BadInputError(f"the board {theirs.board_shape.name} is not the one of Ur")
    chances = [
        Fraction(chance).limit_denominator(64) for chance in theirs.dice().get_roll_probabilities()
    ]
    total = lcm(*(chance.denominator for chance in chances))
    rules = Rules(
        "royalur",
        theirs.starting_piece_count,
        tuple(map(_square, theirs.paths.light)),
        tuple(int(chance * total) for chance in chances),
        rosettes=tuple(sorted(map(_square, theirs.board_shape.rosettes))),
        safe_rosettes=theirs.safe_rosettes,
        rosette_rolls=theirs.rosettes_grant_extra_rolls,
        capture_rolls=theirs.captures_grant_extra_rolls,
    )
    known = (named for named in RULES.values() if named.parameters == rules.parameters)
    return next(known, rules)


def _position_of(state: Any, rules: Rules) -> Position:
    players = state.light_player, state.dark_player
    owners: dict[int | str, SupportsIndex | str] = {}
    for square in SQUARES:
        piece = state.board.get_by_indices(*row_and_column(square))
        if piece is not None:
            owners[square] = "B" if piece.owner == players[1].player else "A"
    packed = UR_STATE.pack(
        a_hand=players[0].piece_count,
        b_hand=players[1].piece_count,
        a_done=players[0].score,
        b_done=players[1].score,
        turn="B" if state.get_turn() == players[1].player else "A",
        square=owners,
    )
    return Position(packed, rules)


def to_royalur(record: Record) -> Any:
    """Return a record as a `royalur.Game`, played up to its last position."""
    royalur = _library()
    require_instance(record, Record, "ur.read_game makes one")
    rules, first = record.rules, record.first
    for name, known in (("path", PATH_TYPES), ("dice", DICE_TYPES)):
        if getattr(rules, name) not in known:
            raise BadInputError(f"royalur has no {name} like that of {rules.name}")
    settings = royalur.GameSettings(
        board_shape=royalur.BoardType.STANDARD.create_board_shape(),
        paths=royalur.PathType[PATH_TYPES[rules.path]].create_path_pair(),
        dice_factory=royalur.DiceType[DICE_TYPES[rules.dice]].create_dice,
        starting_piece_count=first.pieces,
        safe_rosettes=rules.safe_rosettes,
        rosettes_grant_extra_rolls=rules.rosette_rolls,
        captures_grant_extra_rolls=rules.capture_rolls,
    )
    theirs = royalur.Game.builder().replace_settings(settings).build_rules()
    if set(rules.rosettes) != {_square(tile) for tile in theirs.board_shape.rosettes}:
        raise BadInputError(f"royalur has no board with the rosettes of {rules.name}")
    game = royalur.Game(theirs, states=[_state_of(first, theirs, royalur)])
    for turn in record.turns:
        # A number would go through the dice, and those of the Masters' rules raise (0.0.6).
        game.roll_dice(royalur.model.Roll(turn.roll))
        if turn.move is not None:
            source = None if turn.move.source == HAND else turn.move.source
            game.make_move(
                next(
                    move
                    for move in game.find_available_moves()
                    if (_square(move.source) if move.source else None) == source
                )
            )
    if record.last.roll:
        game.roll_dice(royalur.model.Roll(record.last.roll))
    return game


def _state_of(position: Position, theirs: Any, royalur: Any) -> Any:
    types = royalur.PlayerType.LIGHT, royalur.PlayerType.DARK
    board = royalur.Board(theirs.board_shape)
    for side in SIDES:
        for place, square in enumerate(position.rules.path_of(side)):
            if position.piece_at(square) == side:
                board.set_by_indices(*row_and_column(square), royalur.Piece(types[side], place))
    light, dark = (
        royalur.PlayerState(types[side], position.hand(side), position.home(side)) for side in SIDES
    )
    if position.winner is not None:
        return royalur.rules.WinGameState(board, light, dark, types[position.winner])
    return royalur.rules.WaitingForRollGameState(board, light, dark, types[position.turn])
