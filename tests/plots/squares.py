"""A small picture, drawn by the tests and by a process of its own."""

from pathlib import Path

from astragal.plots.figure import picture


def draw(path: Path, label: str = "n") -> None:
    with picture(path, title="Squares", caption="Of 0 to 4.", width=4, height=3) as axes:
        axes.plot([n * n for n in range(5)])
        axes.set_xlabel(label)
