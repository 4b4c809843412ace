"""Habits: what each picks against the reference, hand by hand, and what it costs in the mean."""

import pickle
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from asia.cards import game_of, setting_to_reference, to_reference

from astragal.asia import HABITS, PROFILES, Answer, Rules, default_way, exact, habit_costs
from astragal.asia.habits import find_habits
from astragal.asia.sampled import Measuring, random_hands, sample_job
from astragal.asia.wholegame import net_of, richest
from astragal.cards import card_set
from astragal.errors import BadInputError, UnknownNameError
from astragal.jobs import DaskCluster, run
from astragal.progress import Report

from reference import asia as reference

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]
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


def worths_and_nets(answer: Answer) -> dict[reference.Worths, float]:
    game = game_of(answer.rules)
    found = {
        reference.worths(setting_to_reference(row.setting), game): net_of(row, answer)
        for row in answer.rows
    }
    legal = reference.legal(to_reference(answer.hand), game)
    assert set(found) == {reference.worths(setting, game) for setting in legal}
    return found


def expected_net(name: str, answer: Answer) -> float:
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


@pytest.mark.parametrize("rules", [PUSH, CASINO], ids=["push", "casino"])
def test_habits_pick_what_the_reference_picks(rules: Rules) -> None:
    way = default_way(rules)
    cost_anything = set()
    for hand in HANDS:
        answer = exact.settings(hand, rules=rules, way=way)
        for name in [*WISHES, *PLACES]:
            found = net_of(HABITS[name].pick(answer), answer)
            assert found == expected_net(name, answer), (name, hex(hand))
            if found < net_of(richest(answer.rows), answer):
                cost_anything.add(name)
    assert cost_anything >= {"two pair together", "straight or flush kept", *PLACES}


def test_a_habit_can_be_to_play_as_a_house_way_or_as_advised() -> None:
    answer = exact.settings(HANDS[0], rules=CASINO)
    assert HABITS["balanced"].pick(answer) == answer.house
    advised = exact.settings(HANDS[0], rules=PUSH).best.setting
    assert HABITS["push advice"].pick(answer).setting == advised


def test_costs_are_means_over_the_sample_with_their_errors() -> None:
    way = default_way(PUSH)
    found = habit_costs(PUSH, way, ["two pair together", "greatest two"], sample=60, seed=3)
    assert [one.habit.name for one in found] == ["greatest two", "two pair together"]
    for one in found:
        costs = []
        for hand in random_hands(60, seed=3).tolist():
            answer = exact.settings(hand, rules=PUSH, way=way)
            costs.append(
                max(worths_and_nets(answer).values()) - expected_net(one.habit.name, answer)
            )
        assert min(costs) >= 0
        assert one.net_cost == pytest.approx(np.mean(costs), abs=1e-15)
        assert one.error == pytest.approx(np.std(costs, ddof=1) / sqrt(60), abs=1e-15)
        assert one.differs == sum(cost > 0 for cost in costs) / 60


def test_what_cant_be_asked_for_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no habit 'nose'; there are lexicographic, "):
        find_habits(["nose"])
    with pytest.raises(BadInputError, match="at least two"):
        habit_costs(PUSH, default_way(PUSH), sample=1)


def _wins(answer: Answer) -> list[float]:
    return [float(answer.best.wins)]


def test_a_cluster_measures_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astragal.asia.sampled.HANDS_AT_ONCE", 10)
    names, way = ["balanced", "two pair split"], default_way(CASINO)
    here = habit_costs(CASINO, way, names, sample=40, threads=1)
    there = habit_costs(CASINO, way, names, sample=40, engine=DaskCluster(workers=2))
    assert here == there


def test_work_is_small_however_large_the_way_is() -> None:
    work = Measuring(_wins, CASINO, default_way(CASINO))
    assert len(pickle.dumps(work)) < 2000


def test_an_interrupted_measurement_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astragal.asia.sampled.HANDS_AT_ONCE", 10)
    work = Measuring(_wins, PUSH, default_way(PUSH))
    job = sample_job(work, np.ravel, measured="wins", sample=40, seed=1)
    begun: list[Report] = []

    def stop(report: Report) -> None:
        if report.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(job, threads=1, folder=tmp_path, progress=stop)
    found = run(job, threads=1, folder=tmp_path, progress=begun.append)
    assert begun[0].head_start in (2, 3)  # of four chunks; one may have been under way
    wins = [exact.best(hand).wins for hand in random_hands(40, 1).tolist()]
    assert found.tolist() == wins


def test_other_measurements_do_not_share_a_checkpoint() -> None:
    work = Measuring(_wins, PUSH, default_way(PUSH))
    other = Measuring(_wins, CASINO, default_way(CASINO))
    jobs = [
        sample_job(work, np.ravel, measured="wins", sample=40, seed=1),
        sample_job(work, np.ravel, measured="losses", sample=40, seed=1),
        sample_job(work, np.ravel, measured="wins", sample=41, seed=1),
        sample_job(work, np.ravel, measured="wins", sample=40, seed=2),
        sample_job(other, np.ravel, measured="wins", sample=40, seed=1),
    ]
    assert len({job.name for job in jobs}) == 5
