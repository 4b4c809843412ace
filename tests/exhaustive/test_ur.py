"""The whole solutions: Finkel, Blitz and Masters with 7 pieces; the results page.

About 12 GB of memory for Blitz and for Masters. `pytest tests/exhaustive/test_ur.py -k finkel` runs
a part.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from astragal.ur import (
    RULES,
    Tablebase,
    rank_many,
    size,
    solve,
    start,
    unrank_many,
)
from astragal.ur.states import turn_of

from reference import ur as reference

SIZES = {"finkel": 137_870_097, "blitz": 500_929_993, "masters": 500_929_993}
PIECES = 7  # of Blitz too, though it is played with five
FINKEL_START = 0.51540473250849
FINKEL_FIRST_ROLLS = {
    0: 0.484595267492, 1: 0.506427243172, 2: 0.517479587386, 3: 0.518150114643, 4: 0.558693497064,
}  # fmt: skip
BELLMAN_SAMPLE = {"finkel": 1_000_000, "blitz": 50_000, "masters": 50_000}


@pytest.fixture(scope="module", params=RULES)
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tablebase]:
    folder = tmp_path_factory.mktemp("ur")
    yield solve(request.param, PIECES, path=folder / "t")
    for file in folder.iterdir():
        file.unlink()


def test_it_is_certified(table: Tablebase) -> None:
    # Storing a value moves it by half of 2^-32 at most. The solve may add a quarter of that. A game
    # goes from 7-7 to 1-1 through at most 13 layers, so a layer may add a 13th of the quarter: its
    # residual, and what rounding hides from it, times the turns that a game spends in the layer. A
    # layer that doesn't settle, or for whose turns no bound is found, fails here.
    rounding = 0.5 / (2**32 - 1)
    for layer in table.layers:
        assert (layer.residual + 6 * 2**-54) * layer.turns <= rounding / 4 / 13
    assert rounding < table.error <= 1.25 * rounding
    # Both sides of the equation of a stored value are rounded. Among millions of values, some are
    # rounded by nearly the most that is possible.
    most = max(layer.residual for layer in table.layers)
    assert 1.5 * rounding < table.residual <= 2 * rounding + most + 2e-15
    assert len(table.stored) == SIZES[table.rules.name]
    table.verify()


@pytest.mark.parametrize("table", ["finkel"], indirect=True)
def test_known_values(table: Tablebase) -> None:
    assert table.value(0x3F) == pytest.approx(FINKEL_START, abs=table.error)
    for roll, value in table.evaluate(0x3F).rolls.items():
        assert value == pytest.approx(FINKEL_FIRST_ROLLS[roll], abs=table.error + 5e-13)
    with (Path(__file__).parents[1] / "data" / "ur_reference.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 106
    for row in rows:
        state = int(row["state_u64_hex"], 0)
        expected = float(row["value_side_to_move_before_roll"])
        assert table.value(state) == pytest.approx(expected, abs=table.error + 5e-13)
        for roll, value in table.evaluate(state).rolls.items():
            assert value == pytest.approx(float(row[f"value_roll{roll}"]), abs=table.error + 5e-13)


def page(heading: str) -> list[dict[str, str]]:
    """Return the rows of the table of the results page that has this heading."""
    lines = (Path(__file__).parents[2] / "docs" / "results.md").read_text().splitlines()
    (at,) = [i for i, line in enumerate(lines) if line.startswith(f"| {heading} |")]
    rows = []
    for line in [lines[at], *lines[at + 2 :]]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip(" `") for cell in line.strip("|").split("|")])
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def test_first_players_of_the_results_page(table: Tablebase) -> None:
    rows = page("pieces of each side")
    assert len(rows) == 7
    for row in rows:
        pieces = int(row["pieces of each side"])
        win = table.value(start(table.rules, pieces))
        assert win == pytest.approx(float(row[table.rules.name]), abs=6e-9)
        if table.rules.name == "finkel":
            assert row["positions by Finkel's rules"] == f"{size(table.rules, pieces):,}"


def test_the_equation_holds_by_the_references_moves(table: Tablebase) -> None:
    """On a random sample: the value is what the reference's moves make of the values after them."""
    rules, game = table.rules, reference.GAMES[table.rules.name]
    random = np.random.default_rng(1)
    total = size(rules, PIECES)
    numbers = random.integers(0, total, BELLMAN_SAMPLE[rules.name]).astype(np.uint64)
    worst = 0.0
    for block in np.array_split(numbers, max(1, len(numbers) // 10_000)):
        states = unrank_many(block, rules, PIECES)
        words: list[int] = []
        shape: list[list[tuple[float, int]]] = []  # per state: chance and number of options
        for state in map(int, states):
            position = reference.from_word(state)
            rows = []
            for roll, probability in game.dice.items():
                after = reference.moves(game, position, roll).values()
                options = list(after) or [reference.passed(position)]
                words += map(reference.to_word, options)
                rows.append((float(probability), len(options)))
            shape.append(rows)
        values = iter(
            zip(words, table.value_many(np.array(words, np.uint64)).tolist(), strict=True)
        )
        for state, rows in zip(map(int, states), shape, strict=True):
            right = 0.0
            for chance, count in rows:
                pairs = [next(values) for _ in range(count)]
                right += chance * max(v if turn_of(w) == 0 else 1 - v for w, v in pairs)
            worst = max(worst, abs(right - table.value(state)))
    # Stored values are rounded to half of 2^-32, on both sides of the equation.
    assert worst <= 1.01 * 2**-32


def test_rank_and_unrank_are_inverse_over_every_layer(table: Tablebase) -> None:
    total = size(table.rules, PIECES)
    for first in range(0, total, 1 << 24):
        numbers = np.arange(first, min(first + (1 << 24), total), dtype=np.uint64)
        states = unrank_many(numbers, table.rules, PIECES)
        assert (rank_many(states, table.rules) == numbers).all()
