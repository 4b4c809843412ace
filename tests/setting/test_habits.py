"""Habits: what each picks against the reference, hand by hand, and what it costs in the mean."""

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from setting.cards import game_of, setting_to_reference, to_reference

from astragal import asia, paigow
from astragal._intervals import mean_error
from astragal.asia import Game, Rules
from astragal.cards import SetArray, card_set
from astragal.errors import BadInputError, UnknownNameError
from astragal.jobs import Job, run
from astragal.progress import Report
from astragal.setting import Category, HandRank, Ranking, sample
from astragal.setting.sample import random_hands, sample_job

from engines import ByPickle
from reference import asia as reference

PUSH, CASINO = asia.find_rules("push"), asia.find_rules("casino")
HABITS = Game.habits
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
PLACES = {"lexicographic": (0, 1, 2), "greatest two": (1, 0, 2), "greatest one": (2, 1, 0)}
OF_THEIR_OWN = {"balanced", "push advice"}

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
    assert set(HABITS) == set(WISHES) | set(PLACES) | OF_THEIR_OWN


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
    "lexicographic": lambda row: row,
    "greatest two": lambda row: (row[1], row[0]),
}
PAI_GOW_HANDS = [
    "Ts Td 6c 6d Ad Kh 3s", "9h 9s 9c Ad Kh 4d 2s", "9h 9s 9c Ad Ah 4d 2s", "Jc Jd Jh Js Ad Kh 2s",
    "9h 8s 7c 6d 5d Kh Kd", "Jk As Kd 9h 8c 5d 2s", "Ah 9h 7h 4h 2h Kd Ks", "As Ad Ac Kh 9d 5c 2s",
    "Qs Qd Qc Qh 9d 5c 2s",
]  # fmt: skip


def test_every_habit_of_pai_gow_poker_has_its_expectation() -> None:
    assert set(paigow.Game.habits) == set(WISHES_OF_PAI_GOW) | set(GREATEST_IN_PAI_GOW)


def test_habits_of_pai_gow_poker_keep_what_they_say() -> None:
    """Each picks the best of the settings that a plain filter leaves."""
    game, costly = paigow.Game(), set()
    for hand in [*map(card_set, PAI_GOW_HANDS), *random_hands(30, seed=6).tolist()]:
        answer = game.rank(hand)
        rows = {row: row.setting.ranks(game.rules) for row in answer}
        greatest_five = max(five for five, _ in rows.values())
        for name, order in GREATEST_IN_PAI_GOW.items():
            assert game.habits[name].pick(answer) == max(rows, key=lambda row: order(rows[row]))
        for name, (kinds, wish) in WISHES_OF_PAI_GOW.items():
            picked = game.habits[name].pick(answer)
            speaks = not kinds or greatest_five.category in kinds
            kept = [row for row, (five, two) in rows.items() if speaks and wish(five, two)]
            assert picked.ev == max((row.ev for row in kept), default=answer.best.ev), name
            if picked.ev < answer.best.ev:
                costly.add(name)
    assert costly == set(WISHES_OF_PAI_GOW)


def test_a_habit_can_be_to_play_as_a_house_way_or_as_advised() -> None:
    answer = Game("casino", dealer="balanced").rank(HANDS[0])
    assert HABITS["balanced"].pick(answer) == answer.house
    advised = Game().rank(HANDS[0]).best.setting
    assert HABITS["push advice"].pick(answer).setting == advised


def test_what_would_be_a_foul_here_is_not_advised() -> None:
    """Under a strict order some of what is best under `push` is a foul: then the best is taken."""
    strict = Game(strict_order=True)
    fouled = 0
    for hand in map(card_set, ["2c 7h 8c 9s Td Ac As", "As Kd Qh Jc 9s 7d 4h"]):
        answer = strict.rank(hand)
        advised = Game().rank(hand).best.setting
        picked = HABITS["push advice"].pick(answer)
        if advised.is_legal(strict.rules):
            assert picked.value == advised.value(strict.rules)
        else:
            fouled += 1
            assert picked == answer.best
    assert fouled


def test_costs_are_means_over_the_sample_with_their_errors() -> None:
    result = Game().habit_costs(["two pair together", "greatest two"], samples=60, seed=3)
    assert [cost.habit for cost in result.costs] == ["greatest two", "two pair together"]
    told = result.to_dict()["habits"]
    assert [row["habit"] for row in told] == [cost.habit for cost in result.costs]
    for text in (str(result), result._repr_html_()):
        assert "two pair together" in text
        assert f"{100 * result.costs[0].cost_ev:.2f} ±" in text
    for cost in result.costs:
        costs = []
        for hand in random_hands(60, seed=3).tolist():
            answer = Game().rank(hand)
            costs.append(max(worths_and_nets(answer).values()) - expected_net(cost.habit, answer))
        assert min(costs) >= 0
        assert cost.cost_ev == pytest.approx(np.mean(costs), abs=1e-15)
        assert cost.error == pytest.approx(mean_error(np.array(costs), 2), rel=1e-9)
        assert cost.differs == sum(each > 0 for each in costs) / 60


def test_costs_of_pai_gow_poker_are_after_the_commission() -> None:
    (cost,) = paigow.Game().habit_costs(["greatest two"], samples=30, seed=3).costs
    costs = []
    for hand in random_hands(30, seed=3).tolist():
        nets = {
            row.setting.ranks(answer.rules)[::-1]: 0.95 * row.wins - row.losses
            for answer in [paigow.Game().rank(hand)]
            for row in answer
        }
        costs.append((max(nets.values()) - nets[max(nets)]) / 53_524_680)
    assert cost.cost_ev == pytest.approx(np.mean(costs))
    assert cost.cost_ev > 0


def test_what_cant_be_asked_for_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no habit 'nose'; there are lexicographic, "):
        Game().habit_costs(["nose"])
    with pytest.raises(BadInputError, match="samples must be a whole number from 2"):
        Game().habit_costs(samples=1)
    with pytest.raises(BadInputError, match="habits is empty: name some of lexicographic, "):
        Game().habit_costs([])


def _wins(answer: Ranking) -> list[float]:
    return [float(answer.best.wins)]


def wins_job(
    rules: Rules, *, measured: str = "wins", samples: int = 40, seed: int = 1
) -> Job[SetArray, NDArray[np.float64], NDArray[np.float64]]:
    game = Game(rules, objective="ev")
    return sample_job(_wins, game, np.ravel, measured=measured, samples=samples, seed=seed)


def test_work_that_travels_measures_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 10)
    names = ["balanced", "two pair split", "push advice"]
    game = Game("casino")
    here = game.habit_costs(names, samples=40, threads=1)
    assert here == game.habit_costs(names, samples=40, engine=ByPickle())


def test_work_is_small_however_large_the_way_is() -> None:
    assert len(pickle.dumps(wins_job(CASINO).work)) < 2000


def test_an_interrupted_measurement_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample, "HANDS_AT_ONCE", 10)
    job = wins_job(PUSH)
    begun: list[Report] = []

    def stop(report: Report) -> None:
        if report.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(job, threads=1, folder=tmp_path, progress=stop)
    measured = run(job, threads=1, folder=tmp_path, progress=begun.append)
    assert begun[0].head_start in (2, 3)  # of four chunks; one may have been under way
    game = Game(objective="ev")
    assert measured.tolist() == [game.rank(hand).best.wins for hand in random_hands(40, 1).tolist()]


def test_other_measurements_do_not_share_a_checkpoint() -> None:
    jobs = [
        wins_job(PUSH),
        wins_job(PUSH, measured="losses"),
        wins_job(PUSH, samples=41),
        wins_job(PUSH, seed=2),
        wins_job(CASINO),
    ]
    assert len({job.name for job in jobs}) == 5
