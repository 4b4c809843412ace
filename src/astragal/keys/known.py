"""The key sets that have names: what each is for, and the keys themselves.

`search` finds every one of them anew; a test compares. They stand here because tables and `card32`
words are made of them.

Stability: the suit and face seven keys are part of the `card32` encoding.
"""

from dataclasses import dataclass

from astragal.errors import UnknownNameError
from astragal.keys.sums import Hands, Key, hands_of

SUIT_KEYS: tuple[Key, ...] = (0, 1, 29, 37)
FACE_SEVEN_KEYS: tuple[Key, ...] = (
    0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181,
)  # fmt: skip
SHORT_SEVEN_KEYS: tuple[Key, ...] = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854)
FLUSH_SEVEN_KEYS: tuple[Key, ...] = (1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328)


@dataclass(frozen=True, slots=True)
class KnownSet:
    """A named set of face keys: the hands it tells apart, and where its search starts.

    The bootstrap matters for faces that come once: an unseeded search for flush five takes 0 to 5
    and then no number will do for the seventh face.
    """

    name: str
    meaning: str
    hands: Hands
    bootstrap: tuple[Key, ...] = ()


KNOWN = {
    known.name: known
    for known in (
        KnownSet("flush5", "sets of 5 distinct ranks", hands_of(13, 1, 5), (0, 1, 2, 4, 8, 16, 32)),
        KnownSet("face5", "the ranks of 5 cards", hands_of(13, 4, 5), (0, 1, 5)),
        KnownSet("face6", "the ranks of 6 cards", hands_of(13, 4, 6), (0, 1, 5)),
        KnownSet(
            "flush7",
            "sets of 5, 6 or 7 distinct ranks, across the sizes",
            hands_of(13, 1, (5, 6, 7), across=True),
            (1, 2, 4, 8, 16, 32, 64, 128),
        ),
        KnownSet("face7", "the ranks of 7 cards", hands_of(13, 4, 7), (0, 1, 5)),
        KnownSet(
            "short7", "the ranks of 5, 6 or 7 cards of a short deck", hands_of(9, 4, (5, 6, 7))
        ),
        KnownSet("joker7", "the ranks of 7 cards with a joker", hands_of(14, (4,) * 13 + (1,), 7)),
    )
}


def find_known(name: str) -> KnownSet:
    """Return the set of that name."""
    try:
        return KNOWN[name]
    except KeyError:
        known = ", ".join(KNOWN)
        raise UnknownNameError(f"no face keys {name!r}; there are {known}") from None
