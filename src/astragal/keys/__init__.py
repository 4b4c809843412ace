"""Additive keys: a card is a number, and a hand is the sum of the numbers of its cards.

The keys are chosen so that all hands that must be distinguished have different sums: one look-up of
the sum identifies the hand.

>>> from astragal import keys
>>> found = keys.search("face7")
>>> found.keys[-1], found.max_sum
(1479181, 7825759)
>>> keys.verify("face7", found.keys).valid
True
>>> print(keys.verify("suit", [0, 1, 26, 36]))
not valid: ddsssss and hhhhhhh both sum to 182
"""

from astragal.keys.known import (
    FACE_SEVEN_KEYS,
    FLUSH_SEVEN_KEYS,
    KNOWN,
    SHORT_SEVEN_KEYS,
    SUIT_KEYS,
)
from astragal.keys.search import DeadEndError, KeySet, search
from astragal.keys.suits import CONDITIONS
from astragal.keys.sums import Collision, Face, Hand, Hands, Key, hands_of
from astragal.keys.verify import Step, Verdict, prove, verify

__all__ = [
    "CONDITIONS", "FACE_SEVEN_KEYS", "FLUSH_SEVEN_KEYS", "KNOWN", "SHORT_SEVEN_KEYS",
    "SUIT_KEYS", "Collision", "DeadEndError", "Face", "Hand", "Hands", "Key", "KeySet", "Step",
    "Verdict", "hands_of", "prove", "search", "verify",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
