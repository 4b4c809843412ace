"""Kinds of hands as players speak of them: the best four that the seven cards can make."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_array
from astragal.asia.houseway import LEXICOGRAPHIC, find_way
from astragal.asia.numbers import FOUR, numbers_of
from astragal.asia.rules import Category, Rules
from astragal.cards import JOKER, SetArray


class Kind(NamedTuple):
    """What the greatest four of a legal setting is, and whether the joker is among the seven."""

    category: Category
    joker: bool


KINDS = tuple(Kind(category, joker) for category in Category for joker in (False, True))


@cache
def _categories(rules: Rules) -> NDArray[np.uint8]:
    """Return the category of each class of hands, by the way that makes the greatest four."""
    place = {rules.strength(category): category for category in Category}
    of_four = np.array([place[four.strength] for four in numbers_of(rules).fours], np.uint8)
    way = find_way(LEXICOGRAPHIC, rules)
    of_outcome: NDArray[np.uint8] = of_four[way.triples >> FOUR.offset]
    return of_outcome[way.outcome]


def kinds_of(hands: SetArray, rules: Rules) -> NDArray[np.uint8]:
    """Return the kind of each hand, as its place in `KINDS`.

    >>> from astragal.asia.rules import PROFILES
    >>> from astragal.cards import card_set
    >>> hands = np.array([card_set("Jk Kh Qh 9h 8c 5d 2s")], np.uint64)
    >>> KINDS[kinds_of(hands, PROFILES["push"])[0]]
    Kind(category=<Category.FLUSH: 5>, joker=True)
    """
    require_array(hands, "hands", np.uint64, ndim=1)
    classes = np.empty(len(hands), np.uint32)
    _native.asia_class_of(hands, classes)
    joker = (hands >> np.uint64(JOKER)).astype(np.uint8) & np.uint8(1)
    return 2 * _categories(rules)[classes] + joker
