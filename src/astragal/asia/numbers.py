"""The values as small numbers, and the rules as tables of them, for native loops.

Fours are numbered 0..2534 in their order, twos 0..90, ones 0..12; a setting's three numbers make a
`Triple`, one word. Which settings foul becomes a least four and a greatest one for every two, which
is all there is to it, because the order is one order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import Scalar
from astragal.asia.classes import JOKER_RANK
from astragal.asia.layouts import ASIA_TRIPLE
from astragal.asia.rules import Rules
from astragal.asia.values import Order, is_below, order_of_ranks
from astragal.cards import Rank

Triple: TypeAlias = int
"""A word of the layout `asia-triple`."""
TripleArray: TypeAlias = NDArray[np.uint32]

FOUR, TWO, ONE = (ASIA_TRIPLE.field(name).items[0] for name in ("four", "two", "one"))

RANKS_FALLING = range(12, -1, -1)
BASE = 14  # thirteen ranks and the joker


class Orders(NamedTuple):
    """The values of a setting."""

    four: Order
    two: Order
    one: Order


@dataclass(frozen=True)
class Numbers:
    """The orders of all fours, twos and ones under some rules, each ascending."""

    rules: Rules
    fours: tuple[Order, ...]
    twos: tuple[Order, ...]
    ones: tuple[Order, ...]
    native: _native.AsiaRules

    @cached_property
    def _number(self) -> tuple[dict[Order, int], ...]:
        lists = (self.fours, self.twos, self.ones)
        return tuple({order: n for n, order in enumerate(orders)} for orders in lists)

    def triple_of(self, high: Order, medium: Order, low: Order) -> Triple:
        """Return the three values of a setting as one word."""
        fours, twos, ones = self._number
        return ASIA_TRIPLE.pack(four=fours[high], two=twos[medium], one=ones[low])

    def orders_of(self, triple: Triple) -> Orders:
        """Return the three values that a word stands for."""
        return Orders(
            self.fours[FOUR.of(triple)], self.twos[TWO.of(triple)], self.ones[ONE.of(triple)]
        )


def _with_joker(size: int, suited: bool) -> Iterator[tuple[tuple[Rank, ...], bool]]:
    """List the ranks that `size` cards can have, falling, without and with the joker."""
    choose = combinations if suited else combinations_with_replacement
    for joker in (False, True):
        for ranks in choose(RANKS_FALLING, size - joker):
            yield ranks, joker


def _place(ranks: Sequence[Rank], joker: bool) -> int:
    place = 0
    for rank in (JOKER_RANK, *ranks) if joker else ranks:
        place = place * BASE + rank
    return place


def _set_place(ranks: Sequence[Rank], joker: bool) -> int:
    return sum(1 << rank for rank in (*ranks, *([JOKER_RANK] if joker else [])))


@cache
def numbers_of(rules: Rules) -> Numbers:
    """Return the numbers under these rules; made once, in some tens of milliseconds."""

    def orders(size: int, suited: bool = False) -> dict[int, Order]:
        place = _set_place if suited else _place
        return {
            place(ranks, joker): order_of_ranks(ranks, suited, joker, rules)
            for ranks, joker in _with_joker(size, suited)
        }

    by_ranks, suited, two, one = orders(4), orders(4, suited=True), orders(2), orders(1)
    fours = tuple(sorted({*by_ranks.values(), *suited.values()}))
    twos, ones = tuple(sorted(set(two.values()))), tuple(sorted(set(one.values())))
    least_four = [
        next(n for n, four in enumerate(fours) if is_below(two, four, rules)) for two in twos
    ]
    greatest_one = [
        max((n for n, one in enumerate(ones) if is_below(one, two, rules)), default=-1)
        for two in twos
    ]
    native = _native.AsiaRules(
        _table(BASE**4, by_ranks, fours, np.uint16),
        _table(1 << BASE, suited, fours, np.uint16),
        _table(BASE**2, two, twos, np.uint8),
        _table(BASE, one, ones, np.uint8),
        np.array(least_four, np.uint16),
        np.array(greatest_one, np.int8),
    )
    return Numbers(rules, fours, twos, ones, native)


def _table(
    size: int, found: dict[int, Order], ascending: Sequence[Order], dtype: type[Scalar]
) -> NDArray[Scalar]:
    number = {order: n for n, order in enumerate(ascending)}
    table = [0] * size
    for place, order in found.items():
        table[place] = number[order]
    return np.array(table, dtype)
