"""The look-up tables of the evaluator, built from the rules by native code on first use."""

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
    """The meaning of every strength: arrays indexed by strength."""

    category: NDArray[np.uint8]
    ranks: NDArray[np.uint8]
    """(5, n): the rank fields of pokerval."""
    kev: NDArray[np.uint16]
    """Cactus Kev's number, 1 for the best; 0 for values of fewer than five cards."""

    def __len__(self) -> int:
        return len(self.category)

    @cached_property
    def pokerval(self) -> NDArray[np.uint32]:
        """The pokerval of each strength."""
        return _frozen(pack_pokervals(self.category, self.ranks))

    @cached_property
    def mask(self) -> NDArray[np.uint64]:
        """The mask64 of each strength."""
        return _frozen(pack_masks(self.category, self.ranks))


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
    tables = tables_for(rules)
    return Values(_frozen(tables.categories()), _frozen(tables.ranks()), _frozen(tables.kev()))


def _frozen(array: NDArray[Scalar]) -> NDArray[Scalar]:
    array.flags.writeable = False
    return array
