import re
from pathlib import Path

import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.ur import RULES, Move, Position, Record, Rules, read_game, replay, start
from astragal.ur.record import parse_game


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
    assert text.endswith("#")
    assert max(map(len, text.splitlines())) <= 60


@pytest.mark.parametrize("seed", range(3))
def test_a_list_of_states_is_a_game(seed: int) -> None:
    record = random_game("finkel", seed, 2)
    positions = [turn.position for turn in record.turns] + [record.last]
    again = read_game(positions)
    assert again == read_game([one.state for one in positions])
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
        '[Rules "finkel"]', '[Pieces "7"]', "", "1. A@A1 * A@A3 / C@C3", "2. 0 --",
    ]  # fmt: skip


def test_captures_and_homes() -> None:
    capture = 0x3F - 9 | 1 << (16 + 2 * 8) | 2 << (16 + 2 * 10)
    assert str(replay(capture, [(2, "B1-B3")])).splitlines()[-1] == "1. B1B3x"
    home = str(replay(0x2000000010000D80, [(1, "A7-off")]))
    assert home.splitlines()[-1] == "1. A7A+#"
    for text in (home, home.replace("#", " #"), home.replace("#", "")):
        assert read_game(text).turns[0].move == Move("A7-off")


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
        ("1. A@B4", "no roll takes it there$"),
        ("1. C@C4", "turn 1: A is to move, and no roll takes it there: it is a move of B"),
        ("1. A@A3 * A@A1", r"'A@A1', turn 2: .*of A, and only a rosette \(\*\) gives another roll"),
        ("[Rules blitz]\n\n1. A@A3 A@A1", r"only a rosette \(\*\) or a capture \(x\) gives"),
        ("1. A4A3", "can't play A4-A3"),
        ("1. 2 A@A4", "written '2 --'"),
        ("1. 2 -- / 1 --", "can't pass with a 2"),
        ("1. A@A4#", "marks a finished game"),
        ("[State 0x3e]\n\n1. A@A4", "must be equal"),
        ("[Rules aseb]\n\n1. A@A4", "unknown rules; give the rules, or name finkel, blitz"),
    ],
)
def test_bad_text_is_quoted(text: str, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        read_game(text)


def test_rules_are_those_of_the_tag_or_those_given() -> None:
    assert read_game("1. A@A4", "blitz").rules.name == "blitz"
    assert read_game("[Rules Blitz]\n\n1. A@A4", "blitz").rules.name == "blitz"
    assert read_game("[Rules aseb]\n\n1. A@A4", "blitz").rules.name == "blitz"
    with pytest.raises(BadInputError, match=r"^\[Rules Blitz\]: .* other rules than finkel$"):
        read_game("[Rules Blitz]\n\n1. A@A4", "finkel")


def test_a_file_is_read_by_its_path_also_as_text(tmp_path: Path) -> None:
    for file in (tmp_path / "g.rgn", tmp_path / "my game.txt"):
        file.write_text("1. A@A4 / 2 --")
        assert read_game(file) == read_game(str(file)) == read_game("1. A@A4 / 2 --")
    for missing in (tmp_path / "none.rgn", str(tmp_path / "none.rgn")):
        with pytest.raises(BadInputError, match=r"none\.rgn' can't be read"):
            read_game(missing)


def test_text_of_others_opens_no_file(tmp_path: Path) -> None:
    file = tmp_path / "g.rgn"
    file.write_text("1. A@A4 / 2 --")
    with pytest.raises(BadInputError, match="turn 1: not a move"):
        parse_game(str(file))


def test_rules_without_a_name_of_ours_are_written_out() -> None:
    mine = Rules(
        "mine",
        2,
        ("A4", "A3", "A2", "A1", "B1", "A8"),
        (1, 2, 0, 1),
        rosettes=("A1", "C1"),
        capture_rolls=True,
    )
    other = Rules("finkel", 1, ("A4", "A3", "A2", "A1", "B1", "A8"), (1, 2), rosettes=())
    for rules in (mine, other):
        record = replay(
            start(rules), [(1, "hand-A4"), (0, None), (1, "A4-A3")][: 2 + (rules is mine)]
        )
        again = read_game(str(record))
        assert again.turns == record.turns
        assert again.rules == rules
        assert str(again) == str(record)
    text = str(replay(start(mine), []))
    assert '[Path "A4 A3 A2 A1 B1 A8"]\n[Dice "1 2 0 1"]\n[Rosettes "A1 C1"]' in text
    assert "Path" not in str(read_game("1. A@A4"))
    assert read_game(text, mine).rules is mine
    with pytest.raises(BadInputError, match="other rules than finkel"):
        read_game(text, "finkel")
    for was, now, words in (
        ('[Dice "1 2 0 1"]\n', "", "Dice is missing"),
        ("1 2 0 1", "1 x", "write the ways to throw"),
        ("A4 A3", "A4 Z3", "there is no square 'Z3'"),
        ("A4 A3", "A4 A4", "visits A4 twice"),
        ('CaptureRolls "true"', 'CaptureRolls "yes"', "write true or false"),
    ):
        assert was in text
        with pytest.raises(BadInputError, match=words):
            read_game(text.replace(was, now))


def test_states_that_do_not_follow_are_refused() -> None:
    with pytest.raises(BadInputError, match="no move leads from"):
        read_game([0x3F, 0x3F])
    with pytest.raises(BadInputError, match="at least one"):
        read_game([])


def test_a_game_without_turns() -> None:
    text = str(replay(start(), []))
    assert text == '[Rules "finkel"]\n[Pieces "7"]\n'
    assert read_game(text).turns == ()


def test_a_roll_at_the_end_has_yet_to_be_played() -> None:
    """RoyalUr writes a roll that waits for its move like one without a move."""
    record = read_game("1. A@A4 / 2 --")
    assert (len(record.turns), record.last.roll) == (1, 2)
    assert str(record).splitlines()[-1] == "1. A@A4 / 2 --"
    assert read_game(str(record)) == Record(
        record.turns, record.last, {"Rules": "finkel", "Pieces": "7"}
    )


def test_a_long_turn_is_folded() -> None:
    """At 60 characters, as RoyalUr does. By the blitz rules, and with these dice, A rolls on."""
    position = start("blitz")
    rolled: list[tuple[int, Move]] = []
    while len(rolled) < 14:
        again = [
            (roll, move)
            for roll in (4, 3, 2, 1)
            for move, after in position.successors(roll)
            if after.turn == position.turn
        ]
        rolled.append(again[0] if again else (1, position.moves(1)[0]))
        position = position.play(rolled[-1][1], rolled[-1][0])
    record = replay(start("blitz"), rolled)
    lines = str(record).split("\n\n")[1].splitlines()
    assert [len(line) for line in lines if not re.match(r"\d+\.", line)], lines
    assert max(map(len, lines)) <= 60
    assert read_game(str(record)).turns == record.turns


def test_tags_are_escaped() -> None:
    name = 'Ann "the \\ rook"\n\r]'
    record = replay(start(), [(1, "hand-A4")])
    text = str(Record(record.turns, record.last, {"Light": name}))
    assert text.splitlines()[0] == r'[Light "Ann \"the \\ rook\"\n\r]"]'
    assert read_game(text).tags["Light"] == name


def test_a_tag_given_twice_is_refused() -> None:
    with pytest.raises(BadInputError, match="there are two tags Rules; a game has one of each"):
        read_game("[Rules finkel]\n[Rules blitz]\n\n1. A@A1")
