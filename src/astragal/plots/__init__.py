"""Pictures as PNG or SVG, drawn with matplotlib.

Each function returns a matplotlib `Figure`, which a notebook shows. With a `path`, it also writes
the picture to this file.
"""

from astragal.plots.figure import check_picture
from astragal.plots.preflop import draw_preflop, draw_preflop_pairs, draw_pushfold, draw_square
from astragal.plots.setting_distil import draw_distil
from astragal.plots.setting_habits import draw_habits
from astragal.plots.setting_values import draw_values
from astragal.plots.ur_solve import draw_ur_solve

__all__ = [
    "check_picture", "draw_distil", "draw_habits", "draw_preflop", "draw_preflop_pairs",
    "draw_pushfold", "draw_square", "draw_ur_solve", "draw_values",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
