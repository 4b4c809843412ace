"""Hands to practise with, and hints."""

import re

import pytest

from astragal.asia import KINDS, PROFILES, Hint, hand_rank, hint, house, practice, rank
from astragal.asia.classes import all_settings
from astragal.asia.sentences import card_verdict, cost_text, why_best
from astragal.asia.values import DECK
from astragal.asia.wayfile import read_way
from astragal.cards import JOKER, card_ids, card_set, complement
from astragal.errors import BadInputError, UnknownNameError

GREATEST = {
    "nothing": {0}, "pair": {1}, "two pair": {2}, "trips": {3}, "straight or flush": {4, 5, 7},
    "quads": {6},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_hand_is_of_its_kind(kind: str) -> None:
    found = practice(kind, dealer="balanced", hands=8, seed=3)
    assert len(set(found)) == len(found) == 8
    assert found == practice(kind, dealer="balanced", hands=8, seed=3)
    assert set(found).isdisjoint(practice(kind, dealer="balanced", hands=8, seed=4))
    for hand in found:
        if kind == "joker":
            assert JOKER in card_ids(hand)
        elif kind != "any":
            fours = (hand_rank(setting.high) for setting in all_settings(hand))
            assert max(fours).strength in GREATEST[kind]


@pytest.mark.parametrize("objective", ["wins", "ev"])
def test_close_calls_are_close(objective: str) -> None:
    found = practice(dealer="balanced", closeness=0.003, hands=3, objective=objective)
    for hand in found:
        ranking = rank(hand, dealer="balanced", objective=objective)
        cost = ranking.cost_win if objective == "wins" else ranking.cost_ev
        assert cost(ranking.settings[1]) <= 0.003
    assert found.to_dict()["closeness"] == 0.003


@pytest.mark.parametrize(
    "options", [{"kind": "straights"}, {"closeness": -0.1}, {"closeness": "x"}, {"hands": 0}]
)
def test_bad_input(options: dict[str, object]) -> None:
    with pytest.raises((BadInputError, UnknownNameError)):
        practice(dealer="balanced", **options)  # type: ignore[arg-type]


def test_too_close_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astragal.asia.play.MOST_TRIES", 3)
    with pytest.raises(BadInputError, match="closeness 0 is too small: of 3 hands 0 were"):
        practice(dealer="balanced", closeness=0, hands=1)


def test_the_hint_compares_with_the_obvious_setting() -> None:
    """Jacks in the four with the lowest kickers; by ev the obvious setting is the best."""
    hand = "3h 4c 7s Ts Jd Js Kc"
    found = hint(hand, dealer="lexicographic")
    assert str(found.obvious.setting) == "Js Jd 4c 3h / Kc Ts / 7s"
    told = found.to_dict()
    assert told["cost_win"] == pytest.approx(found.ranking.best.win - found.obvious.win)
    assert told["cost_ev"] == pytest.approx(found.ranking.best.ev - found.obvious.ev)
    assert "with Ts the one wins 95% instead of" in told["text"]
    assert told["text"].endswith("the bet wins 68.2% instead of 67.9%")
    assert told["other"] is not None
    assert told["other"]["medium"] == told["obvious"]["medium"]
    assert told["rule"] in {rule.name for rule in read_way("standard").rules}
    by_ev = hint(hand, dealer="lexicographic", objective="ev")
    assert by_ev.ranking.best.value == by_ev.obvious.value
    assert why_best(by_ev).startswith("the obvious setting is the best one: the bet earns +38.4%")
    other = by_ev.to_dict()["other"]
    assert other is not None
    assert other["low"] == ["Ts"]


def test_the_line_of_the_card_is_no_reason_where_it_makes_another_setting() -> None:
    found = hint("Ac Ad Kc Kd 5s 4h 2c", "casino")
    assert str(found.ranking.best.setting) == "Kd Kc 4h 2c / Ad 5s / Ac"
    assert str(found).splitlines()[1] == (
        "the card standard would play Ad Ac 4h 2c / Kd Kc / 5s by its line "
        "a pair of aces / a pair / any, which costs 6.78 points of winning chance, "
        "13.55 % of the bet"
    )
    told = found.to_dict()
    assert told["rule"] == "a pair of aces / a pair / any"
    assert told["card"]["high"] == ["Ad", "Ac", "4h", "2c"]
    assert (told["card"]["medium"], told["card"]["low"]) == (["Kd", "Kc"], ["5s"])
    assert told["card"]["cost_win"] == pytest.approx(0.0678, abs=5e-5)
    assert told["card"]["cost_ev"] == pytest.approx(0.1355, abs=5e-5)
    assert told["card"]["verdict"].startswith("costs 6.78 points")


def test_the_line_of_the_card_is_named_where_it_makes_the_best_setting() -> None:
    found = hint("Th Ts 6c 6d Ad Kh 3s", "casino", "balanced")
    line = "the line of the card standard: any / a pair of sixes / king"
    assert str(found).splitlines()[1] == line
    card = found.to_dict()["card"]
    assert (card["cost_win"], card["cost_ev"], card["verdict"]) == (0, 0, "is the best setting")


@pytest.mark.parametrize(
    ("hand", "dealer", "end"),
    [
        ("9s 8s 7d 6d 6c 2h Kc", "balanced", "the bet wins 19.14% instead of 19.05%"),
        (
            "2c 2h 3h 5h 6d 7c 9c",
            "standard",
            ": with 6d 5h 2h 2c the four wins 15.3% instead of 15.1%; the one wins only 1% "
            "instead of 6%; the bet wins 0.19% instead of 0.18%",
        ),
    ],
)
def test_small_gains_are_printed(hand: str, dealer: str, end: str) -> None:
    assert why_best(hint(hand, "casino", dealer)).endswith(end)


COMPARED = re.compile(r"([+-]?[\d.]+)% instead of ([+-]?[\d.]+)%")
WHOLE_BET = re.compile(
    r"the bet (?:wins|earns) ([+-]?[\d.]+)%(?: instead of |, and with the next, [^,]+, )"
    r"([+-]?[\d.]+)%$"
)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("objective", ["wins", "ev"])
def test_every_hint_has_a_gain_and_names_the_right_setting(profile: str, objective: str) -> None:
    for hand in practice(hands=150, seed=8):
        found = hint(hand, profile, "balanced", objective=objective)
        text = why_best(found)
        for mine, theirs in COMPARED.findall(text):
            assert float(mine) != float(theirs), text
        bet = WHOLE_BET.search(text)
        assert bet, text
        assert float(bet[1]) > float(bet[2]), text
        by_card = house(hand, "standard", profile)
        is_best = found.ranking.find(by_card) == found.ranking.best
        line = str(found).splitlines()[1]
        expected = "the line of the card standard: " if is_best else "the card standard would play "
        assert line.startswith(expected), line
        assert is_best or f" {found.ranking.find(by_card).setting} by its line " in line
        assert " 0.00 points" not in line
        assert "-" not in line


def hint_against(hand: str, left: str, objective: str) -> Hint:
    """Return the hint if the dealer can only have some cards."""
    dead = complement(card_set(f"{hand} {left}"), DECK)
    return hint(hand, "push", "lexicographic", objective=objective, dead=dead)


@pytest.mark.parametrize(
    ("hand", "left", "objective", "text"),
    [
        (
            "5h 7h 9d Ts Qs Ad As", "2d 3h 4s 6h 8h Qd Jk", "wins",
            "as good as the obvious setting, As Ad 7h 5h / Qs Ts / 9d: the bet wins 100.0% "
            "with both",
        ),
        (
            "2c 2s 8s 9c 9h Jc Kc", "2d 2h 4c 4s Tc Th Jd", "wins",
            "better than Kc Jc 9c 2c / 9h 8s / 2s: the four wins only 0% instead of 100%, but the "
            "bet wins 0.0% with both and loses 0.0% instead of 100.0%",
        ),
        (
            "3h 5d 8c 9d 9s Tc Kh", "2d 3s 4c 5s 8d Th Jh Kd", "ev",
            "better than 9s 9d 5d 3h / Kh Tc / 8c: with Tc the one wins 88% instead of 50%; the "
            "bet earns +25.0% with both and wins 62.5% instead of 50.0%",
        ),
        (
            "4s 5c 5s 8c 9h Ts Jd", "2c 5h 6d Td Jc Kh Ah Jk", "ev",
            "the obvious setting is the best one: the bet earns +75.0% with it and with the next, "
            "9h 5s 5c 4s / Jd Ts / 8c, and wins 87.5% instead of 75.0%",
        ),
        (
            "3c 3s 4c 6c 9s Jc Ac", "3h 5d 8c 9c 9h Qd Kh", "wins",
            "the obvious setting is the best one: the bet wins 100.0% with it and with the next, "
            "Ac Jc 6c 4c / 9s 3s / 3c",
        ),
    ],
)  # fmt: skip
def test_ties_are_said(hand: str, left: str, objective: str, text: str) -> None:
    assert why_best(hint_against(hand, left, objective)) == text


def test_another_setting_of_the_card_may_be_as_good() -> None:
    found = hint_against("5h 7h 9d Ts Qs Ad As", "2d 3h 4s 6h 8h Qd Jk", "wins")
    assert card_verdict(found) == "is as good"
    assert str(found).splitlines()[1].endswith("by its line any / ace / queen, which is as good")


def test_a_cost_may_be_a_gain_by_the_other_objective() -> None:
    by_ev = hint("3h 4c 7s Ts Jd Js Kc", dealer="lexicographic", objective="ev")
    assert card_verdict(by_ev) == "costs 1.18 % of the bet, but gains 0.32 points of winning chance"
    by_wins = hint("Td Tc 5h 3h Ac 7s 6d")
    assert (
        card_verdict(by_wins) == "costs 0.02 points of winning chance, but gains 0.22 % of the bet"
    )


def test_a_small_cost_is_not_printed_as_zero() -> None:
    ranking = rank("Qd 6s 3c 2d Th 5s 7d", dealer="balanced")
    assert cost_text(ranking, "Qd 5s 3c 2d / Th 6s / 7d").startswith("0.0003 points")
    assert cost_text(ranking, ranking.best).startswith("0.00 points")


def test_copies_to_the_dealer_leave_one_objective() -> None:
    for hand in practice("two pair", PROFILES["casino"], "balanced", hands=5):
        assert rank(hand, "casino", "balanced").other is None
