"""Spots: what is read, what is refused, and how a spot is written again."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

from astragal.equity import Range
from astragal.errors import BadInputError, UnknownNameError
from astragal.postflop.spot import Spot, size_texts, spot_of, without_size

GOOD: dict[str, Any] = {"oop": "QQ+, AhKh", "ip": "TT, KJs", "pot": 100, "stack": 200}
BOARD = "Td 9d 6h Qc"


def spot(board: Any = BOARD, **changes: Any) -> Spot:
    return Spot(board, **{**GOOD, "bets": "50%, a", "raises": "60%", **changes})


def test_hands_are_ascending_and_without_the_board() -> None:
    game = spot().game
    assert len(game.hands[0]) == 3 + 6 + 6 + 1
    for hands in game.hands:
        assert (np.diff(hands.astype(np.int64)) > 0).all()
        assert ((hands & np.uint64(game.board)) == 0).all()
    assert (game.pot, game.rake_cap, game.chip) == (100, np.inf, 1)


def test_ranges_are_text_hands_or_ranges() -> None:
    assert spot(oop=Range("QQ+, AhKh")) == spot()
    weighted = spot(oop="QQ:0.25").game
    assert weighted.weights[0].tolist() == [0.25] * 3


def test_amounts_are_multiples_of_the_chip() -> None:
    small = spot(pot=5.5, stack=97.25, chip=0.05, rake_rate=0.05, rake_cap=3)
    assert (small.game.pot, small.game.rake_cap) == (110, 60)
    assert [str(action) for action in small.tree.actions(0)] == [
        "check",
        "bet 2.75",
        "all-in 97.25",
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": "Td 9d"}, "2 cards on the board 'Td 9d': a flop has three"),
        ({"board": "Td 9d 6h Qc 2s 3s"}, "6 cards on the board"),
        ({"board": "Td 9d 6h Td"}, "'Td' comes twice"),
        ({"board": "Td 9d 6x"}, "unknown card"),
        ({"oop": "TT9"}, "'TT9'"),
        ({"oop": ""}, r"range '' of oop is empty: give hands like QQ\+, AKs"),
        ({"ip": "TdTs, 6h6c"}, "of ip does not meet the board: each of its hands has a card of"),
        ({"oop": "AhKh", "ip": "AhQh"}, "can't meet: each two hands share one of the cards 'Ah'"),
        ({"pot": 0}, "pot must be more than 0, not 0"),
        ({"stack": 0}, "stack must be more than 0, not 0"),
        ({"pot": -5}, "pot must be a number from 0"),
        ({"pot": "100"}, "pot must be a number"),
        ({"pot": 5.5}, "pot 5.5 is no multiple of the chip 1: write chip=0.5"),
        ({"bets": "33%, 12.5c"}, r"size 12.5 is no multiple of the chip 1: write chip=0.5"),
        ({"bets": "50%%"}, "'50%%' is no size: sizes are 50%, 30c"),
        ({"bets": "lots"}, "'lots' is no size"),
        ({"bets": "3x"}, "'3x' is a size of raises only"),
        ({"raises": "0.5x"}, "'0.5x': the number must be more than 1"),
        ({"bets": None}, "None is no list of sizes"),
        ({"rake_rate": 1.5}, "rake_rate must be a number from 0 to 1, not 1.5"),
        ({"rake_cap": -1}, "rake_cap must be a number from 0"),
        ({"max_raises": 1.5}, "max_raises must be a whole number"),
        ({"add_allin": -1}, "add_allin must be a number"),
        ({"chip": 0}, "chip must be a number"),
    ],
)
def test_bad_input_is_quoted(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        spot(**changes)


def test_unknown_players_and_streets_are_named() -> None:
    with pytest.raises(UnknownNameError, match="no player of bets 'button'; there are oop, ip"):
        spot(bets={"button": "50%"})
    with pytest.raises(UnknownNameError, match=r"no street of bets 'trun'.*did you mean turn"):
        spot(bets={"oop": {"trun": "50%"}})


def test_every_answer_writes_the_sizes() -> None:
    answer = spot(bets={"oop": {"river": "75%, a"}, "ip": "50%"}, donk={"river": ""}).to_dict()
    assert answer["bets"] == {
        "oop": {"flop": None, "turn": "", "river": "75%, a"},
        "ip": {"flop": None, "turn": "50%", "river": "50%"},
    }
    assert answer["donk"] == {"flop": None, "turn": None, "river": ""}
    assert (answer["add_allin"], answer["force_allin"], answer["merge"]) == (0, 0, 0)
    assert answer["board"] == ["6h", "9d", "Td", "Qc"]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"oop": "QQ:0.123456789012, AhKh", "rake_rate": 0.05, "rake_cap": 3},
        {"bets": {"oop": {"turn": "30c, e", "river": "2e"}}, "raises": "2.5x, 3e200%, 30c2r"},
        {"pot": 5.5, "chip": 0.25, "max_raises": 2, "merge": 0.1, "donk": {"river": "25%"}},
        {"board": "Td 9d 6h", "donk": {"turn": ""}},
    ],
)
def test_a_spot_is_read_from_what_it_writes(changes: dict[str, Any]) -> None:
    one = spot(**changes).lock("", {"AhKh": {"check": 1}})
    again = spot_of(json.loads(json.dumps(one.to_dict())))
    assert again == one
    assert hash(again) == hash(one)
    assert np.array_equal(again.tree.put_in, one.tree.put_in)
    assert np.array_equal(again.game.weights[0], one.game.weights[0])
    assert np.array_equal(again.locks[0].rows, one.locks[0].rows, equal_nan=True)
    assert pickle.loads(pickle.dumps(one)) == one


def test_another_board() -> None:
    other = spot().on("2c 3d 4h 5s")
    assert other.board != spot().board
    assert len(other.game.hands[0]) == 19
    assert other != spot()
    with pytest.raises(BadInputError, match="'2c 3d 4h' has 3 cards, the board of the spot has 4"):
        spot().on("2c 3d 4h")
    with pytest.raises(BadInputError, match="of ip does not meet the board"):
        spot(ip="AcAd").on("Ac 3d 4h 5s")


def test_a_spot_as_text() -> None:
    assert str(spot(rake_rate=0.05, rake_cap=3)).splitlines() == [
        "turn 6h 9d Td Qc, pot 100, stacks 200",
        "oop QQ+, AhKh",
        "ip  TT, KJs",
        "bets: 50%, a",
        "raises: 60%",
        "rake: 5 %, at most 3",
    ]
    text = str(spot(bets={"ip": "50%"}, donk={"river": ""}, max_raises=2, raises=""))
    assert "bets: oop turn none; oop river none; ip turn 50%; ip river 50%" in text
    assert "raises: none" in text
    assert "donk: river none" in text
    assert "max_raises: 2" in text
    assert "max_raises: 0" in str(spot(max_raises=0))
    assert "add_allin: 1.5" in str(spot(add_allin=1.5))
    assert repr(spot()) == "<Spot 6h 9d Td Qc, pot 100>"


def test_a_size_can_be_dropped() -> None:
    one = spot(bets="50%, a", raises="60%, a")
    assert size_texts(one) == ["50%", "a", "60%"]
    assert size_texts(without_size(one, "a")) == ["50%", "60%"]
    assert len(without_size(one, "a").tree) < len(one.tree)
