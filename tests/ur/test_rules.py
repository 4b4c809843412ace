from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError, UnknownNameError
from astragal.ur import RULES, Move, Rules, find_player, parse_rules, replay, review, solve, start
from astragal.ur.rules import find_rules
from astragal.ur.squares import SQUARES, mirror_square

from reference import ur as reference

OWN = """
name = "short"
pieces = 2
path = ["A4", "A3", "A2", "A1", "B1", "B2", "A8", "A7"]
dice = [1, 2, 1]
rosettes = ["A1", "C1"]
safe_rosettes = true
rosette_rolls = false
capture_rolls = true
"""


@pytest.mark.parametrize("name", RULES)
def test_rule_sets_are_those_of_the_reference(name: str) -> None:
    rules, slow = RULES[name], reference.GAMES[name]
    assert (rules.path, rules.b_path) == tuple(
        tuple(map(reference.place_name, path)) for path in slow.paths
    )
    assert {roll: rules.chances[roll] for roll in rules.rolls} == {
        roll: float(chance) for roll, chance in slow.dice.items()
    }
    assert set(rules.rosettes) == set(map(reference.place_name, slow.rosettes))
    assert (rules.safe_rosettes, rules.capture_rolls) == (slow.safe, slow.capture_rolls)


def test_pieces() -> None:
    assert [rules.pieces for rules in RULES.values()] == [7, 5, 7]


def test_mirror_exchanges_the_sides_and_keeps_the_middle() -> None:
    for square in SQUARES:
        exchanged = {"A": "C", "B": "B", "C": "A"}[square[0]]
        assert mirror_square(square) == exchanged + square[1]


def test_own_rules_from_toml(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(OWN)
    rules = find_rules(str(file))
    assert rules == parse_rules(OWN) == start(str(file)).rules
    assert (rules.rolls, rules.b_path[-1]) == ((0, 1, 2), "C7")
    assert not rules.rosette_rolls


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("pieces = 2", "pieces = 8"), "pieces = 8: a game has 1 to 7"),
        (('"B2", "A8"', '"B2", "A5"'), "there is no square 'A5'; squares are A1..A4, A7, A8"),
        (('"B2", "A8"', '"B2", "B1"'), "the path visits B1 twice"),
        (('"B2", "A8"', '"B2", 7'), "7, 'A7'] is not a list of squares, such as"),
        (("[1, 2, 1]", "[1, 0, 0]"), "not only 0"),
        (("[1, 2, 1]", "[1, -2, 1]"), "none negative"),
        (("[1, 2, 1]", "[1, 1, 1, 1, 1, 1]"), "at most 4"),
        (('["A1", "C1"]', '["A1"]'), "not the same for both sides"),
        (("pieces = 2", 'pieces = "2"'), "'2' is not of type int"),
        (("dice", "dices"), "unknown key 'dices'"),
        (("[1, 2, 1]", "[1, 2.5]"), "dice = [1, 2.5] is not of type list of int"),
        (('name = "short"', ""), "'name' is missing"),
        (("short", "finkel"), "these rules differ from those of that name"),
        (("pieces = 2", "pieces ="), "not TOML"),
        (("pieces = 2", "pieces = " + "[" * 10_000), "not TOML"),
    ],
)
def test_bad_rules_are_refused(change: tuple[str, str], words: str) -> None:
    with pytest.raises(BadInputError, match=words.replace("[", r"\[")):
        parse_rules(OWN.replace(*change))


def test_lists_are_read_and_wrong_types_are_refused() -> None:
    rules = Rules("list", 1, ["A4", "B1", "A8"], [1, 1], [])  # type: ignore[arg-type]
    assert hash(rules) == hash(Rules("list", 1, ("A4", "B1", "A8"), (1, 1), ()))
    names: Any = np.array(["a4", "b1", "a8"])
    same = Rules("list", np.int64(1), names, tuple(np.ones(2, int)), ())  # type: ignore[arg-type]
    assert same == rules
    assert {type(one) for one in (same.pieces, *same.dice)} == {int}
    assert {type(one) for one in same.path} == {str}
    for path in (None, "A4 B1", [3, 8], [None], 7):
        with pytest.raises(BadInputError, match=r"'x': path = .* is not a list of squares"):
            Rules("x", 1, path, (1, 1))  # type: ignore[arg-type]
    for dice in (None, "11", [True, True], [1.5, 2]):
        with pytest.raises(BadInputError, match=r"'x': dice = .* is not of type list of int"):
            Rules("x", 1, ("A4", "B1", "A8"), dice)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="'x': pieces = None is not of type int"):
        Rules("x", None, ("A4", "B1"), (1, 1))  # type: ignore[arg-type]


def test_a_document_must_be_text() -> None:
    with pytest.raises(BadInputError, match="None is not text: give a TOML document"):
        parse_rules(None)  # type: ignore[arg-type]


def test_too_many_shared_squares_are_refused() -> None:
    with pytest.raises(BadInputError, match="share 20 squares"):
        Rules("all", 1, SQUARES, (1, 1))


def test_unknown_rules_and_files(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"'finkle'.*finkel"):
        find_rules("finkle")
    with pytest.raises(BadInputError, match=r"rules = 7: give a name"):
        start(7)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="can't be read"):
        find_rules(str(tmp_path / "none.toml"))
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(BadInputError, match="UTF-8"):
        find_rules(str(tmp_path / "bad.toml"))


def test_new_rules_need_no_strategy_card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A rule set is its entry in `RULES`: no other file has to know it."""
    new = parse_rules(OWN)
    monkeypatch.setitem(RULES, new.name, new)
    table = solve(new.name, path=tmp_path / "t")
    position = start(new.name)
    rolled: list[tuple[int, Move | None]] = []
    while position.winner is None and len(rolled) < 20:
        moves = table.rank_moves(position, 2)
        rolled.append((2, moves[-1].move if moves else None))
        position = position.play(rolled[-1][1], 2)
    reviewed = review(replay(start(new.name), rolled), table)
    assert "blunder" in {turn.label for turn in reviewed.turns}
    assert {turn.line for turn in reviewed.turns} == {None}
    for kind in ("card", "points"):
        with pytest.raises(BadInputError, match=f"no {kind} for the rules 'short'"):
            find_player(kind, new.name)
