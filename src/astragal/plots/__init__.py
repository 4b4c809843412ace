"""Pictures as PNG or SVG, drawn with matplotlib.

Each function returns a matplotlib `Figure`, which a notebook shows. With a `path`, it also writes
the picture to this file.
"""

from astragal.plots.figure import check_picture
from astragal.plots.preflop import draw_preflop, draw_preflop_pairs, draw_pushfold, draw_square
from astragal.plots.ur_solve import draw_ur_solve

__all__ = [
    "check_picture", "draw_preflop", "draw_preflop_pairs", "draw_pushfold", "draw_square",
    "draw_ur_solve",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
