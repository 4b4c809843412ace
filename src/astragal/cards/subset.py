"""Numbers of all subsets of a size: the combinatorial number system.

Subsets of k cards are in the ascending order of their card sets: by the highest card, then by the
next, and so on (colexicographic order). If the cards of a subset are at positions p1 < ... < pk of
the ascending cards, the number of subsets before it is

    rank = C(p1, 1) + C(p2, 2) + ... + C(pk, k)

because C(pk, k) subsets contain only cards below pk, and likewise for the other cards. So a long
enumeration can be split anywhere: a chunk is a start and a count, and its first subset is computed
from the start.
"""

from __future__ import annotations

from math import comb, inf

import numpy as np

from astragal import _native
from astragal._arrays import require_out
from astragal._checks import require_int
from astragal.cards.arrays import SetArray
from astragal.cards.cardset import Cards, CardSet, card_ids, card_set, cards_text, set_size
from astragal.errors import BadInputError, CardError, quoted


def subset_count(cards: Cards, size: int) -> int:
    """Return the number of subsets with `size` cards; 0 if there are fewer cards.

    >>> subset_count((1 << 52) - 1, 5)
    2598960
    """
    return comb(set_size(cards), require_int(size, "size", 0, inf))


def subset_rank(subset: Cards, cards: Cards) -> int:
    """Return the rank of a subset of `cards`: the number of subsets of its size before it.

    >>> subset_rank(0b110, 0b111)
    2
    """
    subset, cards = card_set(subset), card_set(cards)  # so that ids ascend
    if outside := subset & ~cards:
        raise CardError(
            f"{quoted(cards_text(outside))} of {quoted(cards_text(subset))} is not among the cards"
        )
    ids = card_ids(cards)
    return sum(comb(ids.index(card), k) for k, card in enumerate(card_ids(subset), start=1))


def subset_unrank(rank: int, cards: Cards, size: int) -> CardSet:
    """Return the subset of `cards` with this size and rank.

    >>> bin(subset_unrank(2, 0b111, 2))
    '0b110'
    """
    cards = card_set(cards)  # so that ids ascend
    total = subset_count(cards, size)
    if total == 0:
        raise BadInputError(f"no subset of {set_size(cards)} cards has {quoted(size)}")
    rank = require_int(rank, "rank", 0, total - 1)
    ids = card_ids(cards)
    place = len(ids)
    subset = 0
    for k in range(size, 0, -1):
        place -= 1
        while comb(place, k) > rank:  # find the highest card with at most `rank` subsets below it
            place -= 1
        rank -= comb(place, k)
        subset |= 1 << ids[place]
    return subset


def subsets(
    cards: Cards,
    size: int,
    *,
    start: int = 0,
    count: int | None = None,
    out: SetArray | None = None,
) -> SetArray:
    """Return the subsets of `size` cards with ranks start, start + 1, ... start + count - 1.

    Without `count`, return all subsets from `start` on.

    >>> [f"{subset:04b}" for subset in subsets(0b1111, 2)]
    ['0011', '0101', '0110', '1001', '1010', '1100']
    >>> [f"{subset:04b}" for subset in subsets(0b1111, 2, start=2, count=3)]
    ['0110', '1001', '1010']
    """
    cards = card_set(cards)
    total = subset_count(cards, size)
    start = require_int(start, "start", 0, total)
    left = total - start
    if count is None:
        count = left
    count = require_int(count, "count", 0, left)
    out = require_out(out, (count,), np.uint64, [])
    if count:
        _native.subsets(cards, subset_unrank(start, cards, size), out)
    return out
