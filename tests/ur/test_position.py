import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ur.conftest import random_states

from astragal import _native
from astragal.errors import BadInputError
from astragal.ur import RULES, Position, Side, start
from astragal.ur.ranking import native_ranking

from reference import ur as reference


def test_start() -> None:
    assert (start().state, start("blitz").state) == (0x3F, 0x2D)
    assert start("blitz", pieces=5).state == 0x2D
    for pieces in (0, 8):
        with pytest.raises(BadInputError, match="1 to 7"):
            start("finkel", pieces)


@pytest.mark.parametrize("name", RULES)
def test_states_of_games_are_valid_and_mirror_is_an_involution(name: str) -> None:
    rules = RULES[name]
    states = random_states(rules, rules.pieces, 20, 1)
    assert len(states) > 1000
    for state in map(int, states[::7]):
        position = Position(state, rules)
        mirrored = Position(position.mirror().state, rules)
        assert mirrored.mirror() == position
        slow = reference.from_word(state)
        assert (position.turn, position.winner) == (slow.turn, slow.winner())
        assert (position.pieces, position.extra) == (slow.pieces(0), slow.extra)
        for side in Side:
            assert (position.hand(side), position.home(side)) == (slow.hand[side], slow.done[side])
        assert all(
            position.piece_at(reference.place_name(square)) == owner for square, owner in slow.board
        )
        assert reference.canonical(reference.from_word(mirrored.state)) == reference.canonical(slow)


@pytest.mark.parametrize(
    ("state", "reasons"),
    [
        (1 << 64, ["does not fit in 64 bits"]),
        (-1, ["does not fit in 64 bits"]),
        (0x3F | 1 << 25, ["bits set where no field is: 25"]),
        (0x3F | 5 << 13, ["a roll of 5 is not possible"]),
        (0x3F | 1 << 16, ["A has 8 pieces and B has 7"]),
        (0x36 | 1 << 16 | 1 << 48, ["A has a piece on C1"]),
        (0x36 | 2 << 16, ["B has a piece on A1"]),
        (0x00, ["0 pieces each"]),
        (0x3F | 0x240, ["8 pieces each"]),
        (0xFC0, ["both sides have completed"]),
        (
            7 | 1 << 26 | 3 << 32 | 6 << 13,
            ["bits set", "roll of 6", "square B1 holds 3", "must be equal"],
        ),
    ],
)
def test_all_reasons_at_once(state: int, reasons: list[str]) -> None:
    with pytest.raises(BadInputError) as caught:
        Position(state)
    for reason in reasons:
        assert reason in str(caught.value)
    if 0 <= state < 1 << 64:
        position = Position(state, check=False)
        assert len(position.problems) >= len(reasons)
        assert all(one in str(caught.value) for one in position.problems)
        told = position.to_dict()
        assert (told["valid"], told["problems"]) == (False, position.problems)
        assert "in hand" in str(position)


def test_paths_differ_between_rules() -> None:
    on_their_side = 0x3E | 1 << (16 + 2 * 22)
    assert Position(on_their_side, "blitz").piece_at("C7") == Side.A
    with pytest.raises(BadInputError, match="A has a piece on C7, which is not on its path"):
        Position(on_their_side, "finkel")
    assert Position(0x3F | 1 << 13, "masters").roll == 1
    assert Position(0x3F, "masters").roll is None


@given(st.integers(0, 2**64 - 1), st.sampled_from(list(RULES)))
def test_native_validity_is_the_same(state: int, name: str) -> None:
    rules = RULES[name]
    assert _native.ur_valid(native_ranking(rules), state) == (
        not Position(state, rules, check=False).problems
    )


@given(st.data())
def test_native_validity_is_the_same_near_valid_states(data: st.DataObject) -> None:
    rules = RULES[data.draw(st.sampled_from(list(RULES)))]
    state = 0x3F
    for _ in range(data.draw(st.integers(1, 4))):
        state ^= 1 << data.draw(st.integers(0, 63))
    assert _native.ur_valid(native_ranking(rules), state) == (
        not Position(state, rules, check=False).problems
    )


def test_a_position_is_a_value() -> None:
    game = Position("0x0000084040000d40", rules="finkel")
    assert game == Position(0x84040000D40) == Position(str(0x84040000D40), RULES["finkel"])
    assert game == Position(np.uint64(0x84040000D40))
    assert len({game, Position(game.state), Position(0x2D, "blitz"), Position(0x2D)}) == 3
    assert eval(repr(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) == game
    with pytest.raises(AttributeError):
        game.state = 0x3F  # type: ignore[misc]


def test_rules_travel_with_the_position() -> None:
    """A capture gives another roll in Blitz, and not in Finkel."""
    word = 0x3F - 9 | 1 << (16 + 2 * 8) | 2 << (16 + 2 * 10)
    for rules, turn in (("blitz", Side.A), ("finkel", Side.B)):
        after = Position(word, rules).play("B1-B3", roll=2)
        assert (after.rules.name, after.turn) == (rules, turn)


def test_other_texts_are_no_states() -> None:
    assert Position("0x3f") == Position("63") == start()
    for text in ("3g", ""):
        with pytest.raises(BadInputError, match="is not a state; write it as"):
            Position(text)
    with pytest.raises(BadInputError, match="None is not a state"):
        Position(None)  # type: ignore[arg-type]


def test_a_roll_is_part_of_the_position() -> None:
    game = start().with_roll(3)
    assert (game.roll, game.with_roll(None)) == (3, start())
    assert "rolled 3" in str(game)
    with pytest.raises(BadInputError, match="a roll of 0 is not possible"):
        start("masters").moves(roll=0)
    with pytest.raises(BadInputError, match="a roll of 5"):
        start().with_roll(5)


def test_a_roll_of_0_stays_with_the_position() -> None:
    """It was lost, and `moves` then asked for the roll."""
    game = start().with_roll(0)
    assert (game.roll, game.moves(), game.to_dict()["roll"]) == (0, [], 0)
    assert (start().roll, start().to_dict()["roll"]) == (None, None)
    assert game != start()
    assert game.with_roll(None) == start()
    assert game.state == start().state
    assert game.play(None) == game.play("pass", roll=0) == start().play(None, roll=0)
    assert game.play(None).roll is None
    assert game.mirror().roll == 0
    assert game.by_roll().moves == {0: []}
    assert "rolled 0" in str(game)
    assert repr(game) == "Position('0x000000000000003f', rules='finkel').with_roll(0)"
    for copied in (eval(repr(game)), pickle.loads(pickle.dumps(game)), copy.copy(game)):
        assert copied == game
        assert hash(copied) == hash(game)
    with pytest.raises(BadInputError, match="a roll of 0 is not possible: masters has 1, 2, 3, 4"):
        start("masters").with_roll(0)


@pytest.mark.parametrize("name", RULES)
def test_a_game_is_a_loop_of_rolls_and_moves(name: str) -> None:
    random, game, rolled = np.random.default_rng(1), start(name, pieces=2), set()
    while game.winner is None:
        game = game.with_roll(game.throw(random))
        rolled.add(game.roll)
        moves = game.moves()
        game = game.play(moves[0] if moves else None)
    assert rolled == set(game.rules.rolls)


@pytest.mark.parametrize("name", RULES)
def test_the_dice_fall_as_the_rules_say(name: str) -> None:
    random, game, throws = np.random.default_rng(1), start(name), 8000
    found = np.bincount([game.throw(random) for _ in range(throws)], minlength=5)
    dice = np.array([*game.rules.dice, *[0] * 5][:5])
    chance = dice / dice.sum()
    assert (abs(found - throws * chance) <= 4 * np.sqrt(throws * chance * (1 - chance))).all()
    with pytest.raises(BadInputError, match=r"7 is not a Generator: np.random.default_rng\(\)"):
        game.throw(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [True, False, "2", 2.5, [2]])
def test_only_a_whole_number_is_a_roll(wrong: object) -> None:
    for ask in (start().moves, start().with_roll, lambda roll: start().play("hand-A4", roll)):
        with pytest.raises(BadInputError, match="is not possible: finkel has 0, 1, 2, 3, 4"):
            ask(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, 2, True, "A", None])
def test_only_a_side_has_a_hand(wrong: object) -> None:
    for ask in (start().hand, start().home):
        with pytest.raises(BadInputError, match=r"is not a side; give Side\.A or Side\.B"):
            ask(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RULES)
def test_a_position_is_placed_piece_by_piece(name: str) -> None:
    for state in map(int, random_states(RULES[name], 5, 20, seed=3)):
        slow = reference.from_word(state)
        a, b = (
            [reference.place_name(square) for square, owner in slow.board if owner == side]
            for side in (0, 1)
        )
        wanted = reference.to_word(slow._replace(extra=False))
        given: dict[str, Any] = {"turn": "AB"[slow.turn], "rules": name, "pieces": 5}
        hands: dict[str, Any] = {"a_hand": slow.hand[0], "b_hand": slow.hand[1]}
        homes: dict[str, Any] = {"a_home": slow.done[0], "b_home": slow.done[1]}
        for rest in (hands, homes, {**hands, **homes}, {"a_hand": slow.hand[0], **homes}):
            assert Position.place(a, b, **rest, **given).state == wanted
        text = Position.place(" ".join(a).lower(), " ".join(b), **hands, **given)
        assert text.state == wanted


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"a": ["A5"]}, "'A5' is not a square; squares are A1..A4"),
        ({"a": [3]}, "3 is not a square"),
        ({"a": None}, "a must be a list of squares"),
        ({"a": ["A1", "a1"]}, r"a = \['A1', 'a1'\] has A1 twice"),
        ({"a": "B1", "b": "B2 B1"}, "a and b both have a piece on B1"),
        ({"a": "C1"}, "A has a piece on C1, which is not on its path"),
        ({"a": "A1 A2", "pieces": 1}, "a has 2 pieces on the board, in a game of 1 piece"),
        ({"b": "B1", "b_home": 7}, "b_home must be a whole number from 0 to 6, not 7"),
        ({"a_hand": -1}, "a_hand must be a whole number from 0 to 7, not -1"),
        (
            {"a": "A1", "a_hand": 1, "a_home": 1},
            "a has 1 on the board, 1 in hand and 1 home, in a game of 7 pieces",
        ),
        ({"turn": "C"}, "'C' is not a side; give A or B"),
        ({"turn": 0}, "0 is not a side; give A or B"),
        ({"pieces": 8}, "pieces must be a whole number from 1 to 7, not 8"),
        ({"a_home": 7, "b_home": 7}, "both sides have completed all their pieces"),
    ],
)
def test_pieces_that_can_not_be_placed(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        Position.place(**given)


@pytest.mark.parametrize("wrong", [3, [], 1.5, b"hand-A4", (1, 2, 3), ({}, 1)])
def test_what_is_no_move_is_quoted(wrong: object) -> None:
    with pytest.raises(BadInputError, match="is not a move; write hand-A4"):
        start().play(wrong, roll=1)  # type: ignore[arg-type]
