"""Explanations of settings, and hints."""

import re
from typing import Any, Literal

import pytest

from astragal import asia, paigow
from astragal.cards import card_set, complement
from astragal.errors import BadInputError
from astragal.setting import Game, Hint, Setting
from astragal.setting.hand import DECK
from astragal.setting.sentences import card_verdict, cost_text, why_best


def test_explain() -> None:
    game = asia.Game(dealer="lexicographic")
    explanation = game.explain("As Kd Qh Jc / 9s 7d / 4h")
    lines = str(explanation).splitlines()
    assert lines[0].startswith("high    As Kd Qh Jc  straight, ace high: wins ")
    assert lines[4] == "the best is As 9s 7d 4h / Kd Qh / Jc: it wins 76.31%"
    assert explanation.cost_win is not None
    chance = f"{100 * explanation.cost_win:.2f} points of winning chance"
    assert lines[5].startswith(f"this one costs {chance}, ")
    assert lines[6] == "the house (lexicographic) would do the same"
    best = str(game.explain(explanation.ranking.best.setting)).splitlines()
    assert best[4] == "this is the best setting"
    assert best[5] == "the house (lexicographic) would do As Kd Qh Jc / 9s 7d / 4h"
    by_ev = asia.Game(objective="ev").explain("As Kd Qh Jc / 9s 7d / 4h")
    assert by_ev.cost_ev is not None
    assert f"points of winning chance, {100 * by_ev.cost_ev:.2f} % of the bet\n" in str(by_ev)
    assert by_ev.to_dict()["objective"] == "ev"


def test_explain_names_the_two_hands_of_pai_gow_poker() -> None:
    explanation = paigow.Game().explain("Qs Qh Qd 7s 2s / Jk As")
    lines = str(explanation).splitlines()
    assert lines[0].startswith("high    Qs Qh Qd 7s 2s  three queens, seven two: wins ")
    assert lines[1].startswith("low     Jk As           pair of aces: wins ")
    assert lines[2].startswith("in all  wins 91.02%, loses 0.07%, pushes 8.91%")
    assert lines[3] == "the best is Jk As Qs 7s 2s / Qh Qd: it wins 98.09%"
    assert lines[5] == "the house (foxwoods) would do the same"
    told = explanation.to_dict()
    assert told["sub_hands"] is not None
    assert {"high", "low"} == set(told["sub_hands"]) == set(told["values"])
    assert "medium" not in told
    # 19 of 20 parts of a win are paid.
    wins = told["best"]["wins"] - (told["wins"] or 0)
    losses = told["best"]["losses"] - (told["losses"] or 0)
    assert told["cost_ev"] == pytest.approx((0.95 * wins - losses) / 53_524_680)


FOULS = {
    "asia": (
        "Qh Jc 9s 7d / As Kd / 4h",
        "high (queen jack nine seven) is below medium (ace king)",
    ),
    "paigow": (
        "Qh Jc 9s 7d 4h / As Kd",
        "high (queen jack nine seven four) is below low (ace king)",
    ),
}


def test_a_foul_has_its_reasons_and_no_cost(game: Game) -> None:
    setting, reason = FOULS[game.rules.game]
    fouled = game.explain(setting)
    assert fouled.fouls == (reason,)
    assert (fouled.chosen, fouled.cost_win, fouled.cost_ev) == (None, None, None)
    assert str(fouled) == f"foul: {reason}"
    told = fouled.to_dict()
    assert told["fouls"] == [reason]
    assert (told["wins"], told["sub_hands"], told["cost_win"], told["cost_ev"]) == (None,) * 4
    assert told.keys() == game.explain(fouled.ranking.best.setting).to_dict().keys()


def test_a_setting_of_the_other_game_is_refused() -> None:
    with pytest.raises(BadInputError, match="write five cards / two cards"):
        paigow.Game().explain("As Kd Qh Jc / 9s 7d / 4h")
    with pytest.raises(BadInputError, match="no setting of Asia Poker: write four cards"):
        asia.Game().explain(Setting("As Kd Qh Jc 9s / 7d 4h"))


def test_the_hint_compares_with_the_obvious_setting() -> None:
    """Jacks in the four with the lowest kickers; by ev the obvious setting is the best."""
    hand = "3h 4c 7s Ts Jd Js Kc"
    hint = asia.Game(dealer="lexicographic").hint(hand)
    assert str(hint.obvious.setting) == "Js Jd 4c 3h / Kc Ts / 7s"
    told = hint.to_dict()
    assert told["cost_win"] == pytest.approx(hint.ranking.best.win - hint.obvious.win)
    assert told["cost_ev"] == pytest.approx(hint.ranking.best.ev - hint.obvious.ev)
    assert "with Ts the one wins 95% instead of" in told["text"]
    assert told["text"].endswith("the bet wins 68.2% instead of 67.9%")
    assert told["other"] is not None
    assert told["other"]["medium"] == told["obvious"]["medium"]
    assert told["rule"] in {rule.name for rule in asia.Game().card("standard").rules}
    by_ev = asia.Game(dealer="lexicographic", objective="ev").hint(hand)
    assert by_ev.ranking.best.value == by_ev.obvious.value
    assert why_best(by_ev).startswith("the obvious setting is the best one: the bet earns +38.4%")
    other = by_ev.to_dict()["other"]
    assert other is not None
    assert other["low"] == ["Ts"]


def test_a_hint_names_the_five_and_the_two_of_pai_gow_poker() -> None:
    hint = paigow.Game().hint("As Ad 9h 9s 5c 4d 2h")
    assert str(hint.obvious.setting) == "As Ad 9s 9h 2h / 5c 4d"
    text = why_best(hint)
    assert text.startswith("better than As Ad 9s 9h 2h / 5c 4d: with 9s 9h the two wins ")
    assert "; the five wins only " in text
    assert "; the bet earns +" in text
    assert str(hint).splitlines()[1].startswith("the line of the card foxwoods: ")


def test_the_line_of_the_card_is_no_reason_where_it_makes_another_setting() -> None:
    hint = asia.Game("casino").hint("Ac Ad Kc Kd 5s 4h 2c")
    assert str(hint.ranking.best.setting) == "Kd Kc 4h 2c / Ad 5s / Ac"
    assert str(hint).splitlines()[1] == (
        "the card standard would play Ad Ac 4h 2c / Kd Kc / 5s by its line "
        "a pair of aces / a pair / any, which costs 6.78 points of winning chance, "
        "13.55 % of the bet"
    )
    told = hint.to_dict()
    assert told["rule"] == "a pair of aces / a pair / any"
    assert told["card"]["way"] == "standard"
    assert told["card"]["high"] == ["Ad", "Ac", "4h", "2c"]
    assert (told["card"]["medium"], told["card"]["low"]) == (["Kd", "Kc"], ["5s"])
    assert told["card"]["cost_win"] == pytest.approx(0.0678, abs=5e-5)
    assert told["card"]["cost_ev"] == pytest.approx(0.1355, abs=5e-5)
    assert told["card"]["verdict"].startswith("costs 6.78 points")


def test_the_line_of_the_card_is_named_where_it_makes_the_best_setting() -> None:
    hint = asia.Game("casino", dealer="balanced").hint("Th Ts 6c 6d Ad Kh 3s")
    line = "the line of the card standard: any / a pair of sixes / king"
    assert str(hint).splitlines()[1] == line
    card = hint.to_dict()["card"]
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
    assert why_best(asia.Game("casino", dealer=dealer).hint(hand)).endswith(end)


COMPARED = re.compile(r"([+-]?[\d.]+)% instead of ([+-]?[\d.]+)%")
WHOLE_BET = re.compile(
    r"the bet (?:wins|earns) ([+-]?[\d.]+)%(?: instead of |, and with the next, [^,]+, )"
    r"([+-]?[\d.]+)%$"
)


@pytest.mark.parametrize("rules", ["push", "casino", "paigow"])
@pytest.mark.parametrize("objective", ["wins", "ev"])
def test_every_hint_has_a_gain_and_names_the_right_setting(
    rules: Any, objective: Literal["wins", "ev"]
) -> None:
    if rules == "paigow":
        hinting: Game = paigow.Game(dealer="wizard", objective=objective)
    else:
        hinting = asia.Game(rules, dealer="balanced", objective=objective)
    card = "wizard" if rules == "paigow" else "standard"  # `balanced` has no lines
    by_card = hinting.find_way(card)
    for hand in hinting.practice(hands=100, seed=8):
        hint = hinting.hint(hand)
        text = why_best(hint)
        for mine, theirs in COMPARED.findall(text):
            assert float(mine) != float(theirs), text
        bet = WHOLE_BET.search(text)
        assert bet, text
        assert float(bet[1]) > float(bet[2]), text
        played = hint.ranking.find(by_card.set(hand))
        is_best = played == hint.ranking.best
        line = str(hint).splitlines()[1]
        expected = f"the line of the card {card}: " if is_best else f"the card {card} would play "
        assert line.startswith(expected), line
        assert is_best or f" {played.setting} by its line " in line
        assert " 0.00 points" not in line


def hint_against(hand: str, left: str, objective: Literal["wins", "ev"]) -> Hint:
    """Return the hint if the dealer can only have some cards."""
    dead = complement(card_set(f"{hand} {left}"), DECK)
    return asia.Game(dealer="lexicographic", objective=objective).hint(hand, dead=dead)


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
def test_ties_are_said(hand: str, left: str, objective: Literal["wins", "ev"], text: str) -> None:
    assert why_best(hint_against(hand, left, objective)) == text


def test_another_setting_of_the_card_may_be_as_good() -> None:
    hint = hint_against("5h 7h 9d Ts Qs Ad As", "2d 3h 4s 6h 8h Qd Jk", "wins")
    assert card_verdict(hint) == "is as good"
    assert str(hint).splitlines()[1].endswith("by its line any / ace / queen, which is as good")


def test_a_cost_may_be_a_gain_by_the_other_objective() -> None:
    by_ev = asia.Game(dealer="lexicographic", objective="ev").hint("3h 4c 7s Ts Jd Js Kc")
    assert card_verdict(by_ev) == "costs 1.18 % of the bet, but gains 0.32 points of winning chance"
    by_wins = asia.Game().hint("Td Tc 5h 3h Ac 7s 6d")
    assert (
        card_verdict(by_wins) == "costs 0.02 points of winning chance, but gains 0.22 % of the bet"
    )


def test_a_small_cost_is_not_printed_as_zero() -> None:
    ranking = asia.rank("Qd 6s 3c 2d Th 5s 7d", dealer="balanced")
    assert cost_text(ranking, "Qd 5s 3c 2d / Th 6s / 7d").startswith("0.0003 points")
    assert cost_text(ranking, ranking.best).startswith("0.00 points")


def test_a_hint_names_a_line_of_the_dealer_s_way() -> None:
    hand = "5s 5d 3h 3c As Jd 9c"
    for dealer in ("foxwoods", "trump-plaza"):
        hint = paigow.Game(dealer=dealer).hint(hand)
        assert hint.way == hint.to_dict()["card"]["way"] == dealer
        assert f"the line of the card {dealer}: " in str(hint)
    assert paigow.Game(dealer="casino-dealer").hint(hand).way == "foxwoods"
