"""Settings: fouls, and who wins."""

import pickle
import random

import pytest
from setting.cards import game_of, setting_to_reference, to_reference

from astragal import _native, asia, paigow
from astragal.asia import Rules, find_rules
from astragal.cards import card_set
from astragal.errors import BadInputError, CardError
from astragal.setting import Game, Setting
from astragal.setting.classes import all_settings, class_counts
from astragal.setting.hand import rank_tables
from astragal.setting.setting import read_setting

from reference import asia as reference

PUSH = find_rules("push")
VARIANTS = [PUSH, find_rules("casino"), find_rules("push", strict_order=True)]


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.name)
def test_fouls_and_results_are_those_of_the_reference(rules: Rules) -> None:
    game = game_of(rules)
    deck = random.Random(421)
    for _ in range(60):
        cards = deck.sample(range(53), 14)
        mine, dealers = card_set(cards[:7]), card_set(cards[7:])
        legal = {frozenset(map(frozenset, s)) for s in reference.legal(to_reference(mine), game)}
        settings = list(all_settings(mine, rules))
        assert len(set(settings)) == 105
        dealer = next(s for s in all_settings(dealers, rules) if s.is_legal(rules))
        for setting in settings:
            plain = setting_to_reference(setting)
            is_in = frozenset(map(frozenset, plain)) in legal
            assert setting.is_legal(rules) == is_in, str(setting)
            if is_in:
                expected = reference.compare(plain, setting_to_reference(dealer), game)
                assert setting.result(dealer, rules) == expected
            else:
                assert setting.result(dealer, rules) == "loss"


@pytest.mark.parametrize(
    ("rules", "fewest", "most", "mean"),
    [(PUSH, 40, 105, 54.874), (paigow.find_rules(), 15, 21, 17.987)],
    ids=["asia", "paigow"],
)
def test_every_hand_has_legal_settings(
    rules: asia.Rules | paigow.Rules, fewest: int, most: int, mean: float
) -> None:
    legal = _native.setting_legal_settings(rank_tables(rules).native)
    assert (legal.min(), legal.max()) == (fewest, most)
    assert round(float((class_counts() / 154_143_080) @ legal), 3) == mean


def test_a_strict_order_leaves_every_hand_a_setting() -> None:
    strict = find_rules("push", strict_order=True)
    legal = _native.setting_legal_settings(rank_tables(strict).native)
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


def test_parse_and_print_make_the_round_trip(game: Game) -> None:
    for setting in all_settings("Jk As Kd 7h 7c 3d 2s", game.rules):
        assert Setting(str(setting)) == Setting(*setting.hands) == Setting(setting) == setting
        assert Setting(*(list(hand) for hand in setting.hands)) == setting
        assert pickle.loads(pickle.dumps(setting)) == setting
        assert eval(repr(setting)) == setting


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As Kd Qh Jc 9s 7d 4h", "write four cards / two cards / one card, or five cards"),
        ("As Kd Qh / Jc 9s 7d / 4h", "has 3 and 3 and 1 cards"),
        ("As Kd Qh Jc / 9s 7d / As", "comes twice"),
        ("As Kd Qh Jc / 9s 7d / Jr", "not in this deck"),
        ("As Kd Qh Jc / 9s 7d", "7d' has 4 and 2 cards: a setting has five and two"),
    ],
)
def test_bad_settings_are_quoted(text: str, words: str) -> None:
    with pytest.raises((BadInputError, CardError), match=words):
        Setting(text)


def test_a_setting_of_the_other_game_is_refused() -> None:
    with pytest.raises(BadInputError, match=r"is not a setting: write five cards / two cards$"):
        read_setting("As Kd Qh Jc / 9s 7d / 4h", paigow.find_rules())
    with pytest.raises(BadInputError, match="is no setting of Asia Poker: write four cards"):
        read_setting(Setting("As Kd Qh Jc 9s / 7d 4h"), PUSH)


def test_cards_of_the_hands_are_checked() -> None:
    with pytest.raises(CardError, match="has 4 and 2 cards"):
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
    assert setting.rank_names(PUSH)["medium"] == "king queen"
    assert "Kd Qh" in setting._repr_html_()
    five = Setting("As Jc 9s 7d 4h / Kd Qh")
    assert five.to_dict() == {
        "high": ["As", "Jc", "9s", "7d", "4h"],
        "low": ["Kd", "Qh"],
    }
    assert five.rank_names(paigow.find_rules()) == {
        "high": "ace jack nine seven four",
        "low": "king queen",
    }


def test_settings_that_share_cards_have_no_result() -> None:
    mine = Setting("As 9s 7d 4h / Kd Qh / Jc")
    with pytest.raises(BadInputError, match="'Kd' can't be in both hands"):
        mine.result("Kd Qd Jh 9c / 8s 6d / 2h", asia.find_rules())
