import numpy as np
import pytest

from astragal import poker
from astragal.poker.encodings.legacy import count_wrong_pairs, pack_legacy_masks
from astragal.poker.hand_value import strength_facts
from astragal.poker.layouts import MASK64
from astragal.poker.tables import values_of


@pytest.mark.parametrize(
    ("cards", "mask"),
    [
        ("7h 7d 7s 4c 4h", 0x2000100010000000),
        ("4h 4d 4s 7c 7h", 0x2000020080000000),
        ("", 0),
    ],
)
def test_words_of_the_definition(cards: str, mask: int) -> None:
    assert poker.evaluate(cards).mask == mask


def test_a_mask_decodes_to_the_ranks_it_is_made_of() -> None:
    fields = MASK64.unpack(poker.evaluate("Kh Kd 7s 7c Ah").mask)
    assert fields == {"type": 2, "made": 1 << 11 | 1 << 5, "second": 0, "kickers": 1 << 12}
    wheel = MASK64.unpack(poker.evaluate("Ah 2d 3s 4c 5h").mask)
    assert wheel == {"type": 8, "made": 1 << 3, "second": 0, "kickers": 0}


def test_every_mask_is_a_word_of_the_layout_and_none_comes_twice() -> None:
    masks = values_of().mask
    assert len(np.unique(masks)) == 9855
    for mask in masks.tolist():
        MASK64.check_word(mask)


def test_the_word_before_the_correction_has_wrong_pairs() -> None:
    values = values_of()
    words = pack_legacy_masks(values)[values.kev > 0]
    assert len(np.unique(words)) == 7196
    assert count_wrong_pairs(words) == (276, 337_714)


def test_the_corrected_word_has_none() -> None:
    values = values_of()
    assert count_wrong_pairs(values.mask[values.kev > 0]) == (0, 0)


def test_the_comparison_has_examples_that_the_broken_word_gets_wrong() -> None:
    found = poker.compare_masks()
    assert (found.pairs, found.tied, found.inverted) == (27_836_991, 276, 337_714)
    assert len(found.examples) == 12
    values = values_of()
    texts = [strength_facts(strength).text for strength in range(len(values))]
    broken = pack_legacy_masks(values)
    for better, worse in found.examples:
        above, below = texts.index(better), texts.index(worse)
        assert values.mask[above] > values.mask[below]
        assert broken[above] <= broken[below]
