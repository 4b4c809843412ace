"""Deals, showdowns, explanations, and the Insurance bet."""

import pytest

from astragal.asia import PROFILES, exact, find_way, insurance, parse_setting, play
from astragal.cards import card_set
from astragal.errors import BadInputError

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]


def test_deals_share_no_card_and_repeat_with_their_seed() -> None:
    seen = set()
    for seed in range(200):
        hands = play.deal(seed)
        assert not hands.player & hands.dealer
        assert (hands.player.bit_count(), hands.dealer.bit_count()) == (7, 7)
        assert play.deal(seed) == hands
        seen.add(hands)
    assert len(seen) == 200
    assert play.deal() != play.deal()


def test_showdown() -> None:
    way = find_way("lexicographic", PUSH)
    dealer = card_set("Ks Qd Jh 9c 8s 6d 2h")  # K Q J 9 / 8 6 / 2
    end = play.showdown(parse_setting("As 9s 7d 4h / Kd Qh / Jc"), dealer, way, PUSH)
    assert str(end.dealer) == "Ks Qd Jh 9c / 8s 6d / 2h"
    assert end.subs == ("win", "win", "win")
    assert (end.result, end.fouls) == ("win", ())
    fouled = play.showdown(parse_setting("Kd Qh 7d 4h / As 9s / Jc"), dealer, way, PUSH)
    assert fouled.result == "loss"
    assert len(fouled.fouls) == 1
    with pytest.raises(BadInputError, match="'Ks' can't be in both hands"):
        play.showdown(parse_setting("As 9s 7d 4h / Ks Qh / Jc"), dealer, way, PUSH)


def test_copies_push_or_go_to_the_dealer() -> None:
    dealer = card_set("Ks Qd Jh 9c 8s 6d 2h")
    mine = parse_setting("Kd Qh Jc 9s / 8d 7h / 2c")  # a copy, a win, a copy
    for rules, result in ((PUSH, "push"), (CASINO, "loss")):
        way = find_way("lexicographic", rules)
        end = play.showdown(mine, dealer, way, rules)
        assert end.subs == ("push", "win", "push")
        assert end.result == result


def test_explain() -> None:
    setting = parse_setting("As Kd Qh Jc / 9s 7d / 4h")
    answer = exact.settings(setting.hand)
    lines = play.explain(setting, answer)
    assert lines[0].startswith("high    As Kd Qh Jc  straight, ace high: wins ")
    assert "the best is As 9s 7d 4h / Kd Qh / Jc: it wins 76.31%" in lines[4]
    assert lines[5] == "the house (lexicographic) would do the same"
    best = play.explain(answer.best.setting, answer)
    assert best[4] == "this is the best setting"
    assert best[5] == "the house (lexicographic) would do As Kd Qh Jc / 9s 7d / 4h"
    with pytest.raises(BadInputError, match="is a foul: high"):
        play.row_of(parse_setting("Qh Jc 9s 7d / As Kd / 4h"), answer)
    with pytest.raises(BadInputError, match="does not set"):
        play.row_of(parse_setting("As Kd Qh Jc / 9s 7d / 5h"), answer)


def test_insurance() -> None:
    bet = insurance.insurance()
    assert list(bet.counts.values()) == [31_080, 248_640, 963_480, 2_719_500, 6_386_940, 14_430_780]
    assert bet.hands == 154_143_080
    assert round(100 * bet.edge, 3) == 3.908
