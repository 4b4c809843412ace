"""mask64: the value of a hand in 64 bits, a flag for the category and sets of ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal.poker.layouts import DEUCE, MASK64
from astragal.poker.rules import Category

if TYPE_CHECKING:
    from astragal.poker.tables import Values


class Parts(NamedTuple):
    """Which of the five rank fields are the made part, the pair of a full house, or kickers."""

    made: range = range(0)
    second: range = range(0)
    kickers: range = range(0)


PARTS = {
    Category.HIGH_CARD: Parts(kickers=range(5)),
    Category.PAIR: Parts(made=range(2), kickers=range(2, 5)),
    Category.TWO_PAIR: Parts(made=range(4), kickers=range(4, 5)),
    Category.THREE_OF_A_KIND: Parts(made=range(3), kickers=range(3, 5)),
    Category.STRAIGHT: Parts(made=range(1)),  # the top card determines it
    Category.FLUSH: Parts(kickers=range(5)),
    Category.FULL_HOUSE: Parts(made=range(3), second=range(3, 5)),
    Category.FOUR_OF_A_KIND: Parts(made=range(4), kickers=range(4, 5)),
    Category.STRAIGHT_FLUSH: Parts(made=range(1)),
    Category.FIVE_OF_A_KIND: Parts(made=range(5)),
}


def rank_sets(values: Values, part: str) -> NDArray[np.uint16]:
    """Return the set of ranks that one of the `Parts` of each strength has."""
    # A missing card and a low ace have no bit.
    bits = np.uint16(1) << (np.maximum(values.ranks, DEUCE) - DEUCE)
    bits[values.ranks < DEUCE] = 0
    sets = np.zeros(len(values), np.uint16)
    for category, parts in PARTS.items():
        chosen = values.category == category
        for place in getattr(parts, part):
            sets[chosen] |= bits[place, chosen]
    return sets


def pack_masks(values: Values) -> NDArray[np.uint64]:
    """Return the mask64 of each strength."""
    words: NDArray[np.uint64] = MASK64.pack_many(  # type: ignore[assignment]
        type=values.type,
        made=rank_sets(values, "made"),
        second=rank_sets(values, "second"),
        kickers=rank_sets(values, "kickers"),
    )
    return words
