"""pokerval: the value of a hand as a 32-bit word with a flag for the category and five ranks."""

import numpy as np
from numpy.typing import NDArray

from astragal.poker.layouts import POKERVAL
from astragal.poker.rules import Category

LOW_ACE = 1  # the rank field of an ace below the two
DEUCE = 2  # the rank field of a two; an ace has 14

# The type field of each category: no flag, then one flag each in order, then all flags.
TYPE_OF_CATEGORY = np.array([0, *(1 << bit for bit in range(8)), 0xFF], np.uint8)
assert len(TYPE_OF_CATEGORY) == len(Category)


def pack_pokervals(
    categories: NDArray[np.uint8], ranks: NDArray[np.uint8], out: NDArray[np.uint32] | None = None
) -> NDArray[np.uint32]:
    """Return the words of hands, given by category and rank fields (5, n), best first.

    A field is 2 to 14 (the ace), 1 for a low ace, or 0 for a missing card.

    >>> full = np.array([Category.FULL_HOUSE], np.uint8)
    >>> hex(pack_pokervals(full, np.array([[7], [7], [7], [4], [4]], np.uint8))[0])
    '0x20077744'
    """
    words: NDArray[np.uint32] = POKERVAL.pack_many(  # type: ignore[assignment]
        type=TYPE_OF_CATEGORY[categories], rank=ranks, out=out
    )
    return words
