"""Classes of hands, and sets up to a permutation of the suits."""

import random
from itertools import permutations
from math import comb

import numpy as np
import pytest

from astragal import _native
from astragal.cards import CardSet, card_ids, card_set
from astragal.setting.classes import (
    CLASSES,
    class_cards,
    class_counts,
    class_of,
    class_order,
    example_hand,
)


def seen_by_the_rules(hand: CardSet) -> tuple[object, ...]:
    """What a class stands for, from its definition."""
    cards = [card for card in card_ids(hand) if card != 52]
    needed = 3 if hand >> 52 & 1 else 4
    suits = [tuple(card // 4 for card in cards if card % 4 == suit) for suit in range(4)]
    longs = sorted(suit for suit in suits if len(suit) >= needed)
    return tuple(card // 4 for card in cards), tuple(longs)


def test_hands_share_a_class_just_when_rules_see_the_same() -> None:
    deck = random.Random(7)
    by_sight: dict[tuple[object, ...], int] = {}
    for _ in range(20_000):
        hand = card_set(deck.sample(range(53), 7))
        assert by_sight.setdefault(seen_by_the_rules(hand), class_of(hand)) == class_of(hand)
    assert len(set(by_sight.values())) == len(by_sight)
    for hand in (card_set([*range(0, 24, 4), 52]), card_set([0, 4, 8, 1, 5, 9, 52])):
        orders = permutations(range(4))
        moved = {
            class_of(card_set(c if c == 52 else c // 4 * 4 + order[c % 4] for c in card_ids(hand)))
            for order in orders
        }
        assert len(moved) == 1


def test_every_class_has_a_hand() -> None:
    numbers = [*range(0, CLASSES, 4999), CLASSES - 1]
    assert [class_of(example_hand(number)) for number in numbers] == numbers
    assert class_counts().min() > 0


def test_the_order_of_a_hand_is_that_of_its_class() -> None:
    ranks, suits = class_cards()
    deck = random.Random(8)
    for _ in range(3000):
        cards = (
            deck.sample(range(53), 7) if deck.random() < 0.5 else [52, *deck.sample(range(52), 6)]
        )
        hand = card_set(cards)
        order, number = class_order(hand), class_of(hand)
        assert sorted(order) == card_ids(hand)
        assert [card // 4 for card in order] == ranks[number].tolist()
        for bit in (1, 2):
            mine = [c for c, s in zip(order, suits[number], strict=True) if s & bit and c != 52]
            assert len({card % 4 for card in mine}) <= 1


def test_the_classes_are_counted_over_the_full_deck() -> None:
    numbers = np.arange(CLASSES, dtype=np.uint32)
    counts = _native.setting_count(
        _native.SettingWay(numbers, numbers, np.zeros(CLASSES, np.uint8)), (1 << 53) - 1, 0
    )
    assert counts.sum(dtype=np.uint64) == comb(53, 7) == 154_143_080


@pytest.mark.parametrize(
    ("size", "kinds"),
    [(0, 1), (1, 14), (2, 182), (3, 1_924), (4, 18_187), (5, 150_891), (6, 1_097_447),
     (7, 6_972_147)],
)  # fmt: skip
def test_sets_up_to_suits(size: int, kinds: int) -> None:
    sets, weights = _native.setting_suit_classes(size)
    assert len(sets) == kinds
    assert weights.sum(dtype=np.uint64) == comb(53, size)
    assert len(np.unique(sets[:20_000])) == min(kinds, 20_000)
