"""mask64: what a hand is worth as a 64-bit word of rank sets; and the word it corrects.

Both say a category by a flag and ranks by bits. `bitval-legacy` lays made ranks and kickers over
each other, so it takes some hands for equal and many for better than they are: `order_defects`
counts them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal.layout import pack_array
from astragal.poker.layouts import BITVAL_LEGACY, MASK64
from astragal.poker.pokerval import TYPE_OF_CATEGORY
from astragal.poker.rules import Category

LOWEST_FIELD = 2  # the rank field of a two


class Parts(NamedTuple):
    """Which of the five rank fields are the made part, the pair of a full house, and kickers."""

    made: range = range(0)
    second: range = range(0)
    kickers: range = range(0)


PARTS = {
    Category.HIGH_CARD: Parts(kickers=range(5)),
    Category.PAIR: Parts(made=range(2), kickers=range(2, 5)),
    Category.TWO_PAIR: Parts(made=range(4), kickers=range(4, 5)),
    Category.THREE_OF_A_KIND: Parts(made=range(3), kickers=range(3, 5)),
    Category.STRAIGHT: Parts(made=range(1)),  # the top card says it all
    Category.FLUSH: Parts(kickers=range(5)),
    Category.FULL_HOUSE: Parts(made=range(3), second=range(3, 5)),
    Category.FOUR_OF_A_KIND: Parts(made=range(4), kickers=range(4, 5)),
    Category.STRAIGHT_FLUSH: Parts(made=range(1)),
    Category.FIVE_OF_A_KIND: Parts(made=range(5)),
}


def pack_masks(categories: NDArray[np.uint8], ranks: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the words of hands given by category and five rank fields (5, n), best first."""
    words: NDArray[np.uint64] = pack_array(  # type: ignore[assignment]
        MASK64,
        type=TYPE_OF_CATEGORY[categories],
        made=_rank_sets(categories, ranks, "made"),
        second=_rank_sets(categories, ranks, "second"),
        kickers=_rank_sets(categories, ranks, "kickers"),
    )
    return words


def pack_legacy_masks(
    categories: NDArray[np.uint8], ranks: NDArray[np.uint8]
) -> NDArray[np.uint64]:
    """Return the words as the layout before the correction had them, for five cards.

    A straight is the kicker bit of its top card; trips and pair of a full house are made ranks
    alike; four aces set the low ace too.
    """
    straights = np.isin(categories, (Category.STRAIGHT, Category.STRAIGHT_FLUSH))
    made = _rank_sets(categories, ranks, "made")
    kickers = _rank_sets(categories, ranks, "kickers")
    kickers = np.where(straights, made, kickers)
    made = np.where(straights, 0, made | _rank_sets(categories, ranks, "second"))
    four_aces = (categories == Category.FOUR_OF_A_KIND) & (ranks[0] == LOWEST_FIELD + 12)
    words: NDArray[np.uint64] = pack_array(  # type: ignore[assignment]
        BITVAL_LEGACY,
        type=TYPE_OF_CATEGORY[categories],
        made=_bits(made),
        kicker=_bits(kickers),
        low_ace=four_aces.astype(np.uint8),
    )
    return words


class OrderDefects(NamedTuple):
    """How words that should ascend do not."""

    distinct: int
    pairs: int
    tied: int
    inverted: int


def order_defects(words: NDArray[np.uint64]) -> OrderDefects:
    """Compare every two of the words, which stand in the order of the game, from worst to best.

    >>> order_defects(np.array([1, 3, 3, 2], np.uint64))
    OrderDefects(distinct=3, pairs=6, tied=1, inverted=2)
    """
    tied = inverted = 0
    for place, word in enumerate(words):
        better = words[place + 1 :]
        tied += int(np.count_nonzero(better == word))
        inverted += int(np.count_nonzero(better < word))
    count = len(words)
    return OrderDefects(len(np.unique(words)), count * (count - 1) // 2, tied, inverted)


def wrong_neighbours(words: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the places of words that are not below the next, which is the next better hand's.

    >>> wrong_neighbours(np.array([1, 3, 3, 2], np.uint64))
    array([1, 2])
    """
    return np.flatnonzero(words[:-1] >= words[1:])


def _rank_sets(
    categories: NDArray[np.uint8], ranks: NDArray[np.uint8], part: str
) -> NDArray[np.uint16]:
    """Return for each hand the set of ranks of one part."""
    sets = np.zeros(len(categories), np.uint16)
    for category, parts in PARTS.items():
        chosen = categories == category
        for place in getattr(parts, part):
            field = ranks[place, chosen]
            # No card, and an ace that counts low, leave no bit.
            bit = np.where(
                field >= LOWEST_FIELD, np.uint16(1) << (field.astype(np.uint16) - LOWEST_FIELD), 0
            )
            sets[chosen] |= bit.astype(np.uint16)
    return sets


def _bits(sets: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return a row for each rank: whether it is in each of the sets."""
    return np.array([sets >> rank & 1 for rank in range(13)], np.uint8)
