"""A picture of the winning chance at each score in the Royal Game of Ur."""

from __future__ import annotations

from os import PathLike

import numpy as np

from astragal._checks import require_instance
from astragal.plots.figure import Figure, picture
from astragal.plots.grid import draw_grid
from astragal.ur import Tablebase, scores


def draw_ur_scores(
    table: Tablebase, path: str | PathLike[str] | None = None, *, pieces: int | None = None
) -> Figure:
    """Draw A's winning chance by the pieces home of each side, A to move on an empty board."""
    require_instance(table, Tablebase, "ur.solve and ur.open_table return one")
    by_score = scores(table, pieces)
    pieces = by_score.pieces
    wins = np.reshape([score.win for score in by_score], (pieces, pieces)).T  # rows by B's score
    texts = [[f"{100 * win:.1f}" for win in row] for row in wins]
    caption = (
        f"Rules: {table.rules.name}; pieces of each side: {pieces}. A is to move and has not "
        "rolled yet; all pieces that are not home are in hand. Both sides play best from there. "
        "Each cell is one position, read from the solved table, whose error is at most "
        f"{table.error:.1g}."
    )
    side = max(3.2, 0.62 * pieces)
    with picture(
        path, title="What a score is worth to A, to move", caption=caption,
        width=side + 1.9, height=side + 1.5,
    ) as axes:  # fmt: skip
        drawn = draw_grid(axes, 100 * wins, texts, least=0, most=100, size=9)
        axes.set_xticks(range(pieces))
        axes.set_yticks(range(pieces))
        axes.set_xlabel("A's pieces home")
        axes.set_ylabel("B's pieces home")
        axes.figure.colorbar(drawn, ax=axes, label="A wins, % of games", shrink=0.85)
    return axes.figure
