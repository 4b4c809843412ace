"""Computing ways that are best against each other."""

import lzma
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from lab.setting import balance as balancing
from lab.setting.balance import Seat, seats_of
from numpy.typing import NDArray
from setting.cards import net_for

from astragal import _native, asia, paigow
from astragal.cards import full_deck
from astragal.errors import BadInputError
from astragal.setting import HouseWay, Rules
from astragal.setting.classes import Choice, example_hand
from astragal.setting.hand import DECK, rank_tables
from astragal.setting.house_way import (
    distinct_settings,
    find_way,
    make_way,
    named_way,
    ordered_choice,
)
from astragal.setting.ranking import outcome_counts
from astragal.setting.rules import Stakes
from astragal.setting.sample import random_hands

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")
PUSHED = asia.find_rules("casino", copies="push")
PAIGOW = paigow.find_rules("casino")
PLAYER, DEALER = 0, 1


@pytest.mark.parametrize(
    ("rules", "side"),
    [(PUSH, PLAYER), (CASINO, DEALER), (PAIGOW, PLAYER), (PAIGOW, DEALER)],
    ids=["asia", "asia dealer", "paigow player", "paigow dealer"],
)
def test_best_responses_score_most(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, side: int
) -> None:
    """Some classes, against the full deck; `make verify` has all, also with cards that are out."""
    seat = seats_of(rules)[side]
    choice = ordered_choice("lexicographic", rules)
    other = named_way("lexicographic", rules)
    counts = outcome_counts(other, full_deck(DECK))
    totals, values = counts.astype(np.int64), other.outcomes.astype(np.int64)

    def first_order(way: HouseWay, seat: Seat) -> NDArray[np.float32]:
        tables = rank_tables(rules)
        highs, twos, ones = tables.sizes
        scores = np.zeros((120, highs * twos * ones), np.float32)
        scores[0] = _native.setting_score_table(
            tables.native, way.native, counts, seat.copies, *seat.stakes, highs
        )
        return scores

    monkeypatch.setattr(balancing, "score_tables", first_order)
    monkeypatch.setattr(balancing, "CLASSES", 10_000)
    best, gain = balancing.best_responses(choice, choice, seat, rules)
    assert gain.min() == 0
    assert np.array_equal(best != choice[:10_000], gain > 0)
    way = make_way("best", np.concatenate([best, choice[10_000:]]), rules)
    for number in range(0, 10_000, 1_000):
        hand = example_hand(number)
        nets = {
            value: net_for(rules, seat, value, values, totals)
            for value, _, _ in distinct_settings(hand, rules)
        }
        most, bets = max(nets.values()), max(seat.stakes) * 154_143_080
        assert nets[way.value(hand)] == most
        gained = (most - nets[other.value(hand)]) / bets
        assert gain[number] == pytest.approx(gained, abs=1e-6)


@pytest.mark.verify
def test_best_responses_gain_what_the_whole_game_says() -> None:
    """The table of best play against `lexicographic`, copies pushed: 62.3297 % of the bet.

    That is for most wins; the most money is a little more.
    """
    choice = ordered_choice("lexicographic", PUSH)
    best, gain = balancing.best_responses(choice, choice, seats_of(PUSH)[PLAYER], PUSH)
    assert gain.min() == 0
    assert np.array_equal(best != choice, gain > 0)
    assert balancing.class_weights() @ gain == pytest.approx(0.623297, abs=0.001)


def test_the_dealer_gains_what_the_player_loses() -> None:
    assert seats_of(PUSH) == (Seat(0, Stakes(1, 1)), Seat(0, Stakes(1, 1)))
    assert seats_of(CASINO) == (Seat(-1, Stakes(1, 1)), Seat(1, Stakes(1, 1)))
    assert seats_of(PAIGOW) == (Seat(-1, Stakes(19, 20)), Seat(1, Stakes(20, 19)))
    banked = seats_of(paigow.find_rules("casino", banker="player"))
    assert banked == (Seat(1, Stakes(19, 20)), Seat(-1, Stakes(20, 19)))


def test_a_dealer_who_may_aim_for_a_push_is_refused() -> None:
    with pytest.raises(BadInputError, match="'ez' some hands of the dealer push every bet"):
        balancing.balance(paigow.find_rules("ez"))


def test_rounds_go_on_until_they_stall(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Best responses that are made up: each round all classes change, and gain half as much."""
    calls: list[int] = []

    def respond(choice: Choice, *_: object) -> tuple[Choice, NDArray[np.float32]]:
        gain = np.full(len(choice), 0.5 ** (len(calls) // 2), np.float32)
        calls.append(int(choice[0]))
        return (choice + np.uint8(1)) % np.uint8(21), gain

    monkeypatch.setattr(balancing, "best_responses", respond)
    monkeypatch.setattr(balancing, "MOST_ROUNDS", 4)
    balancing.main(["paigow", "--folder", str(tmp_path)])
    # The player's and the dealer's class 0 in turn. The last turn of the dealer changes nothing.
    first = calls[0]
    assert calls == [first + turn // 2 for turn in range(8)] + [first + 4, first + 3]
    assert "4 rounds; best responses would still gain about 6.25000 and 6.25000 %" in (
        capsys.readouterr().out
    )
    sizes = [
        len(lzma.decompress((tmp_path / f"{side}.xz").read_bytes()))
        for side in ("player", "dealer")
    ]
    assert sizes == [788_749, 788_749]


def gains_of(hands: list[int]) -> tuple[list[float], list[float]]:
    """What a best player and a best dealer gain with each hand over the equilibrium of a casino.

    The player loses copies, so only wins count; the dealer wins them, so only losses do.
    """
    player, dealer = (asia.Game(PUSHED, dealer=f"casino-{side}") for side in ("player", "dealer"))
    more, fewer = [], []
    for hand in hands:
        wins = {row.value: row.wins for row in dealer.rank(hand)}
        losses = {row.value: row.losses for row in player.rank(hand)}
        more.append(2 * (max(wins.values()) - wins[player.dealer.value(hand)]) / 53_524_680)
        fewer.append(2 * (losses[dealer.dealer.value(hand)] - min(losses.values())) / 53_524_680)
    return more, fewer


def paigow_gains_of(hands: list[int]) -> tuple[list[float], list[float]]:
    """The same for pai gow poker, after the commission, by counted values of both ways."""
    ways = [find_way(f"casino-{side}", PAIGOW) for side in ("player", "dealer")]
    gains: tuple[list[float], list[float]] = [], []
    for side, gained in enumerate(gains):
        mine, other, seat = ways[side], ways[1 - side], seats_of(PAIGOW)[side]
        values = other.outcomes.astype(np.int64)
        for hand in hands:
            counts = outcome_counts(other, full_deck(DECK) & ~hand).astype(np.int64)
            nets = {
                value: net_for(PAIGOW, seat, value, values, counts)
                for value, _, _ in distinct_settings(hand, PAIGOW)
            }
            gained.append((max(nets.values()) - nets[mine.value(hand)]) / (20 * 53_524_680))
    return gains


@pytest.mark.parametrize("gains", [gains_of, paigow_gains_of])
def test_what_is_shipped_leaves_best_responses_little(
    gains: Callable[[list[int]], tuple[list[float], list[float]]],
) -> None:
    """Below 0.02 points of the bet on each side; `make verify` counts all deals."""
    for of_side in gains(random_hands(100, 11).tolist()):
        assert min(of_side) >= 0
        assert np.mean(of_side) < 0.0002


@pytest.mark.verify
def test_balance_finds_a_pair_as_good_as_the_one_that_ships() -> None:
    found = balancing.balance(PAIGOW)
    assert sum(found.gains) < 0.00002
