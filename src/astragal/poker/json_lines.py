"""The JSON of many hands as lines of text, a few microseconds each.

A line is `json.dumps(value.to_dict())` of a `HandValue`. Most of it depends on the strength alone,
and is written once for each strength. The names of the cards come from tables, and the best five
are found for all hands at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import repeat
from json import dumps
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.cards import (
    CARD_NAMES,
    RANKS,
    SUITS,
    Cards,
    CardSet,
    SetArray,
    card_ids,
    card_set_many,
    sets_to_hands,
)
from astragal.poker.encodings.symbols import POCKET, SymbolArrays, symbols_many
from astragal.poker.evaluate import hand_values
from astragal.poker.hand_value import FLUSHES, strength_facts
from astragal.poker.layouts import DEUCE, LOW_ACE
from astragal.poker.strengths import DECK, SIZES, Strengths, evaluate_many, hand_set
from astragal.poker.tables import values_of
from astragal.poker.variants import HOLDEM

_SUITED_FLUSH = 5
_FIELDS = 5
_CHUNK = 13  # bits of a card set whose names are one text
_CHUNK_MASK = np.uint64((1 << _CHUNK) - 1)
_PAIR = 64
_NAMES = [f'"{name}"' for name in CARD_NAMES]
_NO_CARD = len(_NAMES)  # the place of "" in the names of best cards
_NO_SYMBOLS = (
    '"pcbits": null, "npcbits": null, "pokervalplayer": null, "pokervalcommon": null, '
    '"nstraight": null, "quirks": null}'
)


def json_lines(hands: Iterable[Cards], *, board: Cards = "", **options: Any) -> list[str]:
    """Return a line of JSON for each hand, with the board; `options` are those of `hand_values`.

    >>> json_lines(["7s 7d"], board="7h 2h 2c")[0][:74]
    '{"cards": ["2c", "2h", "7d", "7h", "7s"], "game": "holdem", "category": "f'
    """
    if any(option not in (None, HOLDEM.name) for option in options.values()):
        return [dumps(value.to_dict()) for value in hand_values(hands, board=board, **options)]
    pockets = card_set_many(hands, deck=DECK, count=SIZES)
    common = hand_set(board)
    strengths = evaluate_many(pockets, board=common)
    sets = pockets | np.uint64(common)
    first, second, third, fourth = _chunk_names()
    chunks = ((sets >> np.uint64(_CHUNK * place) & _CHUNK_MASK).tolist() for place in range(4))
    parts = zip(
        *chunks,
        strengths.tolist(),
        _best_texts(sets, strengths),
        _symbol_texts(pockets, common),
        strict=True,
    )
    # Each name ends in a comma and a space; those of the last one are cut off.
    return [
        f'{{"cards": [{(first[a] + second[b] + third[c] + fourth[d])[:-2]}], '
        f'{_strength_text(strength)}, "best": [{best}], "wild": null, {symbols}'
        for a, b, c, d, strength, best, symbols in parts
    ]


@cache
def _chunk_names() -> list[list[str]]:
    """Return the names of the cards of each quarter of a set, by its bits."""
    return [
        [
            "".join(f"{_NAMES[start + bit]}, " for bit in range(_CHUNK) if bits >> bit & 1)
            for bits in range(1 << _CHUNK)
        ]
        for start in range(0, DECK, _CHUNK)
    ]


@cache
def _strength_text(strength: int) -> str:
    """Return the JSON that the strength determines, without braces."""
    facts = strength_facts(strength)
    fields = {
        "game": HOLDEM.name,
        "category": facts.category,
        "strength": strength,
        "kev": facts.kev,
        "pokerval": facts.pokerval,
        "mask": facts.mask,
        "text": facts.text,
    }
    return dumps(fields)[1:-1]


def best_cards_many(sets: SetArray, strengths: Strengths) -> NDArray[np.uint8]:
    """Return the five cards that count of each hand, in the order of the rank fields.

    54 stands for no card. Of equally good cards the one with the highest id is taken.
    """
    values = values_of()
    flush = np.isin(values.category[strengths], FLUSHES)
    left = sets.copy()
    clubs = np.uint64(sum(1 << len(SUITS) * rank for rank in range(len(RANKS))))
    for suit in range(len(SUITS)):
        of_suit = sets & clubs << np.uint64(suit)
        left = np.where(flush & (np.bitwise_count(of_suit) >= _SUITED_FLUSH), of_suit, left)
    fields = values.ranks[:, strengths]
    highest = np.array([bits.bit_length() - 1 for bits in range(1 << len(SUITS))], np.int64)
    best = np.full((len(sets), _FIELDS), _NO_CARD, np.uint8)
    for place, field in enumerate(fields):
        rank = np.where(field == LOW_ACE, len(RANKS) - 1, field - np.int64(DEUCE))
        club = (len(SUITS) * np.maximum(rank, 0)).astype(np.uint64)
        card = club + highest[(left >> club & np.uint64(15)).astype(np.intp)].astype(np.uint64)
        is_card = field > 0
        best[is_card, place] = card[is_card]
        left ^= np.where(is_card, np.uint64(1) << card, np.uint64(0))
    return best


@cache
def _pair_names() -> list[str]:
    """Return the names of two cards, the first in the upper bits; a missing card has none."""
    names = [*(f"{name}, " for name in _NAMES), *[""] * (_PAIR - len(_NAMES))]
    return [one + other for one in names for other in names]


def _best_texts(sets: SetArray, strengths: Strengths) -> Iterable[str]:
    cards = best_cards_many(sets, strengths).astype(np.uint16).T
    names = _pair_names()
    pairs = (cards[0] * _PAIR + cards[1], cards[2] * _PAIR + cards[3], cards[4] * _PAIR + _NO_CARD)
    return (
        (names[one] + names[two] + names[three])[:-2]
        for one, two, three in zip(*(pair.tolist() for pair in pairs), strict=True)
    )


def _symbol_texts(pockets: SetArray, board: CardSet) -> Iterable[str]:
    """Return the JSON of the symbols of each hand of two cards on a board, null for the others."""
    if not board:
        return repeat(_NO_SYMBOLS, len(pockets))
    texts = [_NO_SYMBOLS] * len(pockets)
    rows = np.flatnonzero(np.bitwise_count(pockets) == POCKET)
    common = np.tile(np.array(card_ids(board), np.uint8), (len(rows), 1))
    symbols = symbols_many(sets_to_hands(pockets[rows], POCKET, deck=DECK), common)
    for row, text in zip(rows.tolist(), _symbol_rows(symbols), strict=True):
        texts[row] = text
    return texts


def _symbol_rows(symbols: SymbolArrays) -> Iterable[str]:
    known: dict[tuple[int, ...], str] = {}
    for one in symbols:
        key = (one.pcbits, one.pokervalplayer, one.pokervalcommon, one.nstraight)
        if key not in known:
            known[key] = dumps(one.to_dict())[1:]
        yield known[key]
