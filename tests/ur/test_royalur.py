"""Legal moves beside the package `royalur`, an independent rules engine, over random games."""

import random
from typing import Any

import pytest
import royalur
from royalur.model.player import PlayerType

from astragal.ur import HAND, OFF, Position


def square(tile: Any) -> int:
    return int(8 * tile.ix + tile.iy)


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
                    square(move.source) if move.has_source() else HAND,
                    square(move.dest) if move.has_dest() else OFF,
                )
                for move in theirs
            }
            ours = Position(word(game), rules).moves(game.get_roll().value)
            assert {tuple(one) for one in ours} == places
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
