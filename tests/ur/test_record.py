import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.ur import (
    FINKEL,
    HAND,
    RULES,
    Move,
    Record,
    Rules,
    moves,
    parse_rgn,
    record_of_states,
    replay,
    start,
    winner_of,
    write_rgn,
)
from astragal.ur.state import without_roll


def random_game(rules: Rules, seed: int, pieces: int) -> Record:
    random = np.random.default_rng(seed)
    state, rolled = start(pieces), []
    record = replay(state, [], rules)
    while winner_of(record.last) is None:
        roll = int(random.choice(5, p=rules.chances))
        legal = moves(record.last, roll, rules)
        rolled.append((roll, legal[int(random.integers(len(legal)))] if legal else None))
        if len(rolled) % 40 == 0 or len(rolled) > 400:
            record = replay(state, rolled, rules)
        else:
            turn = replay(record.last, rolled[-1:], rules)
            record = Record(rules, record.turns + turn.turns, turn.last)
    return record


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(5))
def test_rgn_makes_the_round_trip(name: str, seed: int) -> None:
    record = random_game(RULES[name], seed, 3)
    text = write_rgn(record)
    again = parse_rgn(text)
    assert again.turns == record.turns
    assert again.last == record.last
    assert again.rules == record.rules
    assert write_rgn(again) == text
    assert text.rstrip().endswith("#")


@pytest.mark.parametrize("seed", range(3))
def test_a_list_of_states_is_a_game(seed: int) -> None:
    record = random_game(FINKEL, seed, 2)
    states = [turn.state for turn in record.turns] + [record.last]
    again = record_of_states(states)
    assert [turn.move for turn in again.turns] == [turn.move for turn in record.turns]
    for ours, theirs in zip(again.turns, record.turns, strict=True):
        assert ours.roll == theirs.roll or ours.move is None


def test_the_roll_of_a_pass_is_taken_from_the_state() -> None:
    blocked = 0x2000000010000D80
    record = record_of_states([blocked | 3 << 13, blocked ^ 1 << 12])
    assert (record.turns[0].roll, record.turns[0].move) == (3, None)
    assert record.first == without_roll(blocked)


def test_the_form_is_that_of_royalur() -> None:
    rolled = [(4, Move(HAND, 0)), (2, Move(HAND, 2)), (2, Move(HAND, 18)), (0, None)]
    assert write_rgn(replay(start(7), rolled)).splitlines() == [
        "[Rules finkel]", "[Pieces 7]", "", "1. A@A1 * A@A3 / C@C3", "2. 0 --",
    ]  # fmt: skip


def test_captures_and_homes() -> None:
    capture = 0x3F - 9 | 1 << (16 + 2 * 8) | 2 << (16 + 2 * 10)
    assert write_rgn(replay(capture, [(2, Move(8, 10))])).splitlines()[-1] == "1. B1B3x"
    home = write_rgn(replay(0x2000000010000D80, [(1, Move(6, 25))]))
    assert home.splitlines()[-1] == "1. A7A+ #"
    assert parse_rgn(home).turns[0].move == Move(6, 25)


def test_tags() -> None:
    record = parse_rgn('[Light "A. Player"]\n[Pieces 5]\n\n1. A@A4')
    assert record.tags == {"Light": "A. Player", "Pieces": "5"}
    assert '[Light "A. Player"]' in write_rgn(record)
    assert record.first == start(5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[Pieces 7\n\n1. A@A4", "is not a tag"),
        ("[Pieces x]\n\n1. A@A4", "a number is wanted"),
        ("1. A@A9", "'A@A9'.*not a move"),
        ("1. A@A5", "'A5' is not a square"),
        ("1. A@B4", "no roll takes it there"),
        ("1. C@C4", "A is to move, and no roll"),
        ("1. A4A3", "can't play 3>2"),
        ("1. 2 A@A4", "written '2 --'"),
        ("1. 2 --", "can't pass with a 2"),
        ("[State 0x3e]\n\n1. A@A4", "must be equal"),
    ],
)
def test_bad_text_is_quoted(text: str, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        parse_rgn(text)


def test_states_that_do_not_follow_are_refused() -> None:
    with pytest.raises(BadInputError, match="no move leads from"):
        record_of_states([0x3F, 0x3F])
    with pytest.raises(BadInputError, match="at least one"):
        record_of_states([])
