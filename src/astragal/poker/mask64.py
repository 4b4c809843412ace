"""mask64: the value of a hand as a 64-bit word with a flag for the category and sets of ranks."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal.poker.layouts import MASK64
from astragal.poker.pokerval import DEUCE, TYPE_OF_CATEGORY
from astragal.poker.rules import Category


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


def pack_masks(categories: NDArray[np.uint8], ranks: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the words of hands, given by category and rank fields (5, n), best first."""
    words: NDArray[np.uint64] = MASK64.pack_many(  # type: ignore[assignment]
        type=TYPE_OF_CATEGORY[categories],
        made=rank_sets(categories, ranks, "made"),
        second=rank_sets(categories, ranks, "second"),
        kickers=rank_sets(categories, ranks, "kickers"),
    )
    return words


def rank_sets(
    categories: NDArray[np.uint8], ranks: NDArray[np.uint8], part: str
) -> NDArray[np.uint16]:
    """Return the set of ranks of one part of each hand."""
    sets = np.zeros(len(categories), np.uint16)
    for category, parts in PARTS.items():
        chosen = categories == category
        for place in getattr(parts, part):
            field = ranks[place, chosen]
            # A missing card and a low ace have no bit.
            bit = np.where(field >= DEUCE, np.uint16(1) << (field.astype(np.uint16) - DEUCE), 0)
            sets[chosen] |= bit.astype(np.uint16)
    return sets
