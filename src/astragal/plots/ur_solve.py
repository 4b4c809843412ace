"""A picture of the convergence of a solve of the Royal Game of Ur."""

from __future__ import annotations

from itertools import groupby
from os import PathLike

import numpy as np

from astragal._checks import require_instance
from astragal.plots.figure import QUIET, Figure, picture
from astragal.ur import Tablebase
from astragal.ur.layers import Step

_PRECISIONS = {32: ("single precision", "--"), 64: ("double precision", "-")}


def draw_ur_solve(table: Tablebase, path: str | PathLike[str] | None = None) -> Figure:
    """Draw the greatest change of each sweep, with a line for each pair of layers."""
    require_instance(table, Tablebase, "ur.solve and ur.open_table return one")
    caption = (
        f"Rules: {table.rules.name}; pieces of each side: {table.pieces}. One line for each pair "
        f"of layers, {table.states:,} positions in all; a layer is the set of positions with the "
        "same numbers of pieces left to bring home. A dot shows the greatest change of a value in "
        "a sweep. A separate pass then found no position further than "
        f"{table.residual:.1g} from its own equation (the residual)."
    )
    with picture(
        path, title="How the solve converged", caption=caption, width=7.2, height=5.2
    ) as axes:
        from matplotlib import colormaps
        from matplotlib.cm import ScalarMappable
        from matplotlib.colors import BoundaryNorm, ListedColormap
        from matplotlib.lines import Line2D

        left = np.arange(2, 2 * table.pieces + 1)
        shades = colormaps["viridis_r"](
            np.linspace(0.12, 1, len(left))
        )  # paler shades would be hard to see
        edges = BoundaryNorm([*(left - 0.5), left[-1] + 0.5], len(left))
        colours = ScalarMappable(edges, ListedColormap(shades))
        for layer in table.layers:
            colour = colours.to_rgba(layer.mine + layer.theirs)
            drawn: list[Step] = []
            for bits, part in groupby(layer.steps, key=lambda step: step.bits):
                drawn = [*drawn[-1:], *part]  # continue the line of single precision
                axes.semilogy(
                    [step.sweeps for step in drawn], [step.change for step in drawn],
                    color=colour, linestyle=_PRECISIONS[bits][1], linewidth=1.1,
                    marker=".", markersize=4,
                )  # fmt: skip
        axes.grid(visible=True)
        axes.set_xlim(left=0)
        axes.set_xlabel("sweeps")
        axes.set_ylabel("greatest change of a value in the sweep")
        axes.legend(
            handles=[
                Line2D([], [], color=QUIET, linestyle=line, label=name)
                for name, line in _PRECISIONS.values()
            ]
        )
        bar = axes.figure.colorbar(
            colours, ax=axes, label="pieces left to bring home, of both sides", ticks=left
        )
        bar.ax.tick_params(which="both", length=0)
    return axes.figure
