"""The whole solutions: Finkel with 7 pieces, Blitz with 5, Masters with 7.

About 10 GB of memory for Masters. `pytest tests/exhaustive/test_ur.py -k finkel` runs a part.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from astragal.ur import RULES, Tablebase, rank_many, size, solve, unrank_many
from astragal.ur.words import turn_of

from reference import ur as reference

SIZES = {"finkel": 137_870_097, "blitz": 41_243_781, "masters": 500_929_993}
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
    yield solve(request.param, path=folder / "t")
    for file in folder.iterdir():
        file.unlink()


def test_it_is_certified(table: Tablebase) -> None:
    assert table.residual <= 1e-15
    assert table.error < 3e-10
    assert len(table.stored) == SIZES[table.rules.name]
    table.verify()


def test_known_values(table: Tablebase) -> None:
    if table.rules.name != "finkel":
        pytest.skip("known for finkel")
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


def test_the_equation_holds_by_the_references_moves(table: Tablebase) -> None:
    """On a random sample: the value is what the reference's moves make of the values after them."""
    rules, game = table.rules, reference.GAMES[table.rules.name]
    random = np.random.default_rng(1)
    total = size(rules)
    numbers = random.integers(0, total, BELLMAN_SAMPLE[rules.name]).astype(np.uint64)
    worst = 0.0
    for block in np.array_split(numbers, max(1, len(numbers) // 10_000)):
        states = unrank_many(block, rules)
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
    total = size(table.rules)
    for start in range(0, total, 1 << 24):
        numbers = np.arange(start, min(start + (1 << 24), total), dtype=np.uint64)
        states = unrank_many(numbers, table.rules)
        assert (rank_many(states, table.rules) == numbers).all()
