"""Evaluate seven cards by additive keys, as they were published: add, test for a flush, look up.

A card is a `card32` word: a suit key above a face key. Adding seven words adds both. The suit sum
says whether five or more cards have the same suit, and which. If so, the flush keys of that suit's
cards are added and looked up; otherwise the face sum is looked up. `astragal.poker.evaluator` is
faster and gives the same strengths.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal.arrays import read_array, require_out
from astragal.cards import RANKS, SUITS
from astragal.errors import CardError
from astragal.keys import FACE_SEVEN_KEYS, FLUSH_SEVEN_KEYS, SUIT_KEYS
from astragal.poker.evaluator import Strengths, evaluate_many
from astragal.poker.layouts import CARD32

CARDS = 7
FLUSH = 5
NO_FLUSH = len(SUITS)


class KeySumTables(NamedTuple):
    """The look-up tables."""

    words: NDArray[np.uint32]
    """The word of each card."""
    flush_suit: NDArray[np.uint8]
    """The suit of the flush, or `NO_FLUSH`, for each suit sum."""
    flush: Strengths
    """The strength for each sum of flush keys."""
    face: Strengths
    """The strength for each face sum."""


def evaluate_by_sums(hands: ArrayLike, out: Strengths | None = None) -> Strengths:
    """Return the strengths of (n, 7) ids, without checking them.

    >>> evaluate_by_sums(np.array([[51, 47, 43, 39, 35, 0, 1]], np.uint8))
    array([9841], dtype=uint16)
    """
    hands = read_array(hands, "hands", np.uint8, 2)
    if hands.shape[1] != CARDS:
        raise CardError(f"hands of {hands.shape[1]} cards: the keys are for {CARDS}")
    tables = key_sum_tables()
    sums = CARD32.unpack_many(tables.words[hands].sum(axis=1, dtype=np.uint32))
    out = require_out(out, (len(hands),), np.uint16)
    out[...] = tables.face[sums["face"]]
    flush_suit = tables.flush_suit[sums["suit"]]
    flushes = np.flatnonzero(flush_suit != NO_FLUSH)
    ranks, suits = np.divmod(hands[flushes], len(SUITS))
    flush_keys = np.array(FLUSH_SEVEN_KEYS)[ranks]
    suited = suits == flush_suit[flushes, np.newaxis]
    out[flushes] = tables.flush[(flush_keys * suited).sum(axis=1)]
    return out


@cache
def key_sum_tables() -> KeySumTables:
    """Build the tables: 16 MB, because the largest face sum is 7,825,759."""
    cards = np.arange(len(RANKS) * len(SUITS))
    words = CARD32.pack_many(
        suit=np.array(SUIT_KEYS, np.uint32)[cards % len(SUITS)],
        face=np.array(FACE_SEVEN_KEYS, np.uint32)[cards // len(SUITS)],
    )
    return KeySumTables(words, _flush_suits(), _flush_strengths(), _face_strengths())  # type: ignore[arg-type]


def _flush_suits() -> NDArray[np.uint8]:
    table = np.full(CARDS * max(SUIT_KEYS) + 1, NO_FLUSH, np.uint8)
    for hand in combinations_with_replacement(range(len(SUITS)), CARDS):
        suit = max(hand, key=hand.count)
        if hand.count(suit) >= FLUSH:
            table[sum(SUIT_KEYS[one] for one in hand)] = suit
    return table


def _flush_strengths() -> Strengths:
    table = np.zeros(sum(FLUSH_SEVEN_KEYS[-CARDS:]) + 1, np.uint16)
    for size in range(FLUSH, CARDS + 1):
        ranks = np.array(list(combinations(range(len(RANKS)), size)), np.uint8)
        sums = np.array(FLUSH_SEVEN_KEYS)[ranks].sum(axis=1)
        table[sums] = evaluate_many(ranks * np.uint8(len(SUITS)))
    return table


def _face_strengths() -> Strengths:
    """Evaluate a hand without a flush for each multiset of ranks."""
    hands = [
        _without_flush(ranks)
        for ranks in combinations_with_replacement(range(len(RANKS)), CARDS)
        if max(map(ranks.count, ranks)) <= len(SUITS)
    ]
    cards = np.array(hands, np.uint8)
    sums = np.array(FACE_SEVEN_KEYS)[cards // len(SUITS)].sum(axis=1)
    table = np.zeros(int(sums.max()) + 1, np.uint16)
    table[sums] = evaluate_many(cards)
    return table


def _without_flush(ranks: tuple[int, ...]) -> list[int]:
    """Deal the suits in turn: no suit comes five times, and equal ranks get different suits."""
    return [len(SUITS) * rank + place % len(SUITS) for place, rank in enumerate(ranks)]
