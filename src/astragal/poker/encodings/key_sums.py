"""Evaluate seven cards by additive keys, as they were published: add, test for a flush, look up.

A card is a `card32` word: a suit key above a face key. Adding seven words adds both. The suit sum
says whether five or more cards have the same suit, and which. If so, the flush keys of that suit's
cards are added and looked up; otherwise the face sum is looked up. `astragal.poker.evaluate` is
faster and gives the same strengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal._arrays import Scalar, read_array, require_out
from astragal.cards import RANKS, SUITS
from astragal.errors import CardError
from astragal.keys import FACE_SEVEN_KEYS, FLUSH_SEVEN_KEYS, SUIT_KEYS
from astragal.keys.sums import Hand, Key
from astragal.poker.layouts import CARD32
from astragal.poker.strengths import Strengths, evaluate_many

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
    out = require_out(out, (len(hands),), np.uint16, [hands])
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
    sizes, ranks = range(FLUSH, CARDS + 1), range(len(RANKS))
    suits = list(combinations_with_replacement(range(len(SUITS)), CARDS))
    flushes = [hand for size in sizes for hand in combinations(ranks, size)]
    faces = [
        hand
        for hand in combinations_with_replacement(ranks, CARDS)
        if max(map(hand.count, hand)) <= len(SUITS)
    ]
    # The suits in turn: no suit comes five times, and equal ranks get different suits.
    mixed = np.array([_dealt(hand, 1) for hand in faces], np.uint8)
    return KeySumTables(
        words,  # type: ignore[arg-type]
        _by_sum(SUIT_KEYS, suits, np.array([_flush_suit(hand) for hand in suits], np.uint8)),
        _by_sum(FLUSH_SEVEN_KEYS, flushes, evaluate_many([_dealt(hand, 0) for hand in flushes])),
        _by_sum(FACE_SEVEN_KEYS, faces, evaluate_many(mixed)),
    )


def _by_sum(keys: Sequence[Key], hands: Sequence[Hand], values: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return a table of the values, each at the sum of the keys of its hand."""
    sums = [sum(keys[face] for face in hand) for hand in hands]
    table = np.zeros(max(sums) + 1, values.dtype)
    table[sums] = values
    return table


def _flush_suit(suits: Hand) -> int:
    most = max(suits, key=suits.count)
    return most if suits.count(most) >= FLUSH else NO_FLUSH


def _dealt(ranks: Hand, step: int) -> list[int]:
    """Return cards of these ranks, each `step` suits after the one before."""
    return [len(SUITS) * rank + step * place % len(SUITS) for place, rank in enumerate(ranks)]
