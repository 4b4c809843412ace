"""Exact answers: published vectors, and the reference over a reduced deck."""

import csv
import json
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from setting.cards import from_reference, game_of, setting_to_reference, to_reference

from astragal import paigow
from astragal.asia import Game, Rules, find_rules
from astragal.cards import card_ids, card_set, cards_text, complement, full_deck
from astragal.errors import BadInputError, CardError, UnknownNameError
from astragal.progress import Report
from astragal.setting import Ranking, Setting
from astragal.setting.house_way import find_way
from astragal.setting.ranking import outcome_counts

from reference import asia as reference

ROOT = Path(__file__).parents[2]
VECTORS = list(csv.DictReader((ROOT / "tests/data/asia_vectors.csv").read_text().splitlines()))
EXAMPLE = str(ROOT / "examples/asia_rack_card.toml")
PUSH, CASINO = find_rules("push"), find_rules("casino")


@pytest.mark.parametrize("row", VECTORS, ids=[row["hand"] for row in VECTORS])
def test_vectors(row: dict[str, str]) -> None:
    answer = Game(dealer="lexicographic").rank(row["hand"])
    first, second = answer.settings[:2]
    assert answer.dealer_hands == 53_524_680
    assert (answer.legal, str(answer.house.setting)) == (int(row["legal"]), row["dealer"])
    for found, name, n in ((first, "best", 1), (second, "second", 2)):
        expected = (row[name], int(row[f"W{n}"]), int(row[f"L{n}"]), int(row[f"P{n}"]))
        assert (str(found.setting), found.wins, found.losses, found.pushes) == expected


# Thirteen cards are left to the dealer, 1,716 hands; without the last one, 792. Chosen for what
# they can make: the joker with two suits of three and more; quads beside a straight flush; wheels;
# five of a suit, no joker.
DECKS = [
    ("As Kd Qh Jc 9s 7d 4h", "Jk Ks Qs Js Ts Kh Qd Jh Th 9h 8h 2c 3c"),
    ("Jk Ks Kd 9h 8c 5d 2s", "As Ah Ad Ac 2h 3h 4h 2d 3d 4d 2c 5s 6s"),
    ("9s 8s 7s 6s 5s 4s 2s", "Jk Ac Ad Kc Kd Qc Qd Jc Jd Tc Td 9c 9d"),
    ("Ac 2d 3h 4s 9c Jd Kh", "7c 7d 7h 7s 8c 8d 8h 8s 5c 6c Tc Th Ts"),
]
SHORTER = [(hand, deck[:-3]) for hand, deck in DECKS]
SWITCHED = [
    PUSH,
    CASINO,
    find_rules("push", quads_over_straight_flush=True),
    find_rules("push", copies="dealer"),
    find_rules("push", wheel="second highest"),
    find_rules("push", strict_order=True),
]
OTHER_GAMES = list(product((PUSH, CASINO), ("balanced", "points")))

Expected = dict[tuple[reference.Worth, reference.Worth, reference.Worth], tuple[int, int, int, int]]


def check(answer: Ranking, expected: Expected) -> None:
    assert isinstance(answer.rules, Rules)
    game = game_of(answer.rules)
    found = {
        reference.worths(setting_to_reference(row.setting), game): (
            row.wins,
            row.losses,
            row.pushes,
            row.same,
        )
        for row in answer
    }
    assert found == expected
    assert answer.legal == sum(same for *_, same in expected.values())
    wins, losses = answer.best.wins, answer.best.losses
    assert (-wins, losses) == min((-w, x) for w, x, _, _ in expected.values())


@pytest.mark.parametrize(
    ("hand", "deck", "rules"),
    [
        # each rule with the deck in which it counts: quads and wheels are in the second
        *((*SHORTER[i], rules) for i, rules in zip((0, 2, 1, 3, 1, 0), SWITCHED, strict=True)),
        *(
            pytest.param(*deck, rules, marks=pytest.mark.verify)
            for deck, rules in product(DECKS, SWITCHED)
        ),
    ],
)
def test_a_reduced_deck_is_counted_as_by_hand(hand: str, deck: str, rules: Rules) -> None:
    mine, left = card_set(hand), card_set(deck)
    way = find_way("lexicographic", rules)
    answer = Game(rules, dealer=way).rank(mine, dead=complement(mine | left, 53))
    assert answer.dealer_hands == comb(left.bit_count(), 7)
    game = game_of(rules)
    expected = reference.score(
        to_reference(mine),
        to_reference(left),
        game,
        lambda cards: reference.lexicographic(cards, game),
    )
    check(answer, expected)
    house = reference.lexicographic(to_reference(mine), game)
    assert reference.worths(setting_to_reference(answer.house.setting), game) == reference.worths(
        house, game
    )


@pytest.mark.parametrize(
    ("hand", "deck", "rules", "name"),
    [
        # each deck, and each way with both profiles, once
        *((*deck, *game) for deck, game in zip(SHORTER, OTHER_GAMES, strict=True)),
        *(
            pytest.param(*deck, *game, marks=pytest.mark.verify)
            for deck, game in product(DECKS, OTHER_GAMES)
        ),
    ],
)
def test_other_ways_over_a_reduced_deck(hand: str, deck: str, rules: Rules, name: str) -> None:
    mine, left = card_set(hand), card_set(deck)
    way = find_way(name, rules)
    answer = Game(rules, dealer=way).rank(mine, dead=complement(mine | left, 53))

    def set_dealer(cards: reference.Cards) -> reference.Setting:
        # What is checked is the counting, not the way.
        return setting_to_reference(way.set(card_set(from_reference(cards))))

    check(
        answer, reference.score(to_reference(mine), to_reference(left), game_of(rules), set_dealer)
    )


def test_sub_hands_add_up() -> None:
    answer = Game().rank("Jh Js 8d 8c 4s 4h 2c")
    for row in answer:
        sub_hands = row.sub_hands
        assert sub_hands is not None
        for sub in (sub_hands["high"], sub_hands["medium"], sub_hands["low"]):
            assert sub is not None
            assert sub["wins"] + sub["losses"] + sub["copies"] == answer.dealer_hands
        assert row.wins + row.losses + row.pushes == answer.dealer_hands


def test_the_house_sets_legal_settings() -> None:
    for row in VECTORS:
        setting = Game(dealer="lexicographic").house(row["hand"]).setting
        assert isinstance(setting, Setting)
        assert str(setting) == row["dealer"]


def test_the_distribution_counts_all_hands() -> None:
    way = find_way("lexicographic", PUSH)
    counts = outcome_counts(way, full_deck(53))
    assert counts.shape == way.outcomes.shape
    assert counts.sum(dtype="u8") == 154_143_080


def test_many_are_as_one() -> None:
    hands = [card_set(row["hand"]) for row in VECTORS]
    game = Game()
    one_by_one = [game.rank(hand) for hand in hands]
    assert game.rank_many(hands, threads=1) == one_by_one
    heard: list[Report] = []
    texts = [row["hand"] for row in VECTORS]
    assert game.rank_many(texts, threads=2, progress=heard.append) == one_by_one
    assert heard[-1].done == len(texts)
    assert game.rank_many([]) == []
    best = str(one_by_one[0].best.setting)
    shown = str(game.rank_many(hands[:1])).splitlines()
    assert shown[0].split() == ["hand", "setting", "wins", "losses", "pushes", "ev"]
    assert f"{cards_text(hands[0])}  {best}  " in shown[2]
    assert f"  {one_by_one[0].best.ev:+.3%}" in shown[2]


@pytest.mark.parametrize("hands", [None, "As Kd Qh Jc 9s 7d 4h", 7])
def test_what_is_no_list_of_hands_is_refused(hands: Any) -> None:
    with pytest.raises(BadInputError, match="must be a list of hands"):
        Game().rank_many(hands)


def test_an_error_names_the_row() -> None:
    with pytest.raises(CardError, match="row 1: 2 cards in 'As Kd': 7 expected"):
        Game().rank_many(["As Kd Qh Jc 9s 7d 4h", "As Kd"])


@pytest.mark.parametrize(
    ("hand", "dead", "words"),
    [
        ("As Kd", "", "2 cards in 'As Kd': 7 expected"),
        ("As Kd Qh Jc 9s 7d 4h", "As 2c", "'As' can't be both in the hand and dead"),
    ],
)
def test_bad_input(hand: str, dead: str, words: str) -> None:
    with pytest.raises(CardError, match=words):
        Game().rank(hand, dead=dead)


def test_too_few_cards_left() -> None:
    mine = card_set("As Kd Qh Jc 9s 7d 4h")
    dead = complement(mine | card_set("2c 2d 2h 2s 3c 3d"), 53)
    with pytest.raises(CardError, match="only 6 cards are left: the dealer needs seven"):
        Game().rank(mine, dead=dead)


def test_a_way_of_other_rules_is_refused() -> None:
    way = find_way("lexicographic", CASINO)
    made_for = "was made for the rules 'casino' of Asia Poker, not for 'push' of Asia Poker"
    with pytest.raises(BadInputError, match=made_for):
        Game(PUSH, dealer=way)
    with pytest.raises(BadInputError, match="not for 'casino' of pai gow poker"):
        paigow.Game(dealer=way)


HAND = "As Kd Qh Jc 9s 7d 4h"


def test_cards_rules_and_ways_come_in_any_form() -> None:
    found = Game("casino", dealer="balanced").rank(HAND)
    game = Game(CASINO, dealer=find_way("balanced", CASINO))
    for cards in (card_set(HAND), HAND.split(), card_ids(HAND), HAND.lower()):
        assert game.rank(cards) == found
    assert Game(find_rules("push", copies="dealer")) == Game("push", copies="dealer")
    assert Game("push", copies="dealer").rank(HAND).rules.name == "push, copies dealer"
    assert Game(dealer=Path(EXAMPLE)).rank(HAND).dealer == "rack card"


def test_the_objective_orders_settings() -> None:
    """Most wins first, or most wins minus losses; the same settings either way."""
    for hand in ("3h 4c 7s Ts Jd Js Kc", *(row["hand"] for row in VECTORS[:3])):
        wins = Game(dealer="lexicographic", objective="wins").rank(hand)
        ev = Game(dealer="lexicographic", objective="ev").rank(hand)
        assert (wins.objective, ev.objective) == ("wins", "ev")
        assert {one.value: one.wins for one in wins} == {one.value: one.wins for one in ev}
        nets = [one.wins - one.losses for one in ev]
        assert nets == sorted(nets, reverse=True)
        assert ev.best.ev == max(one.ev for one in wins)
        if hand == "3h 4c 7s Ts Jd Js Kc":
            assert str(wins.best.setting) == "Js Jd 4c 3h / Kc 7s / Ts"
            assert str(ev.best.setting) == "Js Jd 4c 3h / Kc Ts / 7s"
    # Without pushes, both are one order.
    assert [one.value for one in Game("casino").rank(HAND)] == [
        one.value for one in Game("casino", objective="ev").rank(HAND)
    ]
    with pytest.raises(UnknownNameError, match="no objective 'luck'; there are wins, ev"):
        Game(objective="luck")  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="count must be a whole number of at least 1, not -1"):
        Game().rank(HAND).top(-1)


def test_a_ranking_finds_settings_and_what_they_cost() -> None:
    found = Game().rank(HAND)
    mine = found.find("As Jc 7d 4h / Qh Kd / 9s")
    assert mine in found.settings
    assert found.cost_win(mine) == (found.best.wins - mine.wins) / 53_524_680
    assert found.cost_ev(mine) == pytest.approx(found.best.ev - mine.ev)
    assert (found.cost_win(found.best), found.cost_ev(found.best)) == (0, 0)
    assert found.cost_win("As Jc 7d 4h / Qh Kd / 9s") == found.cost_win(mine)
    assert found.top(3).settings == found.settings[:3]
    assert (found.top(3).house, found.top(3).legal) == (found.house, found.legal)
    with pytest.raises(BadInputError, match="is a foul: high"):
        found.find("Qh Jc 9s 7d / As Kd / 4h")
    with pytest.raises(BadInputError, match="does not set"):
        found.find("As Kd Qh Jc / 9s 7d / 5h")


def test_answers_show_themselves() -> None:
    found = Game(dealer="lexicographic").rank(HAND)
    assert (
        repr(found)
        == f"Ranking(hand='{cards_text(found.hand)}', rules='push', best='{VECTORS[0]['best']}')"
    )
    assert found.best.alone().to_dict() == found.top(1).to_dict()
    last = found.settings[-1]
    assert not last.as_house
    assert last.alone().house == found.house
    assert found.to_dict()["settings"][0] == found.best.to_dict()
    assert "\n" not in repr(found.best) + str(found.best)
    for text in (str(found), found._repr_html_(), found.best._repr_html_()):
        assert "40 legal settings, against all 53,524,680 dealer hands" in text
        assert "As 9s 7d 4h / Kd Qh / Jc" in text
        assert "76.310%" in text


@pytest.mark.parametrize("samples", [0, 100])
def test_threads_and_progress_are_checked(samples: int) -> None:
    wrong: Any = "all"
    with pytest.raises(BadInputError, match="threads must be"):
        Game().rank(HAND, samples=samples, threads=0)
    with pytest.raises(BadInputError, match="progress must be a boolean or a function"):
        Game().rank(HAND, samples=samples, progress=wrong)


def test_numbers_of_numpy_are_ints_in_json() -> None:
    number: Any = np.int64(20)
    game = Game()
    answers = (
        game.rank(HAND, samples=number, seed=number),
        game.practice(hands=number, seed=number),
    )
    for answer in answers:
        assert json.loads(json.dumps(answer.to_dict()))["seed"] == 20
