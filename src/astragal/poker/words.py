"""What the words of poker stand for: hands that have these values.

>>> from astragal.layout import decode
>>> word = decode("mask64", "0x2000100010000000")
>>> print(word.reading.text, *word.reading.cards)
full house, sevens over fours 7s 7h 7d 4c 4s
>>> decode("pokerval", 0x30077744).reading.problems  # a flush and a full house
('no hand has this value',)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.cards import CARD_NAMES, RANKS
from astragal.keys import FACE_SEVEN_KEYS, SUIT_KEYS
from astragal.layout.reading import NO_HAND, Reading
from astragal.poker.encodings.legacy import pack_legacy_masks
from astragal.poker.hand_value import value_text
from astragal.poker.layouts import CARD32, DEUCE, MADE_HAND
from astragal.poker.low import KINDS, LowKind, LowValue, lowvals
from astragal.poker.rules import MADE_HANDS, SHORT_DECK, STANDARD, Category, Rules
from astragal.poker.tables import Values, values_of

WordArray: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]

SUITS = "shdc"
FLUSHES = ("flush", "straight flush")


def example_cards(fields: Iterable[int], *, flush: bool = False) -> tuple[str, ...]:
    """Return cards with these rank fields, the equal ones side by side: 2 to 14, 1 a low ace.

    They have one suit if `flush`, otherwise several; a fifth card of a rank is the joker.

    >>> example_cards([7, 7, 7, 4, 4])
    ('7s', '7h', '7d', '4c', '4s')
    >>> example_cards([5, 4, 3, 2, 1], flush=True)
    ('5s', '4s', '3s', '2s', 'As')
    """
    names: list[str] = []
    for place, field in enumerate(fields):
        rank = RANKS[field - DEUCE]  # the low ace has index -1, which is the ace
        name = rank + (SUITS[0] if flush else SUITS[place % len(SUITS)])
        names.append("Jk" if name in names else name)
    return tuple(names)


def read_pokerval(word: int) -> Reading:
    """Read a `pokerval`, of the standard game or of short deck."""
    return _read_value(word, _pokervals)


def read_mask(word: int) -> Reading:
    """Read a `mask64`, of the standard game or of short deck."""
    return _read_value(word, _masks)


def read_legacy_mask(word: int) -> Reading:
    """Read a `bitval-legacy`, which several hands may share."""
    return _read_value(word, _legacy_masks)


def _read_value(word: int, words_of: Callable[[Rules], WordArray]) -> Reading:
    for rules in (STANDARD, SHORT_DECK):
        strengths = np.flatnonzero(words_of(rules) == word)
        if strengths.size:
            values = values_of(rules)
            texts, cards = zip(*(_hand(values, int(one)) for one in strengths), strict=True)
            return Reading(" or ".join(texts), cards[0])
    return NO_HAND


def _pokervals(rules: Rules) -> WordArray:
    return values_of(rules).pokerval


def _masks(rules: Rules) -> WordArray:
    return values_of(rules).mask


@cache
def _legacy_masks(rules: Rules) -> WordArray:
    """Return the words of `bitval-legacy`, which are for five cards; 0 for fewer."""
    values = values_of(rules)
    return np.where(values.kev > 0, pack_legacy_masks(values), np.uint64(0))


def _hand(values: Values, strength: int) -> tuple[str, tuple[str, ...]]:
    """Return the hand of a strength in words, and cards that make it."""
    category = Category(int(values.category[strength]))
    fields = [field for field in values.ranks[:, strength].tolist() if field]
    return value_text(category, fields), example_cards(fields, flush=category.text in FLUSHES)


def read_lowval(word: int) -> Reading:
    """Read a `lowval`, of any kind of low hands."""
    if word == 0:
        return Reading("no qualifying low hand")
    for kind in KINDS:
        strengths = _low_strengths(kind)
        if word in strengths:
            value = LowValue(0, kind, strengths[word])
            return Reading(value.text, example_cards(value.ranks, flush=value.category in FLUSHES))
    return NO_HAND


@cache
def _low_strengths(kind: LowKind) -> Mapping[int, int]:
    """Return the strength of each word of a kind of low hands."""
    return {word: strength for strength, word in enumerate(lowvals(kind).tolist()) if strength}


def read_card(word: int) -> Reading:
    """Read a `card32`; a sum of several cards stands for nothing."""
    name = _cards_by_word().get(word)  # otherwise perhaps the sum of several cards
    return Reading(name, (name,)) if name else Reading()


@cache
def _cards_by_word() -> Mapping[int, str]:
    names = CARD_NAMES[: len(RANKS) * len(SUIT_KEYS)]
    return {
        CARD32.pack(
            suit=SUIT_KEYS[card % len(SUIT_KEYS)], face=FACE_SEVEN_KEYS[card // len(SUIT_KEYS)]
        ): name
        for card, name in enumerate(names)
    }


def read_made_hand(word: int) -> Reading:
    """Read a `made-hand`: only its problems, since many hands and boards have it."""
    made = MADE_HAND.unpack(word)["made"]
    assert isinstance(made, int)
    if made < len(MADE_HANDS):
        return Reading()
    return Reading(problems=(f"there is no made hand {made}: they are 0..{len(MADE_HANDS) - 1}",))
