"""Hands and sets as arrays."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from astragal import _native, poker
from astragal._arrays import read_array
from astragal.cards import (
    HandArray,
    SetArray,
    card_ids,
    card_ids_many,
    card_set,
    card_set_many,
    cards_text,
    cards_text_many,
    hands_to_sets,
    sets_to_hands,
)
from astragal.errors import BadInputError, CardError


def hand_array(*hands: list[int]) -> HandArray:
    return np.array(hands, np.uint8)


def set_array(*sets: int) -> SetArray:
    return np.array(sets, np.uint64)


def rows_of_hands(size: int) -> st.SearchStrategy[list[list[int]]]:
    hand = st.lists(st.integers(0, 53), min_size=size, max_size=size, unique=True)
    return st.lists(hand, max_size=20)


@given(st.integers(0, 9).flatmap(lambda size: st.tuples(st.just(size), rows_of_hands(size))))
def test_hands_to_sets_and_back_sorts_the_hands(case: tuple[int, list[list[int]]]) -> None:
    size, rows = case
    hands = np.array(rows, np.uint8).reshape(len(rows), size)
    sets = hands_to_sets(hands)
    assert sets.dtype == np.uint64
    assert sets.tolist() == [sum(2**card for card in hand) for hand in rows]
    assert sets_to_hands(sets, size).tolist() == [sorted(hand) for hand in rows]


def test_every_pair_makes_every_round_trip() -> None:
    pairs = list(combinations(range(54), 2))
    hands = np.array(pairs, np.uint8)
    sets = hands_to_sets(hands)
    assert sets.tolist() == [2**low + 2**high for low, high in pairs]
    np.testing.assert_array_equal(sets_to_hands(sets, 2), hands)
    np.testing.assert_array_equal(card_ids_many(cards_text_many(hands), 2), hands)
    np.testing.assert_array_equal(card_set_many(cards_text_many(sets)), sets)


def test_a_whole_deck_is_a_hand_too() -> None:
    hands = np.arange(54, dtype=np.uint8)[::-1].reshape(1, 54).copy()
    assert hands_to_sets(hands).tolist() == [2**54 - 1]
    assert sets_to_hands(set_array(2**54 - 1), 54).tolist() == [list(range(54))]


@pytest.mark.parametrize(
    ("hands", "deck", "says"),
    [
        (
            hand_array([1, 2], [3, 3], [4, 4]),
            54,
            r"row 1: card 3 \('2s'\) comes twice in \[3, 3\]",
        ),
        (hand_array([1, 2], [3, 54]), 54, r"row 1: in \[3, 54\]: no card has the id 54"),
        (hand_array([52, 2]), 52, r"row 0: in \[52, 2\]: .* 52 cards has ids 0\.\.51"),
        (hand_array([63, 64], [1, 2]), 54, r"row 0: in \[63, 64\]: no card has the id 63"),
        (hand_array([255, 255]), 54, "row 0: .* no card has the id 255"),
        # The sum of their words wraps around to the word of one of them.
        (np.full((1, 2049), 53, np.uint8), 54, r"row 0: card 53 \('Jr'\) comes twice in \[53, "),
    ],
)
def test_bad_hands_are_refused_by_row(hands: HandArray, deck: int, says: str) -> None:
    with pytest.raises(CardError, match=says):
        hands_to_sets(hands, deck=deck)


@pytest.mark.parametrize(
    ("sets", "deck", "says"),
    [
        (set_array(0b11, 0b111, 0b1), 54, "row 1: 3 cards in '2c 2d 2h': 2 expected"),
        (set_array(0b11, 0b1), 54, "row 1: 1 card in '2c': 2 expected"),
        (set_array(0), 54, "row 0: 0 cards in '': 2 expected"),
        (set_array(1 + 2**54), 54, "row 0: 0x0040000000000001 is not a set from a deck of 54"),
        (set_array(1 + 2**52), 52, "row 0: 0x0010000000000001 is not a set from a deck of 52"),
        (set_array(1 + 2**63), 54, "row 0: 0x8000000000000001 is not a set"),
    ],
)
def test_bad_sets_are_refused_by_row(sets: SetArray, deck: int, says: str) -> None:
    with pytest.raises(CardError, match=says):
        sets_to_hands(sets, 2, deck=deck)


def test_unchecked_hands_and_sets_pass() -> None:
    assert hands_to_sets(hand_array([3, 3], [1, 0]), check=False).tolist() == [8, 3]
    assert sets_to_hands(set_array(0b111, 0b1), 2, check=False).tolist() == [[0, 1], [0, 64]]


def test_good_rows_in_a_smaller_deck_pass() -> None:
    assert hands_to_sets(hand_array([51, 0]), deck=52).tolist() == [2**51 + 1]
    assert sets_to_hands(set_array(2**52 + 1), 2, deck=53).tolist() == [[0, 52]]


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(BadInputError, match="size must be a whole number from 0 to 54, not -1"):
        sets_to_hands(set_array(1), -1)


# Each batch function with good input, and the dtype and number of dimensions of that input.
HANDS, SETS = hand_array([51, 45], [0, 2]), set_array(5, 24)
FROM_HANDS: list[Callable[..., Any]] = [hands_to_sets]
FROM_SETS: list[Callable[..., Any]] = [lambda sets: sets_to_hands(sets, 2)]


@pytest.mark.parametrize("function", FROM_HANDS)
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (HANDS.astype(np.int64) - 45, "row 1 of hands: -45 is not an integer from 0 to 255"),
        (HANDS.astype(np.int64) + 205, "row 0 of hands: 256 is not an integer from 0 to 255"),
        (HANDS.astype(np.float64), "hands must be uint8, not float64"),
        (HANDS[0], r"hands must have 2 dimension\(s\), not shape \(2,\)"),
        ([[51, 45], [0]], "the rows of hands have different lengths"),
        ([[51, 45], [0, None]], "row 1 of hands: None is not an integer"),
        ([[51, 45], [0, 2.0]], r"row 1 of hands: 2\.0 is not an integer"),
        ("AsKd", "hands must be an array, a list or a column, not 'AsKd'"),
        (51, "hands must be an array, a list or a column, not 51"),
    ],
)
def test_wrong_hand_arrays_are_refused(
    function: Callable[..., Any], wrong: NDArray[Any], says: str
) -> None:
    with pytest.raises(BadInputError, match=says):
        function(wrong)


@pytest.mark.parametrize("function", FROM_SETS)
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (-SETS.astype(np.int64), r"row 0 of sets: -5 is not an integer from 0 to 2\*\*64 - 1"),
        (SETS.astype(np.float64), "sets must be uint64, not float64"),
        ([5, 2**64], "row 1 of sets: 18446744073709551616 is not an integer"),
        ([2**63, -1], "row 1 of sets: -1 is not an integer"),
        (["5", "24"], "row 0 of sets: '5' is not an integer"),
        (pd.Series([5, None], dtype="Int64"), "row 1 of sets: <NA> is not an integer"),
        (pl.Series([5, None]), "row 1 of sets: None is not an integer"),
        (pl.Series([5.0, 24.0]), r"row 0 of sets: 5\.0 is not an integer"),
        (SETS.reshape(2, 1), r"sets must have 1 dimension\(s\), not shape \(2, 1\)"),
    ],
)
def test_wrong_set_arrays_are_refused(
    function: Callable[..., Any], wrong: NDArray[Any], says: str
) -> None:
    with pytest.raises(BadInputError, match=says):
        function(wrong)


@pytest.mark.parametrize(
    "hands",
    [
        HANDS.astype(np.int64),
        HANDS.astype(np.int8),
        np.asfortranarray(HANDS),
        np.repeat(HANDS, 2, axis=1)[:, ::2],
        HANDS.tolist(),
        (range(51, 39, -6), (0, 2)),
        pd.DataFrame(HANDS),
        pl.DataFrame(HANDS),
        pl.Series(HANDS.tolist()),
    ],
)
def test_hands_that_lose_nothing_are_converted(hands: Any) -> None:
    assert hands_to_sets(hands).tolist() == [2**51 + 2**45, 5]


@pytest.mark.parametrize(
    "sets",
    [
        SETS.astype(np.int64),
        SETS.astype(np.uint32),
        SETS.astype(np.dtype(np.uint64).newbyteorder()),
        np.repeat(SETS, 2)[::2],
        [5, 24],
        (one for one in (5, 24)),
        pd.Series([5, 24]),
        pd.Series([5, 24], dtype="Int64"),
        pl.Series([5, 24]),
        pl.Series([5, 24], dtype=pl.UInt8),
    ],
)
def test_sets_that_lose_nothing_are_converted(sets: Any) -> None:
    assert sets_to_hands(sets, 2).tolist() == [[0, 2], [3, 4]]


@pytest.mark.parametrize("word", [0, 2**62, 2**63, 2**64 - 1])
def test_no_bit_of_a_word_is_lost(word: int) -> None:
    for words in ([word], [0, word], np.array([word], object), pl.Series([word], dtype=pl.UInt64)):
        assert read_array(words, "words", np.uint64).tolist()[-1] == word


def test_an_array_of_the_right_type_is_not_copied() -> None:
    assert read_array(SETS, "sets", np.uint64) is SETS


def test_weights_are_converted_if_no_digit_is_lost() -> None:
    for weights in ([0.5, 1], np.array([0.5, 1], np.float32), pl.Series([0.5, 1])):
        assert read_array(weights, "weights", np.float64).tolist() == [0.5, 1]
    with pytest.raises(BadInputError, match="weights must be float64, not <U3"):
        read_array(["0.5"], "weights", np.float64)


def test_read_only_input_is_welcome() -> None:
    hands, sets = HANDS.copy(), SETS.copy()
    hands.flags.writeable = sets.flags.writeable = False
    assert hands_to_sets(hands).tolist() == [2**51 + 2**45, 5]
    assert sets_to_hands(sets, 2).tolist() == [[0, 2], [3, 4]]


def test_one_row_of_a_larger_array_is_contiguous() -> None:
    every_fifth = np.arange(20, dtype=np.uint8).reshape(5, 4)[::5]
    assert every_fifth.strides != (4, 1)
    assert hands_to_sets(every_fifth).tolist() == [0b1111]


MIXED_HANDS: list[Any] = [
    ["As Kd", "10♥\ufe0f jK", "2c,2h"],
    ["As Kd", [51, 45], 5, "A♠K♦", ("Kd", "As"), "As\u00a0Kd", np.uint64(5)],
    ["As Kd", "As"],
    ["As Kd", "As As"],
    ["As Kd", "AsKdQh"],
    ["As Kd", "2c 2h", "As Xx", "Xx"],
    ["As Kd", "Jk Jr"],
    ["As Kd", "\ud800"],
    ["As Kd", None],
    ["As Kd", float("nan")],
    ["As Kd", b"AsKd"],
    ["As Kd", 7],
]


def _listed(read: Callable[[], NDArray[Any]]) -> object:
    return read().tolist()


@pytest.mark.parametrize("hands", MIXED_HANDS)
@pytest.mark.parametrize("deck", [52, 53, 54])
def test_many_hands_are_read_as_single_ones_are(hands: list[Any], deck: int) -> None:
    def answer(read: Callable[[], object]) -> object:
        try:
            return read()
        except CardError as error:
            return str(error)

    readers: list[tuple[Callable[[], NDArray[Any]], Callable[..., object]]] = [
        (lambda: card_set_many(hands, deck=deck, count=2), card_set),
        (lambda: card_ids_many(hands, 2, deck=deck), card_ids),
    ]
    for read_all, read in readers:
        found = [answer(partial(read, hand, deck=deck, count=2)) for hand in hands]
        wrong = [(row, text) for row, text in enumerate(found) if isinstance(text, str)]
        expected = f"row {wrong[0][0]}: {wrong[0][1]}" if wrong else found
        assert answer(partial(_listed, read_all)) == expected


@pytest.mark.parametrize("column", [pd.Series, pl.Series, np.array, tuple, iter])
def test_columns_of_text_are_read(column: Callable[[list[str]], Any]) -> None:
    assert card_set_many(column(["2h2c", "3c2s"])).tolist() == [5, 24]
    assert card_ids_many(column(["2h2c", "3c2s"]), 2).tolist() == [[2, 0], [4, 3]]


def test_a_missing_text_is_named() -> None:
    with pytest.raises(CardError, match="row 1: None is neither text"):
        card_set_many(pl.Series(["2h2c", None]))


# Each function that makes an array of two rows, with the shape and dtype of the result.
MAKERS = [
    pytest.param(lambda **out: hands_to_sets(HANDS, **out), (2,), np.uint64, id="hands_to_sets"),
    pytest.param(lambda **out: sets_to_hands(SETS, 2, **out), (2, 2), np.uint8, id="sets_to_hands"),
    pytest.param(lambda **out: card_set_many(["As", ""], **out), (2,), np.uint64, id="sets"),
    pytest.param(
        lambda **out: card_ids_many(["AsKd", "2c2h"], 2, **out),
        (2, 2),
        np.uint8,
        id="ids",
    ),
]


@pytest.mark.parametrize(("make", "shape", "dtype"), MAKERS)
def test_out_receives_the_result(
    make: Callable[..., NDArray[Any]], shape: tuple[int, ...], dtype: type[np.generic]
) -> None:
    out = np.full(shape, 99, dtype)
    assert make(out=out) is out
    np.testing.assert_array_equal(out, make())


@pytest.mark.parametrize(("make", "shape", "dtype"), MAKERS)
def test_out_that_does_not_fit_is_refused(
    make: Callable[..., NDArray[Any]], shape: tuple[int, ...], dtype: type[np.generic]
) -> None:
    with pytest.raises(BadInputError, match="out must have shape"):
        make(out=np.empty((3, *shape[1:]), dtype))
    with pytest.raises(BadInputError, match=r"out must have shape"):
        make(out=np.empty((*shape, 1), dtype))
    with pytest.raises(BadInputError, match=f"out must be {np.dtype(dtype)}, not int64"):
        make(out=np.empty(shape, np.int64))
    with pytest.raises(BadInputError, match="out must be C-contiguous"):
        make(out=np.empty((4, *shape[1:]), dtype)[::2])
    fixed = np.zeros(shape, dtype)
    fixed.flags.writeable = False
    with pytest.raises(BadInputError, match="out must be writeable"):
        make(out=fixed)


def test_texts_are_read_by_row() -> None:
    assert card_ids_many(["As Kd", "2c2h"], 2).tolist() == [[51, 45], [0, 2]]
    assert card_set_many(np.array(["2h 2c", "2s"])).tolist() == [5, 8]
    assert card_ids_many([], 2).shape == (0, 2)
    assert card_ids_many(["", ""], 0).shape == (2, 0)
    assert card_set_many(iter([])).shape == (0,)


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["As Kd", "As Xx"], "row 1: unknown card 'Xx' in 'As Xx'"),
        (np.array(["As Xx"]), "row 0: unknown card 'Xx' in 'As Xx'"),
        (["As As"], "row 0: card 'As' comes twice in 'As As'"),
        (["As Kd", "As Jk"], "row 1: 'Jk' in 'As Jk' is not in this deck"),
        (["As Kd", "As"], "row 1: 1 card in 'As': 2 expected"),
    ],
)
def test_bad_texts_are_refused_by_row(texts: list[str], says: str) -> None:
    with pytest.raises(CardError, match=says):
        card_ids_many(texts, 2, deck=52)
    with pytest.raises(CardError, match=says):
        card_set_many(texts, deck=52, count=2)


def test_one_text_is_not_many() -> None:
    with pytest.raises(BadInputError, match="not the text 'As': put it into a list"):
        card_set_many("As")


def test_names_of_bad_rows_are_refused_by_row() -> None:
    with pytest.raises(CardError, match=r"row 1: in \[1, 60\]: no card has the id 60"):
        cards_text_many(hand_array([1, 2], [1, 60]))
    with pytest.raises(CardError, match="row 0: 0x8000000000000000 is not a set"):
        cards_text_many(set_array(2**63))


@pytest.mark.parametrize("copies", [2, 3, 33, 54, 55, 2049])
def test_copies_of_a_card_are_refused_also_if_their_sum_wraps_around(copies: int) -> None:
    """2,049 copies of card 53 add up to that card, modulo 2**64; the deck has fewer cards."""
    row = np.full((1, copies), 53, np.uint8)
    assert _native.hands_to_sets(row, 54, True, np.zeros(1, np.uint64)) == 0
    with pytest.raises(ValueError, match="deck must be at most 54"):
        _native.hands_to_sets(row, 55, True, np.zeros(1, np.uint64))


@pytest.mark.parametrize("wrong", [True, [True], b"As"])
def test_truth_values_and_bytes_are_no_cards(wrong: Any) -> None:
    with pytest.raises(CardError):
        card_set(wrong)
    with pytest.raises(BadInputError):
        card_set_many(wrong)


@pytest.mark.parametrize("size", [0, 1, 2, 7, 54])
def test_texts_of_arrays_are_those_of_single_hands(size: int) -> None:
    keys = np.random.default_rng(size).random((50, 54))
    hands = np.argsort(keys, axis=1)[:, :size].astype(np.uint8)
    assert cards_text_many(hands) == [cards_text(hand) for hand in hands.tolist()]
    assert cards_text_many(hands.astype(np.int64)) == cards_text_many(hands)
    sets = hands_to_sets(hands)
    assert cards_text_many(sets) == [cards_text(cards) for cards in sets.tolist()]


def test_rows_that_have_no_text_are_named() -> None:
    with pytest.raises(CardError, match=r"row 1: card 3 .* comes twice"):
        cards_text_many(hand_array([1, 2], [3, 3]))
    with pytest.raises(CardError, match="row 1: "):
        cards_text_many(set_array(1, 2**54))
    with pytest.raises(BadInputError, match="row 0 of hands: -1 is not an integer"):
        cards_text_many(np.array([-1]))


def misaligned(values: NDArray[Any]) -> NDArray[Any]:
    """Return a copy of an array that starts one byte behind an aligned address."""
    room = np.zeros(values.nbytes + 1, np.uint8)
    array = room[1:].view(values.dtype).reshape(values.shape)
    array[...] = values
    assert not array.flags.aligned
    return array


def test_misaligned_arrays_are_copied_and_refused_as_out() -> None:
    sets = set_array(5, 24)
    copied = read_array(misaligned(sets), "sets", np.uint64)
    assert copied.flags.aligned
    assert copied.tolist() == sets.tolist()
    assert cards_text_many(misaligned(sets)) == cards_text_many(sets)
    with pytest.raises(BadInputError, match="out must be aligned"):
        hands_to_sets(hand_array([1, 2], [3, 4]), out=misaligned(sets))


def endless() -> Iterator[int]:
    yield from range(2_000_000)
    pytest.fail("an endless iterator was read to its end")


@pytest.mark.parametrize(
    "read",
    [card_ids_many, card_set_many, cards_text_many, hands_to_sets, poker.evaluate_many],
)
def test_endless_iterators_are_not_read_to_their_end(read: Callable[[Any], object]) -> None:
    with pytest.raises(BadInputError, match="more than 1,000,000 items: give a list or an array"):
        read(endless())
