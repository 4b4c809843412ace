"""Classes of hands: what a house way can tell apart.

Two hands with the same ranks, and the same rank sets in their long suits, are of one class; a suit
is long when four cards can be a flush in it. `native/asia_classes.hpp` numbers them.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.setting import SETTINGS, Setting, check_hand
from astragal.cards import JOKER, Card, CardSet, card_set

CLASSES: int = _native.ASIA_CLASSES
JOKER_RANK = 13

Choice: TypeAlias = NDArray[np.uint8]
"""One of the 105 settings for each class; `UNSET` where a way has none."""
UNSET = SETTINGS


def class_of(hand: CardSet) -> int:
    """Return the number of the hand's class."""
    return _native.asia_class(check_hand(hand))


@cache
def positions() -> list[list[int]]:
    """Return, for each setting, the places of its four, its two and its one among seven cards."""
    out = np.empty((SETTINGS, 7), np.uint8)
    _native.asia_positions(out)
    rows: list[list[int]] = out.tolist()
    return rows


def setting_at(cards: Sequence[Card], number: int) -> Setting:
    """Return one of the 105 settings of seven cards in order."""
    placed = [cards[place] for place in positions()[number]]
    parts = placed[:4], placed[4:6], placed[6:]
    return Setting(*(tuple(sorted(part, reverse=True)) for part in parts))


def class_order(hand: CardSet) -> list[Card]:
    """Return the hand's cards in the order that the settings of its class speak of."""
    order = np.empty((1, 7), np.uint8)
    _native.asia_class_order(np.array([check_hand(hand)], np.uint64), order)
    cards: list[Card] = order[0].tolist()
    return cards


@cache
def class_cards() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the ranks (13: the joker) and the long-suit bits (1, 2) of the cards of each class."""
    ranks, suits = np.empty((CLASSES, 7), np.uint8), np.empty((CLASSES, 7), np.uint8)
    _native.asia_class_cards(ranks, suits)
    return ranks, suits


def example_hand(number: int) -> CardSet:
    """Return a hand of that class.

    >>> class_of(example_hand(123456))
    123456
    """
    ranks, suits = class_cards()
    choices: list[list[Card]] = []
    for rank, suit in zip(ranks[number].tolist(), suits[number].tolist(), strict=True):
        if rank == JOKER_RANK:
            choices.append([JOKER])
        else:  # the first long suit is spades, the second hearts; other cards may be of any
            free = [{1: 3, 2: 2}[suit]] if suit else range(4)
            choices.append([4 * rank + s for s in free])
    for cards in product(*choices):
        if len(set(cards)) == len(cards) and class_of(card_set(cards)) == number:
            return card_set(cards)
    raise AssertionError(f"class {number} has no hand")
