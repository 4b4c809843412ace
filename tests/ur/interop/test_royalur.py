"""Beside the package `royalur`, an independent rules engine: legal moves, and games both ways."""

import random
from typing import Any

import pytest
import royalur
from royalur.model.player import PlayerType
from ur.test_record import random_game

from astragal.errors import BadInputError
from astragal.ur import Position, Rules, from_royalur, read_game, start, to_royalur

from reference import ur as reference


def square(tile: Any) -> str:
    return str(reference.place_name(8 * tile.ix + tile.iy))


def word(game: Any) -> int:
    """The state of a game of theirs, packed by hand."""
    light, dark = game.get_light_player(), game.get_dark_player()
    packed = light.piece_count | dark.piece_count << 3 | light.score << 6 | dark.score << 9
    packed |= (game.get_turn() == PlayerType.DARK) << 12
    for number in [*range(4), *range(6, 20), 22, 23]:
        piece = game.get_board().get_by_indices(number // 8, number % 8)
        if piece is not None:
            packed |= (2 if piece.owner == PlayerType.DARK else 1) << (16 + 2 * number)
    return int(packed)


def compare_games(create: Any, rules: str, games: int) -> int:
    """Play random games of theirs and compare the moves at every turn; return how many turns."""
    turns = 0
    for seed in range(games):
        dice = random.Random(seed)
        game = create()
        while not game.is_finished():
            if game.is_waiting_for_roll():
                game.roll_dice(dice.choices(range(5), [1, 4, 6, 4, 1])[0])
                continue
            theirs = game.find_available_moves()
            places = {
                (
                    square(move.source) if move.has_source() else "hand",
                    square(move.dest) if move.has_dest() else "off",
                )
                for move in theirs
            }
            ours = Position(word(game), rules).moves(game.get_roll().value)
            assert {(one.source, one.target) for one in ours} == places
            turns += 1
            game.make_move(dice.choice(theirs))
    return turns


@pytest.mark.parametrize(
    ("create", "rules"),
    [(royalur.Game.create_finkel, "finkel"), (royalur.Game.create_masters, "masters")],
    ids=["finkel", "masters"],
)
def test_legal_moves_are_theirs(create: Any, rules: str) -> None:
    assert compare_games(create, rules, 25) > 2000


@pytest.mark.parametrize("rules", ["finkel", "blitz", "masters"])
def test_games_go_there_and_back(rules: str) -> None:
    for seed in range(3):
        record = random_game(rules, seed, 3)
        game = to_royalur(record)
        assert game.is_finished()
        assert (game.get_winner() == PlayerType.DARK) == record.last.winner
        again = from_royalur(game)
        assert again.rules == record.rules
        assert again.turns == record.turns
        assert again.last.with_roll(None).state == record.last.state
        moved = [turn for turn in record.turns if turn.move is not None]
        theirs = [state for state in game.get_action_states() if hasattr(state, "move")]
        for state, turn in zip(theirs, moved, strict=True):
            assert (state.get_turn() == PlayerType.DARK, state.roll.value) == (
                bool(turn.position.turn),
                turn.roll,
            )


def test_a_game_that_is_not_finished() -> None:
    game = royalur.Game.create_finkel()
    game.roll_dice(4)
    game.make_move_introducing_piece()
    game.roll_dice(2)
    record = from_royalur(game)
    assert [str(turn) for turn in record.turns] == ["A 4 hand-A1"]
    assert record.last == Position(start().play("hand-A1", 4).state).with_roll(2)
    again = to_royalur(record)
    assert word(again) == word(game)
    assert again.is_waiting_for_move()
    later = read_game([record.last.with_roll(None)])  # begins in the middle
    assert word(to_royalur(later)) == word(game)


def test_a_game_of_their_masters_is_written_and_read() -> None:
    """Theirs has four dice, ours three: its rules have no name of ours."""
    game = royalur.Game.create_masters()
    for roll in (4, 2, 0, 1):
        game.roll_dice(royalur.model.Roll(roll))
        if game.is_waiting_for_move():
            game.make_move(game.find_available_moves()[0])
    record = from_royalur(game)
    assert len(record.turns) == 4
    again = read_game(str(record))
    assert again.turns == record.turns
    assert again.rules == record.rules
    assert again.rules.dice == (1, 4, 6, 4, 1)
    assert word(to_royalur(again)) == word(game)


def test_rules_that_are_not_theirs_or_not_ours() -> None:
    masters = from_royalur(royalur.Game.create_masters()).rules  # theirs has four dice
    assert (masters.name, masters.dice, masters.pieces) == ("royalur", (1, 4, 6, 4, 1), 7)
    with pytest.raises(BadInputError, match="the board Aseb is not the one of Ur"):
        from_royalur(royalur.Game.create_aseb())
    murray = royalur.Game.builder().finkel().paths(royalur.PathType.MURRAY).build()
    with pytest.raises(BadInputError, match="visits B1 twice"):
        from_royalur(murray)
    mine = Rules("mine", 1, ("A4", "A3"), (1, 1), rosettes=())
    with pytest.raises(BadInputError, match="royalur has no path like that of mine"):
        to_royalur(read_game([start(mine)], mine))
    with pytest.raises(BadInputError, match="is not a royalur"):
        from_royalur("x")
