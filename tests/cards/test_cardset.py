"""Cards in any form: text, ids, names or a set."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.cards import (
    CARD_NAMES,
    card_ids,
    card_set,
    cards_text,
    complement,
    full_deck,
    set_size,
)
from astragal.errors import CardError

ids = st.sets(st.integers(0, 53))


@given(ids)
def test_sets_and_ids_are_inverse(cards: set[int]) -> None:
    assert card_ids(card_set(cards)) == sorted(cards)


@given(st.lists(st.integers(0, 53), unique=True))
def test_every_form_gives_the_same_cards(cards: list[int]) -> None:
    names = [CARD_NAMES[card] for card in cards]
    word = sum(1 << card for card in cards)
    for form in (cards, names, " ".join(names), np.array(cards, np.uint8), tuple(cards)):
        assert card_ids(form) == cards
        assert card_set(form) == word
    assert card_set(iter(cards)) == card_set(word) == word


def test_every_pair_has_its_two_bits() -> None:
    for low, high in combinations(range(52), 2):
        assert card_set([high, low]) == 2**low + 2**high
        assert card_ids(2**low + 2**high) == [low, high]


@given(ids)
def test_size_is_the_number_of_cards(cards: set[int]) -> None:
    assert set_size(card_set(cards)) == len(cards)


@pytest.mark.parametrize("deck", [52, 53, 54])
def test_full_deck_has_every_card_of_the_deck(deck: int) -> None:
    assert card_ids(full_deck(deck)) == list(range(deck))


@given(ids, st.sampled_from([52, 53, 54]))
def test_complement_is_the_rest_of_the_deck(cards: set[int], deck: int) -> None:
    within = {card for card in cards if card < deck}
    assert card_ids(complement(within, deck)) == sorted(set(range(deck)) - within)


def test_complement_refuses_cards_that_are_not_in_the_deck() -> None:
    with pytest.raises(CardError, match=r"0x0010000000000000 .* deck of 52 cards: .* bits 0\.\.51"):
        complement(1 << 52, 52)


def test_a_card_twice_is_refused_with_its_name_and_all_cards() -> None:
    with pytest.raises(CardError, match=r"card 51 \('As'\) comes twice in \[51, 3, 51\]"):
        card_set([51, 3, 51])
    with pytest.raises(CardError, match=r"card 51 \('As'\) comes twice in \['As', 51\]"):
        card_set(["As", 51])


def test_an_id_outside_the_deck_is_refused_with_all_cards() -> None:
    with pytest.raises(CardError, match=r"in \[3, 52\]: no card has the id 52: .* ids 0\.\.51"):
        card_set([3, 52], deck=52)


@pytest.mark.parametrize("word", [-1, 1 << 54, 1 << 63, 1 << 64])
@pytest.mark.parametrize("read", [card_set, card_ids, set_size, cards_text])
def test_words_that_are_not_sets_are_refused(word: int, read: Callable[[int], object]) -> None:
    with pytest.raises(CardError, match="is not a set from a deck of 54 cards"):
        read(word)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (None, "None is neither text like 'As Kd', nor ids, nor a card set"),
        (3.5, "3.5 is neither text"),
        ([3.5], r"in \[3.5\]: 3.5 is not the id of a card, 0..53"),
        (np.array([[3, 5]]), r"in \[\[3, 5\]\]: .* is not the id of a card"),
        (["As", "Xx"], r"in \['As', 'Xx'\]: unknown card 'Xx'"),
        (["As Kd"], r"in \['As Kd'\]: 2 cards in 'As Kd': 1 expected"),
    ],
)
def test_what_is_not_cards_is_refused(cards: Any, says: str) -> None:
    with pytest.raises(CardError, match=says):
        card_set(cards)


@pytest.mark.parametrize("cards", ["As Kd", [51, 45], card_set("As Kd")])
def test_counts_are_checked_in_every_form(cards: Any) -> None:
    assert card_set(cards, count=2) == 1 << 51 | 1 << 45
    for read in (card_set, card_ids):
        with pytest.raises(CardError, match=r"2 cards in '(As Kd|Kd As)': 3 expected"):
            read(cards, count=3)


def test_numpy_integers_become_plain_ones() -> None:
    # np.uint8(1) << np.uint8(40) would be 0.
    assert card_set(np.array([40, 3], np.uint8)) == 2**40 + 2**3
    assert card_ids(np.uint64(2**40 + 2**3)) == [3, 40]  # type: ignore[arg-type]
    assert type(card_set(np.uint64(5))) is int  # type: ignore[arg-type]


def test_counts_may_be_numbers_of_numpy_or_none_at_all() -> None:
    assert card_set("As", count=np.int64(1)) == 1 << 51  # type: ignore[arg-type]
    with pytest.raises(CardError, match="1 card in 'As': none expected"):
        card_set("As", count=[])


def test_a_deck_has_52_cards_unless_told() -> None:
    assert full_deck() == full_deck(52)
    assert complement("As") == complement("As", deck=52)
    with pytest.raises(CardError, match="'Jk'"):
        complement("Jk")
