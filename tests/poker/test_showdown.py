"""How a hand stands, against opponents' hands that are evaluated one by one by the reference."""

from itertools import combinations

import pytest

from astragal import poker
from astragal.cards import card_ids
from astragal.errors import CardError

from reference import poker as reference

CATEGORY_SHIFT = 24  # of pokerval: the category is above it


@pytest.mark.parametrize(
    ("hand", "board"),
    [("Ah Kh", "Qh Jh 2c"), ("7c 2d", "7d 7s 2c Kh"), ("3c 3d", "Ts Js Qs Ks As")],
)
def test_it_is_compared_with_every_hand_of_an_opponent(hand: str, board: str) -> None:
    known = card_ids(hand), card_ids(board)
    unseen = [card for card in range(52) if card not in known[0] + known[1]]
    mine = reference.pokerval(known[0] + known[1])
    theirs = [reference.pokerval([*two, *known[1]]) for two in combinations(unseen, 2)]
    found = poker.showdown(hand, board)
    assert found.wins == sum(one < mine for one in theirs)
    assert found.ties == sum(one == mine for one in theirs)
    assert found.losses == sum(one > mine for one in theirs)
    assert found.nuts == (found.losses == 0)
    expected: dict[int, set[int]] = {}
    for card in unseen if len(known[1]) < 5 else []:
        then = reference.pokerval([*known[0], *known[1], card])
        if then >> CATEGORY_SHIFT > mine >> CATEGORY_SHIFT:
            expected.setdefault(then >> CATEGORY_SHIFT, set()).add(card)
    assert [set(card_ids(cards)) for cards in found.improving.values()] == [
        expected[category] for category in sorted(expected)
    ]


def test_the_nuts_count_the_cards_of_the_hand_itself() -> None:
    board = "Ah Kh 2h 7c 8d"
    best = poker.showdown("Qh Jh", board)
    assert best.nuts
    assert best.best == poker.evaluate("Ah Kh Qh Jh 2h")
    second = poker.showdown("Jh Th", board)  # the queen of hearts and any other heart beat it
    assert not second.nuts
    assert second.losses == 7


@pytest.mark.parametrize(
    ("hand", "board", "words"),
    [
        ("Ah", "Qh Jh 2c", "'Ah'"),
        ("Ah Kh", "Qh Jh", "'Qh Jh'"),
        ("Ah Kh", "Ah Jh 2c", "comes twice"),
        ("Ah Jk", "Qh Jh 2c", "Jk"),
    ],
)
def test_other_cards_are_refused(hand: str, board: str, words: str) -> None:
    with pytest.raises(CardError, match=words):
        poker.showdown(hand, board)
