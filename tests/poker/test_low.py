"""Low hands against a slow reference, pokerkit and poker-equity."""

from itertools import combinations, pairwise
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from astragal import _native, poker
from astragal.cards import (
    CARD_NAMES,
    card_names,
    card_set,
    cards_text,
    cards_text_many,
    full_deck,
    sets_to_hands,
    subsets,
)
from astragal.errors import BadInputError, CardError, UnknownNameError
from astragal.poker.low import RULES, LowKind
from astragal.poker.tables import tables_for

from reference import poker_low as reference

KINDS = get_args(LowKind)
FIVES = [kind for kind in KINDS if kind != "badugi"]

hands = st.lists(st.integers(0, 51), max_size=7, unique=True)


def check_order(strengths: list[int], values: list[Any]) -> None:
    """Check that hands have one strength exactly where they have one value, in the same order."""
    found = sorted(dict(zip(strengths, values, strict=True)).items(), key=lambda pair: pair[0])
    known = dict(found)
    assert all(known[strength] == value for strength, value in zip(strengths, values, strict=True))
    values = [value for _, value in found if value is not None]
    assert all(worse < better for worse, better in pairwise(values))


@given(st.lists(hands, min_size=2, max_size=8), st.sampled_from(KINDS))
def test_strengths_order_as_the_slow_reference_does(many: list[list[int]], kind: LowKind) -> None:
    strengths = [int(poker.evaluate_low_many([hand], kind)[0]) for hand in many]
    values = [reference.value(hand, kind) for hand in many]
    assert [strength == 0 for strength in strengths] == [value is None for value in values]
    check_order(strengths, values)


@given(hands, st.sampled_from(KINDS))
def test_the_best_cards_have_the_value_of_the_hand(cards: list[int], kind: LowKind) -> None:
    value = poker.evaluate_low(cards, kind)
    if value is None:
        assert reference.value(cards, kind) is None
        return
    assert set(value.best) <= set(cards)
    assert reference.value(value.best, kind) == reference.value(cards, kind)
    ace = 14 if kind == "deuce-to-seven" else 1
    ranks = [ace if card // 4 == 12 else card // 4 + 2 for card in value.best]
    assert tuple(ranks) == value.ranks


def classes(hands: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return a hand of each class, and the class of each hand: ranks, and which suits are equal."""
    key = np.zeros(len(hands), np.int64)
    for rank in (hands // 4).T:
        key = key * 13 + rank
    for one, other in combinations((hands % 4).T, 2):
        key = key * 2 + (one == other)
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    return first, back


def test_all_fives() -> None:
    sets = subsets(full_deck(52), 5)
    assert len(sets) == 2_598_960
    hands = sets_to_hands(sets, 5)
    # Suits matter only by whether they are all the same.
    key = np.all(hands % 4 == hands[:, :1] % 4, axis=1).astype(np.int64)
    for rank in (hands // 4).T:
        key = key * 13 + rank
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    assert len(first) == 7462
    few = hands[first].tolist()
    for kind, values in zip(FIVES, (6175, 56, 7462), strict=True):
        strengths = poker.evaluate_low_many(sets, kind)
        found = strengths[first]
        assert np.array_equal(strengths, found[back]), kind
        check_order(found.tolist(), [reference.value(hand, kind) for hand in few])
        assert set(found[found > 0].tolist()) == set(range(1, values + 1))


def test_all_fours_of_badugi() -> None:
    hands = sets_to_hands(subsets(full_deck(52), 4), 4)
    assert len(hands) == 270_725
    strengths = poker.evaluate_low_many(hands, "badugi")
    first, back = classes(hands)
    assert np.array_equal(strengths, strengths[first][back])
    check_order(
        strengths[first].tolist(),
        [reference.value(hand, "badugi") for hand in hands[first].tolist()],
    )
    assert set(strengths.tolist()) == set(range(1, 13 + 78 + 286 + 715 + 1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", range(8))
def test_ids_sets_and_both_native_paths_agree(kind: LowKind, size: int) -> None:
    keys = np.random.default_rng(size).random((3000, 52))
    rows = np.argsort(keys, axis=1)[:, :size].astype(np.uint8)
    sets = np.array([card_set(row) for row in rows.tolist()], np.uint64)
    found = poker.evaluate_low_many(sets, kind)
    assert np.array_equal(found, poker.evaluate_low_many(rows, kind, threads=2))
    assert np.array_equal(found, poker.evaluate_low_many(rows, kind, check=False))
    portable = np.empty_like(found)
    if kind == "badugi":
        strengths = poker.low._badugi_strengths()
        assert _native.evaluate_badugi(sets, portable, strengths, portable=True) == len(sets)
    else:
        assert tables_for(RULES[kind]).evaluate_sets(sets, portable, portable=True) == len(sets)
    assert np.array_equal(found, portable)


def pokerkit_hand(kind: LowKind) -> Any:
    import pokerkit

    return {
        "ace-to-five": pokerkit.RegularLowHand,
        "eight-or-better": pokerkit.EightOrBetterLowHand,
        "deuce-to-seven": pokerkit.StandardLowHand,
        "badugi": pokerkit.BadugiHand,
    }[kind]


@pytest.mark.parametrize(
    ("kind", "size"), [("badugi", 4), *((kind, size) for kind in KINDS for size in (5, 7))]
)
def test_pokerkit_orders_hands_the_same_way(kind: LowKind, size: int) -> None:
    hand_of = pokerkit_hand(kind).from_game_or_none
    keys = np.random.default_rng(size).random((400, 52))
    rows = np.argsort(keys, axis=1)[:, :size].tolist()
    theirs = [hand_of("".join(CARD_NAMES[card] for card in row)) for row in rows]
    strengths = [
        0 if (low := poker.evaluate_low(row, kind)) is None else low.strength for row in rows
    ]
    assert [strength == 0 for strength in strengths] == [value is None for value in theirs]
    check_order(strengths, theirs)


@pytest.mark.parametrize(
    ("kind", "kernel", "size"),
    [
        ("ace-to-five", "low_a5", 5),
        ("ace-to-five", "low_a5", 7),
        ("deuce-to-seven", "deuce_seven", 5),
        ("badugi", "badugi", 4),
    ],
)
def test_poker_equity_orders_hands_the_same_way(kind: LowKind, kernel: str, size: int) -> None:
    import poker_equity

    keys = np.random.default_rng(size).random((20_000, 52))
    rows = np.argsort(keys, axis=1)[:, :size].astype(np.uint8)
    texts = [name.replace(" ", "") for name in cards_text_many(rows)]
    theirs = [-score for score in poker_equity.score_batch(kernel, texts)]  # lower is better
    check_order(poker.evaluate_low_many(texts, kind).tolist(), theirs)


@pytest.mark.parametrize(
    ("cards", "kind", "text", "lowval"),
    [
        ("As 2d 3h 4c 5s 5d Kh", "ace-to-five", "five low, four three two ace", 0x090ABCDE),
        ("As Ad 3h 4c Ks", "ace-to-five", "pair of aces, king four three", 0x080EE2BC),
        ("As Ad 3h 3c Ks", "ace-to-five", "two pair, threes and aces, king", 0x070CCEE2),
        ("As 2s 4s 6s 8s Kd", "eight-or-better", "eight low, six four two ace", 0x09079BDE),
        ("2s 3d 4h 5c 7s Ad", "deuce-to-seven", "seven low, five four three two", 0x0908ABCD),
        ("2s 3s 4s 5s 7s 7c 7d", "deuce-to-seven", "seven low, five four three two", 0x0908ABCD),
        ("2s 3s 4s 5s 7s", "deuce-to-seven", "flush, seven five four three two", 0x0408ABCD),
        ("2s 3s 4s 5s 6s", "deuce-to-seven", "straight flush, six high", 0x0109ABCD),
        ("2s 3d 4s 5s 6s", "deuce-to-seven", "straight, six high", 0x0509ABCD),
        ("As 2d 3s 4s 5s", "deuce-to-seven", "ace low, five four three two", 0x0901ABCD),
        ("As 2d 3h 4c", "badugi", "badugi, four three two ace", 0x0D0BCDE0),
        ("As 2s 3h 4c", "badugi", "three cards, four three ace", 0x0C0BCE00),
        ("2c 5c 2d 9h", "badugi", "three cards, nine five two", 0x0C06AD00),
        ("Ks", "badugi", "one card, king", 0x0A020000),
    ],
)
def test_texts_and_words(cards: str, kind: LowKind, text: str, lowval: int) -> None:
    value = poker.evaluate_low(cards, kind)
    assert value is not None
    assert (str(value), hex(value.lowval)) == (text, hex(lowval))
    assert poker.to_lowval([value.strength, 0], kind).tolist() == [lowval, 0]
    assert value.to_dict() == {
        "cards": card_names(card_set(cards)),
        "kind": kind,
        "category": value.category,
        "strength": value.strength,
        "lowval": f"0x{lowval:08x}",
        "best": cards_text(value.best).split(),
        "text": text,
    }
    assert text in value._repr_html_()
    assert repr(value).endswith(f"{kind}: {text}>")


@pytest.mark.parametrize("kind", KINDS)
def test_words_order_as_strengths_do(kind: LowKind) -> None:
    words = poker.low.lowvals(kind)
    assert np.all(np.diff(words.astype(np.int64)) > 0)


def test_values_of_one_kind_compare() -> None:
    low, lower = (
        poker.evaluate_low(cards, "ace-to-five") for cards in ("2s 3d 4h 5c 7s", "2s 3d 4h 5c 6s")
    )
    other = poker.evaluate_low("2s 3d 4h 5c 7s", "deuce-to-seven")
    assert low is not None
    assert lower is not None
    assert lower > low
    assert low == poker.evaluate_low("2c 3d 4h 5c 7s", "ace-to-five")
    assert len({low, lower, other}) == 3
    assert low != other
    with pytest.raises(TypeError):
        assert low < other  # type: ignore[operator]


def test_wrong_input_is_quoted() -> None:
    with pytest.raises(
        UnknownNameError, match="no low hands of kind 'razz'; there are ace-to-five"
    ):
        poker.evaluate_low("As", "razz")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="there are ace-to-five, eight-or-better"):
        poker.evaluate_low_many(["As"], [])  # type: ignore[arg-type]
    with pytest.raises(CardError, match="comes twice in 'As As'"):
        poker.evaluate_low("As As", "badugi")
    for kind in KINDS:
        with pytest.raises(CardError, match=r"row 1: .* 52"):
            poker.evaluate_low_many(np.array([[1, 2], [3, 52]], np.uint8), kind)
        with pytest.raises(CardError, match=r"row 0: .*8 cards"):
            poker.evaluate_low_many(np.array([255], np.uint64), kind)
    with pytest.raises(BadInputError, match=r"strength 57 is not in 0\.\.56"):
        poker.to_lowval([57], "eight-or-better")


def test_two_cards_of_omaha_play_with_three_of_the_board() -> None:
    """Every choice of two and three is judged by itself."""
    rng = np.random.default_rng(5)
    qualify = 0
    for hole, board_size in [(4, 3), (4, 4), (4, 5), (5, 5), (6, 5)] * 12:
        # The low half of the ranks, so that many hands qualify.
        deck = [card for card in range(52) if card // 4 in (0, 1, 2, 3, 4, 5, 6, 9, 12)]
        dealt = rng.permutation(deck)[: hole + board_size].tolist()
        hand, board = dealt[:hole], dealt[hole:]
        for kind in ("ace-to-five", "eight-or-better"):
            fives = [
                [*two, *three] for two in combinations(hand, 2) for three in combinations(board, 3)
            ]
            values: list[Any] = [reference.value(five, kind) for five in fives]
            best = max((value for value in values if value is not None), default=None)
            low = poker.evaluate_low(hand, kind, board=board, game="omaha")
            if low is None:
                assert best is None
                continue
            qualify += 1
            assert reference.value(low.best, kind) == best
            assert len(set(low.best) & set(hand)) == 2
            assert len(set(low.best) & set(board)) == 3
            many = poker.evaluate_low_many([hand] * 2, kind, board=board, game="omaha-hilo")
            assert many.tolist() == [low.strength] * 2
    assert qualify > 80


@given(hands.filter(lambda cards: len(cards) > 4), st.sampled_from(FIVES))
def test_any_cards_of_holdem_play_with_the_board(cards: list[int], kind: LowKind) -> None:
    hand, board = cards[:2], cards[2:]
    assert poker.evaluate_low(hand, kind, board=board) == poker.evaluate_low(cards, kind)
    boards = [cards_text(board)] * 2
    found = poker.evaluate_low_many([hand, hand], kind, boards=boards)
    assert found.tolist() == poker.evaluate_low_many([cards, cards], kind).tolist()


def test_wrong_boards_of_low_hands_are_refused() -> None:
    with pytest.raises(CardError, match="2 cards on the board '2c 3c'"):
        poker.evaluate_low("As 2d", "ace-to-five", board="2c 3c")
    with pytest.raises(CardError, match="'2c' in '2c As' is also on the board"):
        poker.evaluate_low("As 2c", "ace-to-five", board="2c 3c 4c")
    with pytest.raises(CardError, match="omaha needs a board"):
        poker.evaluate_low("As 2c 3d 4h", "ace-to-five", game="omaha")
    with pytest.raises(BadInputError, match=r"in omaha low hands are .*, not deuce-to-seven"):
        poker.evaluate_low("As 2c 3d 4h", "deuce-to-seven", board="5c 6c 7c", game="omaha")
    with pytest.raises(BadInputError, match="badugi has no board"):
        poker.evaluate_low_many(["As 2c"], "badugi", board="5c 6c 7c")
    with pytest.raises(BadInputError, match="low hands need a full deck, which short has not"):
        poker.evaluate_low("As 6c", "ace-to-five", board="7c 8c 9c", game="short")
