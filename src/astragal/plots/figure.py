"""The style of all pictures; writing them to files and showing them in notebooks.

With the same version of matplotlib, the same data gives the same bytes: a file contains no date and
no program name, and the user's matplotlib settings are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from os import PathLike
from pathlib import Path
from textwrap import fill
from typing import Any, TypeAlias

from astragal.errors import BadInputError, how_to_install
from astragal.store.files import check_ending
from astragal.store.replace import whole_file

Figure: TypeAlias = Any
"""A `matplotlib.figure.Figure`; matplotlib is imported when a picture is drawn."""
Axes: TypeAlias = Any

ENDINGS = (".png", ".svg")

# From the palette of Okabe and Ito, which is safe for colour-blind people.
BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"
INK, QUIET, FAINT = "#222222", "#5f6368", "#e3e3e3"

_STYLE = {
    "font.family": "DejaVu Sans",  # part of matplotlib, so texts have the same width everywhere
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "grid.color": FAINT,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "figure.dpi": 160,
    "savefig.dpi": 160,
    "svg.fonttype": "none",  # texts stay text, which can be searched and read aloud
    "svg.hashsalt": "astragal",
}
_METADATA: dict[str, dict[str, str | None]] = {
    ".png": {"Software": None},
    ".svg": {"Creator": None, "Date": None},
}
_NOTEBOOK_DPI = 90
_CAPTION_SIZE = 7.5
_CAPTION_LETTERS = 16.5  # letters of that size per inch


def _need_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        install = how_to_install("astragal[plot]")
        raise BadInputError(f"pictures need matplotlib: {install}") from error


def check_picture(path: str | PathLike[str]) -> None:
    """Raise if a picture can't be written to `path`; call it before long work."""
    _need_matplotlib()
    check_ending(path, "a picture", *ENDINGS)


@cache
def _picture_class() -> Any:
    from matplotlib import style
    from matplotlib.figure import Figure

    class Picture(Figure):  # type: ignore[misc]
        """A figure that a notebook shows without an import of pyplot."""

        def _repr_png_(self) -> bytes:
            with style.context(_STYLE, after_reset=True):
                file = BytesIO()
                self.savefig(file, format="png", metadata=_METADATA[".png"], dpi=_NOTEBOOK_DPI)
                return file.getvalue()

    return Picture


@contextmanager
def picture(
    path: str | PathLike[str] | None, *, title: str, caption: str, width: float, height: float
) -> Iterator[Axes]:
    """Yield the axes of a figure of `width` x `height` inches, and write the figure at the end."""
    if path is None:
        _need_matplotlib()
    else:
        check_picture(path)
    from matplotlib import style

    with style.context(_STYLE, after_reset=True):
        figure = _picture_class()(figsize=(width, height), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.12, h_pad=0.1)
        left = 0.12 / width
        figure.suptitle(title, x=left, ha="left", fontsize=12, fontweight="bold")
        lines = fill(caption, int(width * _CAPTION_LETTERS))
        figure.supxlabel(lines, x=left, ha="left", fontsize=_CAPTION_SIZE, color=QUIET)
        yield figure.subplots()
        if path is not None:
            ending = Path(path).suffix
            with whole_file(path) as file:
                figure.savefig(file, format=ending[1:], metadata=_METADATA[ending])
