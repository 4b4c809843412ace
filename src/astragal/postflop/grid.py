"""The square of starting hands as a picture: each cell split by action, in a colour each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from astragal.equity.starting_hands import starting_hands
from astragal.postflop.tree import Action

_CELL = 32
_RANKS = 13
_EMPTY = "#e8e8e8"
_PASSIVE = {"fold": "#7fa8c4", "check": "#8dbb86", "call": "#8dbb86"}
_BETS = ("#f3cf94", "#efa96c", "#e5845c", "#e0686c")
"""From the smallest bet to the largest; an all-in has the last colour. `solve.css` has the same."""
_LEGEND = 22


def action_colours(actions: Sequence[Action]) -> list[tuple[str, str]]:
    """Return the name and the colour of each action.

    >>> action_colours([Action("check"), Action("bet", 50), Action("all-in", 900)])
    [('check', '#8dbb86'), ('bet 50', '#f3cf94'), ('all-in 900', '#e0686c')]
    """
    colours = []
    bets = 0
    for action in actions:
        if action.kind in _PASSIVE:
            colour = _PASSIVE[action.kind]
        elif action.kind == "all-in":
            colour = _BETS[-1]
        else:
            colour = _BETS[min(bets, len(_BETS) - 2)]
            bets += 1
        colours.append((str(action), colour))
    return colours


def grid_svg(
    shares: NDArray[np.float64], reach: NDArray[np.float64], colours: Sequence[tuple[str, str]]
) -> str:
    """Return the square with a legend.

    `shares` are [actions][starting hands], NaN for hands that are not there; `reach` is the weight
    of each starting hand, which is the height of the coloured part of a cell.
    """
    size = _CELL * _RANKS
    parts = []
    for number, hand in enumerate(starting_hands()):
        low, high = sorted((hand.high, hand.low))
        row, column = _RANKS - 1 - high, _RANKS - 1 - low
        if not hand.suited:
            row, column = column, row
        x, y = _CELL * column, _CELL * row
        parts.append(_rectangle(x, y, _CELL - 1, _CELL - 1, _EMPTY))
        if reach[number] > 0:
            height = (_CELL - 1) * min(1.0, reach[number] / len(hand.combos))
            left = float(x)
            for share, (_, colour) in zip(shares[:, number], colours, strict=True):
                width = (_CELL - 1) * float(share)
                if width:
                    parts.append(_rectangle(left, y + _CELL - 1 - height, width, height, colour))
                left += width
        parts.append(f'<text x="{x + _CELL / 2 - 0.5:g}" y="{y + _CELL / 2 + 3:g}">{hand}</text>')
    step = size / max(len(colours), 1)
    for number, (name, colour) in enumerate(colours):
        parts.append(_rectangle(step * number, size + 5, 12, 12, colour))
        parts.append(f'<text x="{step * number + 16:g}" y="{size + 15}" text-anchor="start">{name}')
        parts.append("</text>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size + _LEGEND}" '
        f'font-family="sans-serif" font-size="10" text-anchor="middle">{"".join(parts)}</svg>'
    )


def _rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{colour}"/>'
    )
