"""Grids of numbers, with a colour and a text in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.plots.figure import Axes

# Dark blue wins, dark red loses; the colours are safe for colour-blind people.
CHANCE_COLOURS = "RdBu"
_DARK = 0.53


def draw_grid(
    axes: Axes,
    values: NDArray[np.float64],
    texts: Sequence[Sequence[str]],
    *,
    least: float,
    most: float,
    size: float,
) -> Any:
    """Draw a cell for each value, and return the mesh for a colour bar."""
    places = [np.arange(count + 1) - 0.5 for count in reversed(values.shape)]
    drawn = axes.pcolormesh(
        *places, values, cmap=CHANCE_COLOURS, vmin=least, vmax=most, edgecolors="white", linewidth=1
    )
    axes.set_aspect("equal")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for row, line in enumerate(texts):
        for column, text in enumerate(line):
            red, green, blue, _ = drawn.to_rgba(values[row, column])
            dark = 0.2126 * red + 0.7152 * green + 0.0722 * blue < _DARK
            axes.text(
                column, row, text, ha="center", va="center", fontsize=size, linespacing=1.25,
                color="white" if dark else "black",
            )  # fmt: skip
    return drawn
