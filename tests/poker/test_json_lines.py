"""Lines of JSON: the same as `to_dict()` of each hand."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import poker
from astragal.cards import card_ids, cards_text
from astragal.poker.evaluate import hand_values
from astragal.poker.json_lines import json_lines

hands = st.lists(st.lists(st.integers(0, 51), max_size=7, unique=True), min_size=1, max_size=20)


@given(hands)
def test_lines_are_the_json_of_single_hands(rows: list[list[int]]) -> None:
    texts = [cards_text(row) for row in rows]
    expected = [json.dumps(poker.evaluate(text).to_dict()) for text in texts]
    assert json_lines(texts) == expected


@given(st.permutations(range(52)), st.integers(1, 5))
def test_lines_on_a_board_have_symbols(deck: list[int], size: int) -> None:
    board = cards_text(deck[:size])
    pockets = [cards_text(deck[start : start + 2]) for start in range(size, 51, 2)]
    expected = [json.dumps(poker.evaluate(one, board=board).to_dict()) for one in pockets]
    assert json_lines(pockets, board=board) == expected


def test_all_flushes_and_straights_have_their_best_cards() -> None:
    """Seven cards with more than five of a suit, and with pairs on a straight."""
    texts = [
        "As Ks Qs Js Ts 9s 8s", "2h 3h 4h 5h Ah Kh Kd", "2c 3d 4h 5s Ac Kd Kh", "As Ad Ah Ac Ks Kd",
        "9s 8s 7s 6s 5s 5d 5h", "Kc Kd Kh Qc Qd Qh Js", "", "As", "As Ad 3c 3d",
    ]  # fmt: skip
    for text, line in zip(texts, json_lines(texts), strict=True):
        assert json.loads(line)["best"] == [
            cards_text([card]) for card in poker.evaluate(text).best
        ]


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        ("Jk As", {"wild": "bug"}),
        ("Ah Kd", {"game": "short", "board": "6h 7c 8c 9s Ts"}),
        ("Ah Ac 2d 3d", {"game": "omaha", "board": "Kh 7h 2h 4c 5s"}),
    ],
)
def test_other_hands_have_lines_too(hand: str, options: dict[str, Any]) -> None:
    [value] = hand_values([hand], **options)
    assert json_lines([hand], **options) == [json.dumps(value.to_dict())]
    assert value.to_dict() == poker.evaluate(hand, **options).to_dict()
    assert set(value.best) <= {*card_ids(value.cards)}
