"""The pictures in the docs show what the commands beside them draw today."""

from pathlib import Path

from astragal import equity
from astragal.plots import draw_preflop, draw_ur_scores
from astragal.ur import FINKEL, solve

from plots.conftest import texts

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_scores(tmp_path: Path) -> None:
    table = solve(FINKEL, 3, path=tmp_path / "three")
    draw_ur_scores(tmp_path / "drawn.svg", table)
    assert sorted(texts(tmp_path / "drawn.svg")) == sorted(texts(PICTURES / "ur-scores.svg"))


def test_the_starting_hands(tmp_path: Path) -> None:
    found = [one.turned for one in equity.match_ups("QQ")]
    draw_preflop(tmp_path / "drawn.svg", found, "holdem")
    assert sorted(texts(tmp_path / "drawn.svg")) == sorted(texts(PICTURES / "preflop-qq.svg"))


def test_there_is_no_other_picture_that_no_test_draws() -> None:
    assert {path.name for path in PICTURES.iterdir()} == {"preflop-qq.svg", "ur-scores.svg"}
