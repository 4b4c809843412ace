import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.ur import RULES, Move, Position, Record, read_game, replay, start


def random_game(rules: str, seed: int, pieces: int) -> Record:
    random = np.random.default_rng(seed)
    first = position = start(rules, pieces)
    rolled: list[tuple[int, Move | None]] = []
    while position.winner is None:
        roll = int(random.choice(5, p=position.rules.chances))
        legal = position.moves(roll)
        rolled.append((roll, legal[int(random.integers(len(legal)))] if legal else None))
        position = position.play(rolled[-1][1], roll)
    record = replay(first, rolled)
    assert record.last == position
    return record


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(5))
def test_rgn_makes_the_round_trip(name: str, seed: int) -> None:
    record = random_game(name, seed, 3)
    text = str(record)
    again = read_game(text)
    assert again.turns == record.turns
    assert again.last == record.last
    assert again.rules == record.rules
    assert str(again) == text
    assert text.rstrip().endswith("#")


@pytest.mark.parametrize("seed", range(3))
def test_a_list_of_states_is_a_game(seed: int) -> None:
    record = random_game("finkel", seed, 2)
    positions = [turn.position for turn in record.turns] + [record.last]
    again = read_game(positions)
    assert again == read_game([one.word for one in positions])
    assert again == read_game("\n".join(one.name for one in positions))
    assert [turn.move for turn in again.turns] == [turn.move for turn in record.turns]
    for ours, theirs in zip(again.turns, record.turns, strict=True):
        assert ours.roll == theirs.roll or ours.move is None


def test_the_roll_of_a_pass_is_taken_from_the_state() -> None:
    blocked = 0x2000000010000D80
    record = read_game([blocked | 3 << 13, blocked ^ 1 << 12])
    assert (record.turns[0].roll, record.turns[0].move) == (3, None)
    assert record.first == Position(blocked)
    assert record.to_dict()["states"][0] == Position(blocked | 3 << 13).name


def test_the_form_is_that_of_royalur() -> None:
    rolled = [(4, "hand-A1"), (2, "hand-A3"), (2, "hand-C3"), (0, "pass")]
    assert str(replay(start(), rolled)).splitlines() == [
        "[Rules finkel]", "[Pieces 7]", "", "1. A@A1 * A@A3 / C@C3", "2. 0 --",
    ]  # fmt: skip


def test_captures_and_homes() -> None:
    capture = 0x3F - 9 | 1 << (16 + 2 * 8) | 2 << (16 + 2 * 10)
    assert str(replay(capture, [(2, "B1-B3")])).splitlines()[-1] == "1. B1B3x"
    home = str(replay(0x2000000010000D80, [(1, "A7-off")]))
    assert home.splitlines()[-1] == "1. A7A+ #"
    assert read_game(home).turns[0].move == Move(6, 25)


def test_tags() -> None:
    record = read_game('[Light "A. Player"]\n[Pieces 5]\n\n1. A@A4')
    assert record.tags == {"Light": "A. Player", "Pieces": "5"}
    assert '[Light "A. Player"]' in str(record)
    assert record.first == start(pieces=5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[Pieces 7\n\n1. A@A4", "is not a tag"),
        ("[Pieces x]\n\n1. A@A4", "a game has 1 to 7"),
        (f"[Pieces {'9' * 5000}]\n\n1. A@A4", "a game has 1 to 7"),
        ("1. A@A9", "'A@A9'.*not a move"),
        ("1. A@A5", "'A5' is not a square"),
        ("1. A@B4", "no roll takes it there"),
        ("1. C@C4", "A is to move, and no roll"),
        ("1. A4A3", "can't play A4-A3"),
        ("1. 2 A@A4", "written '2 --'"),
        ("1. 2 --", "can't pass with a 2"),
        ("[State 0x3e]\n\n1. A@A4", "must be equal"),
        ("[Rules aseb]\n\n1. A@A4", "unknown rules; give the rules, or name finkel, blitz"),
    ],
)
def test_bad_text_is_quoted(text: str, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        read_game(text)


def test_states_that_do_not_follow_are_refused() -> None:
    with pytest.raises(BadInputError, match="no move leads from"):
        read_game([0x3F, 0x3F])
    with pytest.raises(BadInputError, match="at least one"):
        read_game([])
