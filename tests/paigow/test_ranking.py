"""Settings of pai gow poker, scored against the reference over small decks."""

from itertools import combinations
from typing import get_args

import pytest
from paigow.cards import game_of, setting_to_reference, to_reference

from astragal.cards import card_ids, card_set, complement
from astragal.paigow import Game, Rules, find_rules
from astragal.paigow.game import PushName
from astragal.setting.rules import Copies

from reference import paigow as reference
from reference.paigow_ways import WAYS

RULES = [
    find_rules(),
    find_rules("casino", banker="player"),
    find_rules("no-commission"),
    find_rules("ez"),
    find_rules("nine-high"),
    find_rules("no-commission", push="ace-high five"),
    find_rules("casino", wheel="lowest"),
]

HANDS = {
    "Jk Qs Qh Qd As 7s 2s": "Kd Kh Qc Jc Tc 9c 8d 7d 6c 5c 3d",
    "Ks Qd Jh 9c 7s 4d 2h": "Jk Qs Qc Th 9h 8c 7c 5d 4s 3h 2c",
    "9s 9d 8h 7c 6s 5d Ah": "Qh Jd Th 9c 9h 8c 6d 5c 4d 3s 2s",
    "As 5d 4h 3c 2s Kd Kh": "Ad Ac Ks Qd Js 9d 8h 5h 5c 4c 3s",
}
"""Hands, and the cards that are left for the dealer."""


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("hand", HANDS)
def test_settings_score_as_in_the_reference(hand: str, rules: Rules) -> None:
    """Against all 330 hands of 11 cards."""
    deck, game = card_set(HANDS[hand]), game_of(rules)
    dead = complement(card_set(hand) | deck, 53)
    ranking = Game(rules, dealer="trump-plaza").rank(hand, dead=dead)
    wanted = reference.score(
        to_reference(card_set(hand)),
        to_reference(deck),
        game,
        lambda cards: WAYS["trump-plaza"](cards, game),
    )
    assert len(ranking.settings) == len(wanted)
    for row in ranking:
        results = wanted[reference.worths(setting_to_reference(row.setting), game)]
        assert (row.wins, row.losses, row.pushes) == (
            results["win"],
            results["loss"],
            results["push"],
        )
        assert row.ev == pytest.approx(reference.ev(results, game))
    assert ranking.best.ev == max(row.ev for row in ranking)
    assert ranking.question.legal == len(reference.legal(to_reference(card_set(hand)), game))


def test_results_of_single_deals_are_those_of_the_reference() -> None:
    cards = card_ids("Jk As Kd Kh Qc Qs Js 9h 9d 8s 7c 5d 4h 2c")
    hands = [card_set(hand) for hand in combinations(cards, 7)][::83]
    results = set()
    for rules in RULES:
        game, way = game_of(rules), Game(rules).find_way("stones")
        for hand in hands:
            mine, his = way.set(hand), way.set(card_set(cards) & ~hand)
            wanted = reference.compare(
                reference.worths(setting_to_reference(mine), game),
                reference.worths(setting_to_reference(his), game),
                game,
            )
            assert mine.result(his, rules) == wanted, (mine, his, rules)
            results.add(wanted)
    assert results == {"win", "loss", "push"}


def test_the_banker_wins_copies() -> None:
    assert [find_rules(banker=who).copies_go_to for who in ("dealer", "player")] == [
        Copies.DEALER,
        Copies.PLAYER,
    ]


@pytest.mark.parametrize("push", get_args(PushName))
def test_each_forced_push_pushes_more(push: PushName) -> None:
    hand = "Ks Kd 9h 9c As 5d 3c"  # which beats each of these dealer hands
    pushes = Game(push=push).rank(hand).house.pushes
    assert (pushes > Game().rank(hand).house.pushes) == (push != "none")
