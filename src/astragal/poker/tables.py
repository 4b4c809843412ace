"""The look-up tables of the evaluator, built by native code on first use, and what strengths mean.

Each strength has a category, ranks, and its words: pokerval (32 bits, a flag for the category and
five ranks) and mask64 (64 bits, a flag for the category and sets of ranks).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal._arrays import read_only
from astragal._cached import cached_property
from astragal.poker.layouts import MASK64, POKERVAL
from astragal.poker.rules import STANDARD, Category, Rules

LOW_ACE = 1  # the rank field of an ace below the two
DEUCE = 2  # the rank field of a two; an ace has 14

# The type field of each category: no flag, then one flag each in order, then all flags.
TYPE_OF_CATEGORY = np.array([0, *(1 << bit for bit in range(8)), 0xFF], np.uint8)
assert len(TYPE_OF_CATEGORY) == len(Category)


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

    def rank_sets(self, part: str) -> NDArray[np.uint16]:
        """Return the set of ranks that one of the `Parts` of each strength has."""
        # A missing card and a low ace have no bit.
        bits = np.uint16(1) << (np.maximum(self.ranks, DEUCE) - DEUCE)
        bits[self.ranks < DEUCE] = 0
        sets = np.zeros(len(self), np.uint16)
        for category, parts in PARTS.items():
            chosen = self.category == category
            for place in getattr(parts, part):
                sets[chosen] |= bits[place, chosen]
        return sets

    @cached_property
    def kev(self) -> NDArray[np.uint16]:
        """Cactus Kev's number, 1 for the best; 0 for values of fewer than five cards."""
        five = (self.ranks[-1] > 0) & (self.category != Category.FIVE_OF_A_KIND)
        return read_only(np.where(five, five[::-1].cumsum()[::-1], 0).astype(np.uint16))

    @cached_property
    def pokerval(self) -> NDArray[np.uint32]:
        """The pokerval of each strength."""
        return read_only(POKERVAL.pack_many(type=self.type, rank=self.ranks))  # type: ignore[arg-type]

    @cached_property
    def mask(self) -> NDArray[np.uint64]:
        """The mask64 of each strength."""
        made, second, kickers = map(self.rank_sets, Parts._fields)
        words = MASK64.pack_many(type=self.type, made=made, second=second, kickers=kickers)
        return read_only(words)  # type: ignore[arg-type]


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
