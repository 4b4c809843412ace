"""A number for every position: (size, rank, unrank), dense, derived from the paths.

Positions are seen by the player to move, so a state and its mirror have the same number. Those of a
game with fewer pieces come first: what matters is how many pieces each player still has to bring
home. `native/ur_ranking.hpp` has the order in full.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_array, require_out
from astragal.errors import BadInputError
from astragal.ur.moves import States
from astragal.ur.rules import FINKEL, MAX_PIECES, Rules
from astragal.ur.state import require_valid, state_name

if TYPE_CHECKING:
    from astragal import _native


class Layer(NamedTuple):
    """The positions in which the mover has `mine` pieces to bring home and the other `theirs`."""

    mine: int
    theirs: int


@cache
def native_ranking(rules: Rules) -> "_native.UrRanking":
    """Return the tables of the ranking, built once for each rule set."""
    from astragal import _native

    return _native.UrRanking(rules.native)


def size(pieces: int, rules: Rules = FINKEL) -> int:
    """Return how many positions there are with neither side finished.

    >>> size(7)
    137870097
    """
    if not 1 <= pieces <= MAX_PIECES:
        raise BadInputError(f"{pieces!r} pieces: a game has 1 to {MAX_PIECES}")
    return native_ranking(rules).size(pieces)


def layer_pairs(pieces: int) -> list[Layer]:
    """Return one layer of each pair of mirrors, in the order in which they can be solved.

    >>> [tuple(layer) for layer in layer_pairs(2)]
    [(1, 1), (2, 1), (2, 2)]
    """
    return [Layer(mine, theirs) for mine in range(1, pieces + 1) for theirs in range(1, mine + 1)]


def layer_slice(layer: Layer, rules: Rules = FINKEL) -> slice:
    """Return where the positions of a layer stand among all."""
    ranking = native_ranking(rules)
    start = ranking.layer_start(*layer)
    return slice(start, start + ranking.layer_size(*layer))


def pair_slices(layer: Layer, rules: Rules = FINKEL) -> tuple[slice, slice]:
    """Return where a layer and its mirror stand; twice the same if it is its own mirror."""
    return layer_slice(layer, rules), layer_slice(Layer(layer.theirs, layer.mine), rules)


def pair_size(layer: Layer, rules: Rules = FINKEL) -> int:
    """Return how many positions a layer and its mirror have together."""
    return sum(
        stop - start for start, stop in {(s.start, s.stop) for s in pair_slices(layer, rules)}
    )


def rank(
    states: States, rules: Rules = FINKEL, *, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Return the number of each state, none of them finished.

    >>> rank(np.array([0x3F], np.uint64)).tolist()
    [119123453]
    """
    require_array(states, "states", np.uint64, ndim=1)
    numbers = require_out(out, states.shape, np.uint64)
    good = native_ranking(rules).rank(states, numbers)
    if good < len(states):
        require_valid(int(states[good]), rules)
        raise BadInputError(f"{state_name(int(states[good]))} (at {good}): the game is over")
    return numbers


def unrank(
    numbers: NDArray[np.uint64],
    pieces: int,
    rules: Rules = FINKEL,
    *,
    out: States | None = None,
) -> States:
    """Return the state of each number, A to move, in a game with so many pieces."""
    require_array(numbers, "numbers", np.uint64, ndim=1)
    states = require_out(out, numbers.shape, np.uint64)
    total = size(pieces, rules)
    good = native_ranking(rules).unrank(numbers, pieces, states)
    if good < len(numbers):
        raise BadInputError(f"{numbers[good]} (at {good}) is not below {total}")
    return states
