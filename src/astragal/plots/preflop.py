"""Pictures of starting hands before the flop: the 13 x 13 square, and all against all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike

import numpy as np

from astragal._checks import require_instance, require_list, require_number
from astragal.cards import RANKS
from astragal.equity import MatchUp, PreflopTable, PushFold, parse_starting_hand
from astragal.equity.pushfold import value_text
from astragal.errors import BadInputError, quoted
from astragal.plots.figure import Figure, picture
from astragal.plots.grid import CHANCE_COLOURS, draw_grid

_SHARE = "share of the pot, %"


def draw_square(
    values: Mapping[str, float],
    path: str | PathLike[str] | None = None,
    *,
    title: str = "",
    caption: str = "",
    label: str = _SHARE,
) -> Figure:
    """Draw the square of starting hands as a heat map around 50 %, with a percentage for each hand.

    `values` maps starting hands to numbers from 0 to 1, like `{"AKs": 0.62}`; missing hands stay
    empty. Suited hands are above the pairs, offsuit hands below.
    """
    if not isinstance(values, Mapping) or not values:
        raise BadInputError(
            f"values must be numbers by name, like {{'AKs': 0.62}}, not {quoted(values)}"
        )
    for name, text in (("title", title), ("caption", caption), ("label", label)):
        if not isinstance(text, str):
            raise BadInputError(f"{name} must be text, not {quoted(text)}")
    hands = {name: parse_starting_hand(name) for name in values}
    names = RANKS[min(hand.low for hand in hands.values()) :][::-1]
    percents = np.full((len(names), len(names)), np.nan)
    texts = [["" for _ in names] for _ in names]
    for name, hand in hands.items():
        first, second = (names.index(RANKS[rank]) for rank in (hand.high, hand.low))
        row, column = (first, second) if hand.suited else (second, first)
        percents[row, column] = 100 * require_number(values[name], name, 0, 1)
        texts[row][column] = f"{hand}\n{percents[row, column]:.1f}"
    # Colours are symmetric around 50 %, and the scale ends at the most extreme number.
    spread = np.ceil(np.nanmax(np.abs(percents - 50)) / 5) * 5
    with picture(path, title=title, caption=caption, width=8.6, height=8) as axes:
        drawn = draw_grid(axes, percents, texts, least=50 - spread, most=50 + spread, size=7)
        axes.invert_yaxis()
        axes.xaxis.tick_top()
        axes.set_xticks(range(len(names)), names)
        axes.set_yticks(range(len(names)), names)
        axes.figure.colorbar(drawn, ax=axes, label=label, shrink=0.7)
    return axes.figure


def draw_preflop(match_ups: Sequence[MatchUp], path: str | PathLike[str] | None = None) -> Figure:
    """Draw the square of starting hands with their equity against the same villain."""
    match_ups = require_list(match_ups, "match_ups", "match-ups")
    for match_up in match_ups:
        require_instance(match_up, MatchUp, "equity.preflop_row returns match-ups")
    if not match_ups:
        raise BadInputError("match_ups must not be empty: equity.preflop_row('AKs') returns some")
    villain = match_ups[0].villain
    against = "any hand" if villain == "random" else villain
    deals = sum(match_up.deals for match_up in match_ups)
    caption = (
        f"Game: {match_ups[0].game}, heads-up, before the flop, against {against}. A win is the "
        f"whole pot, a tie half of it. All {deals:,} deals are counted: all hands that share no "
        "card, and all boards. Suited hands are above the pairs, offsuit hands below."
    )
    return draw_square(
        {match_up.hand: match_up.equity for match_up in match_ups},
        path,
        title=f"Starting hands against {against}",
        caption=caption,
    )


def draw_preflop_pairs(table: PreflopTable, path: str | PathLike[str] | None = None) -> Figure:
    """Draw every starting hand against every other, in the order of `table.hands`."""
    require_instance(table, PreflopTable, "equity.preflop_table returns one")
    caption = (
        f"Game: {table.game.name}, heads-up, before the flop. A row is a starting hand, a column "
        "the one it plays against; both go AA, AKs, AKo, AQs, ... and are marked at the pairs. A "
        f"win is the whole pot, a tie half of it. All {table.deals.sum():,} deals are counted."
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
    result: PushFold, path: str | PathLike[str] | None = None, *, call: bool = False
) -> Figure:
    """Draw the frequency of jams by the small blind, or of calls by the big blind."""
    require_instance(result, PushFold, "equity.pushfold returns one")
    who, does, share = (
        ("big blind", "calls", result.call_share)
        if call
        else ("small blind", "jams", result.jam_share)
    )
    caption = (
        f"Game: {result.game}, jam or fold between the blinds, stacks of {result.stack:g} and "
        f"{result.villain:g} big blinds, ante {result.ante:g}. The {who} {does} with {share:.1%} "
        f"of all hands; {value_text(result)}. Best "
        f"responses would gain {result.exploitability:.6f}. Suited hands are above the pairs, "
        "offsuit below."
    )
    return draw_square(
        result.call if call else result.jam,
        path,
        title=f"How often the {who} {does}, {result.stack:g} big blinds",
        caption=caption,
        label="frequency, %",
    )
