"""A number for every position: (size, rank_many, unrank_many), dense, derived from the paths.

Positions are seen by the side to move, so a state and its mirror have the same number. Positions
with fewer pieces left to bring home come first, so the numbers of a game with fewer pieces are a
prefix. `native/ur/ranking.hpp` has the order in full.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal import _native
from astragal._arrays import read_array, require_out
from astragal.errors import BadInputError
from astragal.ur.position import Position
from astragal.ur.rules import FINKEL, Rules, find_rules, read_pieces
from astragal.ur.states import States


class Layer(NamedTuple):
    """The positions in which the mover has `mine` pieces to bring home, the opponent `theirs`."""

    mine: int
    theirs: int


@cache
def native_ranking(rules: Rules) -> _native.UrRanking:
    """Return the tables of the ranking, built once for each rule set."""
    return _native.UrRanking(rules.native)


def size(rules: Rules | str = FINKEL, pieces: int | None = None) -> int:
    """Return the number of positions in which neither side has finished.

    >>> size("finkel"), size("finkel", pieces=2)
    (137870097, 12869)
    """
    ruleset = find_rules(rules)
    return native_ranking(ruleset).size(read_pieces(pieces, ruleset))


def layer_pairs(pieces: int) -> list[Layer]:
    """Return one layer of each pair of mirrors, in the order in which they can be solved.

    >>> [tuple(layer) for layer in layer_pairs(2)]
    [(1, 1), (2, 1), (2, 2)]
    """
    return [Layer(mine, theirs) for mine in range(1, pieces + 1) for theirs in range(1, mine + 1)]


def pair_slices(layer: Layer, rules: Rules = FINKEL) -> list[slice]:
    """Return the numbers of a layer and of its mirror; only one if it is its own mirror."""
    pair = dict.fromkeys([layer, Layer(layer.theirs, layer.mine)])
    return [slice(*native_ranking(rules).layer(*member)) for member in pair]


def pair_size(layer: Layer, rules: Rules = FINKEL) -> int:
    """Return the number of positions of a layer and its mirror together."""
    return sum(numbers.stop - numbers.start for numbers in pair_slices(layer, rules))


def rank_many(
    states: ArrayLike, rules: Rules | str = FINKEL, *, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Return the number of each state; finished games have none.

    >>> rank_many(np.array([0x3F], np.uint64)).tolist()
    [119123453]
    """
    states = read_array(states, "states", np.uint64, ndim=1)
    numbers = require_out(out, states.shape, np.uint64, [states])
    ruleset = find_rules(rules)
    good = native_ranking(ruleset).rank(states, numbers)
    if good < len(states):
        position = Position(states[good], ruleset)  # raises if the state is invalid
        raise BadInputError(f"{position.name} (at {good}): the game is over")
    return numbers


def unrank_many(
    numbers: ArrayLike,
    rules: Rules | str = FINKEL,
    pieces: int | None = None,
    *,
    out: States | None = None,
) -> States:
    """Return the state of each number, A to move, in a game with `pieces` pieces."""
    numbers = read_array(numbers, "numbers", np.uint64, ndim=1)
    states = require_out(out, numbers.shape, np.uint64, [numbers])
    ruleset = find_rules(rules)
    pieces = read_pieces(pieces, ruleset)
    good = native_ranking(ruleset).unrank(numbers, pieces, states)
    if good < len(numbers):
        total = size(ruleset, pieces)
        raise BadInputError(f"{numbers[good]} (at {good}) is not below {total}")
    return states
