"""Additive keys: each card has a number, its key, and the sum of the keys identifies a hand.

Keys are valid if all hands that must be distinguished have different sums.

>>> from astragal import keys
>>> key_set = keys.search("face7")
>>> key_set.keys[-1], key_set.max_sum
(1479181, 7825759)
>>> keys.verify("face7", key_set.keys).valid
True
>>> print(keys.verify("suit", [0, 1, 26, 36]))
not valid: ddsssss and hhhhhhh both sum to 182
"""

from astragal.keys.known import (
    FACE_SEVEN_KEYS,
    FLUSH_SEVEN_KEYS,
    KNOWN,
    SUIT_KEYS,
)
from astragal.keys.search import DeadEndError, KeySet, search
from astragal.keys.sums import Collision, Hands, hands_of
from astragal.keys.verify import Step, Verdict, prove, verify

__all__ = [
    "FACE_SEVEN_KEYS", "FLUSH_SEVEN_KEYS", "KNOWN", "SUIT_KEYS", "Collision", "DeadEndError",
    "Hands", "KeySet", "Step", "Verdict", "hands_of", "prove", "search", "verify",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
