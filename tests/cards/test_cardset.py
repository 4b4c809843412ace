"""Sets of cards as words."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.cards import cards_of, check_set, complement, full_deck, set_of, set_size
from astragal.errors import CardError

ids = st.sets(st.integers(0, 53))


@given(ids)
def test_set_of_and_cards_of_are_inverse(cards: set[int]) -> None:
    assert cards_of(set_of(cards)) == sorted(cards)


def test_every_pair_has_its_two_bits() -> None:
    for low, high in combinations(range(52), 2):
        assert set_of([high, low]) == 2**low + 2**high
        assert cards_of(2**low + 2**high) == [low, high]


@given(ids)
def test_size_is_the_number_of_cards(cards: set[int]) -> None:
    assert set_size(set_of(cards)) == len(cards)


@pytest.mark.parametrize("deck", [52, 53, 54])
def test_full_deck_has_every_card_of_the_deck(deck: int) -> None:
    assert cards_of(full_deck(deck)) == list(range(deck))


@given(ids, st.sampled_from([52, 53, 54]))
def test_complement_is_the_rest_of_the_deck(cards: set[int], deck: int) -> None:
    within = {card for card in cards if card < deck}
    assert cards_of(complement(set_of(within), deck)) == sorted(set(range(deck)) - within)


def test_complement_refuses_cards_that_are_not_in_the_deck() -> None:
    with pytest.raises(CardError, match=r"0x0010000000000000 .* deck of 52 cards: bits 0\.\.51"):
        complement(1 << 52, 52)


def test_a_card_twice_is_refused_with_its_name_and_all_cards() -> None:
    with pytest.raises(CardError, match=r"in \[51, 3, 51\]: card 51 \('As'\) comes twice"):
        set_of([51, 3, 51])


def test_an_id_outside_the_deck_is_refused_with_all_cards() -> None:
    with pytest.raises(CardError, match=r"in \[3, 52\]: no card has the id 52: .* ids 0\.\.51"):
        set_of([3, 52], deck=52)


@pytest.mark.parametrize("word", [-1, 1 << 54, 1 << 63, 1 << 64])
@pytest.mark.parametrize("door", [check_set, cards_of, set_size])
def test_words_that_are_no_sets_are_refused(word: int, door: type) -> None:
    with pytest.raises(CardError, match="is no set from a deck of 54 cards"):
        door(word)


def test_numpy_integers_become_plain_ones() -> None:
    # np.uint8(1) << np.uint8(40) would be 0.
    assert set_of(np.array([40, 3], np.uint8)) == 2**40 + 2**3
    assert cards_of(np.uint64(2**40 + 2**3)) == [3, 40]  # type: ignore[arg-type]
    assert type(check_set(np.uint64(5))) is int  # type: ignore[arg-type]
