import random

import numpy as np
import pytest

from astragal import poker
from astragal.cards import card_ids, card_set, cards_text, full_deck, subsets
from astragal.errors import CardError, UnknownNameError
from astragal.poker import Category

from reference import poker as reference


@pytest.mark.parametrize("wild", ["bug", "full"])
@pytest.mark.parametrize(
    ("jokers", "hands"),
    [(0, 150), (1, 100), (2, 8), pytest.param(2, 100, marks=pytest.mark.verify)],
)
def test_random_hands_agree_with_replacing_jokers_by_every_card(
    wild: str, jokers: int, hands: int
) -> None:
    rng = random.Random(f"{wild}{jokers}")
    for _ in range(hands):
        # From a few ranks and suits, so that straights, flushes and fives of a kind come up.
        deck = rng.choice([range(52), range(24, 52), range(8), range(1, 52, 4)])
        size = rng.randrange(min(len(deck), 7 - jokers) + 1)
        cards = [*rng.sample(deck, size), *range(52, 52 + jokers)]
        value = poker.evaluate(cards, wild=wild)  # type: ignore[arg-type]
        assert value.pokerval == reference.wild_pokerval(cards, wild), cards


@pytest.mark.parametrize(
    ("cards", "bug", "full"),
    [
        ("Jk", "high card, ace", "high card, ace"),
        ("Jk Kd", "high card, ace king", "pair of kings"),
        ("Jk As Ah Ad Ac", "five of a kind, aces", "five of a kind, aces"),
        ("Jk Ks Kh Kd Kc", "four of a kind, kings, ace", "five of a kind, kings"),
        ("Jk Jr As Ah Ad", "five of a kind, aces", "five of a kind, aces"),
        ("Jk As Ks Qs Js", "royal flush", "royal flush"),
        ("Jk As Ks 9s 2s", "flush, ace king queen nine two", "flush, ace king queen nine two"),
        ("Jk 2c 3d 4h 5s", "straight, six high", "straight, six high"),
        ("Jk Kd Kh 7c 7s", "two pair, kings and sevens, ace", "full house, kings over sevens"),
    ],
)
def test_what_a_joker_may_be(cards: str, bug: str, full: str) -> None:
    assert poker.evaluate(cards, wild="bug").text == bug
    assert poker.evaluate(cards, wild="full").text == full


def test_the_joker_stands_in_the_best_hand() -> None:
    value = poker.evaluate("Jk 5h 6h 7c 8d", wild="bug")
    assert cards_text(value.best) == "Jk 8d 7c 6h 5h"
    flush = poker.evaluate("Jk As Ks 9s 2s Ad", wild="bug")
    assert cards_text(flush.best) == "As Ks Jk 9s 2s"


def test_arrays_agree_with_single_hands() -> None:
    sets = subsets(full_deck(54), 7, start=177_100_565 - 2000)  # the last: with both jokers
    for wild in ("bug", "full"):
        many = poker.evaluate_many(sets[-200:], wild=wild)
        single = [poker.evaluate(card_ids(int(word)), wild=wild).strength for word in sets[-200:]]
        assert many.tolist() == single
    rows = np.array([[52, 1, 2], [3, 4, 53]], np.uint8)
    assert poker.evaluate_many(rows, wild="bug").tolist() == [
        poker.evaluate(row.tolist(), wild="bug").strength for row in rows
    ]


def test_without_jokers_wild_changes_nothing() -> None:
    sets = subsets(full_deck(52), 7, start=1_000_000, count=500)
    assert np.array_equal(poker.evaluate_many(sets, wild="full"), poker.evaluate_many(sets))


def test_five_of_a_kind_is_above_all() -> None:
    five = poker.evaluate("Jk 2s 2h 2d 2c", wild="full")
    assert five.category is Category.FIVE_OF_A_KIND
    assert five > poker.evaluate("As Ks Qs Js Ts")
    assert five.kev is None
    assert poker.evaluate("Jk As Ah Ad Ac", wild="bug").pokerval == 0xFF0EEEEE
    assert five.wild == "full"


def test_jokers_are_refused_unless_wild() -> None:
    with pytest.raises(CardError, match="'Jk' in 'Jk As' is not in this deck"):
        poker.evaluate("Jk As")
    with pytest.raises(CardError, match="row 0"):
        poker.evaluate_many(np.array([1 << 52], np.uint64))
    with pytest.raises(CardError, match="0 to 7 expected"):
        poker.evaluate(range(46, 54), wild="bug")
    with pytest.raises(CardError, match="row 1"):
        poker.evaluate_many(np.array([1, 1 << 54], np.uint64), wild="bug")
    with pytest.raises(CardError, match=r"row 0: 8 cards in .* Jk'"):
        poker.evaluate_many(np.array([card_set(range(45, 53))], np.uint64), wild="full")
    with pytest.raises(UnknownNameError, match="no wild cards 'deuces'; there are bug, full"):
        poker.evaluate("Jk", wild="deuces")  # type: ignore[arg-type]
