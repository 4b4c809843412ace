import random
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from astragal.cards import SetArray, card_ids, card_set, cards_text
from astragal.equity import Equities, calculate, calculate_many
from astragal.errors import BadInputError, CardError


def rows(count: int, players: int, own: int = 2) -> tuple[SetArray, SetArray]:
    rng = random.Random(count)
    hands = np.empty((count, players), np.uint64)
    boards = np.empty(count, np.uint64)
    for row in range(count):
        cards = rng.sample(range(52), players * own + 4)
        hands[row] = [card_set(cards[i * own : (i + 1) * own]) for i in range(players)]
        boards[row] = card_set(cards[players * own : players * own + 3 + row % 2])
    return hands, boards


@pytest.mark.parametrize(("players", "game", "own"), [(2, "holdem", 2), (3, "omaha", 4)])
@pytest.mark.parametrize("threads", [1, 2, None])
def test_rows_are_as_each_by_itself(players: int, game: Any, own: int, threads: int | None) -> None:
    hands, boards = rows(150, players, own)
    found = calculate_many(hands, boards=boards, game=game, threads=threads)
    for row in range(0, 150, 7):
        one = calculate(hands[row].tolist(), board=int(boards[row]), game=game)
        assert found.deals[row] == one.deals
        assert found.wins[row].tolist() == [player.wins for player in one.players]
        assert found.ties[row].tolist() == [player.ties for player in one.players]
        assert found.equity[row].tolist() == pytest.approx(
            [player.equity for player in one.players], abs=1e-15
        )


def test_before_the_flop_and_dead_cards() -> None:
    hands = np.array([[card_set("AhKh"), card_set("QsQd")]], np.uint64)
    assert calculate_many(hands).wins.tolist() == [[787_966, 917_606]]
    one = calculate(["AhKh", "QsQd"], dead="2c 3d")
    assert calculate_many(hands, dead="2c 3d").wins.tolist() == [
        [player.wins for player in one.players]
    ]
    assert calculate_many(hands[:0]).equity.shape == (0, 2)


def test_results_go_where_they_are_wanted() -> None:
    hands, boards = rows(5, 2)
    expected = calculate_many(hands, boards=boards)
    room = Equities(
        np.zeros(5, np.int64), np.zeros((5, 2), np.int64), np.zeros((5, 2), np.int64),
        np.zeros((5, 2)),
    )  # fmt: skip
    found = calculate_many(hands, boards=boards, out=room)
    assert found is room
    for name in ("deals", "wins", "ties", "equity"):
        assert np.array_equal(getattr(room, name), getattr(expected, name))
    with pytest.raises(BadInputError, match=r"out must have shape \(5, 2\), not \(4, 2\)"):
        calculate_many(hands, out=replace(room, ties=room.ties[:4]))
    with pytest.raises(BadInputError, match="out must be float64, not int64"):
        calculate_many(hands, out=replace(room, equity=room.wins))  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="out must not share memory with an input"):
        calculate_many(hands, out=replace(room, wins=hands.view(np.int64)))


def test_a_bad_row_is_named() -> None:
    hands, boards = rows(150, 2)
    hands[97, 1] = hands[97, 0]
    with pytest.raises(CardError, match=r"row 97: .* are in two places"):
        calculate_many(hands, boards=boards, threads=2)
    hands, boards = rows(150, 2)
    boards[3] = 0b111111 << 6
    with pytest.raises(CardError, match="row 3: "):
        calculate_many(hands, boards=boards)
    hands[0, 0] = 1
    with pytest.raises(CardError, match="row 0: 1 card in '2c'"):
        calculate_many(hands, boards=boards)
    with pytest.raises(CardError, match="row 0: "):
        calculate_many(rows(1, 2)[0], game="omaha")


def test_wrong_arrays_are_refused() -> None:
    hands, boards = rows(4, 2)
    with pytest.raises(BadInputError, match="hands must be uint64, not float64"):
        calculate_many(hands.astype(np.float64))
    with pytest.raises(BadInputError, match="row 2 of boards: -1 is not an integer"):
        calculate_many(hands, boards=[0, 0, -1, 0])
    with pytest.raises(BadInputError, match="4 rows of hands and 3 boards"):
        calculate_many(hands, boards=boards[:3].copy())
    with pytest.raises(BadInputError, match="1 players"):
        calculate_many(hands[:, :1].copy())
    with pytest.raises(BadInputError, match=r"threads must be .* not 0"):
        calculate_many(hands, threads=0)
    assert isinstance(calculate_many(hands), Equities)


def test_hands_and_boards_may_be_text() -> None:
    hands, boards = rows(20, 3)
    expected = calculate_many(hands, boards=boards)
    text = [[cards_text(hand) for hand in row] for row in hands.tolist()]
    text_boards = [cards_text(board) for board in boards.tolist()]
    ids = [[card_ids(hand) for hand in row] for row in hands.tolist()]
    for forms in ((text, text_boards), (ids, boards), (np.array(text), np.array(text_boards))):
        assert np.array_equal(calculate_many(forms[0], boards=forms[1]).wins, expected.wins)
    frame = pl.DataFrame({"board": text_boards})
    assert np.array_equal(calculate_many(text, boards=frame["board"]).wins, expected.wins)
    assert len(calculate_many([])) == 0


def test_a_bad_row_of_text_is_named() -> None:
    with pytest.raises(CardError, match="row 1: unknown card 'Xx' in 'Xx'"):
        calculate_many([["AhKh", "QsQd"], ["AhKh", "Xx"]])
    with pytest.raises(CardError, match="row 1: unknown card 'Xx' in 'Xx'"):
        calculate_many([["AhKh", "QsQd"]] * 2, boards=["2c 7d Jh", "Xx"])
    with pytest.raises(BadInputError, match="row 1 has 3 players, and row 0 has 2"):
        calculate_many([["AhKh", "QsQd"], ["AhKh", "QsQd", "2c2d"]])
    with pytest.raises(BadInputError, match="row 0: 'AhKh' is not a list of hands"):
        calculate_many(["AhKh", "QsQd"])
    with pytest.raises(CardError, match="row 0: 'Ah' is in two places"):
        calculate_many([["AhKh", "AhQd"]])
