from collections.abc import Callable
from pathlib import Path

import pytest

from astragal.ur import find_card

from cli.conftest import Result

Run = Callable[..., Result]


@pytest.fixture
def solved(astragal: Run) -> Run:
    assert astragal("ur", "solve", "--pieces", "2").code == 0
    return astragal


def test_a_card_is_printed(astragal: Run) -> None:
    for kind in ("card", "points"):
        for rules in ("finkel", "masters"):
            card = find_card(kind, rules)
            done = astragal("ur", "card", kind, "--rules", rules)
            assert done.out == f"{card}\n"
            assert astragal("ur", "card", kind, "--rules", rules, "--json").json == card.to_dict()
    assert "wins 33.6368% against perfect play: 34.8367% as A" in astragal("ur", "card").out
    astragal("ur", "card", "cards").assert_refused("no card 'cards'; there are card, points")


def test_a_card_of_a_file_has_its_rules(astragal: Run, tmp_path: Path) -> None:
    file = tmp_path / "quick.toml"
    file.write_text('rules = "blitz"\nlines = ["captures"]\n')
    for options in ((), ("--rules", "blitz")):
        assert astragal("ur", "card", str(file), *options, "--json").json["rules"] == "blitz"
    told = f"--rules finkel: the card {str(file)!r} plays blitz"
    astragal("ur", "card", str(file), "--rules", "finkel").assert_refused(told)


def test_a_card_of_own_rules_is_read_back(astragal: Run, tmp_path: Path) -> None:
    rules = tmp_path / "short.toml"
    path = ["A4", "A3", "A2", "A1", "B1", "B2", "B3", "B4", "B5", "A8", "A7"]
    rules.write_text(f'name = "short"\npieces = 2\npath = {path}\ndice = [1, 2, 1]\n')
    own = ("--rules", str(rules))
    assert astragal("ur", "solve", *own, "--bits", "16").code == 0
    file = str(tmp_path / "card.toml")
    Path(file).write_text('rules = "short"\nlines = ["captures", "from hand"]\n')
    assert astragal("ur", "card", file, *own, "--json").json["rules"] == "short"
    assert astragal("ur", "match", file, "greedy", *own, "--games", "20").code == 0


def test_a_card_of_ones_own_is_checked_and_played(solved: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('rules = "finkel"\nlines = ["captures", "to rosete"]\n')
    solved("ur", "card", str(file)).assert_refused("no place 'rosete'; there are")
    file.write_text('rules = "finkel"\nlines = ["captures", "to rosette"]\n')
    shown = solved("ur", "card", str(file), "--json").json
    assert [line["words"] for line in shown["lines"]] == ["captures", "to rosette"]
    assert shown["chance"] is None
    played = solved(
        "ur", "match", str(file), "perfect", "--games", "100", "--pieces", "2", "--json"
    )
    assert played.json["a"] == "mine"
