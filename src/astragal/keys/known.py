"""The key sets that have names, and the keys that the package uses.

`search` finds the keys again, and a test compares. They are written down because tables and
`card32` words are made of them.

Stability: the suit and face seven keys are part of the `card32` encoding.
"""

from collections.abc import Sequence
from dataclasses import replace

from astragal.cards import RANKS, SUITS
from astragal.errors import UnknownNameError
from astragal.keys.sums import Hands, Key, hands_of

SUIT_KEYS: tuple[Key, ...] = (0, 1, 29, 37)
FACE_SEVEN_KEYS: tuple[Key, ...] = (
    0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181,
)  # fmt: skip
SHORT_SEVEN_KEYS: tuple[Key, ...] = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854)
FLUSH_SEVEN_KEYS: tuple[Key, ...] = (1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328)

SUIT_LIMIT = 40
SHORT_RANKS = RANKS[RANKS.index("6") :]

# A search for flush5 without a bootstrap takes 0 to 5, and then no number works for the next face.
FLUSH5_START = (0, 1, 2, 4, 8, 16, 32)
FLUSH7_START = (1, 2, 4, 8, 16, 32, 64, 128)
FACE_START = (0, 1, 5)


def _ranks(
    name: str,
    meaning: str,
    sizes: int | Sequence[int],
    bootstrap: Sequence[Key] = FACE_START,
    *,
    copies: int = 4,
    across: bool = False,
    letters: str = RANKS,
) -> Hands:
    each = [1 if letter == "*" else copies for letter in letters]
    hands = hands_of(len(letters), each, sizes, across=across, bootstrap=bootstrap)
    return replace(hands, name=name, meaning=meaning, letters=letters)


KNOWN = {
    hands.name: hands
    for hands in (
        replace(
            hands_of(len(SUITS), 7, 7),
            limit=SUIT_LIMIT,
            name="suit",
            meaning="the suits of 7 cards",
            letters=SUITS,
        ),
        _ranks("flush5", "sets of 5 distinct ranks", 5, FLUSH5_START, copies=1),
        _ranks("face5", "the ranks of 5 cards", 5),
        _ranks("face6", "the ranks of 6 cards", 6),
        _ranks(
            "flush7",
            "sets of 5, 6 or 7 distinct ranks, across the sizes",
            (5, 6, 7),
            FLUSH7_START,
            copies=1,
            across=True,
        ),
        _ranks("face7", "the ranks of 7 cards", 7),
        _ranks(
            "short7", "the ranks of 5, 6 or 7 cards of a short deck", (5, 6, 7), (),
            letters=SHORT_RANKS,
        ),
        _ranks("joker7", "the ranks of 7 cards with a joker", 7, (), letters=RANKS + "*"),
    )
}  # fmt: skip
"""The named key sets: the hands whose sums must differ, by name."""


def read_hands(hands: Hands | str) -> Hands:
    """Return the hands themselves, or those of that name."""
    if isinstance(hands, Hands):
        return hands
    try:
        return KNOWN[hands]
    except (KeyError, TypeError):
        raise UnknownNameError(f"no key set {hands!r}; there are {', '.join(KNOWN)}") from None
