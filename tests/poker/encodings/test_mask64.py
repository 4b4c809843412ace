import numpy as np
import pytest

from astragal import poker
from astragal.poker.encodings.legacy import order_defects, pack_legacy_masks
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


def test_the_defects_of_the_word_before_the_correction() -> None:
    values = values_of()
    defects = order_defects(pack_legacy_masks(values)[values.kev > 0])
    assert defects == (7196, 27_836_991, 276, 337_714)


def test_the_corrected_word_has_none() -> None:
    values = values_of()
    assert order_defects(values.mask[values.kev > 0]) == (7462, 27_836_991, 0, 0)


def test_the_comparison_has_examples_that_the_broken_word_gets_wrong() -> None:
    found = poker.compare_masks()
    assert (found.values, found.broken.tied, found.corrected.inverted) == (7462, 276, 0)
    assert len(found.examples) == 12
    for example in found.to_dict()["examples"]:
        better, worse = example["better"], example["worse"]
        assert int(better["mask"], 16) > int(worse["mask"], 16)
        assert int(better["broken"], 16) <= int(worse["broken"], 16)
        assert set(better) == set(worse) == {"text", "mask", "broken"}
    assert "bitval-legacy" in found._repr_html_()
