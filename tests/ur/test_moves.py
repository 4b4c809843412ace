import pickle
from copy import copy
from typing import Any

import numpy as np
import pytest
from ur.conftest import perft_counts, random_states

from astragal.errors import BadInputError
from astragal.ur import (
    RULES,
    Move,
    Position,
    Side,
    moves_many,
    play_unchecked,
    start,
)
from astragal.ur.moves import MOVES
from astragal.ur.squares import HAND, OFF, SQUARES

from reference import ur as reference


@pytest.mark.parametrize("every", [15, pytest.param(1, marks=pytest.mark.verify)])
@pytest.mark.parametrize("name", RULES)
def test_moves_are_those_of_the_reference(name: str, every: int) -> None:
    rules, slow = RULES[name], reference.GAMES[name]
    states = random_states(rules, rules.pieces, 60, 2)[::every].copy()
    compared = 0
    for roll in range(5):
        if roll not in rules.rolls:
            continue
        found = moves_many(states, np.full(len(states), roll, np.uint8), rules)
        for row, state in enumerate(map(int, states)):
            position = reference.from_word(state)
            expected = {
                Move(reference.place_name(source), reference.place_name(target)): reference.to_word(
                    after
                )
                for (source, target), after in reference.moves(slow, position, roll).items()
            }
            count = int(found.number[row])
            arrays = zip(*(array[row, :count].tolist() for array in found[1:]), strict=True)
            assert {MOVES[s, t]: after for s, t, after in arrays} == expected, hex(state)
            ours = Position(state, rules)
            assert {move: after.state for move, after in ours.successors(roll)} == expected
            assert set(ours.moves(roll)) == set(expected)
            for move, after in expected.items():
                assert ours.play(move, roll) == Position(after, rules)
                assert play_unchecked(state, move, rules) == after
            if not expected:
                over = position.winner() is not None
                passed = state if over else reference.to_word(reference.passed(position))
                assert int(found.after[row, 0]) == passed
                if not over:
                    assert ours.play("pass", roll) == Position(passed, rules)
            compared += len(expected)
    assert compared > 25_000 // every


def test_a_piece_home_gives_no_roll() -> None:
    # A on its last square, which is a rosette: off by a 1, and B is to move.
    after = Position(0x2000000010000D80).play("A7-off", roll=1)
    assert after.turn == Side.B
    assert not after.extra


def test_the_last_square_is_on_the_board() -> None:
    assert Position(0x2000000010000D80).moves(2) == []
    assert Position(0x2000000040000D80).moves(1) == [Move("A8-A7")]


@pytest.mark.parametrize(("rules", "state", "depth", "nodes"), perft_counts())
def test_perft(rules: str, state: int, depth: int, nodes: int) -> None:
    assert Position(state, rules).perft(depth) == nodes
    if depth <= 4:
        assert reference.perft(reference.GAMES[rules], reference.from_word(state), depth) == nodes


def test_perft_counts_sequences_and_not_positions() -> None:
    """Three moves deep there are 192 sequences, which lead to 132 positions."""
    reached = [start()]
    for _ in range(3):
        pairs = [(position, roll) for position in reached for roll in position.rules.rolls]
        reached = [
            position.play(move, roll)
            for position, roll in pairs
            for move in position.moves(roll) or (None,)
        ]
    assert len(reached) == start().perft(3) == 192
    assert len(set(reached)) == 132


@pytest.mark.parametrize("name", RULES)
def test_perft_from_the_middle_of_games(name: str) -> None:
    rules, slow = RULES[name], reference.GAMES[name]
    states = random_states(rules, 3, 10, 3)
    for state in map(int, states[:: len(states) // 10]):
        assert Position(state, rules).perft(2) == reference.perft(
            slow, reference.from_word(state), 2
        )


def test_perft_makes_every_board() -> None:
    def boards(position: reference.Position, depth: int) -> int:
        game = reference.GAMES["finkel"]
        if depth == 0 or position.winner() is not None:
            sides = [
                sum(
                    2 << game.paths[who].index(square)
                    for square, owner in position.board
                    if owner == who
                )
                + (position.hand[who] > 0)
                for who in (0, 1)
            ]
            return sum(sides)
        total = 0
        for roll in game.dice:
            after = reference.moves(game, position, roll).values() or [reference.passed(position)]
            total += sum(boards(one, depth - 1) for one in after)
        return total

    native = RULES["finkel"].native.perft(0x3F, 4)
    assert native == (1492, boards(reference.from_word(0x3F), 4))


@pytest.mark.parametrize(
    ("state", "move", "roll", "words"),
    [
        (0x3F, "hand-A3", 1, "A can't play hand-A3 with a 1; legal: hand-A4"),
        (0x3F, "hand-a3", 1, "can't play hand-A3 with a 1; legal: hand-A4"),
        (0x3F, "hand-A3", 0, "can't play hand-A3 with a 0; legal: pass"),
        (0x3F, None, 1, "can't pass with a 1; legal: hand-A4"),
        (0x3F, "hand-A4", 5, "a roll of 5 is not possible: finkel has 0, 1, 2, 3, 4"),
        (0x3F, "hand-A4", None, "not rolled yet; give the roll"),
        (0x3F, 7, 1, "7 is not a move"),
        (0x1C0 | 7 << 3, None, 1, "the game is over"),
    ],
)
def test_illegal_play_is_explained(state: int, move: Any, roll: int, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        Position(state).play(move, roll)


def test_the_positions_own_roll_is_the_default() -> None:
    assert Position(0x3F | 2 << 13).moves() == [Move("hand-A3")]
    assert Position(0x3F | 2 << 13).play("hand-A3") == start().play("hand-A3", roll=2)
    with pytest.raises(BadInputError, match="not rolled yet"):
        start().moves()


def test_a_roll_may_be_a_numpy_integer() -> None:
    for roll in np.array([4], np.uint8), np.array([4]):
        rolled: Any = roll[0]
        assert start().moves(rolled) == [Move("hand-A1")]
        assert start().play("hand-A1", rolled) == start().play("hand-A1", 4)


def test_every_move_makes_the_round_trip() -> None:
    for source in (*SQUARES, HAND):
        for target in (*SQUARES, OFF):
            if source == target:
                continue
            move = Move(source, target)
            assert Move(str(move)) is move is eval(repr(move))
            assert Move(str(move).lower()) is copy(move) is pickle.loads(pickle.dumps(move)) is move
            assert (move.source, move.target) == (source, target)
            told = move.to_dict()
            assert told == {"move": str(move), "from": told["from"], "to": told["to"]}
            assert f"{told['from']}-{told['to']}" == str(move)


@pytest.mark.parametrize(
    "text",
    [
        "x-y",
        "hand",
        "A5-A6",
        "8-11",
        "hand>A4",
        "off-hand",
        "",
        "A1-A2-A3",
        "A1-hand",
        "off-A1",
        "A1-A1",
        None,
        7,
        ["A1"],
        ("A1", "B1"),
    ],
)
def test_other_texts_are_no_moves(text: Any) -> None:
    with pytest.raises(BadInputError, match="is not a move; write hand-A4"):
        Move(text)


def test_moves_by_roll() -> None:
    game = start("blitz")
    listed = game.by_roll()
    assert list(listed.moves) == [1, 2, 3, 4]
    assert listed.to_dict()["moves"]["4"] == [
        {"move": "hand-A1", "from": "hand", "to": "A1", "state": game.play("hand-A1", roll=4).name}
    ]
    row, named = str(game.by_roll(0)).splitlines()[-2:]
    assert (row.split(), named) == (["0", "pass"], "blitz, 5 pieces")
    assert "<td>hand-A1</td>" in listed._repr_html_()
    assert list(game.with_roll(3).by_roll().moves) == [3]


def test_lists_are_as_good_as_arrays() -> None:
    found = moves_many([63], [1])
    assert [array.tolist() for array in found[:3]] == [
        array.tolist()
        for array in moves_many(np.array([63], np.uint64), np.array([1], np.uint8))[:3]
    ]
    assert found.move(0, 0) == Move("hand-A4")


def test_arrays_are_refused_when_wrong() -> None:
    with pytest.raises(BadInputError, match="uint64"):
        moves_many(np.array([63.0]), np.array([1], np.uint8))
    with pytest.raises(BadInputError, match="row 1 of rolls: -1 is not an integer"):
        moves_many([63, 63], [1, -1])
    with pytest.raises(BadInputError, match="as many rolls"):
        moves_many(np.array([63], np.uint64), np.array([1, 2], np.uint8))


def test_perft_refuses_bad_depths() -> None:
    for depth in (-1, 21):
        with pytest.raises(BadInputError, match="depth"):
            start().perft(depth)


def test_moves_are_made_of_places_that_exist() -> None:
    for source in (*SQUARES, HAND, OFF, "A5", ""):
        for target in (*SQUARES, HAND, OFF, "C6", ""):
            if source != target and source in (*SQUARES, HAND) and target in (*SQUARES, OFF):
                assert Move(source, target) is Move(f"{source}-{target}")
            else:
                with pytest.raises(BadInputError, match=f"'{source}-{target}' is not a move"):
                    Move(source, target)


def test_a_move_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Move("hand-A4").target = "A3"  # type: ignore[misc]
