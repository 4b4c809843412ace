"""A picture of the costs of habits in a setting game."""

from __future__ import annotations

from os import PathLike
from textwrap import fill

from astragal._checks import require_instance
from astragal.plots.figure import ORANGE, QUIET, Figure, picture
from astragal.setting import HabitCosts


def draw_habits(result: HabitCosts, path: str | PathLike[str] | None = None) -> Figure:
    """Draw a bar for each habit, with its 95 % interval, in the order of the result."""
    require_instance(result, HabitCosts, "`Game.habit_costs` returns one")
    costs = result.costs
    caption = (
        f"Rules: {result.rules.name}; dealer: {result.dealer}. The cost is the mean, over all "
        "hands, of the best setting's expected value less that of the habit's setting. A "
        "habit that leaves a choice takes the best setting that it allows. All habits are "
        f"measured on the same {result.samples:,} random hands (seed {result.seed}), each counted "
        "against all dealer hands; lines and ± are 95 % intervals. In brackets: the part of hands "
        "in which the habit costs anything."
    )
    with picture(
        path, title="What habits cost", caption=caption, width=8.2, height=1.9 + 0.46 * len(costs)
    ) as axes:
        places = range(len(costs))
        percents = [100 * cost.cost_ev for cost in costs]
        ends = [100 * (cost.cost_ev + cost.error) for cost in costs]
        axes.barh(
            places, percents, height=0.55, color=ORANGE, xerr=[100 * cost.error for cost in costs],
            error_kw={"ecolor": "black", "elinewidth": 1, "capsize": 2},
        )  # fmt: skip
        for place, cost in enumerate(costs):
            text = f"{100 * cost.cost_ev:.2f} ± {100 * cost.error:.2f}  ({cost.differs:.1%})"
            axes.annotate(
                text, (ends[place], place), (5, 0),
                textcoords="offset points", va="center", fontsize=8,
            )  # fmt: skip
            axes.annotate(
                fill(cost.text, 50), (0, place), (-4, -1), textcoords="offset points",
                ha="right", va="top", fontsize=6.5, color=QUIET,
            )  # fmt: skip
        axes.set_yticks(places, [cost.habit for cost in costs], va="bottom")
        axes.tick_params(axis="y", length=0)
        axes.invert_yaxis()
        axes.set_xlim(0, 1.25 * max([*ends, 0.01]))  # texts beyond the axes are not drawn
        axes.grid(axis="x")
        axes.set_xlabel("cost, % of the bet")
    return axes.figure
