"""Suit classes: hands that differ by a permutation of the suits only, and so are worth the same.

There are 6,972,147 of them, numbered in groups of equal ranks; `native/asia_suits.hpp` says in
which order. The number of a hand's class is worked out from its cards; no list of hands is kept.

Stability: tables keep their rows in this order; changing it raises their version.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_array
from astragal.asia.setting import DECK, HAND_SIZE, check_hand
from astragal.cards import CardSet, SetArray
from astragal.errors import BadInputError

SUIT_CLASSES: int = _native.ASIA_SUIT_CLASSES
HANDS = comb(DECK, HAND_SIZE)


def suit_class_of(hand: CardSet) -> int:
    """Return the number of the hand's suit class.

    >>> from astragal.cards import card_set
    >>> suit_class_of(card_set("As Kd Qh Jc 9s 7d 4h"))
    638998
    >>> suit_class_of(card_set("Ac Kh Qd Js 9c 7h 4d"))
    638998
    """
    return _native.asia_suit_class(check_hand(hand))


def suit_classes_of(hands: SetArray) -> NDArray[np.uint32]:
    """Return the number of each hand's suit class."""
    require_array(hands, "hands", np.uint64, ndim=1)
    numbers = np.empty(len(hands), np.uint32)
    _native.asia_suit_class_of(hands, numbers)
    return numbers


def class_hands(classes: range) -> tuple[SetArray, NDArray[np.uint8]]:
    """Return one hand of each of these classes, and how many hands the class has (at most 24).

    >>> from astragal.cards import cards_name_many
    >>> hands, weights = class_hands(range(4_823_337, 4_823_339))
    >>> cards_name_many(hands), weights.tolist()
    (['3h 5s 6c 7c 7d 9h Jh', '3s 5s 6c 7c 7d 9h Jh'], [24, 24])
    """
    check_classes(classes)
    hands, weights = np.empty(len(classes), np.uint64), np.empty(len(classes), np.uint8)
    _native.asia_suit_class_hands(classes.start, hands, weights)
    return hands, weights


@cache
def group_starts() -> NDArray[np.uint32]:
    """Return where each group of classes with equal ranks starts, and where the last one ends."""
    starts = np.empty(_native.ASIA_RANK_GROUPS + 1, np.uint32)
    _native.asia_group_starts(starts)
    starts.flags.writeable = False
    return starts


def check_classes(classes: range) -> range:
    """Return the range, or raise unless it is one of suit classes, not empty, without gaps."""
    if classes.step != 1 or not 0 <= classes.start < classes.stop <= SUIT_CLASSES:
        raise BadInputError(
            f"no classes {classes.start}:{classes.stop}: there are 0:{SUIT_CLASSES}, and a slice "
            "ends after it starts"
        )
    return classes


def parse_classes(text: str) -> range:
    """Read a slice of the suit classes.

    >>> parse_classes("1000:2000"), parse_classes(":10"), parse_classes("6972000:")
    (range(1000, 2000), range(0, 10), range(6972000, 6972147))
    """
    start, colon, stop = text.partition(":")
    if not colon or not all(part.strip().isdecimal() or not part for part in (start, stop)):
        raise BadInputError(f"{text!r} is no slice: write FIRST:END, as 1000:2000 or 1000:")
    return check_classes(range(int(start or 0), int(stop or SUIT_CLASSES)))
