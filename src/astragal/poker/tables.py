"""The look-up tables of the evaluator, and the meaning of strengths.

Native code builds the tables on first use. A strength stands for a category and five ranks;
`encodings` packs them into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal._arrays import read_only
from astragal._cached import cached_property
from astragal.poker.encodings.mask64 import pack_masks
from astragal.poker.encodings.pokerval import pack_pokervals
from astragal.poker.rules import STANDARD, Category, Rules

# The type field of each category: no flag, then one flag each in order, then all flags.
TYPE_OF_CATEGORY = np.array([0, *(1 << bit for bit in range(8)), 0xFF], np.uint8)
assert len(TYPE_OF_CATEGORY) == len(Category)


@dataclass(frozen=True)
class Values:
    """The meaning of every strength: arrays indexed by strength."""

    category: NDArray[np.uint8]
    ranks: NDArray[np.uint8]
    """(5, n): the rank fields of pokerval, 2 to 14 (the ace), 1 for a low ace, 0 for no card."""

    def __len__(self) -> int:
        return len(self.category)

    @property
    def type(self) -> NDArray[np.uint8]:
        """The field `type` of each strength's words."""
        return TYPE_OF_CATEGORY[self.category]

    @cached_property
    def kev(self) -> NDArray[np.uint16]:
        """Cactus Kev's number, 1 for the best; 0 for values of fewer than five cards."""
        five = (self.ranks[-1] > 0) & (self.category != Category.FIVE_OF_A_KIND)
        return read_only(np.where(five, five[::-1].cumsum()[::-1], 0).astype(np.uint16))

    @cached_property
    def pokerval(self) -> NDArray[np.uint32]:
        """The pokerval of each strength."""
        return read_only(pack_pokervals(self))

    @cached_property
    def mask(self) -> NDArray[np.uint64]:
        """The mask64 of each strength."""
        return read_only(pack_masks(self))


@cache
def tables_for(rules: Rules = STANDARD) -> _native.PokerTables:
    """Return the look-up tables of these rules; the first call builds them."""
    return _native.PokerTables(
        [int(category) for category in rules.order],
        [(one.ranks, one.top) for one in rules.straights], rules.keys, rules.lowest_rank, rules.low,
        rules.ace_low, rules.flushes, rules.highest_card,
    )  # fmt: skip


@cache
def values_of(rules: Rules = STANDARD) -> Values:
    """Return the meaning of every strength under these rules.

    >>> values = values_of()
    >>> len(values), hex(values.pokerval[-1]), hex(values.mask[0])
    (9855, '0xff0eeeee', '0x0')
    """
    category, *ranks = np.frombuffer(tables_for(rules).meanings(), np.uint8).reshape(6, -1)
    return Values(category, read_only(np.array(ranks)))
