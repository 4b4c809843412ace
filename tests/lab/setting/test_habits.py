"""Habits: the setting that each picks, against the reference, and its mean cost."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from lab.setting import habits as lab_habits
from lab.setting.habits import GAMES, habit_costs, main
from setting.cards import game_of, setting_to_reference, to_reference

from astragal import asia, paigow
from astragal._intervals import mean_error
from astragal.asia import Game, Rules
from astragal.cards import card_set
from astragal.setting import Category, HandRank, Ranking
from astragal.setting.sample import random_hands

from reference import asia as reference

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")
HABITS = {habit.name: habit for habit in lab_habits.HABITS["asia"]}
PAI_GOW = {habit.name: habit for habit in lab_habits.HABITS["paigow"]}
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, STRAIGHT_FLUSH = 2, 3, 4, 5, 6, 8

Wish = Callable[[reference.Worth, reference.Worth, reference.Worth], bool]
WISHES: dict[str, tuple[set[int], Wish]] = {
    "ace in the one": (set(), lambda four, two, one: one == (1, (14,))),
    "pair in the two": (set(), lambda four, two, one: two[0] == PAIR),
    "two pair together": ({TWO_PAIR}, lambda four, two, one: four[0] == TWO_PAIR),
    "two pair split": ({TWO_PAIR}, lambda four, two, one: four[0] == two[0] == PAIR),
    "trips together": ({TRIPS}, lambda four, two, one: four[0] == TRIPS),
    "straight or flush kept": (
        {STRAIGHT, FLUSH},
        lambda four, two, one: four[0] in {STRAIGHT, FLUSH, STRAIGHT_FLUSH},
    ),
}
PLACES = {"greatest four": (0, 1, 2), "greatest two": (1, 0, 2), "greatest one": (2, 1, 0)}

# Of each kind that a habit speaks of: two pair, three pairs, trips, a straight, a flush, the joker
# as an ace, nothing; and random ones.
HANDS = [
    *map(
        card_set,
        ["Th Ts 6c 6d Ad Kh 3s", "Th Ts 6c 6d Ad Ah 3s", "9h 9s 9c Ad Kh 4d 2s",
         "9h 8s 7c 6d Ad Kh 2s", "Ah 9h 7h 2h Kd Js Qc", "Jk Ks Kd 9h 8c 5d 2s",
         "Jk As Kd 9h 8c 5d 2s", "As Kd Qh Jc 9s 7d 4h", "Ks Jd Th 8c 6s 4d 2h"],
    ),
    *random_hands(30, seed=5).tolist(),
]  # fmt: skip


def worths_and_nets(answer: Ranking) -> dict[reference.Worths, float]:
    assert isinstance(answer.rules, Rules)
    game = game_of(answer.rules)
    nets = {reference.worths(setting_to_reference(row.setting), game): row.ev for row in answer}
    legal = reference.legal(to_reference(answer.hand), game)
    assert set(nets) == {reference.worths(setting, game) for setting in legal}
    return nets


def expected_net(name: str, answer: Ranking) -> float:
    nets = worths_and_nets(answer)
    if name in PLACES:
        return nets[max(nets, key=lambda worths: [worths[place] for place in PLACES[name]])]
    kinds, wish = WISHES[name]
    best_four = max(four for four, _, _ in nets)
    if kinds and best_four[0] not in kinds:
        return max(nets.values())
    return max((net for worths, net in nets.items() if wish(*worths)), default=max(nets.values()))


def test_every_habit_has_its_expectation() -> None:
    assert set(HABITS) == set(WISHES) | set(PLACES)


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=str)
def test_habits_pick_what_the_reference_picks(rules: Rules) -> None:
    game = Game(rules, objective="ev")
    cost_anything = set()
    for hand in HANDS:
        answer = game.rank(hand)
        for name in [*WISHES, *PLACES]:
            ev = HABITS[name].pick(answer).ev
            assert ev == expected_net(name, answer), (name, hex(hand))
            if ev < answer.best.ev:
                cost_anything.add(name)
    assert cost_anything >= {"two pair together", "straight or flush kept", *PLACES}


Row = tuple[HandRank, ...]
"""The five and the two of a setting."""
RUNS = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH}
WISHES_OF_PAI_GOW: dict[str, tuple[set[Category], Callable[[HandRank, HandRank], bool]]] = {
    "ace in the two": (set(), lambda five, two: "ace" in str(two)),
    "pair in the two": (set(), lambda five, two: two.category is Category.PAIR),
    "two pair together": (
        {Category.TWO_PAIR},
        lambda five, two: five.category is Category.TWO_PAIR,
    ),
    "two pair split": (
        {Category.TWO_PAIR},
        lambda five, two: five.category is two.category is Category.PAIR,
    ),
    "trips together": (
        {Category.THREE_OF_A_KIND},
        lambda five, two: five.category is Category.THREE_OF_A_KIND,
    ),
    "straight or flush kept": (
        {Category.STRAIGHT, Category.FLUSH},
        lambda five, two: five.category in RUNS,
    ),
    "full house together": (
        {Category.FULL_HOUSE},
        lambda five, two: five.category is Category.FULL_HOUSE,
    ),
    "quads together": (
        {Category.FOUR_OF_A_KIND},
        lambda five, two: five.category is Category.FOUR_OF_A_KIND,
    ),
}
GREATEST_IN_PAI_GOW: dict[str, Callable[[Row], Row]] = {
    "greatest five": lambda row: row,
    "greatest two": lambda row: (row[1], row[0]),
}
PAI_GOW_HANDS = [
    "Ts Td 6c 6d Ad Kh 3s", "9h 9s 9c Ad Kh 4d 2s", "9h 9s 9c Ad Ah 4d 2s", "Jc Jd Jh Js Ad Kh 2s",
    "9h 8s 7c 6d 5d Kh Kd", "Jk As Kd 9h 8c 5d 2s", "Ah 9h 7h 4h 2h Kd Ks", "As Ad Ac Kh 9d 5c 2s",
    "Qs Qd Qc Qh 9d 5c 2s",
]  # fmt: skip


def test_every_habit_of_pai_gow_poker_has_its_expectation() -> None:
    assert set(PAI_GOW) == set(WISHES_OF_PAI_GOW) | set(GREATEST_IN_PAI_GOW)


def test_habits_of_pai_gow_poker_keep_what_they_say() -> None:
    """Each picks the best of the settings that a plain filter leaves."""
    game, costly = paigow.Game(), set()
    for hand in [*map(card_set, PAI_GOW_HANDS), *random_hands(30, seed=6).tolist()]:
        answer = game.rank(hand)
        rows = {row: row.setting.ranks(game.rules) for row in answer}
        greatest_five = max(five for five, _ in rows.values())
        for name, order in GREATEST_IN_PAI_GOW.items():
            assert PAI_GOW[name].pick(answer) == max(rows, key=lambda row: order(rows[row]))
        for name, (kinds, wish) in WISHES_OF_PAI_GOW.items():
            picked = PAI_GOW[name].pick(answer)
            speaks = not kinds or greatest_five.category in kinds
            kept = [row for row, (five, two) in rows.items() if speaks and wish(five, two)]
            assert picked.ev == max((row.ev for row in kept), default=answer.best.ev), name
            if picked.ev < answer.best.ev:
                costly.add(name)
    assert costly == set(WISHES_OF_PAI_GOW)


def test_costs_are_means_over_the_sample_with_their_errors() -> None:
    habits = [HABITS[name] for name in ("two pair together", "greatest two")]
    costs = habit_costs(Game(), habits, samples=60, seed=3)
    assert [cost.habit.name for cost in costs] == ["greatest two", "two pair together"]
    for cost in costs:
        lost = []
        for hand in random_hands(60, seed=3).tolist():
            answer = Game(objective="ev").rank(hand)
            best = max(worths_and_nets(answer).values())
            lost.append(best - expected_net(cost.habit.name, answer))
        assert min(lost) >= 0
        assert cost.cost_ev == pytest.approx(np.mean(lost), abs=1e-15)
        assert cost.error == pytest.approx(mean_error(np.array(lost), 2), rel=1e-9)
        assert cost.differs == sum(each > 0 for each in lost) / 60


def test_costs_of_pai_gow_poker_are_after_the_commission() -> None:
    (cost,) = habit_costs(paigow.Game(), [PAI_GOW["greatest two"]], samples=30, seed=3)
    lost = []
    for hand in random_hands(30, seed=3).tolist():
        nets = {
            row.setting.ranks(answer.rules)[::-1]: 0.95 * row.wins - row.losses
            for answer in [paigow.Game().rank(hand)]
            for row in answer
        }
        lost.append((max(nets.values()) - nets[max(nets)]) / 53_524_680)
    assert cost.cost_ev == pytest.approx(np.mean(lost))
    assert cost.cost_ev > 0


def test_the_costs_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["paigow", "--samples", "4"])
    head, *lines = capsys.readouterr().out.splitlines()
    assert "4 random hands" in head
    assert {line.rpartition("%  ")[2].partition(":")[0] for line in lines} == {*PAI_GOW}


@pytest.mark.verify
@pytest.mark.parametrize("game", ["asia", "paigow"])
def test_the_costs_in_the_docs(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[3] / "docs/results.md").read_text(encoding="utf-8")
    for cost in habit_costs(GAMES[game], lab_habits.HABITS[game]):
        figures = f"{100 * cost.cost_ev:.2f} ± {100 * cost.error:.2f}"
        assert f"| {cost.habit.text} | {figures} |" in page
