"""The named key sets, and the keys of the package.

The keys are constants because tables and `card32` words are built from them. A test compares them
with the results of `search`.

Stability: the suit and face seven keys are part of the `card32` encoding.
"""

from __future__ import annotations

from astragal._checks import require_name
from astragal.cards import RANKS, SUITS
from astragal.keys.sums import Hands, Key

SUIT_KEYS: tuple[Key, ...] = (0, 1, 29, 37)
"""The key set `suit`: sums identify the suits of seven cards."""
FACE_SEVEN_KEYS: tuple[Key, ...] = (
    0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181,
)  # fmt: skip
"""The key set `face7`: keys of the ranks, whose sums identify the ranks of seven cards."""
SHORT_SEVEN_KEYS: tuple[Key, ...] = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854)
"""The key set `short7`: keys of the nine ranks of short deck."""
FLUSH_SEVEN_KEYS: tuple[Key, ...] = (1, 2, 4, 8, 16, 32, 64, 128, 240, 464, 896, 1728, 3328)
"""The key set `flush7`: sums identify sets of five to seven distinct ranks."""

# Without a bootstrap, the search for flush5 takes the keys 0 to 5 and then finds no key for the
# next face.
FLUSH5_START = (0, 1, 2, 4, 8, 16, 32)
FLUSH7_START = (1, 2, 4, 8, 16, 32, 64, 128)
FACE_START = (0, 1, 5)

SHORT_RANKS = RANKS[RANKS.index("6") :]


def _ranks(
    name: str, meaning: str, start: tuple[Key, ...], sizes: tuple[int, ...], copies: int = 4
) -> Hands:
    across = len(sizes) > 1
    return Hands((copies,) * 13, sizes, across, start, None, name, meaning, RANKS)


KNOWN = {
    hands.name: hands
    for hands in (
        Hands((7,) * 4, (7,), False, (), 40, "suit", "the suits of 7 cards", SUITS),
        _ranks("flush5", "sets of 5 distinct ranks", FLUSH5_START, (5,), 1),
        _ranks("face5", "the ranks of 5 cards", FACE_START, (5,)),
        _ranks("face6", "the ranks of 6 cards", FACE_START, (6,)),
        _ranks(
            "flush7", "sets of 5, 6 or 7 distinct ranks, across the sizes",
            FLUSH7_START, (5, 6, 7), 1,
        ),
        _ranks("face7", "the ranks of 7 cards", FACE_START, (7,)),
        Hands(
            (4,) * 9, (5, 6, 7), name="short7",
            meaning="the ranks of 5, 6 or 7 cards of a short deck", letters=SHORT_RANKS,
        ),
        Hands(
            (4,) * 13 + (1,), (7,), name="joker7",
            meaning="the ranks of 7 cards with a joker", letters=RANKS + "*",
        ),
    )
}  # fmt: skip
"""The named key sets: the hands whose sums must differ, by name."""


def read_hands(hands: Hands | str) -> Hands:
    """Return the hands of a named key set; a `Hands` is returned itself."""
    if isinstance(hands, Hands):
        return hands
    return KNOWN[require_name(hands, KNOWN, "key set")]
