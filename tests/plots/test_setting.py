"""The pictures of setting games: every number is drawn where it belongs."""

from pathlib import Path
from typing import Any

import pytest

from astragal import asia, paigow
from astragal.plots import draw_habits, draw_values
from astragal.setting import Category, HabitCost, HabitCosts, Spread, Spreads
from astragal.setting.study.spreads import Kind

from plots.conftest import texts

CASINO, HABITS = asia.find_rules("casino"), asia.Game.habits
COSTS = (
    HabitCost("two pair together", HABITS["two pair together"].text, 0.1325, 0.0109, 0.153),
    HabitCost("balanced", HABITS["balanced"].text, 0.0003, 0.0001, 0.04),
    HabitCost("trips together", HABITS["trips together"].text, 0.0, 0.0, 0.0),
)


def draw_costs(path: Path) -> None:
    draw_habits(HabitCosts(CASINO, "balanced", 1234, 7, COSTS), path)


def test_each_bar_is_as_long_as_its_cost(figures: list[Any], tmp_path: Path) -> None:
    draw_costs(tmp_path / "h.png")
    axes = figures[0].axes[0]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([13.25, 0.03, 0.0])
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == [one.habit for one in COSTS]
    assert [bar.get_y() + bar.get_height() / 2 for bar in axes.patches] == pytest.approx([0, 1, 2])
    assert axes.yaxis_inverted()  # the first, the costliest, on top
    (lines,) = axes.collections
    ends = [(left[0], right[0]) for left, right in lines.get_segments()]
    assert ends == [pytest.approx(one) for one in [(12.16, 14.34), (0.02, 0.04), (0.0, 0.0)]]


def test_habits_are_named_with_their_numbers_and_the_sample(tmp_path: Path) -> None:
    draw_costs(tmp_path / "h.svg")
    shown = texts(tmp_path / "h.svg")
    assert {"two pair together", "13.25 ± 1.09  (15.3%)", "0.03 ± 0.01  (4.0%)"} <= set(shown)
    caption = " ".join(shown)
    assert "Rules: casino; dealer: balanced." in caption
    assert "1,234 random hands (seed 7)" in caption


@pytest.mark.parametrize("error", [0.0, 0.9])
def test_a_number_is_shown_however_sure_it_is(error: float, tmp_path: Path) -> None:
    costs = (HabitCost("balanced", HABITS["balanced"].text, 0.01, error, 0.5),)
    draw_habits(HabitCosts(CASINO, "balanced", 2, 1, costs), tmp_path / "h.svg")
    assert f"1.00 ± {100 * error:.2f}  (50.0%)" in texts(tmp_path / "h.svg")


PAIR, FLUSH = Category.PAIR, Category.FLUSH
KINDS = (
    Spread(Kind(PAIR, False), 70, 0.31, 0.01, (-0.1, 0.2, 0.3, 0.4, 0.6)),
    Spread(Kind(PAIR, True), 5, 0.5, 0.1, (0.4, 0.45, 0.5, 0.55, 0.6)),
    Spread(Kind(FLUSH, False), 25, 0.72, 0.02, (0.5, 0.6, 0.7, 0.8, 0.9)),
)


def boxes(axes: Any) -> list[tuple[float, float, float]]:
    """Where each box begins, has its median, and ends."""
    medians = [line.get_xdata()[0] for line in axes.lines if line.get_linewidth() == 2]
    spans = [box.get_path().get_extents() for box in axes.patches]
    return [(span.x0, middle, span.x1) for span, middle in zip(spans, medians, strict=True)]


def test_boxes_and_means_are_where_the_values_are(figures: list[Any], tmp_path: Path) -> None:
    draw_values(Spreads(CASINO, "balanced", "sampled", 3, KINDS), tmp_path / "v.png")
    axes = figures[0].axes[0]
    # The five hands with the joker are too few for a box.
    first, second = boxes(axes)
    assert first == pytest.approx((20, 30, 40))
    assert second == pytest.approx((60, 70, 80))
    means = [float(line.get_xdata()[0]) for line in axes.lines if line.get_marker() == "o"]
    assert means == pytest.approx([31, 50, 72])
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows == ["pair", "flush"]


def test_a_table_has_a_box_for_every_kind(figures: list[Any], tmp_path: Path) -> None:
    draw_values(Spreads(CASINO, "balanced", "table", None, KINDS), tmp_path / "v.png")
    assert len(boxes(figures[0].axes[0])) == 3


@pytest.mark.parametrize(
    ("method", "seed", "words"),
    [
        ("sampled", 3, "A random sample of 100 hands (seed 3)"),
        ("table", None, "All 100 hands, from the table."),
    ],
)
def test_a_caption_says_where_values_are_from(
    method: str, seed: int | None, words: str, tmp_path: Path
) -> None:
    draw_values(Spreads(CASINO, "balanced", method, seed, KINDS), tmp_path / "v.svg")
    shown = texts(tmp_path / "v.svg")
    assert {"pair", "flush", "70.00%", "5.00%", "25.00%"} <= set(shown)
    assert "Rules: casino; dealer: balanced." in " ".join(shown)
    assert "the best four that it can make" in " ".join(shown)
    assert words in " ".join(shown)


def test_in_pai_gow_poker_a_kind_is_that_of_the_five(tmp_path: Path) -> None:
    spreads = Spreads(paigow.find_rules(), "foxwoods", "table", None, KINDS)
    draw_values(spreads, tmp_path / "v.svg")
    assert "the best five that it can make" in " ".join(texts(tmp_path / "v.svg"))
