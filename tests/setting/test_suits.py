"""Suit classes: the numbers, against what no permutation changes."""

from collections import Counter

import numpy as np
import pytest

from astragal import _native
from astragal.cards import card_ids, card_set, sets_to_hands
from astragal.errors import BadInputError, CardError
from astragal.setting import classes as suits

from reference import asia_suits as reference

# A hand of each shape: how often its ranks come, without the joker and with it.
SHAPES = [
    "As Ks Qs Js Ts 9s 8s", "Ac Ad Ks Qs Js Ts 9s", "Ac Ad Kc Kd Qs Js Ts", "Ac Ad Kc Kd Qc Qd Js",
    "Ac Ad Ah Ks Qs Js Ts", "Ac Ad Ah Kc Kd Qs Js", "Ac Ad Ah Kc Kd Qc Qd", "Ac Ad Ah Kc Kd Kh Qs",
    "Ac Ad Ah As Ks Qs Js", "Ac Ad Ah As Kc Kd Qs", "Ac Ad Ah As Kc Kd Kh",
    "Jk Ks Qs Js Ts 9s 8s", "Jk Ac Ad Ks Qs Js Ts", "Jk Ac Ad Kc Kd Qs Js", "Jk Ac Ad Kc Kd Qc Qd",
    "Jk Ac Ad Ah Ks Qs Js", "Jk Ac Ad Ah Kc Kd Qs", "Jk Ac Ad Ah Kc Kd Kh", "Jk Ac Ad Ah As Ks Qs",
    "Jk Ac Ad Ah As Kc Kd",
]  # fmt: skip


@pytest.mark.parametrize("example", SHAPES)
def test_hands_of_one_number_are_those_that_a_permutation_joins(example: str) -> None:
    hands = list(reference.same_ranks(tuple(card_ids(card_set(example)))))
    sets = np.array([card_set(hand) for hand in hands], np.uint64)
    numbers = suits.suit_classes_of(sets).tolist()
    found = [str(reference.alike(hand)) for hand in hands]
    by_number = dict(zip(numbers, found, strict=True))
    assert [by_number[n] for n in numbers] == found
    assert len(set(by_number.values())) == len(by_number)
    group = range(min(numbers), max(numbers) + 1)
    assert sorted(by_number) == list(group)
    assert group.start in suits.group_starts()
    assert group.stop in suits.group_starts()
    listed, weights = suits.suit_class_hands(group)
    assert suits.suit_classes_of(listed).tolist() == list(group)
    times = Counter(numbers)
    assert weights.tolist() == [times[n] for n in group]


def test_every_class_has_one_number_and_one_group_and_the_weights_are_all_hands() -> None:
    everything = range(suits.SUIT_CLASSES)
    assert len(everything) == 6_972_147
    hands, weights = suits.suit_class_hands(everything)
    np.testing.assert_array_equal(suits.suit_classes_of(hands), np.arange(len(everything)))
    assert weights.sum(dtype=np.int64) == suits.HANDS == 154_143_080
    other_hands, other_weights = _native.setting_suit_classes(7)  # in another order
    numbers = suits.suit_classes_of(other_hands)
    assert (np.bincount(numbers, minlength=len(everything)) == 1).all()
    np.testing.assert_array_equal(weights[numbers], other_weights)
    # A group has equal ranks, and no two have the same.
    starts = suits.group_starts()
    assert (starts[0], starts[-1], len(starts)) == (0, suits.SUIT_CLASSES, 67_601)
    first, last = (sets_to_hands(hands[at], 7) // 4 for at in (starts[:-1], starts[1:] - 1))
    np.testing.assert_array_equal(first, last)
    assert len(np.unique(first, axis=0)) == 67_600


def test_slices() -> None:
    assert suits.read_suit_classes(":") == range(suits.SUIT_CLASSES)
    assert suits.read_suit_classes("7:9") == range(7, 9)
    for wrong in ("7", "", "a:b", "1:2:3", "-5:7", "1e3:2000"):
        with pytest.raises(BadInputError, match=f"'{wrong}' is not a slice: write FIRST:END"):
            suits.read_suit_classes(wrong)
    cut = r"'9{50,} \.\.\. 9+:' is not a slice: write FIRST:END"
    with pytest.raises(BadInputError, match=cut) as found:
        suits.read_suit_classes("9" * 5000 + ":")
    assert len(str(found.value)) < 1000
    for wrong in ("7:7", "9:7", "0:6972148", "6972147:"):
        with pytest.raises(BadInputError, match="there are 0:6972147, and a slice ends after it"):
            suits.read_suit_classes(wrong)
    with pytest.raises(BadInputError, match="has steps of 2"):
        suits.suit_class_hands(range(0, 10, 2))
    with pytest.raises(CardError, match="2 cards in 'Kd As': 7 expected"):
        suits.suit_class_of(card_set("As Kd"))
    with pytest.raises(ValueError, match="seven cards of the deck"):
        suits.suit_classes_of(np.array([3], np.uint64))
