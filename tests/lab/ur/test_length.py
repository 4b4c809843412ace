"""The length of a game beside the reference, which follows the games forward."""

from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest
from lab.ur.length import length

from astragal.ur import Rules, Tablebase, solve

from reference import ur as reference

# Few positions, and everything happens: captures, rosettes, choices.
PATH = ("A4", "A1", "B1", "B4", "B5", "A8", "A7")
TINY = Rules("tiny", 2, PATH, (1, 4, 6, 4, 1), safe_rosettes=True)
TINY_GAME = reference.game([3, 0, 8, 11, 12, 7, 6], [1, 4, 6, 4, 1], safe=True, capture_rolls=False)


def best_of_the_reference(table: Tablebase) -> reference.Chooser:
    def value_after(before: reference.Position, after: reference.Position) -> float:
        value = table.value(reference.to_word(after))
        return value if after.turn == before.turn else 1 - value

    @cache
    def choose(position: reference.Position, roll: int) -> reference.Position:
        legal = reference.moves(TINY_GAME, position, roll)
        options = [legal[m] for m in reference.allowed(TINY_GAME, position, roll, "perfect")]
        if not options:
            return reference.passed(position)
        return max(options, key=partial(value_after, position))  # the first of the best

    return choose


def test_all_games_are_followed(tmp_path: Path) -> None:
    table = solve(TINY, 2, path=tmp_path / "t", bits=64)
    choose = best_of_the_reference(table)
    first = reference.Position((2, 2), (0, 0), frozenset(), 0)
    running, _ = reference.follow(TINY_GAME, first, (choose, choose), 1e-15)
    found = length(table, 2)
    rolls = min(len(running), len(found.running))
    np.testing.assert_allclose(found.running[:rolls], running[:rolls], atol=1e-13, rtol=0)
    assert found.running[-1] < 1e-15
    assert found.mean == pytest.approx(sum(running), abs=1e-11)
    squares = sum((2 * number + 1) * share for number, share in enumerate(running))
    assert found.deviation == pytest.approx((squares - sum(running) ** 2) ** 0.5, abs=1e-9)


@pytest.mark.verify
def test_lengths_of_the_results_page(tmp_path: Path) -> None:
    """Up to five pieces; seven take an hour."""
    page = Path(__file__).parents[3] / "docs" / "results.md"
    text = page.read_text(encoding="utf-8")
    rows = text[text.index("| pieces | mean number of rolls") :].split("\n\n")[0].splitlines()[2:]
    table = solve("finkel", 5, path=tmp_path / "t")
    for row in rows[:5]:
        pieces, mean, deviation = row.strip("|").split("|")
        found = length(table, int(pieces))
        assert found.mean == pytest.approx(float(mean), abs=6e-7)
        assert found.deviation == pytest.approx(float(deviation), abs=6e-7)
