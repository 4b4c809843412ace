"""All subsets of a size, their order and their numbers."""

from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import _native
from astragal.cards import full_deck, subset_count, subset_rank, subset_unrank, subsets
from astragal.errors import BadInputError, CardError

small_sets = st.sets(st.integers(0, 53), max_size=12)
sizes = st.integers(0, 13)


def word(cards: set[int] | tuple[int, ...]) -> int:
    return sum(2**card for card in cards)


def expected_subsets(cards: set[int], size: int) -> list[int]:
    return sorted(word(chosen) for chosen in combinations(cards, size))


@given(small_sets, sizes)
def test_subsets_are_all_combinations_ascending(cards: set[int], size: int) -> None:
    found = subsets(word(cards), size)
    assert found.dtype == np.uint64
    assert found.tolist() == expected_subsets(cards, size)
    assert subset_count(word(cards), size) == len(found)


@given(small_sets, sizes, st.data())
def test_any_chunk_is_that_slice_of_all(cards: set[int], size: int, data: st.DataObject) -> None:
    everything = expected_subsets(cards, size)
    start = data.draw(st.integers(0, len(everything)))
    count = data.draw(st.integers(0, len(everything) - start))
    chunk = subsets(word(cards), size, start=start, count=count)
    assert chunk.tolist() == everything[start : start + count]
    assert subsets(word(cards), size, start=start).tolist() == everything[start:]


@given(small_sets, sizes)
def test_rank_and_unrank_are_inverse(cards: set[int], size: int) -> None:
    for rank, subset in enumerate(expected_subsets(cards, size)):
        assert subset_rank(subset, word(cards)) == rank
        assert subset_unrank(rank, word(cards), size) == subset


@given(st.sets(st.integers(0, 53)), st.data())
def test_chunks_of_large_sets_start_where_rank_says(cards: set[int], data: st.DataObject) -> None:
    size = data.draw(st.integers(0, len(cards)))
    total = comb(len(cards), size)
    start = data.draw(st.integers(0, total - 1))
    chunk = subsets(word(cards), size, start=start, count=min(1000, total - start)).tolist()
    assert all(subset.bit_count() == size and not subset & ~word(cards) for subset in chunk)
    assert subset_rank(chunk[0], word(cards)) == start
    assert subset_rank(chunk[-1], word(cards)) == start + len(chunk) - 1
    assert all(a < b for a, b in pairwise(chunk))


def test_all_fives_of_a_deck() -> None:
    fives = subsets(full_deck(52), 5)
    # There are no more sets of five from 52 cards, so these are all of them.
    assert len(fives) == 2_598_960
    assert np.all(fives[:-1] < fives[1:])
    assert np.all(np.bitwise_count(fives) == 5)
    assert fives[0] == 0b11111
    assert fives[-1] == 0b11111 << 47


def test_odd_chunks_put_together_make_the_whole() -> None:
    whole = subsets(full_deck(53), 4)
    out = np.zeros_like(whole)
    for start in range(0, len(whole), 9_973):
        count = min(9_973, len(whole) - start)
        subsets(full_deck(53), 4, start=start, count=count, out=out[start : start + count])
    np.testing.assert_array_equal(out, whole)


def test_the_middle_of_an_enumeration_too_long_to_finish() -> None:
    cards, size = full_deck(54), 27
    start = comb(54, 27) // 2
    chunk = subsets(cards, size, start=start, count=3).tolist()
    assert chunk == [subset_unrank(start + i, cards, size) for i in range(3)]
    assert subsets(cards, size, start=comb(54, 27) - 1).tolist() == [2**54 - 2**27]


@pytest.mark.parametrize(("cards", "size", "expected"), [(0, 0, [0]), (0, 1, []), (7, 0, [0])])
def test_the_empty_set_is_a_subset(cards: int, size: int, expected: list[int]) -> None:
    assert subsets(cards, size).tolist() == expected


def test_text_and_ids_in_any_order_are_the_same_set() -> None:
    everything = expected_subsets({51, 47, 43}, 2)
    assert subsets("AsKsQs", 2).tolist() == everything
    assert subsets(iter([51, 43, 47]), 2).tolist() == everything
    assert [subset_unrank(rank, "AsKsQs", 2) for rank in range(3)] == everything
    assert [subset_rank(text, "As Qs Ks") for text in ("KsQs", "AsQs", "AsKs")] == [0, 1, 2]


def test_numpy_words_are_sets_too() -> None:
    cards = np.uint64(0b1011 << 50)
    assert subsets(cards, 2).tolist() == [3 << 50, 9 << 50, 10 << 50]  # type: ignore[arg-type]
    assert subset_rank(np.uint64(9 << 50), cards) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "count"), [(-1, 1), (7, None), (7, 0), pytest.param(10**5000, 1, id="long")]
)
def test_chunks_that_start_beyond_the_subsets_are_refused(start: int, count: int | None) -> None:
    with pytest.raises(BadInputError, match=r"^start must be a whole number from 0 to 6, not "):
        subsets(0b1111, 2, start=start, count=count)


@pytest.mark.parametrize(("start", "count"), [(0, 7), (6, 1), (2, -1)])
def test_chunks_that_end_beyond_the_subsets_are_refused(start: int, count: int) -> None:
    most = "0" if start == 6 else f"a whole number from 0 to {6 - start}"
    with pytest.raises(BadInputError, match=f"count must be {most}, not {count}"):
        subsets(0b1111, 2, start=start, count=count)


@pytest.mark.parametrize("rank", [-1, 6])
def test_ranks_beyond_the_subsets_are_refused(rank: int) -> None:
    with pytest.raises(BadInputError, match=f"rank must be a whole number from 0 to 5, not {rank}"):
        subset_unrank(rank, 0b1111, 2)
    with pytest.raises(BadInputError, match="no subset of 2 cards has 3"):
        subset_unrank(0, 0b11, 3)


def test_what_is_no_subset_has_no_rank() -> None:
    with pytest.raises(CardError, match="'2d' of '2c 2d' is not among the cards"):
        subset_rank(0b11, 0b101)


def test_bad_sets_and_sizes_are_refused() -> None:
    with pytest.raises(CardError, match="is not a set"):
        subsets(1 << 54, 1)
    with pytest.raises(BadInputError, match="size must be a whole number of at least 0, not -1"):
        subset_count(1, -1)
    with pytest.raises(BadInputError, match=r"size must be .* not 1\.5"):
        subsets(7, 1.5)  # type: ignore[arg-type]


def test_out_receives_the_subsets_or_is_refused() -> None:
    out = np.zeros(6, np.uint64)
    assert subsets(0b1111, 2, out=out) is out
    assert out.tolist() == [3, 5, 6, 9, 10, 12]
    with pytest.raises(BadInputError, match=r"out must have shape \(6,\), not \(5,\)"):
        subsets(0b1111, 2, out=out[:5])
    with pytest.raises(BadInputError, match="out must be uint64, not int64"):
        subsets(0b1111, 2, out=np.zeros(6, np.int64))


def test_native_subsets_stop_after_the_last() -> None:
    out = np.zeros(4, np.uint64)
    assert _native.subsets(0b1111, 0b1010, out) == 2
    assert out.tolist() == [0b1010, 0b1100, 0, 0]
    with pytest.raises(ValueError, match="first must be a subset of cards"):
        _native.subsets(0b1111, 0b10000, out)


def test_native_code_refuses_to_convert() -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        _native.subsets(0b1111, 0b11, np.zeros(6, np.int64))
