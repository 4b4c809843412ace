"""`bitval-legacy`, the word that mask64 corrects, and how many hands it gets wrong.

Made ranks and kickers share bits, and a low made rank lies below a high kicker. So some different
hands have the same word, and many compare the wrong way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._results import Result
from astragal.poker.encodings.mask64 import rank_sets
from astragal.poker.hand_value import value_text
from astragal.poker.layouts import BITVAL_LEGACY, DEUCE
from astragal.poker.rules import Category
from astragal.poker.tables import Values, values_of

EXAMPLES = 12


def pack_legacy_masks(values: Values) -> NDArray[np.uint64]:
    """Return the words of `bitval-legacy` of each strength, which are for five cards.

    A straight is the kicker bit of its top card. The trips and the pair of a full house both set
    made bits. Four aces also set the low ace.
    """
    straights = np.isin(values.category, (Category.STRAIGHT, Category.STRAIGHT_FLUSH))
    made, second = rank_sets(values, "made"), rank_sets(values, "second")
    kickers = rank_sets(values, "kickers")
    four_aces = (values.category == Category.FOUR_OF_A_KIND) & (values.ranks[0] == DEUCE + 12)
    words: NDArray[np.uint64] = BITVAL_LEGACY.pack_many(  # type: ignore[assignment]
        type=values.type,
        made=_bits(np.where(straights, 0, made | second)),
        kicker=_bits(np.where(straights, made, kickers)),
        low_ace=four_aces.astype(np.uint8),
    )
    return words


class MaskComparisonJson(TypedDict):
    """How `bitval-legacy` orders the values of five cards."""

    pairs: int
    """The pairs of different values."""
    tied: int
    """Pairs with equal words."""
    inverted: int
    """Pairs in which the worse hand has the greater word."""
    examples: list[list[str]]
    """Some of these hands: the better one, then the worse one."""


@dataclass(frozen=True, slots=True)
class MaskComparison(Result):
    """How `bitval-legacy` orders the values of five cards; `mask64` has each pair right."""

    pairs: int
    """The pairs of different values."""
    tied: int
    """Pairs with equal words."""
    inverted: int
    """Pairs in which the worse hand has the greater word."""
    examples: tuple[tuple[str, str], ...]
    """Some of these hands: the better one, then the worse one."""

    def __str__(self) -> str:
        return (
            f"bitval-legacy: of {self.pairs:,} pairs of hands {self.inverted:,} are inverted and "
            f"{self.tied} tied"
        )

    def to_dict(self) -> MaskComparisonJson:
        """Return the counts and the examples."""
        return {
            "pairs": self.pairs,
            "tied": self.tied,
            "inverted": self.inverted,
            "examples": [list(pair) for pair in self.examples],
        }


def compare_masks() -> MaskComparison:
    """Compare the order of `bitval-legacy` with the true order, over all values of five cards.

    >>> print(compare_masks())
    bitval-legacy: of 27,836,991 pairs of hands 337,714 are inverted and 276 tied
    """
    values = values_of()
    five_cards = np.flatnonzero(values.kev)
    words = pack_legacy_masks(values)[five_cards]
    tied, inverted = count_wrong_pairs(words)

    def text(place: int) -> str:
        strength = five_cards[place]
        ranks = values.ranks[:, strength].tolist()
        return value_text(Category(int(values.category[strength])), ranks)

    wrong = np.flatnonzero(words[:-1] >= words[1:])  # not below the next better hand
    places = wrong[np.linspace(0, len(wrong) - 1, EXAMPLES).astype(np.intp)].tolist()
    examples = tuple((text(place + 1), text(place)) for place in places)
    return MaskComparison(comb(len(words), 2), tied, inverted, examples)


def count_wrong_pairs(words: NDArray[np.uint64]) -> tuple[int, int]:
    """Count the pairs that are equal, and those in the wrong order; the worst hand comes first.

    >>> count_wrong_pairs(np.array([1, 3, 3, 2], np.uint64))
    (1, 2)
    """
    tied = inverted = 0
    for place, word in enumerate(words):
        better = words[place + 1 :]
        tied += int(np.count_nonzero(better == word))
        inverted += int(np.count_nonzero(better < word))
    return tied, inverted


def _bits(sets: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return a row for each rank: 1 for each set that contains it."""
    return np.array([sets >> rank & 1 for rank in range(13)], np.uint8)
