"""What hands of 0 to 7 cards are worth: one by itself, or arrays of them.

A strength is a number from 0, no cards, to 9,854, five aces; bigger is better, and equal means a
split pot. It is the place of the hand's value among all values that 0 to 7 cards can have.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.arrays import require_array, require_out
from astragal.cards import Cards, CardSet, HandArray, SetArray, card_set, hands_to_sets
from astragal.errors import BadInputError, CardError
from astragal.jobs import thread_count, thread_map
from astragal.poker import wild as wild_cards
from astragal.poker.rules import Category
from astragal.poker.tables import tables_for, values_of
from astragal.poker.value import HandValue
from astragal.poker.wild import Wild, wild_mode

Strengths: TypeAlias = NDArray[np.uint16]
Word = TypeVar("Word", np.uint8, np.uint16, np.uint32, np.uint64)

MOST_CARDS = 7
DECK = 52


def read_hand(cards: Cards, deck: int = DECK) -> CardSet:
    """Return the set of 0 to 7 cards."""
    return card_set(cards, deck=deck, count=range(MOST_CARDS + 1))


def evaluate(cards: Cards, *, wild: Wild | None = None) -> HandValue:
    """Return the value of 0 to 7 cards, given as text, as ids, or as a card set.

    With `wild`, jokers are allowed, and count as `astragal.poker.wild` says.

    >>> evaluate("Ah 2c Ad As Kh").text
    'three of a kind, aces, king two'
    >>> evaluate("Jk 5h 6h 7c 8d", wild="bug").text
    'straight, nine high'
    """
    word = read_hand(cards, DECK if wild is None else wild_cards.DECK)
    if wild is None:
        return HandValue(word, _native.strength(word))
    return HandValue(word, tables_for().wild_strength(word, wild_mode(wild)), wild)


strength = _native.strength
"""Return the strength of a card set or of a sequence of ids: the cheapest door, for loops."""


def evaluate_many(
    hands: HandArray | SetArray,
    *,
    check: bool = True,
    wild: Wild | None = None,
    threads: int = 1,
    out: Strengths | None = None,
) -> Strengths:
    """Return the strengths of many hands: (n, k) uint8 ids, or (n,) uint64 card sets of any sizes.

    A hand with a card twice, a card that is not in the deck, or more than seven, is an error that
    names its row; `check=False` leaves out the look at ids, and a bad row then gets some number.

    >>> evaluate_many(np.array([[51, 47, 43, 39, 35], [0, 4, 8, 12, 21]], np.uint8))
    array([9841,   46], dtype=uint16)
    """
    if isinstance(hands, np.ndarray) and hands.ndim == 2:
        hands = _checked_hands(hands, check, wild)
    else:
        require_array(hands, "hands", np.uint64, 1)
    out = require_out(out, (len(hands),), np.uint16)
    bad = _in_slices(_loop(hands, check, wild), hands, out, threads)
    if bad is not None:
        _refuse_row(hands, bad, DECK if wild is None else wild_cards.DECK)
    return out


def class_counts(size: int, *, dead: CardSet = 0) -> NDArray[np.uint64]:
    """Count how often each strength comes up among all hands of that size without the dead cards.

    Every hand is looked up; none stands for others.

    >>> counts = class_counts(5)
    >>> int(counts.sum()), int((counts > 0).sum())
    (2598960, 7462)
    """
    if not 0 <= size <= MOST_CARDS:
        raise BadInputError(f"hands of {size} cards: 0 to {MOST_CARDS} can be counted")
    return tables_for().count_strengths(size, card_set(dead, deck=DECK))


def category_counts(size: int, *, dead: CardSet = 0) -> dict[Category, int]:
    """Count how often each category comes up among all hands of that size without the dead cards.

    >>> category_counts(5)[Category.STRAIGHT_FLUSH]
    40
    """
    by_category = np.bincount(
        values_of().category, class_counts(size, dead=dead), minlength=len(Category)
    )
    return {category: int(by_category[category]) for category in Category}


def to_pokerval(strengths: Strengths, out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
    """Return the pokerval of each strength."""
    return _look_up(values_of().pokerval, strengths, out)


def to_mask(strengths: Strengths, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
    """Return the mask64 of each strength."""
    return _look_up(values_of().mask, strengths, out)


def to_kev(strengths: Strengths, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """Return Cactus Kev's number of each strength, 0 for what fewer than five cards are worth."""
    return _look_up(values_of().kev, strengths, out)


def to_category(strengths: Strengths, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Return the category of each strength."""
    return _look_up(values_of().category, strengths, out)


def _checked_hands(hands: Any, check: bool, wild: Wild | None) -> HandArray | SetArray:
    """Return rows of ids as they are, or as sets if there may be jokers among them."""
    require_array(hands, "hands", np.uint8, 2)
    if hands.shape[1] > MOST_CARDS:
        raise CardError(f"hands of {hands.shape[1]} cards: at most {MOST_CARDS} are evaluated")
    return hands if wild is None else hands_to_sets(hands, deck=wild_cards.DECK, check=check)


Loop: TypeAlias = Callable[[Any, Strengths], int]


def _loop(hands: HandArray | SetArray, check: bool, wild: Wild | None) -> Loop:
    """Return the native loop for such hands: it gives the first bad row, or the number of rows."""
    tables = tables_for()
    if wild is not None:
        mode = wild_mode(wild)
        return lambda part, out: tables.evaluate_wild(part, mode, out)
    if hands.ndim == 2:
        return lambda part, out: tables.evaluate_ids(part, check, out)
    return tables.evaluate_sets


def _in_slices(loop: Loop, hands: HandArray | SetArray, out: Strengths, threads: int) -> int | None:
    """Run the loop over as many slices as threads; return the first bad row, if there is one."""
    bounds = np.linspace(0, len(hands), thread_count(threads) + 1, dtype=int).tolist()
    slices = list(pairwise(bounds))

    def run(part: tuple[int, int]) -> int:
        start, end = part
        return start + loop(hands[start:end], out[start:end])

    stops = thread_map(run, slices, threads=threads)
    return next((stop for (_, end), stop in zip(slices, stops, strict=True) if stop < end), None)


def _refuse_row(hands: HandArray | SetArray, row: int, deck: int) -> NoReturn:
    """Raise for a row that native code did not take; the door for one hand knows what to say."""
    cards = hands[row].tolist()
    try:
        read_hand(cards, deck)
    except CardError as error:
        raise CardError(f"row {row}: {error}") from None
    raise AssertionError(f"row {row} was refused, but there is nothing wrong with {cards!r}")


def _look_up(
    table: NDArray[Word], strengths: Strengths, out: NDArray[Word] | None
) -> NDArray[Word]:
    require_array(strengths, "strengths", np.uint16)
    if strengths.size and (greatest := int(strengths.max())) >= len(table):
        raise BadInputError(f"strength {greatest} is beyond the greatest, {len(table) - 1}")
    out = require_out(out, strengths.shape, table.dtype.type)
    np.take(table, strengths, out=out, mode="clip")  # checked above; "raise" would copy first
    return out
