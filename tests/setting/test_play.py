"""Deals, showdowns, explanations, and the Insurance bet."""

import pytest

from astragal.asia import PROFILES, deal, explain, insurance, showdown
from astragal.errors import BadInputError

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]


def test_deals_share_no_card_and_repeat_with_their_seed() -> None:
    seen = set()
    for seed in range(200):
        hands = deal(seed)
        assert not hands.player & hands.dealer
        assert (hands.player.bit_count(), hands.dealer.bit_count()) == (7, 7)
        assert deal(seed) == hands
        seen.add(hands)
    assert len(seen) == 200
    assert deal() != deal()


def test_showdown() -> None:
    dealer = "Ks Qd Jh 9c 8s 6d 2h"  # K Q J 9 / 8 6 / 2
    end = showdown("As 9s 7d 4h / Kd Qh / Jc", dealer, dealer="lexicographic")
    assert str(end.dealer) == "Ks Qd Jh 9c / 8s 6d / 2h"
    assert end.subs == ("win", "win", "win")
    assert (end.result, end.fouls) == ("win", ())
    for text in (str(end), end._repr_html_()):
        assert "As 9s 7d 4h" in text
        assert "win" in text
    fouled = showdown("Kd Qh 7d 4h / As 9s / Jc", dealer)
    assert fouled.result == "loss"
    assert len(fouled.fouls) == 1
    with pytest.raises(BadInputError, match="'Ks' can't be in both hands"):
        showdown("As 9s 7d 4h / Ks Qh / Jc", dealer)


def test_copies_push_or_go_to_the_dealer() -> None:
    dealer = "Ks Qd Jh 9c 8s 6d 2h"
    mine = "Kd Qh Jc 9s / 8d 7h / 2c"  # a copy, a win, a copy
    for rules, result in ((PUSH, "push"), (CASINO, "loss")):
        end = showdown(mine, dealer, rules, "lexicographic")
        assert end.subs == ("push", "win", "push")
        assert end.result == result


def test_explain() -> None:
    found = explain("As Kd Qh Jc / 9s 7d / 4h", dealer="lexicographic")
    lines = str(found).splitlines()
    assert lines[0].startswith("high    As Kd Qh Jc  straight, ace high: wins ")
    assert lines[4] == "the best is As 9s 7d 4h / Kd Qh / Jc: it wins 76.31%"
    assert found.cost_win is not None
    chance = f"{100 * found.cost_win:.2f} points of winning chance"
    assert lines[5].startswith(f"this one costs {chance}, ")
    assert lines[6] == "the house (lexicographic) would do the same"
    best = str(explain(found.ranking.best.setting, dealer="lexicographic")).splitlines()
    assert best[4] == "this is the best setting"
    assert best[5] == "the house (lexicographic) would do As Kd Qh Jc / 9s 7d / 4h"
    by_ev = explain("As Kd Qh Jc / 9s 7d / 4h", objective="ev")
    assert by_ev.cost_ev is not None
    assert f"points of winning chance, {100 * by_ev.cost_ev:.2f} % of the bet\n" in str(by_ev)
    assert by_ev.to_dict()["objective"] == "ev"


def test_a_foul_has_its_reasons_and_no_cost() -> None:
    found = explain("Qh Jc 9s 7d / As Kd / 4h")
    assert found.fouls == ("high (queen jack nine seven) is below medium (ace king)",)
    assert (found.chosen, found.cost_win, found.cost_ev) == (None, None, None)
    assert str(found) == f"foul: {found.fouls[0]}"
    told = found.to_dict()
    assert told["fouls"] == list(found.fouls)
    assert (told["wins"], told["sub_hands"], told["cost_win"], told["cost_ev"]) == (None,) * 4
    assert told.keys() == explain("As Kd Qh Jc / 9s 7d / 4h").to_dict().keys()


def test_insurance() -> None:
    bet = insurance()
    assert list(bet.counts.values()) == [31_080, 248_640, 963_480, 2_719_500, 6_386_940, 14_430_780]
    assert bet.hands == 154_143_080
    assert round(100 * bet.edge, 3) == 3.908
