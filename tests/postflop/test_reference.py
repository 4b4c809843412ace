"""The slow reference against exact values: everything else is compared with it."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reference import postflop as reference
from reference.postflop_tree import listed

DATA = Path(__file__).parents[1] / "data"


def load(name: str, entries: str) -> list[dict[str, Any]]:
    found = json.loads((DATA / f"postflop_{name}.json").read_text())[entries]
    assert isinstance(found, list)
    return found


TREES = load("tree_cases", "cases")
SPOTS = load("river_spots", "spots") + load("turn_spots", "spots")


def test_there_are_38_trees_and_8_spots() -> None:
    assert len(TREES) == 38
    assert " ".join(spot["name"] for spot in SPOTS) == "r01 r03 r05 r07 r09 r11 x1 x3"


@pytest.mark.parametrize("case", TREES + SPOTS, ids=lambda case: case["name"])
def test_every_line_has_the_actions_of_the_data(case: dict[str, Any]) -> None:
    assert listed(case) == case["lines"]


@pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot["name"])
def test_the_figures_of_the_uniform_strategy(spot: dict[str, Any]) -> None:
    game = reference.Holdem(spot)
    assert list(game.sizes) == spot["combos"]
    found = reference.figures(game.tree(), game.sizes, reference.uniform(game.sizes))
    assert found == pytest.approx(spot["uniform"], rel=0, abs=1e-9)


@pytest.mark.parametrize("name", ["r01", "r03", "r05"])
def test_plain_cfr_finds_the_exact_value(name: str) -> None:
    spot = next(spot for spot in SPOTS if spot["name"] == name)
    game = reference.Holdem(spot)
    solved = reference.Solved(game.tree(), game.sizes, 150)
    found = reference.figures(game.tree(), game.sizes, solved)
    assert 0 <= found["exploitability"] < spot["pot"] / 100
    low, high = spot["exact"]["low"], spot["exact"]["high"]
    slack = 2 * found["exploitability"] + 1e-4
    assert low - slack <= found["ev_oop"] <= high + slack


@pytest.mark.parametrize(
    ("game", "iterations", "value"),
    [
        (reference.kuhn(), 300, Fraction(-1, 18)),
        (reference.akq(3), 300, Fraction(3 - 1, 6 * (3 + 1))),
        (reference.akq(5), 300, Fraction(5 - 1, 6 * (5 + 1))),
        # In chips of pot 100, above the half that checking is worth.
        (reference.clairvoyance(100, 100), 300, Fraction(50, 2)),
        (reference.clairvoyance(100, 50), 300, Fraction(50, 3)),
        pytest.param(reference.leduc(), 100, -0.085606424078, marks=pytest.mark.verify),
    ],
    ids=["kuhn", "akq3", "akq5", "clairvoyance100", "clairvoyance50", "leduc"],
)
def test_toy_games(game: reference.SmallGame, iterations: int, value: Fraction) -> None:
    solved = reference.Solved(game.tree(), game.sizes, iterations)
    found = reference.figures(game.tree(), game.sizes, solved)
    pot = game.spot["pot"]
    assert found["ev_oop"] + found["ev_ip"] == pytest.approx(pot, abs=1e-9)
    # A best response bounds the value of the game from both sides.
    assert found["best_response_oop"] - pot / 2 >= value - 1e-9
    assert pot / 2 - found["best_response_ip"] <= value + 1e-9
    assert found["exploitability"] < pot / 100
