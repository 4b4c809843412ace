"""The pictures of Ur: what is in them is what the reference and the solve say."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ur.solve.test_solve import START

from astragal.errors import BadInputError, TableReachError
from astragal.plots import draw_ur_card, draw_ur_scores, draw_ur_solve
from astragal.ur import Tablebase, distil, scores, solve
from astragal.ur.ranking import layer_pairs

from plots.conftest import texts
from reference import ur as reference


def test_scores_are_the_values_of_empty_boards(two: Tablebase) -> None:
    found = {(one.a_done, one.b_done): one for one in scores(two)}
    assert list(found) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for (a, b), one in found.items():
        position = reference.Position((2 - a, 2 - b), (a, b), frozenset(), turn=0)
        assert one.position.state == reference.to_word(position)
        assert one.win == two.value(one.position)
    # With as many left for both, it is the start of the game with so few pieces.
    assert found[0, 0].win == pytest.approx(START[2], abs=1e-13)
    assert found[1, 1].win == pytest.approx(START[1], abs=1e-13)


def test_every_score_is_in_its_place(two: Tablebase, tmp_path: Path) -> None:
    draw_ur_scores(two, tmp_path / "s.svg")
    win = {(one.a_done, one.b_done): f"{100 * one.win:.1f}" for one in scores(two)}
    shown = [text for text in texts(tmp_path / "s.svg") if re.fullmatch(r"\d+\.\d", text)]
    # The upper row has B's one piece home, the right column A's.
    assert shown == [win[0, 1], win[1, 1], win[0, 0], win[1, 0]]


def test_a_caption_names_the_rules_and_the_error(two: Tablebase, tmp_path: Path) -> None:
    draw_ur_scores(two, tmp_path / "s.svg", pieces=1)
    caption = " ".join(texts(tmp_path / "s.svg"))
    assert "Rules: finkel; pieces of each side: 1." in caption
    assert f"{two.error:.1g}" in caption


def test_scores_beyond_the_table_are_refused(two: Tablebase, tmp_path: Path) -> None:
    with pytest.raises(TableReachError, match="--pieces 3"):
        draw_ur_scores(two, tmp_path / "s.svg", pieces=3)
    with pytest.raises(BadInputError, match="1 to 7"):
        draw_ur_scores(two, tmp_path / "s.svg", pieces=8)


@pytest.mark.parametrize("pieces", [1, 2])
def test_every_step_of_the_solve_is_drawn(
    pieces: int, two: Tablebase, figures: list[Any], tmp_path: Path
) -> None:
    table = two if pieces == 2 else solve("finkel", 1, path=tmp_path / "one")
    draw_ur_solve(table, tmp_path / "c.png")
    lines = figures[0].axes[0].lines
    assert {line.get_linestyle() for line in lines} == {"--", "-"}
    drawn = {tuple(point) for line in lines for point in line.get_xydata().tolist()}
    assert drawn == {(step.sweeps, step.change) for layer in table.layers for step in layer.steps}


def test_the_numbers_in_the_pictures_can_be_had(two: Tablebase) -> None:
    told = scores(two).to_dict()
    assert told["scores"][1] == {
        "a_done": 0, "b_done": 1, "state": "0x000000000000020a", "win": scores(two)[1].win,
    }  # fmt: skip
    layers = two.convergence().to_dict()["layers"]
    assert [(one["mine"], one["theirs"]) for one in layers] == layer_pairs(2)
    assert sum(one["states"] for one in layers) == len(two.stored)
    assert np.isclose(max(one["stored"] for one in layers), two.residual)
    assert layers[-1]["steps"][-1]["sweeps"] == layers[-1]["sweeps"]


def test_every_card_of_the_curve_is_drawn(
    two: Tablebase, figures: list[Any], tmp_path: Path
) -> None:
    found = distil(two, lines=3, samples=10, rounds=1)
    draw_ur_card(found, tmp_path / "d.svg")
    line = figures[0].axes[0].lines[0]
    assert line.get_xdata().tolist() == [len(point.card.terms) for point in found.curve]
    assert line.get_ydata().tolist() == [100 * point.win for point in found.curve]
    assert "Rules: finkel; pieces of each side: 2." in " ".join(texts(tmp_path / "d.svg"))
