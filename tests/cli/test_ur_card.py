from collections.abc import Callable
from pathlib import Path

import pytest

from astragal.ur import find_card, open_table, price_lines

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
    astragal("ur", "card", "--pieces", "2").assert_refused("--pieces is for --price and --each")
    astragal("ur", "card", "--pieces", "2", "--price").assert_refused("ur solve", code=3)
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
    size = ("--lines", "2", "--samples", "20", "--rounds", "1")
    assert astragal("ur", "distil", *own, *size, "--path", file).code == 0
    assert astragal("ur", "card", file, *own, "--json").json["rules"] == "short"
    assert astragal("ur", "match", file, "greedy", *own, "--games", "20").code == 0


def test_a_card_is_priced(solved: Run) -> None:
    costs = price_lines("card", open_table())
    told = solved("ur", "card", "--price", "--json").json
    assert told == costs.price.to_dict()
    assert solved("ur", "card", "--each", "--json").json == costs.to_dict()
    text = solved("ur", "card", "--price").out
    assert str(find_card()) in text
    assert str(costs.price) in text


def test_a_card_is_found_and_played(solved: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "mine.toml")
    size = ("--samples", "20", "--rounds", "2")
    told = solved("ur", "distil", "--lines", "3", *size, "--path", file, "--json").json
    assert told["kind"] == "card"
    assert len(told["lines"]) <= 3
    assert [point["lines"] for point in told["curve"]] == [*range(1, len(told["lines"]) + 1)]
    shown = solved("ur", "card", file, "--json").json
    assert shown["lines"] == told["lines"]
    price = solved("ur", "card", file, "--price", "--json").json
    assert abs(price["win"] - told["win"]) < 3 * told["error"] + price["error"]
    played = solved("ur", "match", file, "perfect", "--games", "100", "--pieces", "2", "--json")
    assert played.json["a"] == "mine"
    points = solved("ur", "distil", "--points", "3", *size, "--json").json
    assert points["kind"] == "points"
    assert all(-9 <= line["points"] <= 9 for line in points["lines"])
    both = solved("ur", "distil", "--lines", "3", "--points", "3")
    both.assert_refused("give a number of lines or of points, not both")
