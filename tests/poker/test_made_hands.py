"""What hands make on boards: an example for each rule, and all hands against a slow reference."""

import random

import numpy as np
import pytest

from astragal import poker
from astragal.cards import card_ids, complement, sets_to_hands, subsets
from astragal.errors import BadInputError, CardError
from astragal.poker.layouts import MADE_HAND
from astragal.poker.made_hands import HOLDS
from astragal.poker.rules import BLOCKERS, DRAWS, MADE_HANDS

from reference import made as reference

# For each rule, hands and boards where it holds, and close ones where it doesn't.
EXAMPLES = {
    "plays the board": (["2c 3d / As Ks Qd Jh Tc"], ["9c 3d / Kc Qs Jd Th 2s"]),
    "high card": (["9c 3d / Kc 7s 2d", "Kc 3d / QcQs2d"], ["Ac 3d / Kc 7s 2d"]),
    "ace high": (["Ac 3d / Kc 7s 2d", "Ac Kd / Qc Qs 2d"], ["Ac 3d / As 7s 2d"]),
    "underpair": (["3c 3d / Kc 7s 5d"], ["6c 6d / Kc 7s 5d", "3c 3d / Kc Kd 7s 7d 2h"]),
    "low pair": (["Ac 2d / Kc 9s 5d 2s"], ["Ac 5c / Kc 9s 5d 2s"]),
    "third pair": (["Ac 5c / Kc 9s 5d 2s"], ["Ac 9c / Kc 9s 5d 2s"]),
    "second pair": (["Ac 9c / Kc 9s 5d 2s", "Ac 7d / Kc Kd 7s"], ["Ac Kd / Kc 9s 5d 2s"]),
    "pocket pair below top": (["8c 8d / Kc 7s 5d"], ["4c 4d / Kc 7s 5d", "Ac Ad / Kc 7s 5d"]),
    "top pair": (["Kd Qd / Kc 7s 5d"], ["Kd Ad / Kc 7s 5d", "Ad 7d / Kc 7s 5d"]),
    "top pair top kicker": (["Kd Ad / Kc 7s 5d", "Ac Kd / Ad 7s 5d"], ["Kd Qd / Kc 7s 5d"]),
    "overpair": (["Ac Ad / Kc 7s 5d", "Ac Ad / Kc Ks 5d"], ["Qc Qd / Kc 7s 5d"]),
    "two pair": (["Kd 5c / Kc 7s 5d"], ["Kd 7c / Kc 7s 5d", "Ad 7c / Kc Ks 7d"]),
    "top two pair": (["Kd 7c / Kc 7s 5d"], ["Kd 5c / Kc 7s 5d"]),
    "trips": (["Kd Qc / Kc Ks 5d"], ["5c 5s / Kc Ks 5d", "Ad Qc / Kc Ks Kd"]),
    "set": (["5c 5s / Kc 7s 5d"], ["Kd Qc / Kc Ks 5d"]),
    "straight": (["6d 5d / 9c 8s 7d"], ["Jd Td / 9c 8s 7d", "Kd 2d / 9c 8s 7d"]),
    "nut straight": (["Jd Td / 9c 8s 7d"], ["6d 5d / 9c 8s 7d", "Jd Td / 9d 8d 7d"]),
    "flush": (["Kd 2d / Qd 8d 7d"], ["Ad 2d / Qd 8d 7d", "Ad Kc / Qd 8d 7d"]),
    "nut flush": (["Ad 2d / Qd 8d 7d", "Kd 2c / Ad Qd 8d 7d"], ["Kd 2d / Qd 8d 7d"]),
    "full house": (["Kd Qc / Kc Ks Qd"], ["Kd Qc / Kc Ks 5d"]),
    "four of a kind": (["Kd Kh / Kc Ks Qd"], ["Kd Qc / Kc Ks Qd"]),
    "straight flush": (["Jd Td / 9d 8d 7d"], ["Jd Td / 9d 8d 7c"]),
    "nut flush draw": (["Ad 2d / Qd 8d 7c", "Ad 2c / Qd 8d 7d"], ["Kd 2d / Qd 8d 7c"]),
    "flush draw": (["Kd 2d / Qd 8d 7c"], ["Ad 2d / Qd 8d 7c", "Ks 2s / Qd 8d 7d 2d"]),
    "straight flush draw": (["Jd Td / 9d 8d 2c"], ["Jd Td / 9d 8c 2d", "Jd Tc / 9d 8d 2c"]),
    "open-ended": (
        ["Jd Tc / 9d 8s 2c", "4d 3c / 5d 2s Kc", "Jd Tc / Kd Qs 2c"],
        ["Ad Kc / Qd Js 2c", "Jd Tc / 9d 7s 2c", "Ad 2c / 9d 8s 7c 6h"],
    ),
    "double gutshot": (["Jd 7c / 9d 8s 5c"], ["Jd Tc / 9d 8s 2c", "Jd 7c / 9d 8s 2c"]),
    "gutshot": (["Jd 7c / 9d 8s 2c", "Ad Kc / Qd Js 2c"], ["Jd 7c / 9d 8s 5c", "Ad Kc / Qd 7s 2c"]),
    "backdoor flush draw": (["Jd 7d / 9d 8s 5c"], ["Jd 7d / 9d 8d 5c", "Jd 7d / 9d 8s 5c 2h"]),
    "backdoor straight draw": (
        ["Ad Kc / Qd 7s 2c", "Ad 3c / 5d 9s 9c"],
        ["Ad Kc / Qd Js 2c", "Ad Kc / Qd 7s 2c 2d", "Ad 7c / Kd 8s 2c"],
    ),
    "two overcards": (["Ad Kc / Qd 7s 2c"], ["Ad Jc / Qd 7s 2c", "Ad Ac / Qd 7s 2c"]),
    "one overcard": (["Ad Jc / Qd 7s 2c"], ["Ad Kc / Qd 7s 2c", "Ad Qc / Qs 7s 2c"]),
    "nut flush blocker": (["Ad 2c / Qd 8d 7d"], ["Kd 2c / Qd 8d 7d", "Ad 2d / Qd 8d 7d"]),
    "nut flush draw blocker": (["Ad 2c / Qd 8d 7c"], ["Ad 2d / Qd 8d 7c", "Kd 2c / Qd 8d 7c"]),
    "nut straight blocker": (["Ad Jc / 9c 8s 7d"], ["Ad Qc / 9c 8s 7d", "Jd Tc / 9c 8s 7d"]),
}  # fmt: skip


def names_of(example: str) -> set[str]:
    hand, board = example.split(" / ")
    found = poker.made_hand(hand, board)
    return {found.made, *found.draws, *found.blockers}


@pytest.mark.parametrize("rule", [*MADE_HANDS, *DRAWS, *BLOCKERS])
def test_rule(rule: str) -> None:
    holds, fails = EXAMPLES[rule]
    for example in holds:
        assert rule in names_of(example), example
    for example in fails:
        assert rule not in names_of(example), example


def test_every_rule_in_words_is_decided() -> None:
    assert list(HOLDS) == [*MADE_HANDS, *DRAWS, *BLOCKERS]


SPECIAL = [
    "Kc Kd Ks", "Kc Kd Ks 7d", "Kc Kd Ks 7d 7c", "Kc Kd Ks Kh 2c", "Kc Kd 7s 7d 2h", "2d 5d 9d",
    "2d 5d 9d Td", "2d 5d 9d Td Ad", "6d 7d 8d", "5d 6d 7d 8c", "5d 6d 7d 8d 9d", "Ad 2d 3c",
    "Ad 2d 3c 4s", "Ac Kd Qs Js", "Ac Kd Qs Js Tc", "9c 8d 7s 5s", "Jc 9d 8s 5s", "4c 4d 3s 2s 2c",
]  # fmt: skip


def test_all_hands_on_many_boards_against_the_slow_reference() -> None:
    rng = random.Random(7)
    boards = [card_ids(board) for board in SPECIAL]
    boards += [rng.sample(range(52), size) for size in (3, 4, 5) for _ in range(12)]
    seen: set[str] = set()
    for board in boards:
        hands = reference.hands_on(board)
        words = poker.made_hand_many(hands, board).tolist()
        for place in rng.sample(range(len(hands)), 60):
            hand = poker.MadeHand(sum(1 << card for card in hands[place]), 0, words[place])
            found = hand.made, set(hand.draws), set(hand.blockers)
            assert found == reference.names(hands[place], board), (hands[place], board)
            seen |= {found[0]} | found[1] | found[2]
    assert seen == set(HOLDS)


def test_every_form_of_hands_gives_the_same() -> None:
    board = "Qh 7h 2c"
    sets = subsets(complement(board, 52), 2)
    assert len(sets) == 1176
    words = poker.made_hand_many(sets, board)
    assert words.dtype == np.uint32
    assert poker.made_hand_many(sets.tolist(), card_ids(board)).tolist() == words.tolist()
    assert poker.made_hand_many(sets_to_hands(sets, 2), board).tolist() == words.tolist()
    assert poker.made_hand_many(sets[:0], board).tolist() == []
    assert [poker.made_hand(int(hand), board).word for hand in sets[::97]] == words[::97].tolist()


def test_the_value_shows_itself() -> None:
    value = poker.made_hand("Ah Qh", "Qs 8h 3h")
    assert str(value) == "top pair top kicker, nut flush draw"
    assert repr(value) == "<MadeHand Qh Ah on 3h 8h Qs: top pair top kicker, nut flush draw>"
    assert value.to_dict() == {
        "hand": ["Qh", "Ah"],
        "board": ["3h", "8h", "Qs"],
        "made": "top pair top kicker",
        "draws": ["nut flush draw"],
        "blockers": [],
        "word": MADE_HAND.hex(value.word),
    }
    assert "nut flush draw" in value._repr_html_()


@pytest.mark.parametrize(
    ("hand", "board", "says"),
    [
        ("Ah", "Qs 8h 3h", "1 card"),
        ("Ah Kh Qh", "Qs 8h 3h", "3 cards"),
        ("Ah Kh", "Qs 8h", "2 cards"),
        ("Ah Kh", "Qs 8h 2c 3c 4c 5c", "6 cards"),
        ("Ah Kh", "Qs Kh 2c", "row 0: 'Kh' in 'Kh Ah' is also on the board '2c Qs Kh'"),
        ("Ah Jk", "Qs Kh 2c", "Jk"),
    ],
)
def test_wrong_cards_are_quoted(hand: str, board: str, says: str) -> None:
    with pytest.raises(CardError, match=says):
        poker.made_hand(hand, board)


def test_wrong_arrays_name_the_row() -> None:
    with pytest.raises(CardError, match="row 1"):
        poker.made_hand_many(np.array([3, 7], np.uint64), "Qs Kh 2d")
    with pytest.raises(BadInputError, match="dimension"):
        poker.made_hand_many(np.array([[[3, 7]]], np.uint64), "Qs Kh 2d")


@pytest.mark.parametrize(
    ("hand", "board", "made"),
    [
        ("Ks Ac", "Qs Qh 2c", "ace high"),
        ("Ah 5c", "Kc Kd Kh Ks 2c", "ace high"),
        ("5c 4c", "Kc Kd Kh Ks 2c", "high card"),
        ("5c 4c", "Kc Kd Kh Ks", "high card"),
        ("5c 4c", "Kc Kd Kh Ks 6c", "plays the board"),
        ("Kc 5c", "Kd Kh Ks 2c 2d", "four of a kind"),
        ("2h 2s", "Kd Kh Ks 2c 2d", "four of a kind"),
        ("6c 6d", "Ac Ad Kc Kd", "high card"),
        ("6c 6d", "Ac Ad Kc Kd 7s", "plays the board"),
    ],
)
def test_disputed_hands(hand: str, board: str, made: str) -> None:
    """The table of the docs."""
    assert poker.made_hand(hand, board).made == made
