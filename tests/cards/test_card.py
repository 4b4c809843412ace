"""Card ids: ranks, suits and jokers."""

import numpy as np
import pytest

from astragal.cards import CARD_NAMES, JOKER, SECOND_JOKER, is_joker, make_card, rank_of, suit_of
from astragal.cards.card import check_card, check_deck
from astragal.errors import BadInputError, CardError


def test_ids_are_four_times_the_rank_plus_the_suit() -> None:
    assert [make_card(rank, suit) for rank in range(13) for suit in range(4)] == list(range(52))


def test_rank_and_suit_make_the_card_again() -> None:
    for card in range(52):
        assert make_card(rank_of(card), suit_of(card)) == card


def test_names_of_known_cards() -> None:
    known = {0: "2c", 1: "2d", 2: "2h", 3: "2s", 4: "3c", 32: "Tc", 51: "As", 52: "Jk", 53: "Jr"}
    assert {card: CARD_NAMES[card] for card in known} == known
    assert len(set(CARD_NAMES)) == 54


def test_only_the_last_two_are_jokers() -> None:
    assert [card for card in range(54) if is_joker(card)] == [JOKER, SECOND_JOKER] == [52, 53]


@pytest.mark.parametrize("of", [rank_of, suit_of])
def test_a_joker_has_neither_rank_nor_suit(of: type) -> None:
    with pytest.raises(CardError, match="'Jk' is a joker"):
        of(JOKER)


@pytest.mark.parametrize(("card", "deck"), [(-1, 54), (54, 54), (53, 53), (52, 52)])
def test_ids_outside_the_deck_are_refused(card: int, deck: int) -> None:
    with pytest.raises(
        CardError, match=rf"id {card}: a deck of {deck} cards has ids 0\.\.{deck - 1}"
    ):
        check_card(card, deck)


@pytest.mark.parametrize(("rank", "suit"), [(13, 0), (-1, 0), (0, 4), (0, -1), (0, None)])
def test_ranks_and_suits_out_of_range_are_refused(rank: int, suit: int) -> None:
    with pytest.raises(CardError, match=f"rank {rank} and suit {suit}"):
        make_card(rank, suit)


def test_numpy_integers_become_plain_ones() -> None:
    assert type(check_card(np.uint8(51))) is int  # type: ignore[arg-type]
    assert type(make_card(np.uint8(12), np.uint8(3))) is int  # type: ignore[arg-type]


@pytest.mark.parametrize("deck", [0, 51, 55])
def test_a_deck_has_52_to_54_cards(deck: int) -> None:
    with pytest.raises(BadInputError, match=f"no deck has {deck} cards"):
        check_deck(deck)
