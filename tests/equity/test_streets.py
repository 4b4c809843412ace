from itertools import combinations
from typing import Any

import pytest

from astragal.cards import card_ids, card_set, cards_text
from astragal.equity import calculate, next_cards, outs
from astragal.errors import BadInputError

from reference import equity as reference


@pytest.mark.parametrize("players", [["AhKh", "QsQd"], ["AhKh", "QQ, JTs"]])
@pytest.mark.parametrize("board", ["Qh 7h 2c", "Qh 7h 2c 8d", ""])
def test_next_cards_sum_to_the_whole(players: list[str], board: str) -> None:
    if not board and len(players[1]) > 4:
        players = ["AhKh", "QsQd"]
    whole = calculate(players, board=board)
    parts = next_cards(players, board=board)
    to_come = 5 - len(board.split())
    assert sum(part.equity.deals for part in parts) == whole.deals * to_come
    for place, player in enumerate(whole.players):
        assert sum(part.equity.players[place].wins for part in parts) == player.wins * to_come
        assert sum(part.equity.players[place].ties for part in parts) == player.ties * to_come


def test_next_cards_are_all_that_can_come() -> None:
    parts = next_cards(["AhKh", "QsQd"], board="Qh 7h 2c")
    assert [part.card for part in parts] == [
        card for card in range(52) if not card_set("AhKh QsQd Qh 7h 2c") >> card & 1
    ]
    assert all(part.equity.board == card_set("Qh7h2c") | 1 << part.card for part in parts)
    left_out = next_cards(["AhKh", "QsQd, QsQc"], board="Qh 7h 2c")
    assert card_set("Qs") not in [1 << part.card for part in left_out]


@pytest.mark.parametrize("game", ["holdem", "omaha", "short"])
@pytest.mark.parametrize("board", ["Jh 7h 9c", "Jh 7h 9c Jd"])
def test_outs_are_the_cards_that_give_the_best_hand(game: Any, board: str) -> None:
    hands = {
        "holdem": ["AhKh", "QsQd", "Jc9d"],
        "short": ["AhKh", "QsQd", "Jc9d"],
        "omaha": ["AhKh6c6d", "QsQd8s8d", "JcTc9d2s"],
    }[game]
    ids = [tuple(card_ids(card_set(hand))) for hand in hands]
    table = tuple(card_ids(card_set(board)))

    def best_alone(common: tuple[int, ...]) -> int | None:
        values = [best_of(hand, common) for hand in ids]
        return values.index(max(values)) if values.count(max(values)) == 1 else None

    def best_of(hand: tuple[int, ...], common: tuple[int, ...]) -> tuple[int, list[int]]:
        if game == "omaha":
            return reference.best_value(hand, common, game)
        return max(
            reference.five_value(five, game) for five in combinations(sorted(hand + common), 5)
        )

    used = {card for hand in ids for card in hand} | {*table}
    expected: list[list[int]] = [[] for _ in hands]
    for card in reference.deck_of(game):
        if card not in used:
            winner = best_alone((*table, card))
            if winner is not None and winner != best_alone(table):
                expected[winner].append(card)
    assert [card_ids(cards) for cards in outs(hands, board=board, game=game)] == expected
    assert any(expected)


def test_the_flush_draw() -> None:
    drawing, ahead = outs(["AhKh", "QsQd"], board="Jh 7h 2c")
    assert cards_text(drawing) == "2h 3h 4h 5h 6h 8h 9h Th Qh Kc Kd Ks Ac Ad As"
    assert ahead == 0


def test_bad_input() -> None:
    with pytest.raises(BadInputError, match="known hands"):
        outs(["AhKh", "QQ"], board="Jh 7h 2c")
    with pytest.raises(BadInputError, match="three or four cards"):
        outs(["AhKh", "QsQd"], board="Jh 7h 2c 3d 9s")
    with pytest.raises(BadInputError, match="no cards to come"):
        next_cards(["AhKh", "QsQd"], board="Jh 7h 2c 3c 4c")
