"""A picture of the values of hands in a setting game, by kind."""

from __future__ import annotations

from os import PathLike

from astragal._checks import require_instance
from astragal.plots.figure import BLUE, ORANGE, QUIET, Axes, Figure, picture
from astragal.setting import Spread, Spreads
from astragal.setting.setting import NUMBERS

FEWEST = 20
"""The fewest hands of a kind in a sample for a box, which needs the 5 % quantile."""

_SIDES = {False: ("without the joker", BLUE, 0.19), True: ("with the joker", ORANGE, -0.19)}


def draw_values(values: Spreads, path: str | PathLike[str] | None = None) -> Figure:
    """Draw a box for each kind of hand: the middle half of the values, and whiskers for 90 %."""
    require_instance(values, Spreads, "`Game.spreads` returns one")
    if values.method == "table":
        basis = f"All {values.hands:,} hands, from the table."
    else:
        basis = (
            f"A random sample of {values.hands:,} hands (seed {values.seed}), each counted "
            f"against all dealer hands; kinds with fewer than {FEWEST} of them show only the mean."
        )
    caption = (
        f"Rules: {values.rules.name}; dealer: {values.dealer}. A hand's kind is the best "
        f"{NUMBERS[values.rules.high_size]} that it can make, its value the expected value of its "
        "best setting. Boxes show the middle half of the hands and the median; whiskers reach from "
        f"5 % to 95 %; dots are means. "
        f"{basis} Right: the part of all hands."
    )
    categories = sorted({spread.kind.category for spread in values.kinds})
    with picture(
        path, title="What hands are worth", caption=caption,
        width=8.2, height=1.7 + 0.56 * len(categories),
    ) as axes:  # fmt: skip
        from matplotlib.patches import Patch

        axes.axvline(0, color=QUIET, linewidth=1)
        for spread in values.kinds:
            _draw_box(axes, spread, categories.index(spread.kind.category), values)
        axes.set_yticks(range(len(categories)), map(str, categories))
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x")
        axes.set_xlim(right=100)
        axes.set_xlabel("value, % of the bet")
        axes.legend(
            handles=[Patch(color=colour, label=name) for name, colour, _ in _SIDES.values()],
            loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0,
        )  # fmt: skip
    return axes.figure


def _draw_box(axes: Axes, spread: Spread, row: int, values: Spreads) -> None:
    _, colour, offset = _SIDES[spread.kind.joker]
    place = row + offset
    if values.method == "table" or spread.hands >= FEWEST:
        low, left, middle, right, high = (100 * quantile for quantile in spread.quantiles)
        box = {"whislo": low, "q1": left, "med": middle, "q3": right, "whishi": high, "fliers": []}
        axes.bxp(
            [box], positions=[place], widths=0.3, orientation="horizontal", manage_ticks=False,
            patch_artist=True, showfliers=False,
            boxprops={"facecolor": colour, "alpha": 0.35, "edgecolor": colour},
            medianprops={"color": colour, "linewidth": 2},
            whiskerprops={"color": colour}, capprops={"color": colour},
        )  # fmt: skip
    axes.plot(
        100 * spread.mean, place, "o", color=colour, markersize=4, markeredgecolor="white",
        markeredgewidth=0.5, zorder=3,
    )  # fmt: skip
    axes.annotate(
        f"{spread.hands / values.hands:.2%}", (1, place), (6, 0), va="center", fontsize=7,
        xycoords=axes.get_yaxis_transform(), textcoords="offset points", color=colour,
    )  # fmt: skip
