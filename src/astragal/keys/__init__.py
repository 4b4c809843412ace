"""Additive keys: a card is a number, a hand is the sum of its cards' numbers.

The numbers are chosen so that every hand that must be told apart has its own sum, and one look-up
finishes.

>>> from astragal import keys
>>> found = keys.search(keys.hands_of(faces=13, copies=4, sizes=5))
>>> found.keys[-1], found.max_sum
(79415, 360918)
>>> keys.verify(found.keys, found.hands).hands
6175
>>> keys.verify_suits([0, 1, 26, 36]).valid
False
"""

from astragal.keys.known import (
    FACE_SEVEN_KEYS,
    FLUSH_SEVEN_KEYS,
    KNOWN,
    SHORT_SEVEN_KEYS,
    SUIT_KEYS,
    KnownSet,
    find_known,
)
from astragal.keys.search import DeadEndError, KeySet, Step, prove, search
from astragal.keys.suits import CONDITIONS, SuitSolutions, search_suits, verify_suits
from astragal.keys.sums import Collision, Face, Hand, Hands, Key, hands_of
from astragal.keys.verify import Verdict, verify

__all__ = [
    "CONDITIONS",
    "FACE_SEVEN_KEYS",
    "FLUSH_SEVEN_KEYS",
    "KNOWN",
    "SHORT_SEVEN_KEYS",
    "SUIT_KEYS",
    "Collision",
    "DeadEndError",
    "Face",
    "Hand",
    "Hands",
    "Key",
    "KeySet",
    "KnownSet",
    "Step",
    "SuitSolutions",
    "Verdict",
    "find_known",
    "hands_of",
    "prove",
    "search",
    "search_suits",
    "verify",
    "verify_suits",
]
