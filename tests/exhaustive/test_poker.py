"""All 157,036,244 hands of 0 to 7 cards, and all 154,143,080 of seven with a joker."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import pytest
from exhaustive.conftest import best_of_fives
from numpy.typing import NDArray

from astragal import poker
from astragal.cards import full_deck, sets_to_hands, subsets
from astragal.poker import Category
from astragal.poker.encodings.key_sums import evaluate_by_sums
from astragal.poker.layouts import MASK64, POKERVAL
from astragal.poker.rules import ACE_TO_FIVE
from astragal.poker.tables import tables_for, values_of

from reference import poker_low

CHUNK = 1 << 20
SEVENS = 133_784_560


def chunks(size: int, deck: int = 52) -> Iterator[NDArray[np.uint64]]:
    total = comb(deck, size)
    for start in range(0, total, CHUNK):
        yield subsets(full_deck(deck), size, start=start, count=min(CHUNK, total - start))


@pytest.mark.parametrize("size", [6, 7])
def test_every_hand_is_worth_its_best_five(size: int, five_card_values: NDArray[np.uint32]) -> None:
    total = 0
    for sets in chunks(size):
        hands = sets_to_hands(sets, size)
        expected = best_of_fives(hands, five_card_values)
        found = poker.to_pokerval(poker.evaluate_many(sets))
        wrong = np.flatnonzero(found != expected)
        assert wrong.size == 0, hands[wrong[0]]
        total += len(sets)
    assert total == comb(52, size)


def test_every_path_agrees_on_every_seven() -> None:
    tables = tables_for()
    total = 0
    seen = np.zeros(len(values_of()), bool)
    for sets in chunks(7):
        expected = poker.evaluate_many(sets)
        seen[expected] = True
        hands = sets_to_hands(sets, 7)
        assert np.array_equal(evaluate_by_sums(hands), expected)
        out = np.empty_like(expected)
        tables.evaluate_sets(sets, out, True)
        assert np.array_equal(out, expected)
        for portable in (False, True):
            tables.evaluate_ids(hands, out, True, portable)
            assert np.array_equal(out, expected)
        total += len(sets)
    assert total == SEVENS
    assert np.count_nonzero(seen) == 4824


def test_sevens_are_counted() -> None:
    counts = poker.category_counts(7)
    assert list(counts.values()) == [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
        41_584, 0,
    ]  # fmt: skip
    assert np.count_nonzero(poker.class_counts(7)) == 4824
    by_hand = np.zeros(len(values_of()), np.int64)
    for sets in chunks(7):
        by_hand += np.bincount(poker.evaluate_many(sets), minlength=len(by_hand))
    assert np.array_equal(poker.class_counts(7), by_hand)


def test_all_hands_of_all_sizes_reach_all_values_but_five_of_a_kind() -> None:
    total = 0
    seen = np.zeros(len(values_of()), bool)
    for size in range(8):
        counts = poker.class_counts(size)
        seen |= counts > 0
        total += int(counts.sum())
    assert total == 157_036_244
    assert np.array_equal(np.flatnonzero(~seen), np.arange(9842, 9855))


def test_every_value_decodes_back() -> None:
    values = values_of()
    for strength in range(len(values)):
        fields = POKERVAL.unpack(int(values.pokerval[strength]))
        assert POKERVAL.pack(**fields) == values.pokerval[strength]
        assert fields["rank"] == tuple(values.ranks[:, strength].tolist())
        mask = MASK64.unpack(int(values.mask[strength]))
        assert MASK64.pack(**mask) == values.mask[strength]
        assert mask["type"] == fields["type"]


def test_sevens_with_the_bug_are_counted_as_alspach_counts_them() -> None:
    joker = np.uint64(1 << 52)
    counts = np.array(list(poker.category_counts(7).values()))
    for sets in chunks(6):
        strengths = poker.evaluate_many(sets | joker, wild="bug", threads=2)
        counts += np.bincount(poker.to_category(strengths), minlength=len(Category))
    assert dict(zip(Category, counts.tolist(), strict=True)) == {
        Category.FIVE_OF_A_KIND: 1_128,
        Category.STRAIGHT_FLUSH: 210_964,
        Category.FOUR_OF_A_KIND: 307_472,
        Category.FULL_HOUSE: 4_188_528,
        Category.FLUSH: 6_172_088,
        Category.STRAIGHT: 11_236_028,
        Category.THREE_OF_A_KIND: 7_470_676,
        Category.TWO_PAIR: 35_553_816,
        Category.PAIR: 64_221_960,
        Category.HIGH_CARD: 24_780_420,
    }
    assert counts.sum() == 154_143_080


def test_the_lows_of_all_sevens_are_those_of_their_ranks() -> None:
    counts = np.empty(len(values_of(ACE_TO_FIVE)), np.uint64)
    tables_for(ACE_TO_FIVE).count_strengths(7, 0, counts)
    assert counts.sum() == SEVENS
    expected = np.zeros_like(counts)
    for ranks in combinations_with_replacement(range(13), 7):
        alike = [ranks.count(rank) for rank in dict.fromkeys(ranks)]
        if max(alike) > 4:
            continue
        hand = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        value = poker.evaluate_low(hand, "ace-to-five")
        assert value is not None
        assert poker_low.value(value.best, "ace-to-five") == poker_low.value(hand, "ace-to-five")
        expected[value.strength] += prod(comb(4, number) for number in alike)
    assert np.array_equal(counts, expected)


def test_every_number_of_the_turn_makes_the_round_trip() -> None:
    size = poker.hand_index_size("turn")
    for start in range(0, size, CHUNK):
        numbers = np.arange(start, min(start + CHUNK, size), dtype=np.uint64)
        hands = poker.hand_unindex_many("turn", numbers)
        assert np.array_equal(poker.hand_index_many(hands), numbers), start
