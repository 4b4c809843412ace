"""The pictures of Ur: they show what the solve recorded."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.plots import draw_ur_solve
from astragal.ur import Tablebase, solve
from astragal.ur.ranking import layer_pairs


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
    layers = two.convergence().to_dict()["layers"]
    assert [(one["mine"], one["theirs"]) for one in layers] == layer_pairs(2)
    assert sum(one["states"] for one in layers) == len(two.stored)
    assert np.isclose(max(one["stored"] for one in layers), two.residual)
    assert layers[-1]["steps"][-1]["sweeps"] == layers[-1]["sweeps"]
