"""Poker hands of 0 to 7 cards: one at a time, or millions in an array.

>>> from astragal import poker
>>> hand = poker.evaluate("7h 7d 7s 4c 4h")
>>> hand.text, hex(hand.pokerval), hex(hand.mask)
('full house, sevens over fours', '0x20077744', '0x2000100010000000')
>>> poker.evaluate("Ah Kh Qh Jh Th 2c 2d") > hand
True
>>> poker.evaluate_many(["7h 7d 7s 4c 4h", "As Ks Qs Js Ts"])
array([9569, 9841], dtype=uint16)

In a loop over single hands, `strength` returns a plain number; bigger is better. Arrays of ids or
of card sets are the fast input of `evaluate_many`:

>>> from astragal.cards import full_deck, subsets
>>> fives = subsets(full_deck(), 5)
>>> int(poker.evaluate_many(fives).max())
9841
"""

from astragal.poker.encodings.legacy import compare_masks
from astragal.poker.encodings.symbols import SymbolArrays, Symbols, symbols, symbols_many
from astragal.poker.evaluate import evaluate
from astragal.poker.hand_value import HandValue
from astragal.poker.index import (
    hand_index,
    hand_index_many,
    hand_index_size,
    hand_unindex,
    hand_unindex_many,
)
from astragal.poker.low import LowValue, evaluate_low, evaluate_low_many, to_lowval
from astragal.poker.made_hands import MadeHand, made_hand, made_hand_many
from astragal.poker.rules import (
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    STANDARD,
    Category,
    Rules,
    Straight,
)
from astragal.poker.showdown import PokerShowdown, showdown
from astragal.poker.strengths import (
    category_counts,
    class_counts,
    evaluate_many,
    strength,
    to_category,
    to_kev,
    to_mask,
    to_pokerval,
)
from astragal.poker.variants import (
    HOLDEM,
    STUD_VARIANTS,
    VARIANTS,
    Variant,
    find_variant,
)

__all__ = [
    "HOLDEM",
    "SHORT_DECK",
    "SHORT_DECK_TRIPS",
    "STANDARD",
    "STUD_VARIANTS",
    "VARIANTS",
    "Category",
    "HandValue",
    "LowValue",
    "MadeHand",
    "PokerShowdown",
    "Rules",
    "Straight",
    "SymbolArrays",
    "Symbols",
    "Variant",
    "category_counts",
    "class_counts",
    "compare_masks",
    "evaluate",
    "evaluate_low",
    "evaluate_low_many",
    "evaluate_many",
    "find_variant",
    "hand_index",
    "hand_index_many",
    "hand_index_size",
    "hand_unindex",
    "hand_unindex_many",
    "made_hand",
    "made_hand_many",
    "showdown",
    "strength",
    "symbols",
    "symbols_many",
    "to_category",
    "to_kev",
    "to_lowval",
    "to_mask",
    "to_pokerval",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
