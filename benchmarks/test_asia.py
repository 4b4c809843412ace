"""One exact answer beside samples, and the larger pieces of work.

`make bench` shows each group as one table; every run asserts its answer, none asserts a time.
"""

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.asia import (
    PROFILES,
    BestTable,
    Ranking,
    best,
    build_table,
    edge,
    find_way,
    houseway,
    outcome_counts,
    rank,
    rank_many,
    read_way,
    suit_class_hands,
)
from astragal.asia.table import BestSettings
from astragal.asia.wholegame import random_hands
from astragal.cards import card_set

PUSH = PROFILES["push"]
HAND = card_set("As Kd Qh Jc 9s 7d 4h")
WINS = 40_844_596

# The best setting wins 76.310 %, the next 75.273 %: 10,000 samples have a standard error of half
# the difference. The second and third are 0.33 points apart, which takes 190,000 for three errors.
SAMPLES = {"10,000 samples": 10_000, "190,000 samples": 190_000, "5,000,000 samples": 5_000_000}


def count() -> Ranking:
    return rank(HAND, dealer="lexicographic")


def sampled(samples: int) -> Callable[[], Ranking]:
    return lambda: rank(HAND, dealer="lexicographic", samples=samples, seed=1, threads=1)


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
        assert abs(answer.find("As 9s 7d 4h / Kd Qh / Jc").win - part) < 5 * error


@pytest.mark.benchmark(group="1,000 hands, all settings")
@pytest.mark.parametrize("threads", [1, 2])
def test_many(benchmark: BenchmarkFixture, threads: int) -> None:
    hands = [HAND, *random_hands(999, 1).tolist()]
    count()
    options = {"dealer": "lexicographic", "threads": threads}
    answers = benchmark.pedantic(rank_many, (hands,), options, rounds=3)
    assert answers[0].best.wins == WINS
    assert len(answers) == 1000


@pytest.mark.benchmark(group="class tables of a way")
@pytest.mark.parametrize("name", ["lexicographic", "standard", "points"])
def test_class_tables(benchmark: BenchmarkFixture, name: str) -> None:
    def build() -> houseway.HouseWay:
        computed = name == "lexicographic"
        choice = (
            houseway.ordered_choice("lexicographic", PUSH)
            if computed
            else read_way(name).choice(PUSH)
        )
        return houseway.make_way(name, choice, PUSH)

    way = benchmark.pedantic(build, rounds=3)
    assert int(outcome_counts(way, (1 << 53) - 1).sum(dtype=np.uint64)) == 154_143_080


@pytest.mark.benchmark(group="the whole game, two cores")
def test_whole_game(benchmark: BenchmarkFixture) -> None:
    game = benchmark.pedantic(edge, (None, "lexicographic"), {"threads": 2}, rounds=1)
    assert game.wins == game.losses == 3_888_071_243_223_248


SLICE = range(4_269_186, 4_269_786)


def best_of_slice() -> list[int]:
    rows = BestSettings(PUSH, find_way("lexicographic", PUSH))(SLICE)
    wins: list[int] = rows[:, 1].tolist()
    return wins


def best_hand_by_hand(count: int | None = None) -> list[int]:
    hands = suit_class_hands(SLICE)[0][:count]
    return [rank(hand, dealer="lexicographic").best.wins for hand in hands.tolist()]


@pytest.mark.benchmark(group="best settings of 600 neighbouring suit classes, one core")
@pytest.mark.parametrize("how", [best_of_slice, best_hand_by_hand], ids=lambda how: how.__name__)
def test_table_rows(benchmark: BenchmarkFixture, how: Callable[[], list[int]]) -> None:
    find_way("lexicographic", PUSH).native  # noqa: B018  built before the clock starts
    wins = benchmark.pedantic(how, rounds=3)
    assert (len(wins), wins[0]) == (600, best_hand_by_hand(1)[0])


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> BestTable:
    folder = tmp_path_factory.mktemp("table")
    return build_table(PUSH, find_way("lexicographic", PUSH), SLICE, folder=folder)


@pytest.mark.benchmark(group="1,000 hands looked up in a table, best and house settings")
@pytest.mark.parametrize("how", ["one by one", "asia.best", "as an array, rows only"])
def test_look_up(benchmark: BenchmarkFixture, table: BestTable, how: str) -> None:
    hands = np.resize(suit_class_hands(SLICE)[0], 1_000)
    listed = hands.tolist()
    if how == "one by one":
        found = benchmark(lambda: [table.best(hand) for hand in listed])
        assert found[0].wins == int(table.rows[0, 1])
    elif how == "asia.best":
        folder = table.path.parent
        found = benchmark(
            lambda: [best(hand, PUSH, "lexicographic", folder=folder) for hand in listed]
        )
        assert (found[0].method, found[0].wins) == ("table", int(table.rows[0, 1]))
    else:
        rows, known = benchmark(table.rows_of, hands)
        assert known.all()
        np.testing.assert_array_equal(rows[:600], table.rows)
