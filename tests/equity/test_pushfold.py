"""Jam or fold: certified by slow best responses, and compared with published charts."""

from math import comb
from typing import Any

import numpy as np
import pytest

from astragal import equity, poker
from astragal.cards import card_set, subsets
from astragal.equity import PreflopTable
from astragal.errors import BadInputError

from reference import pushfold as reference

BOARDS = comb(48, 5)
Cells = list[list[tuple[int, int, int]]]


@pytest.fixture(scope="module")
def table() -> PreflopTable:
    return equity.preflop_table()


@pytest.fixture(scope="module")
def cells(table: PreflopTable) -> Cells:
    arrays = [array.tolist() for array in (table.combos, table.wins, table.ties)]
    return [list(zip(*rows, strict=True)) for rows in zip(*arrays, strict=True)]


def frequencies(strategy: dict[str, float], table: PreflopTable) -> list[float]:
    return [strategy[str(hand)] for hand in table.hands]


@pytest.mark.parametrize(("stack", "ante"), [(1.5, 0), (10, 0), (30, 0), (8, 0.25)])
def test_best_responses_gain_what_the_certificate_says(
    stack: float, ante: float, table: PreflopTable, cells: Cells
) -> None:
    found = equity.pushfold(stack, ante=ante)
    jam, call = (frequencies(dict(one), table) for one in (found.jam, found.call))
    value = reference.chip_values(cells, BOARDS, jam, call, stack, ante)
    assert found.value == pytest.approx(value, abs=1e-9)
    up = reference.best_jam(cells, BOARDS, call, stack, ante) - value
    down = value - reference.best_call(cells, BOARDS, jam, stack, ante)
    assert up >= -1e-12
    assert down >= -1e-12
    assert found.exploitability == pytest.approx(up + down, abs=1e-9)
    assert found.exploitability <= 1e-8


def test_every_stack_from_1_to_30_is_certified(table: PreflopTable) -> None:
    shares = [equity.pushfold(stack) for stack in range(1, 31)]
    assert all(one.exploitability <= 1e-8 for one in shares)
    calls = [one.call_share for one in shares]
    assert calls == sorted(calls, reverse=True)
    assert calls[0] == 1


# www.holdemresources.net/h/poker-theory/hune/usage.html: 63s is jammed from 7.1 to 5.1 big blinds
# and below 2.3; T3s up to 7.7, where it is mixed; Q2o calls up to 5.6. The page gives one decimal.
def test_the_published_nash_chart(table: PreflopTable) -> None:
    jams = {stack: equity.pushfold(stack).jam for stack in (2.2, 2.4, 5.0, 5.2, 7.0, 7.2)}
    assert [round(jam["63s"]) for jam in jams.values()] == [1, 0, 0, 1, 1, 0]
    assert jams[7.0]["T3s"] == 1
    assert 0 < equity.pushfold(7.7).jam["T3s"] < 1
    assert equity.pushfold(8).jam["T3s"] == 0
    assert [equity.pushfold(stack).call["Q2o"] for stack in (5.5, 5.7)] == [1, 0]


def test_the_published_shares_at_ten_big_blinds(table: PreflopTable) -> None:
    found = equity.pushfold(10)
    assert round(found.jam_share, 3) == 0.583
    assert round(found.call_share, 3) == 0.374


# Sklansky and Miller, "No Limit Hold'em: Theory and Practice": dollars behind a blind of 1, against
# a blind of 2, with which a jam is no worse than a fold even if the hand is shown.
@pytest.mark.parametrize(
    ("hand", "published"),
    [
        ("KhKd", 954),
        ("Ah3d", 48),
        pytest.param("QhQd", 478, marks=pytest.mark.verify),
        pytest.param("AhKd", 332, marks=pytest.mark.verify),
        pytest.param("2h2d", 48, marks=pytest.mark.verify),
    ],
)
def test_published_sklansky_chubukov_numbers(
    hand: str, published: int, table: PreflopTable
) -> None:
    own = card_set(hand)
    others = subsets(poker.HOLDEM.deck & ~own, 2)
    found = equity.calculate_many(np.stack([np.full_like(others, own), others], axis=1))
    counts = zip(found.wins[:, 0].tolist(), found.ties[:, 0].tolist(), strict=True)
    stack = reference.face_up([(1, wins, ties) for wins, ties in counts], BOARDS)
    assert round(2 * stack - 1) == published
    # A hand that may be shown may be jammed: hidden it does no worse.
    name = hand[::2] if hand[0] == hand[2] else f"{hand[::2]}o"
    assert equity.pushfold(min(stack, 200)).jam[name] == 1


@pytest.mark.parametrize(
    ("stacks", "payouts"),
    [
        ((50, 30, 20), (70, 30)),
        ((5, 3, 2, 7), (50, 30, 20)),
        ((4, 4), (1,)),
        ((1, 2, 3), (3, 2, 1)),
    ],
)
def test_icm_is_that_of_all_orders(stacks: tuple[float, ...], payouts: tuple[float, ...]) -> None:
    expected = reference.prize_money(stacks, payouts)
    assert equity.icm(stacks, payouts) == pytest.approx(expected, abs=1e-12)


def test_a_player_without_chips_gets_the_last_prize() -> None:
    assert equity.icm((0.0, 6.0, 4.0), (50, 30, 20)) == pytest.approx((20, 42, 38))


def test_prizes_for_the_winner_alone_are_chips(table: PreflopTable) -> None:
    chips, prizes = equity.pushfold(12), equity.pushfold(12, payouts=[100])
    assert prizes.value == pytest.approx(chips.value, abs=1e-9)
    assert prizes.jam == chips.jam


def test_on_the_bubble_fewer_hands_call(table: PreflopTable) -> None:
    chips = equity.pushfold(10, others=[10, 10])
    bubble = equity.pushfold(10, others=[10, 10], payouts=[50, 50])
    assert bubble.exploitability <= 1e-4
    assert bubble.call_share < chips.call_share
    assert chips.value == pytest.approx(equity.pushfold(10).value, abs=1e-9)


def test_dead_antes_make_jams_wider(table: PreflopTable) -> None:
    shares = [
        equity.pushfold(10, ante=ante, others=others).jam_share
        for ante, others in ((0, ()), (0.1, ()), (0.1, (10, 10, 10)))
    ]
    assert shares == sorted(shares)
    assert shares[0] < shares[2]


def test_values_of_the_result(table: PreflopTable) -> None:
    found = equity.pushfold(10)
    fields = found.to_dict()
    wanted = ["stack", "value", "jam", "call", "jam_share", "call_share", "exploitability"]
    assert set(wanted) <= set(fields)
    assert len(fields["jam"]) == len(fields["call"]) == 169
    assert found.jam_range.share == found.jam_share
    assert found._repr_html_().count("<svg") == 2
    assert "the small blind jams with 58.3%" in str(found)
    assert found.to_frame().shape == (169, 3)
    asked = "10 big blinds, villain 8, ante 0.1, others 12, payouts 60 40: "
    found = equity.pushfold(10, villain=8, ante=0.1, others=[12], payouts=[60, 40])
    assert f"\n{asked}the small blind " in str(found)
    assert repr(found).startswith(f"<PushFold {asked}jam ")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"stack": 0.5}, "stack, in big blinds, must be a number from 1 to 200, not 0.5"),
        ({"stack": "ten"}, "'ten'"),
        ({"stack": 10**5000}, "from 1 to 200, not int of more than 4,300 digits"),
        ({"ante": -1}, "ante must be a number from 0 to 1,000,000,000, not -1"),
        ({"ante": 5.5}, "ante = 5.5.*more than the stack of 6"),
        ({"payouts": [30, 50]}, "the best comes first"),
        ({"payouts": [1e-320]}, "1e-320.*at least 1e-06"),
        ({"payouts": 5}, "payouts must be a list of .* not 5"),
        ({"others": "12"}, "others must be a list of .* not '12'"),
        ({"payouts": [3, 2, 1]}, "3 payouts for 2 players"),
        ({"others": [3] * 9}, "11 players"),
        ({"game": "omaha"}, "omaha"),
    ],
)
def test_wrong_input_is_quoted(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        equity.pushfold(**{"stack": 6, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stacks", "payouts", "words"),
    [
        ((-50, 30), (70,), "stacks must be .* not -50"),
        ((float("nan"), 1), (70,), "stacks must be .* not nan"),
        ((50, 30), None, "payouts must be a list of .* not None"),
        ((50, 30), (70, 30, 10), "3 prizes for 2 players"),
        ((), (70,), "0 stacks"),
        (range(1, 16), (5,), "15 stacks"),
        ("ab", (5,), "stacks must be a list of .* not 'ab'"),
    ],
)
def test_wrong_stacks_of_icm_are_quoted(stacks: Any, payouts: Any, words: str) -> None:
    with pytest.raises(BadInputError, match=words):
        equity.icm(stacks, payouts)


def test_a_loss_is_called_a_loss(table: PreflopTable) -> None:
    assert "the small blind loses 0.0454 big blinds per hand" in str(equity.pushfold(10))
    assert "the small blind wins 0.0201 big blinds per hand" in str(equity.pushfold(3, ante=0.2))


@pytest.mark.parametrize("stack", [7.7, 10, 60])
def test_only_hands_that_gain_nothing_mix(stack: float, table: PreflopTable) -> None:
    """Frequencies are no noise: as many hands mix as the other player's hands make indifferent."""
    found = equity.pushfold(stack)
    jams, calls = (
        [hand for hand, frequency in strategy.items() if 0 < frequency < 1]
        for strategy in (found.jam, found.call)
    )
    assert 1 <= len(jams) == len(calls) <= 2
    assert found.exploitability <= 1e-8
