"""Omaha hands of four cards: their classes, and their order.

270,725 hands are 16,432 classes of hands that differ only in suits.
"""

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal.cards import SUITS, SetArray, subsets
from astragal.equity.games import GAMES, Game
from astragal.equity.starting import permuted

OMAHA = GAMES["omaha"]


class HandClasses(NamedTuple):
    """All hands, ascending, and the classes of hands that differ only in suits."""

    hands: SetArray
    class_of: NDArray[np.intp]
    """The number of the class of each hand."""
    first: SetArray
    """The lowest hand of each class, ascending."""
    sizes: NDArray[np.int64]


@cache
def hand_classes(game: Game = OMAHA) -> HandClasses:
    """Return all hands of a game and their classes.

    >>> found = hand_classes()
    >>> len(found.hands), len(found.first), int(found.sizes.sum())
    (270725, 16432, 270725)
    """
    hands = subsets(game.deck, game.hole)
    lowest = hands
    for permutation in permutations(range(len(SUITS))):
        lowest = np.minimum(lowest, permuted(hands, permutation))
    first, class_of, sizes = np.unique(lowest, return_inverse=True, return_counts=True)
    return HandClasses(hands, class_of, first, sizes)
