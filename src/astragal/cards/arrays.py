"""Hands and sets of cards as NumPy arrays.

A *hand array* is (n, k) uint8: each row holds the k card ids of one hand. A *set array* is (n,)
uint64: each element is a card set. Arrays of these types are used without a copy. Lists, columns of
data frames and other integer types are converted, see `astragal._arrays.read_array`. Every function
that returns an array writes into `out` if it is not None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal import _native
from astragal._arrays import read_array, require_out, require_rows
from astragal._checks import has_items, require_flag, require_int
from astragal.cards.card import LARGEST_DECK, check_deck
from astragal.cards.cardset import (
    Cards,
    Count,
    card_ids,
    card_set,
    cards_text,
    read_counts,
    read_or_explain,
)
from astragal.errors import BadInputError, quoted

HandArray: TypeAlias = NDArray[np.uint8]
"""Hands of one size: a row of ids for each hand."""
SetArray: TypeAlias = NDArray[np.uint64]
"""Card sets."""

_Row = TypeVar("_Row")
_Converted = TypeVar("_Converted")


def hands_to_sets(
    hands: ArrayLike,
    *,
    deck: int = LARGEST_DECK,
    check: bool = True,
    out: SetArray | None = None,
) -> SetArray:
    """Return the card set of each hand.

    A hand with a repeated card, or with a card outside the deck, raises an error that names its
    row; the content of `out` is then undefined. `check=False` skips these checks: a wrong hand
    gives a wrong set.

    >>> hands_to_sets(np.array([[2, 0], [3, 4]], np.uint8))
    array([ 5, 24], dtype=uint64)
    """
    hands = read_array(hands, "hands", np.uint8, ndim=2)
    rows = len(hands)
    out = require_out(out, (rows,), np.uint64, [hands])
    bad = _native.hands_to_sets(hands, check_deck(deck), require_flag(check, "check"), out)
    if bad < rows:
        refuse_row(bad, hands[bad].tolist(), lambda hand: card_set(hand, deck=deck))
    return out


def sets_to_hands(
    sets: ArrayLike,
    size: int,
    *,
    deck: int = LARGEST_DECK,
    check: bool = True,
    out: HandArray | None = None,
) -> HandArray:
    """Return the cards of each set, ascending; every set must have `size` cards.

    A set of another size, or with a card outside the deck, raises an error that names its row; the
    content of `out` is then undefined. With `check=False`, surplus cards are dropped, and missing
    cards become the id 64.

    >>> sets_to_hands(np.array([5, 24], np.uint64), 2)
    array([[0, 2],
           [3, 4]], dtype=uint8)
    """
    sets = read_array(sets, "sets", np.uint64, ndim=1)
    require_int(size, "size", 0, LARGEST_DECK)
    rows = len(sets)
    out = require_out(out, (rows, size), np.uint8, [sets])
    bad = _native.sets_to_hands(sets, check_deck(deck), require_flag(check, "check"), out)
    if bad < rows:
        refuse_row(bad, int(sets[bad]), lambda cards: card_set(cards, deck=deck, count=size))
    return out


def card_ids_many(
    hands: Iterable[Cards],
    size: int | None = None,
    *,
    deck: int = LARGEST_DECK,
    out: HandArray | None = None,
) -> HandArray:
    """Read hands of `size` cards each, as `card_ids` does; an error names the row.

    Without `size`, all hands must have the size of the first hand.

    >>> card_ids_many(["As Kd", "2c2h"])
    array([[51, 45],
           [ 0,  2]], dtype=uint8)
    """
    rows, deck = _rows(hands), check_deck(deck)
    if size is None:
        first = _by_row(rows[:1], partial(card_ids, deck=deck))
        rows[:1] = first  # the hand may be an iterator, which is exhausted now
        size = len(first[0]) if first else 0
    require_int(size, "size", 0, LARGEST_DECK)
    out = require_out(out, (len(rows), size), np.uint8, rows)

    def read(row: int) -> None:
        [out[row]] = _by_row(rows[row : row + 1], partial(card_ids, deck=deck, count=size), row)

    _native.read_ids(rows, deck, out, read)
    return out


def card_set_many(
    hands: Iterable[Cards],
    *,
    deck: int = LARGEST_DECK,
    count: Count = None,
    out: SetArray | None = None,
) -> SetArray:
    """Read hands as `card_set` does; an error names the row.

    >>> card_set_many(["2h2c", ""])
    array([5, 0], dtype=uint64)
    """
    rows = _rows(hands)
    out = require_out(out, (len(rows),), np.uint64, rows)
    allowed = None if count is None else read_counts(count)
    counts = sum(
        1 << number for number in range(LARGEST_DECK + 1) if allowed is None or number in allowed
    )

    def read(row: int) -> None:
        [out[row]] = _by_row(
            rows[row : row + 1], partial(read_or_explain, deck=deck, count=count), row
        )

    _native.read_sets(rows, check_deck(deck), counts, out, read)
    return out


def cards_text_many(hands: Iterable[Cards]) -> list[str]:
    """Return the names of the cards of each hand; the hands may be a hand array or a set array.

    >>> cards_text_many(np.array([[51, 45], [0, 2]], np.uint8))
    ['As Kd', '2c 2h']
    """
    if not isinstance(hands, np.ndarray) or hands.dtype.kind not in "iu" or hands.ndim > 2:
        return _by_row(_rows(hands), cards_text)
    if hands.ndim == 2:
        hands = read_array(hands, "hands", np.uint8)
        hands_to_sets(hands)  # raises if a card comes twice
        return _native.texts_of_hands(hands)
    sets = read_array(hands, "hands", np.uint64)
    for row in np.flatnonzero(sets >> np.uint64(LARGEST_DECK))[:1].tolist():
        refuse_row(row, int(sets[row]), cards_text)
    return _native.texts_of_sets(sets)


def _by_row(
    rows: Iterable[_Row], convert: Callable[[_Row], _Converted], first_row: int = 0
) -> list[_Converted]:
    """Convert each row; an error names the row."""
    converted = []
    for number, row in enumerate(rows, first_row):
        try:
            converted.append(convert(row))
        except BadInputError as error:
            raise type(error)(f"row {number}: {error}") from None
    return converted


def refuse_row(number: int, row: _Row, read: Callable[[_Row], object]) -> NoReturn:
    """Raise the error of `read` for a row that native code refused."""
    _by_row([row], read, first_row=number)
    raise AssertionError(f"native code refused row {number}, but {row!r} is valid")


def _rows(hands: Iterable[Cards]) -> list[Cards]:
    if isinstance(hands, str | bytes):
        raise BadInputError(
            f"expected several hands, not the text {quoted(hands)}: put it into a list"
        )
    if not has_items(hands):
        right = "give a list, an array, or a column like frame['hand']"
        raise BadInputError(f"expected several hands, not {quoted(hands)}: {right}")
    return require_rows(hands.tolist() if isinstance(hands, np.ndarray) else hands, "hands")
