"""A picture of the costs of short house ways of a setting game, by length."""

from __future__ import annotations

from os import PathLike

from astragal._checks import require_instance
from astragal.plots.figure import ORANGE, Figure, picture
from astragal.setting import Distilled


def draw_distil(result: Distilled, path: str | PathLike[str] | None = None) -> Figure:
    """Draw the costs of house ways against best play, by their number of lines or points."""
    require_instance(result, Distilled, "`Game.distil` returns one")
    what = "points" if result.way.points else "lines"
    caption = (
        f"Rules: {result.rules.name}; dealer: {result.dealer}. The cost is the mean, over all "
        "hands, of the best setting's expected value less that of the way's setting, from "
        f"{result.samples // 2:,} random hands (seed {result.seed}), each counted against all "
        "dealer hands; bars are 95 % intervals. The ways were found on other hands."
    )
    sizes = list(result.curve)
    percents = [100 * point.cost_ev for point in result.curve.values()]
    with picture(
        path, title="What a short house way costs", caption=caption, width=7.5, height=4.8
    ) as axes:
        axes.errorbar(
            sizes, percents, yerr=[100 * point.error for point in result.curve.values()],
            color=ORANGE, marker="o", markersize=4, capsize=2, linewidth=1.2,
        )  # fmt: skip
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.grid(axis="y", which="both", alpha=0.4)
        axes.set_xlabel(f"number of {what}")
        axes.set_ylabel("cost, % of the bet")
        last = f"{percents[-1]:.2f}"
        axes.annotate(
            last, (sizes[-1], percents[-1]), (0, 8), textcoords="offset points", ha="center"
        )
    return axes.figure
