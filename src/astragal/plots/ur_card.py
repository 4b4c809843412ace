"""A picture of the chances of cards to play by in the Royal Game of Ur, by length."""

from __future__ import annotations

from os import PathLike

from astragal._checks import require_instance
from astragal.plots.figure import ORANGE, Figure, picture
from astragal.ur import Distilled
from astragal.ur.card.distil import MEASURED


def draw_ur_card(result: Distilled, path: str | PathLike[str] | None = None) -> Figure:
    """Draw the chances of cards against perfect play, by their number of lines or points."""
    require_instance(result, Distilled, "ur.distil returns one")
    what = "lines" if result.kind == "card" else "points"
    caption = (
        f"Rules: {result.card.rules.name}; pieces of each side: {result.pieces}. The chance of "
        "winning against perfect play, beginning every other game, estimated from "
        f"{MEASURED * result.samples:,} games (seed {result.seed}) and the exact cost of every "
        "move; bars are 95 % intervals. Each card is the best that was found with that many "
        f"{what}."
    )
    sizes = [len(point.card.terms) for point in result.curve]
    percents = [100 * point.win for point in result.curve]
    with picture(
        path, title="What a card to play by wins", caption=caption, width=7.5, height=4.8
    ) as axes:
        axes.errorbar(
            sizes, percents, yerr=[100 * point.error for point in result.curve],
            color=ORANGE, marker="o", markersize=4, capsize=2, linewidth=1.2,
        )  # fmt: skip
        axes.grid(axis="y", alpha=0.4)
        axes.set_ylim(0, 50)
        axes.set_xticks(sizes)
        axes.set_xlabel(f"number of {what}")
        axes.set_ylabel("wins against perfect play, % of games")
        last = f"{percents[-1]:.1f}"
        axes.annotate(
            last, (sizes[-1], percents[-1]), (0, 8), textcoords="offset points", ha="center"
        )
    return axes.figure
