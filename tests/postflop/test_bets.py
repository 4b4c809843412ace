"""Bet sizes: what one may write, and what the amounts are."""

from __future__ import annotations

from typing import Any

import pytest

from astragal.errors import BadInputError, UnknownNameError
from astragal.postflop.bets import (
    Decision,
    parse_sizes,
    read_amount,
    read_bet_sizes,
    read_chip,
)

FIRST = Decision(own=0, prev=0, top=1000, pot=100, bets=0, streets=1)
FACING_50 = Decision(own=0, prev=50, top=1000, pot=200, bets=1, streets=1)


@pytest.mark.parametrize(
    "text", ["50", "%", "-5%", "5%%", "1_0%", "٥%", "50c2", "2r", "1e5", "e%", "aa", "all"]
)
def test_texts_that_are_no_size(text: str) -> None:
    with pytest.raises(BadInputError, match="is no size: sizes are 50%"):
        parse_sizes(text, raising=True)


@pytest.mark.parametrize("text", ["2.5x", "50c2r"])
def test_sizes_of_raises_only(text: str) -> None:
    assert parse_sizes(text, raising=True)
    with pytest.raises(BadInputError, match="of raises only"):
        parse_sizes(text, raising=False)


@pytest.mark.parametrize("text", ["0%", "0c", "1x", "0.5x"])
def test_sizes_that_are_too_small(text: str) -> None:
    with pytest.raises(BadInputError, match="the number must be more than"):
        parse_sizes(text, raising=True)


@pytest.mark.parametrize("sizes", [50, 0.5, None, [50], {"flop"}])
def test_values_that_are_no_sizes(sizes: Any) -> None:
    with pytest.raises(BadInputError):
        read_bet_sizes(sizes)


@pytest.mark.parametrize(
    ("sizes", "decision", "amounts"),
    [
        ("50%, a", FIRST, [50, 1000]),
        ("14.5% 2.5%", FIRST, [3, 14]),
        ("33c", FIRST, [33]),
        ("e", FIRST, [1000]),
        ("2e", FIRST, [179]),  # (sqrt(21) - 1) / 2 = 1.79 pots
        ("3e50%", FIRST, [50]),
        ("60%", FACING_50, [170]),
        ("40c", FACING_50, [100]),  # the last increment is 50
        ("2.5x", FACING_50, [125]),
        ("e", FACING_50, [1000]),
    ],
)
def test_amounts(sizes: str, decision: Decision, amounts: list[int]) -> None:
    both = read_bet_sizes("", sizes) if decision.prev else read_bet_sizes(sizes)
    table = both.raises if decision.prev else both.bets
    assert both.amounts(decision, table["oop"]["river"]) == amounts


def test_thresholds_are_off_unless_given() -> None:
    near = Decision(own=0, prev=0, top=100, pot=100, bets=0, streets=1)
    sizes = parse_sizes("90%, 95%", raising=False)
    assert read_bet_sizes("").amounts(near, sizes) == [90, 95]
    assert read_bet_sizes("", add_allin=1.5).amounts(near, sizes) == [90, 95, 100]
    assert read_bet_sizes("", force_allin=0.02).amounts(near, sizes) == [90, 100]
    assert read_bet_sizes("", merge=0.1).amounts(near, sizes) == [95]


def test_sizes_by_player_and_street() -> None:
    sizes = read_bet_sizes(
        {"oop": {"river": "75%, a"}, "ip": "50%"}, {"turn": "60%"}, donk={"river": ""}
    )

    def texts(table: Any, player: str, street: str) -> list[str]:
        return [size.text for size in table[player][street]]

    assert texts(sizes.bets, "oop", "river") == ["75%", "a"]
    assert texts(sizes.bets, "oop", "turn") == []
    assert texts(sizes.bets, "ip", "flop") == ["50%"]
    assert texts(sizes.raises, "ip", "turn") == ["60%"]
    assert texts(sizes.raises, "oop", "river") == []
    assert sizes.first_bets("oop", "river", after_call=True) == ()
    assert [size.text for size in sizes.first_bets("oop", "river", after_call=False)] == [
        "75%",
        "a",
    ]
    assert (
        sizes.first_bets("oop", "turn", after_call=True) == ()
    )  # as the bets, of which there are none
    assert [size.text for size in sizes.first_bets("ip", "river", after_call=True)] == ["50%"]


def test_unknown_players_and_streets() -> None:
    with pytest.raises(UnknownNameError, match="no player of bets 'button'"):
        read_bet_sizes({"button": "50%"})
    with pytest.raises(UnknownNameError, match=r"no street of raises 'rivr'.*did you mean river"):
        read_bet_sizes("", {"oop": {"rivr": "50%"}})


def test_amounts_of_a_chip() -> None:
    assert read_amount(5.5, "pot", read_chip(0.01)) == 550
    assert read_amount(0.1, "pot", read_chip(0.1)) == 1
    with pytest.raises(BadInputError, match=r"pot 5\.5 is no multiple .* 1: write chip=0\.5$"):
        read_amount(5.5, "pot", read_chip(1))
    with pytest.raises(BadInputError, match=r"stack 33 is no .* 5: write chip=1$"):
        read_amount(33, "stack", read_chip(5))
    with pytest.raises(BadInputError, match="chip"):
        read_chip(0)
    with pytest.raises(BadInputError, match=r"size 2\.5 is no multiple"):
        parse_sizes("2.5c", raising=False)
