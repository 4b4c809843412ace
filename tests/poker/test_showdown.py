"""How a hand stands, against opponents' hands that are evaluated one by one by the reference."""

from itertools import combinations

import pytest

from astragal import poker
from astragal.cards import card_ids
from astragal.errors import CardError
from astragal.poker.rules import Category

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


@pytest.mark.parametrize(
    ("hand", "board", "own"),
    [
        ("Ah Kh", "Qh 7h 2c", 9 + 6),  # hearts, and six cards that pair the hand
        ("5c 5d", "Ks 8c 3h", 2),
        ("8s 8h", "Kd Qc 4h", 2),
        ("Qc Jc", "Qd 7s 2h", 2 + 3),
        ("As Kd", "Ks 8c 3h 2d", 2 + 3),
        ("4h 4d", "Ac Ks Qd", 2),
        ("5c 5d", "5h 8c 3h", 1 + 6),  # a card that pairs the board makes a full house
        ("Ac 8d", "8h 8c 3h", 1 + 3 + 3),
        ("Ac Kd", "8h 8c 3h", 3 + 3),  # not the second pair of the board, and not its third eight
        ("9h 2h", "Jh Tc 8h 7d", 9),  # from a straight to a flush, also with Th and 7h
        ("Ac Ad", "9h 8c 7d 6s", 2),  # the board makes a straight with a ten and a five
    ],
)
def test_shared_cards_are_those_that_combine_with_no_card_of_the_hand(
    hand: str, board: str, own: int
) -> None:
    def is_own(category: Category, card: str) -> bool:
        ranks = [name[0] for name in hand.split()]
        if category <= Category.TWO_PAIR:
            return card[0] in ranks
        return category > poker.evaluate(f"{board} {card}").category

    found = poker.showdown(hand, board)
    expected = [
        card
        for category, cards in found.improving.items()
        for card in cards
        if not is_own(category, card)
    ]
    assert list(found.shared) == expected
    assert sum(map(len, found.improving.values())) - len(found.shared) == own


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
