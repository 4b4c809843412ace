"""Cards by the million: hands and sets as NumPy arrays.

A *hand array* is (n, k) uint8, one row of k card ids for each hand; a *set array* is (n,) uint64,
one card set for each. Arrays are taken as they are or refused, never converted. Every function
that returns an array writes into `out` instead when it is given one.
"""

from collections.abc import Callable, Iterable
from typing import NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_array, require_out
from astragal.cards.card import LARGEST_DECK, check_deck
from astragal.cards.cardset import CardSet, check_set, set_of, set_size
from astragal.cards.notation import Count, cards_name, check_count, parse_cards, parse_set, set_name
from astragal.errors import BadInputError, CardError

HandArray: TypeAlias = NDArray[np.uint8]
SetArray: TypeAlias = NDArray[np.uint64]

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


def hands_to_sets(
    hands: HandArray,
    *,
    deck: int = LARGEST_DECK,
    check: bool = True,
    out: SetArray | None = None,
) -> SetArray:
    """Return the set of each hand.

    A hand with a card twice, or one that is not in the deck, is an error that names its row; what
    `out` then holds is not defined. `check=False` saves the look: a wrong hand gives a wrong set.

    >>> hands_to_sets(np.array([[2, 0], [3, 4]], np.uint8))
    array([ 5, 24], dtype=uint64)
    """
    require_array(hands, "hands", np.uint8, ndim=2)
    rows = len(hands)
    out = require_out(out, (rows,), np.uint64)
    bad = _native.hands_to_sets(hands, check_deck(deck), check, out)
    if bad < rows:
        _refuse(bad, hands[bad].tolist(), lambda hand: set_of(hand, deck))
    return out


def sets_to_hands(
    sets: SetArray,
    size: int,
    *,
    deck: int = LARGEST_DECK,
    check: bool = True,
    out: HandArray | None = None,
) -> HandArray:
    """Return the cards of each set, ascending; every set must have `size` of them.

    A set of another size, or with a card that is not in the deck, is an error that names its row;
    what `out` then holds is not defined. With `check=False` cards too many are left out and cards
    too few made up by the id 64.

    >>> sets_to_hands(np.array([5, 24], np.uint64), 2)
    array([[0, 2],
           [3, 4]], dtype=uint8)
    """
    require_array(sets, "sets", np.uint64, ndim=1)
    if size < 0:
        raise BadInputError(f"a hand can't have {size} cards")
    rows = len(sets)
    out = require_out(out, (rows, size), np.uint8)
    bad = _native.sets_to_hands(sets, check_deck(deck), check, out)
    if bad < rows:
        _refuse(bad, int(sets[bad]), lambda cards: _check_size(cards, size, deck))
    return out


def parse_hands(
    texts: Iterable[str],
    size: int,
    *,
    deck: int = LARGEST_DECK,
    out: HandArray | None = None,
) -> HandArray:
    """Read hands of `size` cards each, as `parse_cards` does; an error names the row.

    >>> parse_hands(["As Kd", "2c2h"], 2)
    array([[51, 45],
           [ 0,  2]], dtype=uint8)
    """
    rows = _by_row(_lines(texts), lambda text: parse_cards(text, deck=deck, count=size))
    out = require_out(out, (len(rows), size), np.uint8)
    out[...] = np.array(rows, np.uint8).reshape(out.shape)
    return out


def hand_names(hands: HandArray) -> list[str]:
    """Write each hand, its cards in their order.

    >>> hand_names(np.array([[51, 45], [0, 2]], np.uint8))
    ['As Kd', '2c 2h']
    """
    require_array(hands, "hands", np.uint8, ndim=2)
    return _by_row(hands.tolist(), cards_name)


def parse_sets(
    texts: Iterable[str],
    *,
    deck: int = LARGEST_DECK,
    count: Count = None,
    out: SetArray | None = None,
) -> SetArray:
    """Read sets, as `parse_set` does; an error names the row.

    >>> parse_sets(["2h2c", ""])
    array([5, 0], dtype=uint64)
    """
    sets = _by_row(_lines(texts), lambda text: parse_set(text, deck=deck, count=count))
    out = require_out(out, (len(sets),), np.uint64)
    out[...] = np.array(sets, np.uint64)
    return out


def set_names(sets: SetArray) -> list[str]:
    """Write each set, its cards ascending.

    >>> set_names(np.array([5, 0], np.uint64))
    ['2c 2h', '']
    """
    require_array(sets, "sets", np.uint64, ndim=1)
    return _by_row(sets.tolist(), set_name)


def _by_row(
    rows: Iterable[_Given], convert: Callable[[_Given], _Made], first_row: int = 0
) -> list[_Made]:
    """Convert row by row, so that an error says in which row it was."""
    made = []
    for row, given in enumerate(rows, first_row):
        try:
            made.append(convert(given))
        except CardError as error:
            raise CardError(f"row {row}: {error}") from None
    return made


def _refuse(row: int, given: _Given, door: Callable[[_Given], object]) -> NoReturn:
    """Raise for a row that native code found bad; the door for one hand knows what to say."""
    _by_row([given], door, first_row=row)
    raise AssertionError(f"row {row} was refused, but there is nothing wrong with {given!r}")


def _check_size(cards: CardSet, size: int, deck: int) -> None:
    check_set(cards, deck)
    check_count(set_size(cards), set_name(cards), size)


def _lines(texts: Iterable[str]) -> Iterable[str]:
    if isinstance(texts, str):
        raise BadInputError(f"expected many texts, not one: [{texts!r}] would do")
    return texts.tolist() if isinstance(texts, np.ndarray) else texts
