"""One exact answer beside samples, and the larger pieces of work.

`make bench` shows each group as one table; every run asserts its answer, none asserts a time.
"""

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.asia import PROFILES, Answer, exact, find_way, houseway, montecarlo, wholegame
from astragal.cards import parse_set

PUSH = PROFILES["push"]
HAND = parse_set("As Kd Qh Jc 9s 7d 4h")
WINS = 40_844_596

# The best setting wins 76.310 %, the next 75.273 %: 10,000 samples have a standard error of half
# the difference. The second and third are 0.33 points apart, which takes 190,000 for three errors.
SAMPLES = {"10,000 samples": 10_000, "190,000 samples": 190_000, "5,000,000 samples": 5_000_000}


def count() -> Answer:
    return exact.settings(HAND)


def sampled(samples: int) -> Callable[[], Answer]:
    return lambda: montecarlo.settings(HAND, samples=samples, seed=1, threads=1)


@pytest.mark.benchmark(group="one hand, all settings, one core")
@pytest.mark.parametrize("how", ["exact", *SAMPLES])
def test_one_hand(benchmark: BenchmarkFixture, how: str) -> None:
    find_way("lexicographic", PUSH).native  # noqa: B018  built before the clock starts
    answer = benchmark(count if how == "exact" else sampled(SAMPLES[how]))
    if how == "exact":
        assert answer.best.wins == WINS
    else:
        part = WINS / 53_524_680
        error = (part * (1 - part) / answer.dealer_hands) ** 0.5
        best = next(row for row in answer.rows if str(row.setting) == "As 9s 7d 4h / Kd Qh / Jc")
        assert abs(best.wins / answer.dealer_hands - part) < 5 * error


@pytest.mark.benchmark(group="1,000 hands, all settings")
@pytest.mark.parametrize("threads", [1, 2])
def test_many(benchmark: BenchmarkFixture, threads: int) -> None:
    hands = [HAND, *wholegame.random_hands(999, 1).tolist()]
    exact.settings(HAND)
    answers = benchmark.pedantic(exact.many, (hands,), {"threads": threads}, rounds=3)
    assert answers[0].best.wins == WINS
    assert len(answers) == 1000


@pytest.mark.benchmark(group="class tables of a way")
def test_class_tables(benchmark: BenchmarkFixture) -> None:
    def build() -> houseway.HouseWay:
        return houseway.make_way("lexicographic", houseway.lexicographic_choice(PUSH), PUSH)

    way = benchmark.pedantic(build, rounds=3)
    assert int(exact.distribution(way, (1 << 53) - 1).sum(dtype=np.uint64)) == 154_143_080


@pytest.mark.benchmark(group="the whole game, two cores")
def test_whole_game(benchmark: BenchmarkFixture) -> None:
    way = find_way("lexicographic", PUSH)
    game = benchmark.pedantic(wholegame.whole_game, (way, way, PUSH), {"threads": 2}, rounds=1)
    assert game.wins == game.losses == 3_888_071_243_223_248
