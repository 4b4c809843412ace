import numpy as np
import pytest
from ur.conftest import perft_counts, random_states

from astragal.errors import BadInputError
from astragal.ur import (
    HAND,
    OFF,
    RULES,
    Move,
    moves,
    moves_array,
    parse_move,
    perft,
    play,
    successors,
)
from astragal.ur.moves import play_unchecked

from reference import ur as reference


def place(one: int | str) -> int:
    return one if isinstance(one, int) else {"hand": HAND, "off": OFF}[one]


@pytest.mark.parametrize("name", RULES)
def test_moves_are_those_of_the_reference(name: str) -> None:
    rules, slow = RULES[name], reference.GAMES[name]
    states = random_states(rules, rules.pieces, 60, 2)[::5].copy()
    compared = 0
    for roll in range(5):
        if roll not in rules.rolls:
            continue
        found = moves_array(states, np.full(len(states), roll, np.uint8), rules)
        for row, state in enumerate(map(int, states)):
            position = reference.from_word(state)
            expected = {
                Move(place(source), place(target)): reference.to_word(after)
                for (source, target), after in reference.moves(slow, position, roll).items()
            }
            count = int(found.number[row])
            arrays = zip(*(array[row, :count].tolist() for array in found[1:]), strict=True)
            assert {Move(s, t): after for s, t, after in arrays} == expected, hex(state)
            assert successors(state, roll, rules) == expected
            for move, after in expected.items():
                assert play(state, move, roll, rules) == after
                assert play_unchecked(state, move, rules) == after
            if not expected:
                over = position.winner() is not None
                passed = state if over else reference.to_word(reference.passed(position))
                assert int(found.after[row, 0]) == passed
            compared += len(expected)
    assert compared > 5000


def test_a_piece_home_gives_no_roll() -> None:
    # A on its last square, which is a rosette: off by a 1, and B is to move.
    after = play(0x2000000010000D80, Move(6, OFF), 1)
    assert after >> 12 & 1 == 1
    assert not after >> 24 & 1


def test_the_last_square_is_on_the_board() -> None:
    assert moves(0x2000000010000D80, 2) == []
    assert [str(one) for one in moves(0x2000000040000D80, 1)] == ["7>6"]


@pytest.mark.parametrize(("rules", "state", "depth", "nodes"), perft_counts())
def test_perft(rules: str, state: int, depth: int, nodes: int) -> None:
    assert perft(state, depth, RULES[rules]) == nodes
    if depth <= 4:
        assert reference.perft(reference.GAMES[rules], reference.from_word(state), depth) == nodes


@pytest.mark.parametrize("name", RULES)
def test_perft_from_the_middle_of_games(name: str) -> None:
    rules, slow = RULES[name], reference.GAMES[name]
    states = random_states(rules, 3, 10, 3)
    for state in map(int, states[:: len(states) // 10]):
        assert perft(state, 2, rules) == reference.perft(slow, reference.from_word(state), 2)


def test_perft_makes_every_board() -> None:
    from astragal import _native

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

    native = _native.ur_perft(RULES["finkel"].native, 0x3F, 4)
    assert native == (1492, boards(reference.from_word(0x3F), 4))


@pytest.mark.parametrize(
    ("state", "move", "roll", "words"),
    [
        (0x3F, Move(HAND, 2), 1, "can't play hand>2 with a 1; legal: hand>3"),
        (0x3F, None, 1, "can't pass"),
        (0x3F, Move(HAND, 3), 5, "a roll of 5 can't be"),
        (0x3E, Move(HAND, 3), 1, "A has 6 pieces and B has 7"),
        (0x1C0 | 7 << 3, None, 1, "the game is over"),
    ],
)
def test_illegal_play_is_explained(state: int, move: Move | None, roll: int, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        play(state, move, roll)


def test_the_states_own_roll_is_the_default() -> None:
    assert moves(0x3F | 2 << 13) == [Move(HAND, 2)]
    assert moves(0x3F) == []  # nothing rolled


def test_parse_move() -> None:
    for text in ("hand>3", "3>7", "6>off"):
        assert str(parse_move(text)) == text
    with pytest.raises(BadInputError, match="'x>y' is not a move"):
        parse_move("x>y")


def test_arrays_are_refused_when_wrong() -> None:
    with pytest.raises(BadInputError, match="uint64"):
        moves_array(np.array([1]), np.array([1], np.uint8))
    with pytest.raises(BadInputError, match="as many rolls"):
        moves_array(np.array([63], np.uint64), np.array([1, 2], np.uint8))


def test_perft_refuses_bad_depths() -> None:
    for depth in (-1, 21):
        with pytest.raises(BadInputError, match="depth"):
            perft(0x3F, depth)
