"""The square of 13 by 13 starting hands: what of a range is in it, and painting one."""

from collections.abc import Mapping

import numpy as np

from astragal.cards import RANKS
from astragal.equity.games import Game
from astragal.equity.ranges import PAIR_SIZE, Range
from astragal.equity.starting import StartingHand, parse_starting_hand, starting_hands
from astragal.errors import BadInputError


def range_cells(hands: Range) -> dict[str, float]:
    """Return the starting hands that are in a range, each with how much of it is: the mean weight.

    >>> from astragal.equity import parse_range
    >>> range_cells(parse_range("KK+, AhKh, AKo:0.5"))
    {'AA': 1.0, 'AKs': 0.25, 'AKo': 0.5, 'KK': 1.0}
    """
    _require_square(hands.game)
    weights = dict(zip(hands.hands.tolist(), hands.weights.tolist(), strict=True))
    cells = {}
    for one in starting_hands(hands.game.rules.lowest_rank):
        members = one.hands()
        if mean := sum(weights.get(hand, 0.0) for hand in members) / len(members):
            cells[one.name] = mean
    return cells


def paint(hands: Range, cells: Mapping[str, float]) -> Range:
    """Return a range with other weights for some starting hands; 0 takes one out.

    >>> from astragal.equity import parse_range, range_name
    >>> range_name(paint(parse_range("KK+, AhKh"), {"KK": 0, "QQ": 1, "AKo": 0.5}))
    'AA, QQ, AKo:0.5, AhKh'
    """
    _require_square(hands.game)
    weights = dict(zip(hands.hands.tolist(), hands.weights.tolist(), strict=True))
    for name, weight in cells.items():
        one = parse_starting_hand(name, hands.game.rules.lowest_rank)
        if not 0 <= weight <= 1:
            raise BadInputError(f"{name} with the weight {weight!r}: it is 0 to 1")
        weights |= dict.fromkeys(one.hands(), weight)
    left = sorted((hand, weight) for hand, weight in weights.items() if weight)
    return Range(
        hands.text,
        hands.game,
        np.array([hand for hand, _ in left], np.uint64),
        np.array([weight for _, weight in left], np.float64),
    )


def range_grid(hands: Range) -> str:
    """Draw the square: suited above the diagonal, offsuit below; where partly in, the weight.

    >>> from astragal.equity import parse_range
    >>> print(range_grid(parse_range("JJ+, AKs, AKo:0.5", "short")))
    AA  AKs  ·   ·   ·   ·   ·   ·   ·
    50% KK   ·   ·   ·   ·   ·   ·   ·
     ·   ·  QQ   ·   ·   ·   ·   ·   ·
     ·   ·   ·  JJ   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·   ·   ·
     ·   ·   ·   ·   ·   ·   ·   ·   ·
    """
    cells = range_cells(hands)
    ranks = range(len(RANKS) - 1, hands.game.rules.lowest_rank - 1, -1)
    rows = []
    for row in ranks:
        names = []
        for column in ranks:
            one = StartingHand(max(row, column), min(row, column), suited=row > column)
            mean = cells.get(one.name, 0)
            name = " · " if mean == 0 else one.name if mean == 1 else f"{100 * mean:.0f}%"
            names.append(f"{name:<3}")
        rows.append(" ".join(names).rstrip())
    return "\n".join(rows)


def _require_square(game: Game) -> None:
    if game.own != PAIR_SIZE:
        raise BadInputError(f"hands of {game.own} cards have no square: it is for two")
