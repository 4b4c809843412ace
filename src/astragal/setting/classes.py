"""Two ways to put hands that are set alike into classes.

Classes of hands are what a house way can tell apart: two hands with the same ranks, and the same
rank sets in their long suits, are of one class. A suit is long when four cards can be a flush in
it. There are 788,749; `native/setting/classes.hpp` numbers them.

Suit classes are finer: hands of one suit class differ by a permutation of the suits. There are
6,972,147, in groups of equal ranks; `native/setting/suits.hpp` says in which order. Both numbers
are computed from the cards; there is no list of hands.

Stability: tables store their rows in the order of suit classes; changing it raises their version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from math import comb
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal import _native
from astragal._arrays import read_array, read_only
from astragal.cards import JOKER, Card, Cards, CardSet, SetArray, card_set, full_deck
from astragal.errors import BadInputError, quoted
from astragal.setting.hand import DECK, JOKER_RANK, rank_tables
from astragal.setting.rules import Rules
from astragal.setting.setting import HAND_SIZE, Setting, falling_cards, read_hand

CLASSES: int = _native.SETTING_CLASSES
SUIT_CLASSES: int = _native.SETTING_SUIT_CLASSES
"""The number of suit classes of hands of seven cards."""
HANDS = comb(DECK, HAND_SIZE)
DEALER_HANDS = comb(DECK - HAND_SIZE, HAND_SIZE)

Choice: TypeAlias = NDArray[np.uint8]
"""The number of a setting for each class; `setting_count` where a way has none."""


def class_of(cards: Cards) -> int:
    """Return the number of a hand's class."""
    return _native.setting_class(read_hand(cards))


def classes_of(hands: ArrayLike) -> NDArray[np.uint32]:
    """Return the number of each hand's class."""
    array = read_array(hands, "hands", np.uint64, ndim=1)
    try:
        return _native.setting_class_of(array)
    except ValueError as error:
        raise BadInputError(str(error)) from None


@cache
def _positions(kind: type[Rules]) -> list[list[int]]:
    some_rules = next(iter(kind.named.values()))
    rows: list[list[int]] = _native.setting_positions(rank_tables(some_rules).native).tolist()
    return rows


def positions(rules: Rules) -> list[list[int]]:
    """Return the places of the hands among seven cards, for each setting, the longest first."""
    return _positions(type(rules))


def setting_count(rules: Rules) -> int:
    """Return in how many ways seven cards can be set: 105 as 4-2-1, 21 as 5-2.

    In a `Choice` this number stands where a way has no setting.
    """
    return len(positions(rules))


def setting_at(cards: Sequence[Card], number: int, rules: Rules) -> Setting:
    """Return one of the settings of seven cards, which are in descending order."""
    return Setting.of_cards(tuple([get(cards) for get in _getters(type(rules))[number]]))


@cache
def _getters(kind: type[Rules]) -> list[list[Callable[[Sequence[Card]], tuple[Card, ...]]]]:
    """Return what takes the hands of each setting out of seven cards."""
    ends = list(accumulate(kind.hands.values(), initial=0))
    return [[_getter(row[start:end]) for start, end in pairwise(ends)] for row in _positions(kind)]


def _getter(places: list[int]) -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    if len(places) == 1:
        return lambda cards: (cards[places[0]],)
    get: Callable[[Sequence[Card]], tuple[Card, ...]] = itemgetter(*places)
    return get


def all_settings(cards: Cards, rules: Rules) -> Iterator[Setting]:
    """List all settings of a hand, legal or not: 105 in Asia Poker, 21 in pai gow poker.

    They are in descending order of the cards of the two, then of the one.
    """
    falling = falling_cards(read_hand(cards))
    return (setting_at(falling, number, rules) for number in range(setting_count(rules)))


def class_order(hand: CardSet) -> list[Card]:
    """Return the cards of a hand in the order to which the settings of its class refer."""
    return _native.setting_class_order(read_hand(hand))


@cache
def class_cards() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the ranks (13: the joker) and the long-suit bits (1, 2) of the cards of each class."""
    return _native.setting_class_cards()


def class_counts() -> NDArray[np.uint32]:
    """Return how many of all 154,143,080 hands each class has."""
    numbers = np.arange(CLASSES, dtype=np.uint32)
    way = _native.SettingWay(numbers, numbers, np.zeros(CLASSES, np.uint8))
    return _native.setting_count(way, full_deck(DECK), 0)


def example_hand(number: int) -> CardSet:
    """Return a hand of a class.

    >>> class_of(example_hand(123456))
    123456
    """
    ranks, suits = class_cards()
    choices: list[list[Card]] = []
    for rank, suit in zip(ranks[number].tolist(), suits[number].tolist(), strict=True):
        if rank == JOKER_RANK:
            choices.append([JOKER])
        else:  # the first long suit is spades, the second hearts; other cards may be of any suit
            free = [{1: 3, 2: 2}[suit]] if suit else range(4)
            choices.append([4 * rank + s for s in free])
    for cards in product(*choices):
        if len(set(cards)) == len(cards) and class_of(card_set(cards)) == number:
            return card_set(cards)
    raise AssertionError(f"class {number} has no hand")


def suit_class_of(cards: Cards) -> int:
    """Return the number of a hand's suit class.

    >>> suit_class_of("As Kd Qh Jc 9s 7d 4h"), suit_class_of("Ac Kh Qd Js 9c 7h 4d")
    (638998, 638998)
    """
    return _native.setting_suit_class(read_hand(cards))


def suit_classes_of(hands: ArrayLike) -> NDArray[np.uint32]:
    """Return the number of each hand's suit class."""
    return _native.setting_suit_class_of(read_array(hands, "hands", np.uint64, ndim=1))


def suit_class_hands(classes: range) -> tuple[SetArray, NDArray[np.uint8]]:
    """Return a hand of each of these suit classes, and how many hands each class has (4 to 24).

    >>> from astragal.cards import cards_text_many
    >>> hands, weights = suit_class_hands(range(4_823_337, 4_823_339))
    >>> cards_text_many(hands), weights.tolist()
    (['3h 5s 6c 7c 7d 9h Jh', '3s 5s 6c 7c 7d 9h Jh'], [24, 24])
    """
    read_suit_classes(classes)
    return _native.setting_suit_class_hands(classes.start, len(classes))


@cache
def group_starts() -> NDArray[np.uint32]:
    """Return the first suit class of each group of equal ranks, and the end of the last group."""
    return read_only(_native.setting_group_starts())


def read_suit_classes(classes: str | range) -> range:
    """Return a slice of the suit classes, from its text or as it is, or raise if it is not one.

    >>> read_suit_classes("1000:2000"), read_suit_classes(":10"), read_suit_classes("6972000:")
    (range(1000, 2000), range(0, 10), range(6972000, 6972147))
    """
    slice_text = r"([0-9]{0,99}):([0-9]{0,99})"
    found = re.fullmatch(slice_text, classes) if isinstance(classes, str) else None
    if found:
        classes = range(int(found[1] or 0), int(found[2] or SUIT_CLASSES))
    if not isinstance(classes, range):
        raise BadInputError(
            f"{quoted(classes)} is not a slice: write FIRST:END, such as 1000:2000 or 1000:"
        )
    if classes.step != 1:
        raise BadInputError(f"{quoted(classes)} has steps of {classes.step}; a slice has none")
    if not 0 <= classes.start < classes.stop <= SUIT_CLASSES:
        raise BadInputError(
            f"no classes {classes.start}:{classes.stop}: there are 0:{SUIT_CLASSES}, and a slice "
            "ends after it starts"
        )
    return classes
