"""The tables behind every evaluation: built from the rules on first use, in native code."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.poker.mask64 import pack_masks
from astragal.poker.pokerval import pack_pokervals
from astragal.poker.rules import STANDARD, Rules

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True)
class Values:
    """What every strength stands for: arrays whose index is the strength."""

    category: NDArray[np.uint8]
    ranks: NDArray[np.uint8]
    """(5, n): the rank fields of pokerval."""
    kev: NDArray[np.uint16]
    """Cactus Kev's number, 1 for the best, 0 for what fewer than five cards are worth."""

    def __len__(self) -> int:
        return len(self.category)

    @cached_property
    def pokerval(self) -> NDArray[np.uint32]:
        """The 32-bit words."""
        return _frozen(pack_pokervals(self.category, self.ranks))

    @cached_property
    def mask(self) -> NDArray[np.uint64]:
        """The 64-bit words."""
        return _frozen(pack_masks(self.category, self.ranks))


@cache
def tables_for(rules: Rules = STANDARD) -> _native.PokerTables:
    """Return the look-up tables of these rules; the first call builds them."""
    return _native.PokerTables(
        [int(category) for category in rules.order],
        [(one.ranks, one.top) for one in rules.straights],
        rules.keys,
        rules.lowest_rank,
    )


@cache
def values_of(rules: Rules = STANDARD) -> Values:
    """Return what every strength under these rules stands for.

    >>> values = values_of()
    >>> len(values), hex(values.pokerval[-1]), hex(values.mask[0])
    (9855, '0xff0eeeee', '0x0')
    """
    tables = tables_for(rules)
    return Values(_frozen(tables.categories()), _frozen(tables.ranks()), _frozen(tables.kev()))


def _frozen(array: NDArray[Scalar]) -> NDArray[Scalar]:
    array.flags.writeable = False
    return array
