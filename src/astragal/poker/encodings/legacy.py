"""`bitval-legacy`, the word that mask64 corrects, and how many hands it gets wrong.

Made ranks and kickers share bits, and a low made rank lies below a high kicker. So some different
hands have the same word, and many compare the wrong way round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.poker.encodings.mask64 import rank_sets
from astragal.poker.hand_value import value_text
from astragal.poker.layouts import BITVAL_LEGACY, DEUCE, MASK64
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


class OrderDefectsJson(TypedDict):
    """How many pairs of words are in the wrong order."""

    distinct: int
    """Different words."""
    pairs: int
    """Pairs of hands of different values."""
    tied: int
    """Pairs with equal words."""
    inverted: int
    """Pairs in which the worse hand has the greater word."""


class OrderDefects(NamedTuple):
    """How many pairs of words are in the wrong order."""

    distinct: int
    pairs: int
    tied: int
    inverted: int

    def to_dict(self) -> OrderDefectsJson:
        """Return one side of a comparison."""
        return {
            "distinct": self.distinct,
            "pairs": self.pairs,
            "tied": self.tied,
            "inverted": self.inverted,
        }


def order_defects(words: NDArray[np.uint64]) -> OrderDefects:
    """Compare all pairs of words, given from the worst hand to the best.

    >>> order_defects(np.array([1, 3, 3, 2], np.uint64))
    OrderDefects(distinct=3, pairs=6, tied=1, inverted=2)
    """
    tied = inverted = 0
    for place, word in enumerate(words):
        better = words[place + 1 :]
        tied += int(np.count_nonzero(better == word))
        inverted += int(np.count_nonzero(better < word))
    count = len(words)
    return OrderDefects(len(np.unique(words)), count * (count - 1) // 2, tied, inverted)


class MaskedHandJson(TypedDict):
    """A value of five cards in both layouts."""

    text: str
    mask: str
    """The word mask64."""
    broken: str
    """The word bitval-legacy."""


class MaskedHand(NamedTuple):
    """A value of five cards in both layouts."""

    text: str
    mask: int
    broken: int

    def to_dict(self) -> MaskedHandJson:
        """Return one hand of an example."""
        return {
            "text": self.text,
            "mask": MASK64.hex(self.mask),
            "broken": BITVAL_LEGACY.hex(self.broken),
        }


class MaskExampleJson(TypedDict):
    """A pair of hands that bitval-legacy puts into the wrong order."""

    better: MaskedHandJson
    worse: MaskedHandJson


class MaskExample(NamedTuple):
    """A pair of hands that `bitval-legacy` puts into the wrong order."""

    better: MaskedHand
    worse: MaskedHand

    def to_dict(self) -> MaskExampleJson:
        """Return one of the `examples` of a comparison."""
        return {"better": self.better.to_dict(), "worse": self.worse.to_dict()}


class MaskComparisonJson(TypedDict):
    """The order of all five-card values by bitval-legacy and by mask64."""

    values: int
    """The number of values of five cards."""
    broken: OrderDefectsJson
    """The order by bitval-legacy."""
    corrected: OrderDefectsJson
    """The order by mask64."""
    examples: list[MaskExampleJson]


@dataclass(frozen=True, slots=True, repr=False)
class MaskComparison(TableResult):
    """The order of all five-card values by `bitval-legacy` and by mask64."""

    values: int
    broken: OrderDefects
    corrected: OrderDefects
    examples: tuple[MaskExample, ...]
    """Pairs of hands that `bitval-legacy` puts into the wrong order."""

    def __repr__(self) -> str:
        return f"<MaskComparison of {self.values:,} values: {self.broken}, {self.corrected}>"

    def to_dict(self) -> MaskComparisonJson:
        """Return the answer of `/api/layout/masks`."""
        return {
            "values": self.values,
            "broken": self.broken.to_dict(),
            "corrected": self.corrected.to_dict(),
            "examples": [example.to_dict() for example in self.examples],
        }

    def _columns(self) -> Mapping[str, Sequence[object]]:
        both = self.broken, self.corrected
        return {
            "layout": [BITVAL_LEGACY.name, MASK64.name],
            "distinct": [defects.distinct for defects in both],
            "pairs": [defects.pairs for defects in both],
            "tied": [defects.tied for defects in both],
            "inverted": [defects.inverted for defects in both],
        }

    def _table(self) -> TextTable:
        columns = self._columns()
        return TextTable([*columns], zip(*columns.values(), strict=True))


def compare_masks() -> MaskComparison:
    """Compare mask64 with `bitval-legacy` over all 7,462 values of five cards.

    >>> print(compare_masks())
    layout         distinct     pairs  tied  inverted
    ─────────────────────────────────────────────────
    bitval-legacy      7196  27836991   276    337714
    mask64             7462  27836991     0         0
    """
    values = values_of()
    five_cards = np.flatnonzero(values.kev)
    category, ranks = values.category[five_cards], values.ranks[:, five_cards]
    broken, corrected = pack_legacy_masks(values)[five_cards], values.mask[five_cards]
    wrong = np.flatnonzero(broken[:-1] >= broken[1:])  # not below the next better hand
    places = wrong[np.linspace(0, len(wrong) - 1, EXAMPLES).astype(np.intp)]

    def masked_hand(place: int) -> MaskedHand:
        text = value_text(Category(int(category[place])), ranks[:, place].tolist())
        return MaskedHand(text, int(corrected[place]), int(broken[place]))

    return MaskComparison(
        len(five_cards),
        order_defects(broken),
        order_defects(corrected),
        tuple(MaskExample(masked_hand(at + 1), masked_hand(at)) for at in places.tolist()),
    )


def _bits(sets: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return a row for each rank: 1 for each set that contains it."""
    return np.array([sets >> rank & 1 for rank in range(13)], np.uint8)
