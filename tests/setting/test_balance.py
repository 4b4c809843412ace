"""Computing ways that are best against each other, and the value of the game."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import _native, asia, paigow
from astragal.cards import full_deck
from astragal.errors import BadInputError
from astragal.jobs import LocalThreads
from astragal.progress import Report
from astragal.setting import Game, HouseWay, Rules, Stakes, suit_class_hands
from astragal.setting.classes import Choice, example_hand, setting_count
from astragal.setting.hand import DECK, rank_tables
from astragal.setting.house_way import (
    distinct_settings,
    find_way,
    make_way,
    ordered_choice,
)
from astragal.setting.ranking import outcome_counts
from astragal.setting.rules import Objective
from astragal.setting.sample import random_hands
from astragal.setting.study import balance as balancing
from astragal.setting.study.balance import Seat, seats_of
from astragal.setting.table import BestSettings

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")
PUSHED = asia.find_rules("casino", copies="push")
PAIGOW = paigow.find_rules("casino")
PLAYER, DEALER = 0, 1


def net_for(
    rules: Rules, seat: Seat, value: int, others: NDArray[np.int64], counts: NDArray[np.int64]
) -> int:
    """The net of a value against counted values, hand by hand.

    A bet wins with two hands won in both games, and loses with two lost.
    """
    signs = []
    for at, mask in ((11, 0x1FFF), (4, 0x7F), (0, 0xF))[: len(rules.hands)]:
        sign = np.sign((value >> at & mask) - (others >> at & mask))
        signs.append(np.where(sign == 0, seat.copies, sign))
    won, lost = (sum(sign == side for sign in signs) >= 2 for side in (1, -1))
    return int(seat.stakes.win * counts[won].sum() - seat.stakes.loss * counts[lost].sum())


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
    other = find_way("lexicographic", rules)
    counts = outcome_counts(other, full_deck(DECK))
    totals, values = counts.astype(np.int64), other.outcomes.astype(np.int64)

    def first_order(way: HouseWay, seat: Seat, threads: int | None) -> NDArray[np.float32]:
        tables = rank_tables(rules)
        highs, twos, ones = tables.sizes
        scores = np.zeros((120, highs * twos * ones), np.float32)
        scores[0] = _native.setting_score_table(
            tables.native, way.native, counts, seat.copies, *seat.stakes, highs
        )
        return scores

    monkeypatch.setattr(balancing, "score_tables", first_order)
    monkeypatch.setattr(balancing, "CLASSES", 10_000)
    best, gain = balancing.best_responses(choice, choice, seat, rules, None)
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
    best, gain = balancing.best_responses(choice, choice, seats_of(PUSH)[PLAYER], PUSH, None)
    assert gain.min() == 0
    assert np.array_equal(best != choice, gain > 0)
    assert balancing.class_weights() @ gain == pytest.approx(0.623297, abs=0.001)


def test_the_dealer_gains_what_the_player_loses() -> None:
    assert seats_of(PUSH) == (Seat(0, Stakes(1, 1)), Seat(0, Stakes(1, 1)))
    assert seats_of(CASINO) == (Seat(-1, Stakes(1, 1)), Seat(1, Stakes(1, 1)))
    assert seats_of(PAIGOW) == (Seat(-1, Stakes(19, 20)), Seat(1, Stakes(20, 19)))
    banked = seats_of(paigow.find_rules("casino", banker="player"))
    assert banked == (Seat(1, Stakes(19, 20)), Seat(-1, Stakes(20, 19)))


@pytest.mark.parametrize("game", [asia.Game("casino"), paigow.Game()], ids=str)
def test_an_interrupted_balance_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    """Best responses that are made up: each round all classes change, and gain half as much."""
    rounds = iter(range(100))
    settings = np.uint8(setting_count(game.rules))

    def respond(choice: Choice, other: Choice, *_: object) -> tuple[Choice, NDArray[np.float32]]:
        gain = np.full(len(choice), 0.5 ** (next(rounds) // 2), np.float32)
        return (other + np.uint8(1)) % settings, gain

    first = ordered_choice("lexicographic", game.rules)
    monkeypatch.setattr(balancing, "ordered_choice", lambda name, rules: first)
    monkeypatch.setattr(balancing, "best_responses", respond)
    monkeypatch.setattr(balancing, "MOST_ROUNDS", 4)
    whole = game.balance(seed=3)
    heard: list[Report] = []

    class StopError(Exception):
        pass

    def stop(report: Report) -> None:
        if report.done == 3:
            raise StopError

    rounds = iter(range(100))
    with pytest.raises(StopError):
        game.balance(seed=3, folder=tmp_path, progress=stop)
    game.balance(seed=4, folder=tmp_path)  # has a checkpoint of its own
    rounds = iter(range(4, 100))
    resumed = game.balance(seed=3, folder=tmp_path, progress=heard.append)
    assert [report.done for report in heard] == [3, 4]
    assert (resumed.rounds, resumed.gains) == (whole.rounds, whole.gains)
    assert whole.rounds == 4
    assert whole.gains == pytest.approx((0.0625, 0.0625))  # of the ways that the rounds left
    np.testing.assert_array_equal(resumed.player, whole.player)
    np.testing.assert_array_equal(resumed.dealer, whole.dealer)
    assert list(tmp_path.iterdir()) == []


def test_a_second_balance_waits_for_the_first_and_uses_its_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = paigow.Game()
    first = ordered_choice("lexicographic", game.rules)
    begun, may_go_on, calls = Event(), Event(), []

    def respond(choice: Choice, *_: object) -> tuple[Choice, NDArray[np.float32]]:
        begun.set()
        assert may_go_on.wait(60)
        calls.append(choice)
        return first, np.full(len(choice), 0.5 ** (len(calls) // 2), np.float32)

    def hear(report: Report) -> None:
        if report.waiting:
            may_go_on.set()

    monkeypatch.setattr(balancing, "ordered_choice", lambda name, rules: first)
    monkeypatch.setattr(balancing, "best_responses", respond)
    monkeypatch.setattr(balancing, "MOST_ROUNDS", 3)
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(game.balance, folder=tmp_path)
        assert begun.wait(60)
        second = game.balance(folder=tmp_path, progress=hear)
        assert second.rounds == other.result().rounds == 3
    assert len(calls) == 2 * 3 + 2 + 2  # the rounds of the first, and what each measures at the end


def test_what_cant_be_computed_is_refused_before_any_work() -> None:
    with pytest.raises(BadInputError, match="threads or an engine, not both"):
        asia.Game().balance(threads=1, engine=LocalThreads(1))
    ez = paigow.Game("ez")
    with pytest.raises(BadInputError, match="'ez' some hands of the dealer push every bet"):
        ez.balance()
    with pytest.raises(BadInputError, match="'ez' some hands of the dealer push every bet"):
        ez.value(player="lexicographic", dealer="lexicographic")


def test_an_equilibrium_that_does_not_ship_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asia.Rules, "balanced", {})
    with pytest.raises(BadInputError, match="no equilibrium ships for the rules 'push': give"):
        asia.Game().value(player="push-both")


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


def test_an_equilibrium_ships_for_the_commission() -> None:
    game = paigow.Game("no-commission")
    with pytest.raises(BadInputError, match="no equilibrium ships for the rules 'no-commission'"):
        game.value()
    with pytest.raises(BadInputError, match="no equilibrium ships for the rules 'casino, banker"):
        paigow.Game(banker="player").value()


@pytest.mark.parametrize("game", [asia.Game(strict_order=True), paigow.Game(wheel="lowest")])
def test_no_equilibrium_ships_for_another_order_of_hands(game: Game) -> None:
    with pytest.raises(BadInputError, match="no equilibrium ships for the rules"):
        game.value()


def test_a_best_dealer_is_counted_as_one_by_one() -> None:
    """Rows of the dealer's side, where copies are won, against exact counts with copies pushed."""
    way = find_way("casino-player", CASINO)
    classes = range(638_980, 639_010)
    rows = BestSettings(CASINO, way, Objective.EV, *seats_of(CASINO)[DEALER])(classes)
    game = asia.Game(PUSHED, dealer="casino-player")
    for row, hand in zip(rows.tolist(), suit_class_hands(classes)[0].tolist(), strict=True):
        least = min(setting.losses for setting in game.rank(hand))
        assert row[1:3] == [53_524_680 - least, least]


def test_a_best_dealer_of_pai_gow_poker_is_a_player_who_banks() -> None:
    """Without a commission, the dealer's side is that of a player to whom copies go."""
    rules = paigow.find_rules("no-commission")
    banked = paigow.Game("no-commission", banker="player", dealer="lexicographic")
    classes = range(3_000_000, 3_000_030)
    way = find_way("lexicographic", rules)
    rows = BestSettings(rules, way, Objective.EV, *seats_of(rules)[DEALER])(classes)
    for row, hand in zip(rows.tolist(), suit_class_hands(classes)[0].tolist(), strict=True):
        best = banked.rank(hand).best
        assert row[1] - row[2] == best.wins - best.losses


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("rules", [PUSH, PAIGOW], ids=["asia", "paigow"])
def test_the_best_setting_by_either_objective(rules: Rules, objective: Objective) -> None:
    game: Game = asia.Game(PUSH, dealer="lexicographic", objective=objective)
    if rules == PAIGOW:
        game = paigow.Game(PAIGOW, dealer="lexicographic", objective=objective)
    classes = range(700_000, 700_040)
    rows = BestSettings.of(game)(classes)
    for row, hand in zip(rows.tolist(), suit_class_hands(classes)[0].tolist(), strict=True):
        best = game.rank(hand).best
        assert row[:3] == [best.value, best.wins, best.losses]


def test_the_whole_game_lies_within_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a few classes only, the sums are those of the hands counted one by one."""
    classes = range(638_980, 638_990)
    monkeypatch.setattr(balancing, "chunks_of", lambda ranges: [classes])
    game = asia.Game("casino", dealer="casino-dealer")
    bounds = game.value()
    assert (bounds.player, bounds.dealer) == ("casino-player", "casino-dealer")
    hands, weights = suit_class_hands(classes)
    ranked = [game.rank(hand).best for hand in hands.tolist()]
    net = sum(int(w) * (row.wins - row.losses) for w, row in zip(weights, ranked, strict=True))
    assert bounds.high == net / 8_250_459_031_214_400
    assert bounds.to_dict()["gap"] == bounds.high - bounds.low
    assert bounds.casino is None
    push = asia.Game().value()
    assert (push.player, push.dealer) == ("push-both", "push-both")
    assert push.casino == bounds
    assert "rules casino; dealer casino-dealer" in str(push)


def test_the_value_of_pai_gow_poker_is_after_the_commission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    classes = range(638_980, 638_990)
    monkeypatch.setattr(balancing, "chunks_of", lambda ranges: [classes])
    player, dealer = paigow.Game(dealer="lexicographic"), paigow.Game(dealer="obvious")
    bounds = paigow.Game().value(player="lexicographic", dealer="obvious")
    hands, weights = suit_class_hands(classes)
    high = low = 0
    for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        best = dealer.rank(hand).best
        high += weight * (19 * best.wins - 20 * best.losses)
        deck = full_deck(DECK) & ~hand
        counts = outcome_counts(player.dealer, deck).astype(np.int64)
        values = player.dealer.outcomes.astype(np.int64)
        low += weight * max(
            net_for(PAIGOW, seats_of(PAIGOW)[DEALER], value, values, counts)
            for value, _, _ in distinct_settings(hand, PAIGOW)
        )
    assert bounds.high == high / (20 * 8_250_459_031_214_400)
    assert bounds.low == -low / (20 * 8_250_459_031_214_400)
    assert bounds.to_dict()["casino"] is None
