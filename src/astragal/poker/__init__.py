"""Poker hands of 0 to 7 cards: one by itself, or by the million.

>>> from astragal import poker
>>> hand = poker.evaluate("7h 7d 7s 4c 4h")
>>> hand.text, hex(hand.pokerval), hex(hand.mask)
('full house, sevens over fours', '0x20077744', '0x2000100010000000')
>>> poker.evaluate("Ah Kh Qh Jh Th 2c 2d") > hand
True

For loops, `strength` gives a plain number, bigger is better; for arrays there is `evaluate_many`.

>>> from astragal.cards import full_deck, subsets
>>> fives = subsets(full_deck(52), 5)
>>> int(poker.evaluate_many(fives).max())
9841
"""

from astragal.poker import keysum
from astragal.poker.describe import describe_hand, describe_pocket
from astragal.poker.evaluator import (
    Strengths,
    category_counts,
    class_counts,
    evaluate,
    evaluate_many,
    strength,
    to_category,
    to_kev,
    to_mask,
    to_pokerval,
)
from astragal.poker.pocket import (
    PocketBits,
    PocketBitsArrays,
    nstraight_many,
    pcbits_many,
    pocket_bits,
    pocket_bits_many,
)
from astragal.poker.rules import (
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    STANDARD,
    Category,
    Rules,
    Straight,
)
from astragal.poker.tables import Values, values_of
from astragal.poker.value import HandValue
from astragal.poker.wild import Wild

__all__ = [
    "SHORT_DECK",
    "SHORT_DECK_TRIPS",
    "STANDARD",
    "Category",
    "HandValue",
    "PocketBits",
    "PocketBitsArrays",
    "Rules",
    "Straight",
    "Strengths",
    "Values",
    "Wild",
    "category_counts",
    "class_counts",
    "describe_hand",
    "describe_pocket",
    "evaluate",
    "evaluate_many",
    "keysum",
    "nstraight_many",
    "pcbits_many",
    "pocket_bits",
    "pocket_bits_many",
    "strength",
    "to_category",
    "to_kev",
    "to_mask",
    "to_pokerval",
    "values_of",
]
