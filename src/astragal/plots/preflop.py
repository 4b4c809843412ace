"""Pictures of starting hands before the flop: the 13 x 13 square, and all against all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike

import numpy as np

from astragal._checks import require_instance, require_list, require_number
from astragal.cards import RANKS
from astragal.equity import MatchUp, PreflopTable, PushFold, parse_starting_hand
from astragal.errors import BadInputError, quoted
from astragal.plots.figure import Figure, picture
from astragal.plots.grid import CHANCE_COLOURS, draw_grid

_SHARE = "share of the pot, %"


def draw_square(
    cells: Mapping[str, float],
    path: str | PathLike[str] | None = None,
    *,
    title: str = "",
    caption: str = "",
    label: str = _SHARE,
) -> Figure:
    """Draw the square of starting hands with a percentage in each cell, a heat map around 50 %.

    `cells` has a value from 0 to 1 for each starting hand, like `{"AKs": 0.62}`; hands that are
    missing stay empty. Suited hands are above the pairs, offsuit hands below.
    """
    if not isinstance(cells, Mapping) or not cells:
        raise BadInputError(f"cells = {quoted(cells)}: give numbers by name, like {{'AKs': 0.62}}")
    hands = {name: parse_starting_hand(name) for name in cells}
    names = RANKS[min(hand.low for hand in hands.values()) :][::-1]
    percents = np.full((len(names), len(names)), np.nan)
    texts = [["" for _ in names] for _ in names]
    for name, hand in hands.items():
        first, second = (names.index(RANKS[rank]) for rank in (hand.high, hand.low))
        row, column = (first, second) if hand.suited else (second, first)
        percents[row, column] = 100 * require_number(cells[name], name, 0, 1)
        texts[row][column] = f"{hand}\n{percents[row, column]:.1f}"
    # Colours are symmetric around 50%, and the scale reaches only as far as the numbers.
    spread = np.ceil(np.nanmax(np.abs(percents - 50)) / 5) * 5
    with picture(path, title=title, caption=caption, width=8.6, height=8) as axes:
        drawn = draw_grid(axes, percents, texts, least=50 - spread, most=50 + spread, size=7)
        axes.invert_yaxis()
        axes.xaxis.tick_top()
        axes.set_xticks(range(len(names)), names)
        axes.set_yticks(range(len(names)), names)
        axes.figure.colorbar(drawn, ax=axes, label=label, shrink=0.7)
    return axes.figure


def draw_preflop(found: Sequence[MatchUp], path: str | PathLike[str] | None = None) -> Figure:
    """Draw the square of starting hands: the equity of each against the same villain."""
    found = require_list(found, "found", "match-ups")
    for match_up in found:
        require_instance(match_up, MatchUp, "equity.preflop_row returns match-ups")
    if not found:
        raise BadInputError("found = []: give match-ups, like those of equity.preflop_row('AKs')")
    villain = found[0].villain
    against = "any hand" if villain == "random" else villain
    deals = sum(one.deals for one in found)
    caption = (
        f"Game: {found[0].game}, heads-up, before the flop, against {against}. A win is the whole "
        f"pot, a tie half of it. All {deals:,} deals are counted: all hands that share no card, "
        "and all boards. Suited hands are above the pairs, offsuit hands below."
    )
    return draw_square(
        {one.hand: one.equity for one in found},
        path,
        title=f"Starting hands against {against}",
        caption=caption,
    )


def draw_preflop_pairs(table: PreflopTable, path: str | PathLike[str] | None = None) -> Figure:
    """Draw every starting hand against every other, in the order of `table.hands`."""
    require_instance(table, PreflopTable, "equity.preflop_table returns one")
    caption = (
        f"Game: {table.game.name}, heads-up, before the flop. A row is a starting hand, a column "
        f"the one it plays against; both go AA, AKs, AKo, AQs, ... and are marked at the pairs. "
        f"A win is the whole pot, a tie half of it. All {table.deals.sum():,} deals are counted."
    )
    pairs = [place for place, hand in enumerate(table.hands) if hand.high == hand.low]
    names = [str(table.hands[place]) for place in pairs]
    with picture(
        path, title="All starting hands against each other", caption=caption, width=8.6, height=8
    ) as axes:
        drawn = axes.imshow(100 * table.equity, cmap=CHANCE_COLOURS, vmin=0, vmax=100)
        axes.set_xticks(pairs, names, rotation=90, fontsize=7)
        axes.set_yticks(pairs, names, fontsize=7)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel("against")
        axes.set_ylabel("starting hand")
        for place in pairs[1:]:
            axes.axhline(place - 0.5, color="white", linewidth=0.4)
            axes.axvline(place - 0.5, color="white", linewidth=0.4)
        axes.spines[:].set_visible(False)
        axes.figure.colorbar(drawn, ax=axes, label=_SHARE, shrink=0.7)
    return axes.figure


def draw_pushfold(
    found: PushFold, path: str | PathLike[str] | None = None, *, call: bool = False
) -> Figure:
    """Draw how often the small blind jams with each starting hand, or the big blind calls."""
    require_instance(found, PushFold, "equity.pushfold returns one")
    who, does, share = (
        ("big blind", "calls", found.call_share)
        if call
        else ("small blind", "jams", found.jam_share)
    )
    caption = (
        f"Game: {found.game}, jam or fold between the blinds, stacks of {found.stack:g} and "
        f"{found.villain:g} big blinds, ante {found.ante:g}. The {who} {does} with {share:.1%} of "
        f"all hands; the small blind wins {found.value:+.4f} big blinds per hand. Best responses "
        f"would gain {found.exploitability:.6f}. Suited hands are above the pairs, offsuit below."
    )
    return draw_square(
        found.call if call else found.jam,
        path,
        title=f"How often the {who} {does}, {found.stack:g} big blinds",
        caption=caption,
        label="frequency, %",
    )
