import pickle
import random
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from itertools import combinations, combinations_with_replacement
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from astragal import _native, cards, poker
from astragal.cards import card_ids, card_set, full_deck, subsets
from astragal.errors import BadInputError, CardError
from astragal.poker import Category
from astragal.poker.tables import tables_for, values_of

from reference import poker as reference

hands = st.lists(st.integers(0, 51), max_size=7, unique=True)


def random_hands(count: int, size: int, seed: int) -> NDArray[np.uint8]:
    """Rows of `size` different cards: the first of a shuffled deck."""
    keys = np.random.default_rng(seed).random((count, 52))
    return np.argsort(keys, axis=1)[:, :size].astype(np.uint8)


@given(hands)
def test_a_hand_is_worth_its_best_five(cards: list[int]) -> None:
    assert poker.evaluate(cards).pokerval == reference.pokerval(cards)


@given(hands, hands)
def test_strengths_order_as_values_do(one: list[int], other: list[int]) -> None:
    expected = reference.pokerval(one) - reference.pokerval(other)
    difference = poker.strength(one) - poker.strength(other)
    assert np.sign(expected) == np.sign(difference)


@given(hands)
def test_every_door_gives_the_same(cards: list[int]) -> None:
    word = sum(1 << card for card in cards)
    expected = poker.strength(word)
    assert poker.strength(cards) == poker.strength(tuple(cards)) == expected
    assert poker.strength(iter(cards)) == poker.strength(np.array(cards, np.uint8)) == expected
    assert poker.strength(list(np.array(cards, np.int64))) == expected
    assert poker.strength(np.uint64(word)) == expected  # type: ignore[arg-type]
    assert poker.evaluate(cards).strength == expected
    row = np.array([cards], np.uint8).reshape(1, len(cards))
    assert poker.evaluate_many(row).tolist() == [expected]
    assert poker.evaluate_many(np.array([word], np.uint64)).tolist() == [expected]


@given(hands)
def test_the_best_cards_are_cards_of_the_hand_and_have_its_value(cards: list[int]) -> None:
    value = poker.evaluate(cards)
    assert set(value.best) <= set(cards)
    assert len(value.best) == min(5, len(cards))
    assert reference.pokerval(value.best) == value.pokerval
    ranks = [field for field in value.ranks if field]
    assert [
        card // 4 + 2 if field > 1 else 1 for card, field in zip(value.best, ranks, strict=True)
    ] == ranks


@pytest.mark.parametrize("size", [0, 1, 2, 3, pytest.param(4, marks=pytest.mark.verify)])
def test_all_hands_of_up_to_four_cards(size: int) -> None:
    sets = subsets(full_deck(52), size)
    found = poker.to_pokerval(poker.evaluate_many(sets))
    assert found.tolist() == [reference.pokerval(card_ids(int(word))) for word in sets]


@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("size", range(8))
def test_both_native_paths_agree_with_the_single_hand(size: int, portable: bool) -> None:
    rows = random_hands(3000, size, seed=size)
    sets = np.array([sum(1 << int(card) for card in row) for row in rows], np.uint64)
    expected = [poker.strength(int(word)) for word in sets]
    tables = tables_for()
    for check in (False, True):
        out = np.empty(len(rows), np.uint16)
        assert tables.evaluate_ids(rows, out, check, portable) == len(rows)
        assert out.tolist() == expected
    out = np.empty(len(rows), np.uint16)
    assert tables.evaluate_sets(sets, out, portable) == len(rows)
    assert out.tolist() == expected


def test_sets_of_mixed_sizes() -> None:
    rng = random.Random(5)
    words = [card_set(rng.sample(range(52), rng.randrange(8))) for _ in range(5000)]
    for portable in (False, True):
        out = np.empty(len(words), np.uint16)
        tables_for().evaluate_sets(np.array(words, np.uint64), out, portable)
        assert out.tolist() == [poker.strength(word) for word in words]


def test_threads_change_nothing() -> None:
    rows = random_hands(10_001, 7, seed=1)
    expected = poker.evaluate_many(rows)
    for threads in (2, 3, 7):
        assert np.array_equal(poker.evaluate_many(rows, threads=threads), expected)
    out = np.empty(len(rows), np.uint16)
    assert poker.evaluate_many(rows, out=out, threads=2) is out
    assert np.array_equal(out, expected)


def test_text_ids_and_sets_are_read_row_by_row() -> None:
    hands: list[Any] = ["7h 7d 7s 4c 4h", [51, 47, 43, 39, 35], card_set("2c 2d"), ["As", "Kd"], ""]
    expected = [poker.strength(hand) for hand in hands]
    assert poker.evaluate_many(hands).tolist() == expected
    assert poker.evaluate_many(iter(hands)).tolist() == expected
    assert poker.evaluate_many([]).shape == (0,)
    assert poker.evaluate_many(["Jk As"], wild="full").tolist() == [
        poker.evaluate("Jk As", wild="full").strength
    ]
    with pytest.raises(CardError, match=r"row 1: .*'Xx'"):
        poker.evaluate_many(["As", "Xx"])
    with pytest.raises(CardError, match="row 0: 8 cards"):
        poker.evaluate_many(["2c3c4c5c6c7c8c9c"])
    with pytest.raises(CardError, match="'Jk' in 'Jk' is not in this deck"):
        poker.evaluate_many(["Jk"])
    with pytest.raises(BadInputError, match="put it into a list"):
        poker.evaluate_many("As Kd")
    with pytest.raises(BadInputError, match="expected several hands, not None: give a list"):
        poker.evaluate_many(None)  # type: ignore[arg-type]


def test_all_cores_by_default() -> None:
    sets = subsets(full_deck(52), 5, count=300_000)
    assert np.array_equal(poker.evaluate_many(sets), poker.evaluate_many(sets, threads=1))


def test_few_rows_and_none() -> None:
    rows = random_hands(5, 7, seed=2)
    assert poker.evaluate_many(rows[:0]).shape == (0,)
    for count in range(1, 6):
        expected = [poker.strength(row.tolist()) for row in rows[:count]]
        assert poker.evaluate_many(rows[:count], threads=4).tolist() == expected


def test_there_are_9855_values_and_7462_of_five_cards() -> None:
    values = values_of()
    assert len(values) == 9855
    assert np.count_nonzero(values.kev) == 7462
    assert sorted(values.kev[values.kev > 0].tolist()) == list(range(1, 7463))


def test_pokerval_mask_and_strength_order_the_same() -> None:
    values = values_of()
    assert np.all(np.diff(values.pokerval.astype(np.int64)) > 0)
    assert np.all(values.mask[1:] > values.mask[:-1])
    kev = values.kev[values.kev > 0].astype(int)
    assert np.all(np.diff(kev) == -1)


def test_the_values_are_all_that_up_to_five_cards_and_wild_cards_have() -> None:
    multisets = [
        [4 * rank + place % 4 for place, rank in enumerate(ranks)]
        for size in range(6)
        for ranks in combinations_with_replacement(range(13), size)
    ]
    expected = {reference.pokerval(cards) for cards in multisets}
    expected |= {reference.pokerval([4 * rank for rank in r]) for r in combinations(range(13), 5)}
    assert values_of().pokerval.tolist() == sorted(expected)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("", "no cards"),
        ("As", "high card, ace"),
        ("7h 7d 7s 4c 4h", "full house, sevens over fours"),
        ("6h 6d As Kc Qh", "pair of sixes, ace king queen"),
        ("Kh Kd 7s 7c Ah", "two pair, kings and sevens, ace"),
        ("7h 7d 7s Ac Kh", "three of a kind, sevens, ace king"),
        ("Ah 2d 3s 4c 5h", "straight, five high"),
        ("Ah 9h 3h 4h 5h", "flush, ace nine five four three"),
        ("7h 7d 7s 7c Kh", "four of a kind, sevens, king"),
        ("7h 7d 7s 7c", "four of a kind, sevens"),
        ("5h 6h 7h 8h 9h", "straight flush, nine high"),
        ("Ah Kh Qh Jh Th", "royal flush"),
        ("Kh Kd", "pair of kings"),
    ],
)
def test_values_in_words(cards: str, text: str) -> None:
    assert poker.evaluate(cards).text == text


def test_values_are_comparable_and_hashable_by_strength() -> None:
    spades, hearts = poker.evaluate("As Ks Qs Js 9s"), poker.evaluate("Ah Kh Qh Jh 9h")
    assert spades == hearts
    assert len({spades, hearts}) == 1
    assert poker.evaluate("2c 2d") > poker.evaluate("As Kd")
    assert sorted([spades, poker.evaluate("2c 2d"), hearts])[0].category is Category.PAIR
    assert spades != "flush"
    with pytest.raises(TypeError):
        sorted([spades, cast("poker.HandValue", 5)])


def test_a_value_knows_itself() -> None:
    value = poker.evaluate("7h 7d 7s 4c 4h")
    assert str(value) == value.text == "full house, sevens over fours"
    assert repr(value) == "<HandValue 4c 4h 7d 7h 7s: full house, sevens over fours>"
    assert "<td>7s 7h 7d 4h 4c</td>" in value._repr_html_()
    assert value.to_dict()["mask"] == "0x2000100010000000"


def test_native_code_makes_the_same_object_as_the_class() -> None:
    native = poker.evaluate("7h 7d 7s 4c 4h")
    plain = poker.HandValue(native.cards, native.strength)
    assert type(native) is poker.HandValue
    slots = [slot.name for slot in fields(poker.HandValue)]
    assert [getattr(native, name) for name in slots] == [getattr(plain, name) for name in slots]
    assert pickle.loads(pickle.dumps(native)).to_dict() == plain.to_dict()
    with pytest.raises(FrozenInstanceError):
        native.strength = 1  # type: ignore[misc]
    counts = [sys.getrefcount(native.game)]
    many = [poker.evaluate("7h 7d 7s 4c 4h") for _ in range(100)]
    counts.append(sys.getrefcount(native.game))
    many.clear()
    counts.append(sys.getrefcount(native.game))
    assert counts == [counts[0], counts[0] + 100, counts[0]]


@pytest.mark.parametrize("game", ["holdem", "omaha", "short"])
def test_a_board_may_be_an_array_or_an_iterator(game: str) -> None:
    hand = [51, 50, 49, 48] if game == "omaha" else [51, 50]
    board = [47, 46, 45]
    right = poker.evaluate(hand, board=board, game=game)
    assert poker.evaluate(np.array(hand), board=np.array(board), game=game) == right
    assert poker.evaluate(iter(hand), board=iter(board), game=game) == right


def test_the_royal_flush_is_above_all_and_unsigned() -> None:
    royal = poker.evaluate("As Ks Qs Js Ts")
    assert (royal.kev, royal.strength, royal.pokerval) == (1, 9841, 0x800EDCBA)
    assert poker.evaluate("7s 5h 4d 3c 2c").kev == 7462
    assert poker.evaluate("As Ks").kev is None


def test_conversions_of_arrays() -> None:
    strengths = poker.evaluate_many(random_hands(1000, 7, seed=3))
    values = [poker.evaluate(row.tolist()) for row in random_hands(1000, 7, seed=3)]
    assert poker.to_pokerval(strengths).tolist() == [value.pokerval for value in values]
    assert poker.to_mask(strengths).tolist() == [value.mask for value in values]
    assert poker.to_kev(strengths).tolist() == [value.kev for value in values]
    assert poker.to_category(strengths).tolist() == [value.category for value in values]
    out = np.empty(1000, np.uint32)
    assert poker.to_pokerval(strengths, out=out) is out
    with pytest.raises(BadInputError, match=r"strength 9855 is not in 0\.\.9854"):
        poker.to_kev(np.array([0, 9855], np.uint16))
    assert poker.to_kev([0, 9854]).tolist() == poker.to_kev(np.array([0, 9854], np.uint16)).tolist()
    with pytest.raises(BadInputError, match="row 0 of strengths: 65536 is not an integer"):
        poker.to_kev(np.array([65536]))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ([51, 3, 51], "card 51 ('As') comes twice"),
        ([52], "no card has the id 52"),
        ([-1], "no card has the id -1"),
        ([0, 1, 2, 3, 4, 5, 6, 7], "8 cards in '2c 2d 2h 2s 3c 3d 3h 3s': 0 to 7 expected"),
        (1 << 52, "not a set from a deck of 52"),
        ((1 << 8) - 1, "8 cards in"),
        (-1, "not a set from a deck of 52"),
        (1 << 70, "not a set from a deck of 52"),
    ],
)
def test_bad_cards_are_explained_at_every_door(cards: Any, reason: str) -> None:
    doors: list[Callable[[Any], object]] = [poker.strength]
    if not isinstance(cards, int):
        doors.append(poker.evaluate)
    for door in doors:
        with pytest.raises(CardError) as error:
            door(cards)
        assert reason in str(error.value)


def test_what_is_no_card_at_all_is_refused() -> None:
    doors: list[Callable[[Any], object]] = [poker.evaluate, poker.strength]
    for door in doors:
        with pytest.raises(CardError, match=r"in \[1.5\]"):
            door([1.5])
        with pytest.raises(CardError, match="None is neither text"):
            door(None)


@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("row", [0, 1, 63, 64, 130, 198, 199])
@pytest.mark.parametrize("damage", [(3, 52), (3, 255), (0, None), (6, None)])
def test_a_bad_row_is_found_wherever_it_is(
    row: int, damage: tuple[int, int | None], portable: bool
) -> None:
    rows = random_hands(200, 7, seed=4)
    column, card = damage
    rows[row, column] = rows[row, 2] if card is None else card
    out = np.empty(200, np.uint16)
    assert tables_for().evaluate_ids(rows, out, True, portable) == row
    with pytest.raises(CardError, match=rf"row {row}: (in|card \d+ .* twice in) \["):
        poker.evaluate_many(rows, threads=3)
    assert tables_for().evaluate_ids(rows, out, False, portable) == 200


@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("size", range(2, 8))
def test_a_card_that_comes_twice_is_found_in_any_two_columns(size: int, portable: bool) -> None:
    good = random_hands(200, size, seed=size)
    out = np.empty(200, np.uint16)
    for row, (first, second) in enumerate(combinations(range(size), 2), 40):
        rows = good.copy()
        rows[row, first] = rows[row, second]
        assert tables_for().evaluate_ids(rows, out, True, portable) == row


@pytest.mark.parametrize("bad", [1 << 52, (1 << 8) - 1, (1 << 52) - 1, 1 << 63])
@pytest.mark.parametrize("row", [0, 1023, 1024, 2999])
def test_a_bad_set_is_found_wherever_it_is(row: int, bad: int) -> None:
    sets = subsets(full_deck(52), 5, count=3000)
    sets[row] = bad
    for portable in (False, True):
        out = np.empty(3000, np.uint16)
        assert tables_for().evaluate_sets(sets, out, portable) == row
    with pytest.raises(CardError, match=f"row {row}: "):
        poker.evaluate_many(sets)


def test_wrong_arrays_are_refused() -> None:
    with pytest.raises(BadInputError, match="hands must be uint8, not float64"):
        poker.evaluate_many(np.array([[1.0, 2.0]]))
    with pytest.raises(BadInputError, match="row 1 of hands: 257 is not an integer"):
        poker.evaluate_many(np.array([[1, 2], [257, 3]]))
    with pytest.raises(BadInputError, match="hands must be uint64, not uint8"):
        poker.evaluate_many(np.array([1, 2], np.uint8))
    with pytest.raises(CardError, match="hands of 8 cards"):
        poker.evaluate_many(np.zeros((1, 8), np.uint8))
    with pytest.raises(BadInputError, match=r"threads must be .* not 0"):
        poker.evaluate_many(np.zeros((1, 1), np.uint8), threads=0)
    with pytest.raises(BadInputError, match="out must be uint16"):
        poker.evaluate_many(np.zeros((1, 1), np.uint8), out=np.zeros(1, np.uint32))


def test_categories_of_five_cards_are_counted() -> None:
    counts = poker.category_counts(5)
    assert list(counts.values()) == [
        1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40, 0,
    ]  # fmt: skip


@pytest.mark.parametrize("size", range(7))
def test_counts_agree_with_evaluating_every_hand(size: int) -> None:
    dead = card_set("As Kd 2c 7h 7d") if size == 6 else card_set("As Kd 2c") if size else 0
    sets = subsets(full_deck(52) & ~dead, size)
    counts = np.bincount(poker.evaluate_many(sets), minlength=9855)
    assert np.array_equal(poker.class_counts(size, dead=dead), counts)


def test_seven_cards_of_a_small_deck_are_counted() -> None:
    live = card_set(card_ids("As Ks Qs Js Ts 9s 8s Ah Kh Qh Jh Th Ad Kd Qd 2c 3c 4c 5c 5d"))
    dead = full_deck(52) & ~live
    counts = np.bincount(poker.evaluate_many(subsets(live, 7)), minlength=9855)
    assert np.array_equal(poker.class_counts(7, dead=dead), counts)


def test_counting_explains_bad_input() -> None:
    with pytest.raises(BadInputError, match="size must be a whole number from 0 to 7, not 8"):
        poker.class_counts(8)
    with pytest.raises(BadInputError, match=r"size must be .* not '5'"):
        poker.category_counts("5")  # type: ignore[arg-type]
    with pytest.raises(CardError):
        poker.class_counts(5, dead=1 << 53)


def test_rules_that_cannot_be_are_refused() -> None:
    standard = poker.STANDARD
    order = [int(category) for category in standard.order]
    straights = [(one.ranks, one.top) for one in standard.straights]
    with pytest.raises(ValueError, match="same sum"):
        _native.PokerTables(order, straights, [*range(13)], 0)
    with pytest.raises(ValueError, match="no such category"):
        _native.PokerTables([255] * 10, straights, standard.keys, 0)
    with pytest.raises(ValueError, match="category is missing"):
        _native.PokerTables([0] * 10, straights, standard.keys, 0)
    with pytest.raises(ValueError, match="straight must have five ranks"):
        _native.PokerTables(order, [(0b1111, 3)], standard.keys, 0)


def test_a_board_is_shared_by_all_hands() -> None:
    board, hands = "Qh 7h 2h 2c", ["Ah Kh", "7s 7d", "2d 2s"]
    whole = poker.evaluate_many([f"{hand} {board}" for hand in hands])
    sets = cards.card_set_many(hands)
    for form in (hands, sets, np.array([card_ids(hand) for hand in hands], np.uint8)):
        np.testing.assert_array_equal(poker.evaluate_many(form, board=board), whole)
    jokers = poker.evaluate_many(["Jk Kh"], board=board, wild="full")
    assert jokers[0] == poker.evaluate("Jk Kh Qh 7h 2h 2c", wild="full").strength
    with pytest.raises(CardError, match="row 1: '7h' in '7d 7h' is also on the board"):
        poker.evaluate_many(["Ah Kh", "7h 7d"], board=board)


@pytest.mark.parametrize("cards", [True, False, [True], (51, False)])
def test_truth_values_are_no_cards(cards: Any) -> None:
    doors: list[Callable[[Any], object]] = [
        poker.evaluate,
        poker.strength,
        lambda one: poker.evaluate_many([one]),
    ]
    for read in doors:
        with pytest.raises(CardError, match=r"True|False"):
            read(cards)


@pytest.mark.parametrize("word", [51, 0, np.uint64(51), np.int64(5)])
def test_a_single_int_is_refused(word: Any) -> None:
    for evaluate in (poker.evaluate, lambda cards: poker.evaluate_low(cards, "badugi")):
        with pytest.raises(CardError, match=rf"cards = {word}: an int may be an id or a card set"):
            evaluate(word)
    with pytest.raises(CardError, match=r"poker\.strength takes card sets"):
        poker.evaluate(word, wild="bug")
    with pytest.raises(CardError, match=rf"board = {word}: an int may be an id or a card set"):
        poker.evaluate("7h 6d", board=word)
    assert poker.strength(word) == poker.strength(card_ids(int(word)))
