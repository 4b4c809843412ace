"""Settings: fouls, and who wins."""

import pickle
import random

import pytest
from asia.cards import game_of, setting_to_reference, to_reference

from astragal import _native
from astragal.asia import PROFILES, Rules, Setting, all_settings, find_rules
from astragal.asia.balancing import class_weights
from astragal.asia.values import rank_tables
from astragal.cards import card_set
from astragal.errors import BadInputError, CardError

from reference import asia as reference

PUSH = PROFILES["push"]
VARIANTS = [PUSH, PROFILES["casino"], find_rules("push", strict_order=True)]


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_fouls_and_results_are_those_of_the_reference(rules: Rules) -> None:
    game = game_of(rules)
    deck = random.Random(421)
    for _ in range(60):
        cards = deck.sample(range(53), 14)
        mine, dealers = card_set(cards[:7]), card_set(cards[7:])
        legal = {frozenset(map(frozenset, s)) for s in reference.legal(to_reference(mine), game)}
        found = list(all_settings(mine))
        assert len(set(found)) == 105
        dealer = next(setting for setting in all_settings(dealers) if setting.is_legal(rules))
        for setting in found:
            plain = setting_to_reference(setting)
            is_in = frozenset(map(frozenset, plain)) in legal
            assert setting.is_legal(rules) == is_in, str(setting)
            if is_in:
                expected = reference.compare(plain, setting_to_reference(dealer), game)
                assert setting.result(dealer, rules) == expected
            else:
                assert setting.result(dealer, rules) == "loss"


def test_every_hand_has_40_to_105_legal_settings_54874_in_the_mean() -> None:
    legal = _native.asia_legal_settings(rank_tables(PUSH).native)
    assert (legal.min(), legal.max()) == (40, 105)
    assert round(float(class_weights() @ legal), 3) == 54.874


def test_a_strict_order_leaves_every_hand_a_setting() -> None:
    strict = find_rules("push", strict_order=True)
    legal = _native.asia_legal_settings(rank_tables(strict).native)
    assert legal.min() > 0


def test_a_strict_order_refuses_what_begins_alike() -> None:
    strict = find_rules("push", strict_order=True)
    setting = Setting("7s 7h Ac 2d / 7d 7c / Ks")
    assert setting.fouls(PUSH) == []
    assert setting.fouls(strict) == [
        "high (pair of sevens, ace two) is not above medium (pair of sevens)"
    ]


def test_all_reasons_are_given_at_once() -> None:
    setting = Setting("2s 3h 4c 6d / 9d 8c / Ks")
    assert len(setting.fouls(PUSH)) == 2


def test_parse_and_print_make_the_round_trip() -> None:
    for setting in all_settings(card_set("Jk As Kd 7h 7c 3d 2s")):
        assert Setting(str(setting)) == Setting(*setting) == Setting(setting) == setting
        assert Setting(*(list(part) for part in setting)) == setting
        assert pickle.loads(pickle.dumps(setting)) == setting
        assert eval(repr(setting)) == setting


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As Kd Qh Jc 9s 7d 4h", "write four cards / two cards / one card"),
        ("As Kd Qh / Jc 9s 7d / 4h", r"\[3, 3, 1\] cards"),
        ("As Kd Qh Jc / 9s 7d / As", "comes twice"),
        ("As Kd Qh Jc / 9s 7d / Jr", "not in this deck"),
        ("As Kd Qh Jc / 9s 7d", "write four cards"),
    ],
)
def test_bad_settings_are_quoted(text: str, words: str) -> None:
    with pytest.raises((BadInputError, CardError), match=words):
        Setting(text)


def test_cards_of_the_three_hands_are_checked() -> None:
    with pytest.raises(CardError, match=r"has \[4, 2, 0\] cards"):
        Setting("As Kd Qh Jc", "9s 7d")
    with pytest.raises(CardError, match="comes twice"):
        Setting("As Kd Qh Jc", "9s 7d", "As")


def test_settings_show_themselves() -> None:
    setting = Setting("As 9s 7d 4h / Qh Kd / Jc")
    assert setting.to_dict() == {
        "high": ["As", "9s", "7d", "4h"],
        "medium": ["Kd", "Qh"],
        "low": ["Jc"],
    }
    assert setting.rank_names("push")["medium"] == "king queen"
    assert "Kd Qh" in setting._repr_html_()
