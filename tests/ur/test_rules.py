from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError, UnknownNameError
from astragal.ur import RULES, Rules, parse_rules, start
from astragal.ur.rules import find_rules
from astragal.ur.squares import mirror_square

from reference import ur as reference

OWN = """
name = "short"
pieces = 2
path = [3, 2, 1, 0, 8, 9, 7, 6]
dice = [1, 2, 1]
rosettes = [0, 16]
safe_rosettes = true
rosette_rolls = false
capture_rolls = true
"""


@pytest.mark.parametrize("name", RULES)
def test_rule_sets_are_those_of_the_reference(name: str) -> None:
    rules, slow = RULES[name], reference.GAMES[name]
    assert (rules.path, rules.b_path) == slow.paths
    assert {roll: rules.chances[roll] for roll in rules.rolls} == {
        roll: float(chance) for roll, chance in slow.dice.items()
    }
    assert set(rules.rosettes) == slow.rosettes
    assert (rules.safe_rosettes, rules.capture_rolls) == (slow.safe, slow.capture_rolls)


def test_pieces() -> None:
    assert [rules.pieces for rules in RULES.values()] == [7, 5, 7]


def test_mirror_exchanges_the_sides_and_keeps_the_middle() -> None:
    assert [mirror_square(square) for square in range(24)] == [
        *range(16, 24),
        *range(8, 16),
        *range(8),
    ]


def test_own_rules_from_toml(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(OWN)
    rules = find_rules(str(file))
    assert rules == parse_rules(OWN) == start(str(file)).rules
    assert (rules.rolls, rules.b_path[-1]) == ((0, 1, 2), 22)
    assert not rules.rosette_rolls


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("pieces = 2", "pieces = 8"), "pieces = 8: a game has 1 to 7"),
        (("9, 7", "9, 4"), "there is no square 4"),
        (("9, 7", "9, 8"), "visits square 8 twice"),
        (("[1, 2, 1]", "[1, 0, 0]"), "not only 0"),
        (("[1, 2, 1]", "[1, -2, 1]"), "none negative"),
        (("[1, 2, 1]", "[1, 1, 1, 1, 1, 1]"), "at most 4"),
        (("[0, 16]", "[0]"), "not the same for both sides"),
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
    rules = Rules("list", 1, [3, 8, 7], [1, 1], [])  # type: ignore[arg-type]
    assert hash(rules) == hash(Rules("list", 1, (3, 8, 7), (1, 1), ()))
    numbers: Any = np.array([3, 8, 7])
    same = Rules("list", np.int64(1), numbers, tuple(np.ones(2, int)), ())  # type: ignore[arg-type]
    assert same == rules
    assert {type(one) for one in (same.pieces, *same.path, *same.dice)} == {int}
    for dice in (None, "11", [True, True], [1.5, 2]):
        with pytest.raises(BadInputError, match=r"'x': dice = .* is not of type list of int"):
            Rules("x", 1, (3, 8, 7), dice)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="'x': pieces = None is not of type int"):
        Rules("x", None, (3, 8, 7), (1, 1))  # type: ignore[arg-type]


def test_a_document_must_be_text() -> None:
    with pytest.raises(BadInputError, match="None is not text: give a TOML document"):
        parse_rules(None)  # type: ignore[arg-type]


def test_too_many_shared_squares_are_refused() -> None:
    everything = (*range(4), *range(6, 20), 22, 23)
    with pytest.raises(BadInputError, match="share 20 squares"):
        Rules("all", 1, everything, (1, 1))


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
