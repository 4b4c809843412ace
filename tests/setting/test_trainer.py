"""Hands to practise with."""

from dataclasses import replace
from typing import Any

import pytest

from astragal import asia
from astragal.cards import JOKER, card_ids
from astragal.errors import BadInputError, UnknownNameError
from astragal.setting import Category, Game, Objective
from astragal.setting.classes import all_settings
from astragal.setting.trainer import Drill, DrillHand, find_choice

GREATEST = {
    "nothing": {Category.HIGH_CARD},
    "pair": {Category.PAIR},
    "two pair": {Category.TWO_PAIR},
    "trips": {Category.THREE_OF_A_KIND},
    "straight or flush": {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH},
    "full house": {Category.FULL_HOUSE},
    "quads": {Category.FOUR_OF_A_KIND, Category.FIVE_ACES},
}


def test_every_hand_is_of_its_kind(game: Game) -> None:
    for kind in game.hand_kinds:
        dealt = game.practice(kind, hands=8, seed=3)
        assert len(set(dealt)) == len(dealt) == 8
        assert dealt == game.practice(kind, hands=8, seed=3)
        assert set(dealt).isdisjoint(game.practice(kind, hands=8, seed=4))
        for hand in dealt:
            if kind == "joker":
                assert JOKER in card_ids(hand)
            elif kind != "any":
                ranks = (setting.ranks(game.rules) for setting in all_settings(hand, game.rules))
                assert max(highs[0] for highs in ranks).category in GREATEST[kind], kind


@pytest.mark.parametrize("objective", Objective)
def test_close_calls_are_close(game: Game, objective: Objective) -> None:
    game = replace(game, objective=objective)
    dealt = game.practice(closeness=0.003, hands=3)
    for hand in dealt:
        ranking = game.rank(hand)
        cost = ranking.cost_win if objective is Objective.WINS else ranking.cost_ev
        assert cost(ranking.settings[1]) <= 0.003
    assert dealt.to_dict()["closeness"] == 0.003


@pytest.mark.parametrize(
    "options", [{"kind": "straights"}, {"closeness": -0.1}, {"closeness": "x"}, {"hands": 0}]
)
def test_bad_input(game: Game, options: dict[str, Any]) -> None:
    with pytest.raises((BadInputError, UnknownNameError)):
        game.practice(**options)


def test_too_close_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astragal.setting.trainer.MOST_TRIES", 3)
    with pytest.raises(BadInputError, match="closeness 0 is too small: of 3 hands 0 were"):
        asia.Game(dealer="balanced").practice(closeness=0, hands=1)


def test_copies_to_the_dealer_leave_one_objective_in_asia_poker() -> None:
    game = asia.Game("casino", dealer="balanced")
    for hand in game.practice("two pair", hands=5):
        assert game.rank(hand).other is None


def test_a_drill_adds_up_its_costs(game: Game) -> None:
    practice = game.practice(hands=2, seed=6)
    rankings = game.rank_many(practice)
    worst = [DrillHand(ranking, ranking.settings[-1]) for ranking in rankings]
    drill = Drill(practice, tuple(worst))
    told = drill.to_dict()
    costs = [ranking.cost_ev(ranking.settings[-1]) for ranking in rankings]
    assert told["mean_cost_ev"] == pytest.approx(sum(costs) / 2)
    assert told["hands"][0]["best"] == rankings[0].best.to_dict()
    assert (told["seed"], told["dealer"]) == (6, game.dealer.name)
    unit = "% of the bet" if game.objective is Objective.EV else "points of winning chance"
    mean = sum(hand.cost for hand in worst) / 2
    assert f"2 hands, mean cost {100 * mean:.2f} {unit}" in str(drill)


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("A 9 7 4 / K J / Q", "As 9s 7d 4h / Kd Jc / Qh"),
        ("a974 / kj / q", "As 9s 7d 4h / Kd Jc / Qh"),
        ("As 9 7 4 / Kd J / Q", "As 9s 7d 4h / Kd Jc / Qh"),
    ],
)
def test_suits_may_be_left_out(text: str, setting: str) -> None:
    ranking = asia.rank("As Kd Qh Jc 9s 7d 4h")
    assert find_choice(ranking, text) == ranking.find(setting)


def test_suits_are_asked_for_where_they_count() -> None:
    """With the ace of spades the four is a flush, with the ace of hearts it is not."""
    ranking = asia.rank("As Ks 9s 4s Ah Kd 2c")
    with pytest.raises(BadInputError, match="can be several settings: write the suits"):
        find_choice(ranking, "A K 9 4 / A K / 2")
    assert str(find_choice(ranking, "As Ks 9 4 / A K / 2").setting) == "As Ks 9s 4s / Ah Kd / 2c"
    for text in ("A K 9 4 / A K", "A K 9 5 / A K / 2", "Ac K 9 4 / A K / 2", "x / y / z", ""):
        with pytest.raises(BadInputError):
            find_choice(ranking, text)
