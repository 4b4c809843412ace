"""How exact a solve is: rounding, the residual that ends a layer, and the bound on the error."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from astragal.ur.layers import LayerReport
from astragal.ur.ranking import Layer
from astragal.ur.rules import MAX_PIECES, Rules

RESIDUAL = 1e-15
"""A layer of 64 bits ends when no position is further than this from its equation."""

# Values are rounded when they are stored, so the solve need not be more exact. In all layers on the
# way to the end of a game together, it may add this part of the rounding to the error.
SHARE_OF_ROUNDING = 1 / 4
MOST_LAYERS = 2 * MAX_PIECES - 1

# How far below the best every ignored move must be. The proof needs twice the error.
GAP = 1e-9


def rounding(bits: int) -> float:
    """Return the greatest rounding error of a stored value."""
    return 0.0 if bits == 64 else 0.5 / (2**bits - 1)


def hidden_by_rounding(rules: Rules) -> float:
    """Return the greatest error that rounding hides from the pass that computes the residual.

    2**-54 is half a unit in the last place of a number below 1. It counts once for the opponent's
    value and four times for the sums, twice as much if the chances add up to more than 1. A product
    is less than its chance, and exact if that is a power of two. Chances are rounded themselves.
    """
    exact = [Fraction(ways, sum(rules.dice)) for ways in rules.dice]
    pairs = zip(exact, map(Fraction, rules.chances), strict=False)  # `chances` has zeros at the end
    rounded = sum(abs(chance - used) for chance, used in pairs)
    parts = map(math.frexp, rules.chances)
    products = math.ceil(sum(2.0**power for part, power in parts if part not in (0, 1 / 2)))
    sums = 8 if sum(map(Fraction, rules.chances)) > 1 else 4
    return (1 + products + sums) * 2.0**-54 + float(rounded)


def residual_end(bits: int, turns: float, hidden: float) -> float:
    """Return the residual at which a layer is exact enough for values of that many bits.

    Those of 16 bits are as exact as those of 32, to prove which moves may be ignored.
    """
    added = SHARE_OF_ROUNDING * rounding(32) / MOST_LAYERS
    return RESIDUAL if bits == 64 else max(added / turns - hidden, RESIDUAL)


def error_bound(solved: Iterable[LayerReport], hidden: float) -> float:
    """Return a bound on the error of any value: of its layer and of all layers after it."""
    total: dict[Layer, float] = {}
    for report in solved:
        after = [(report.mine - 1, report.theirs), (report.mine, report.theirs - 1)]
        most = max(total.get(Layer(max(layer), min(layer)), 0.0) for layer in after)
        own = (report.residual + hidden) * report.turns
        total[Layer(report.mine, report.theirs)] = own + most
    error = max(total.values())
    return error if 2 * error < GAP else math.inf
