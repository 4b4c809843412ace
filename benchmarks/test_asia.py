"""One exact answer beside samples, and the larger pieces of work.

`make bench` shows each group as one table; every run asserts its answer, none asserts a time.
"""

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.asia import Game
from astragal.cards import card_set
from astragal.setting import BestTable, HouseWay, Ranking
from astragal.setting.classes import suit_class_hands
from astragal.setting.house_way import make_way, ordered_choice
from astragal.setting.ranking import outcome_counts
from astragal.setting.sample import random_hands
from astragal.setting.table import BestSettings

GAME = Game(dealer="lexicographic")
HAND = card_set("As Kd Qh Jc 9s 7d 4h")
WINS = 40_844_596

# The best setting wins 76.310 %, the next 75.273 %: 10,000 samples have a standard error of half
# the difference. The second and third are 0.33 points apart, which takes 190,000 for three errors.
SAMPLES = {"10,000 samples": 10_000, "190,000 samples": 190_000, "5,000,000 samples": 5_000_000}


def count() -> Ranking:
    return GAME.rank(HAND)


def sampled(samples: int) -> Callable[[], Ranking]:
    return lambda: GAME.rank(HAND, samples=samples, seed=1, threads=1)


@pytest.mark.benchmark(group="one hand, all settings, one core")
@pytest.mark.parametrize("how", ["exact", *SAMPLES])
def test_one_hand(benchmark: BenchmarkFixture, how: str) -> None:
    GAME.dealer.native  # noqa: B018  built before the clock starts
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
    answers = benchmark.pedantic(GAME.rank_many, (hands,), {"threads": threads}, rounds=3)
    assert answers[0].best.wins == WINS
    assert len(answers) == 1000


@pytest.mark.benchmark(group="class tables of a way")
@pytest.mark.parametrize("name", ["lexicographic", "standard", "points"])
def test_class_tables(benchmark: BenchmarkFixture, name: str) -> None:
    def build() -> HouseWay:
        if name == "lexicographic":
            choice = ordered_choice(name, GAME.rules)
        else:
            choice = GAME.card(name).choice(GAME.rules)
        return make_way(name, choice, GAME.rules)

    way = benchmark.pedantic(build, rounds=3)
    assert int(outcome_counts(way, (1 << 53) - 1).sum(dtype=np.uint64)) == 154_143_080


@pytest.mark.benchmark(group="the whole game, two cores")
def test_whole_game(benchmark: BenchmarkFixture) -> None:
    edge = benchmark.pedantic(GAME.edge, (), {"threads": 2}, rounds=1)
    assert edge.wins == edge.losses == 3_888_071_243_223_248


SLICE = range(4_269_186, 4_269_786)


def best_of_slice() -> list[int]:
    rows = BestSettings.of(GAME)(SLICE)
    wins: list[int] = rows[:, 1].tolist()
    return wins


def best_hand_by_hand(count: int | None = None) -> list[int]:
    hands = suit_class_hands(SLICE)[0][:count]
    return [GAME.rank(hand).best.wins for hand in hands.tolist()]


@pytest.mark.benchmark(group="best settings of 600 neighbouring suit classes, one core")
@pytest.mark.parametrize("how", [best_of_slice, best_hand_by_hand], ids=lambda how: how.__name__)
def test_table_rows(benchmark: BenchmarkFixture, how: Callable[[], list[int]]) -> None:
    GAME.dealer.native  # noqa: B018  built before the clock starts
    wins = benchmark.pedantic(how, rounds=3)
    assert (len(wins), wins[0]) == (600, best_hand_by_hand(1)[0])


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> BestTable:
    folder = tmp_path_factory.mktemp("table")
    return GAME.build_table(SLICE, folder=folder)


@pytest.mark.benchmark(group="1,000 hands looked up in a table, best and house settings")
@pytest.mark.parametrize("how", ["one by one", "Game.best", "as an array, rows only"])
def test_look_up(benchmark: BenchmarkFixture, table: BestTable, how: str) -> None:
    hands = np.resize(suit_class_hands(SLICE)[0], 1_000)
    listed = hands.tolist()
    if how == "one by one":
        rows = benchmark(lambda: [table.best(hand) for hand in listed])
        assert rows[0].wins == int(table.rows[0, 1])
    elif how == "Game.best":
        folder = table.path.parent
        rows = benchmark(lambda: [GAME.best(hand, folder=folder) for hand in listed])
        assert (rows[0].method, rows[0].wins) == ("table", int(table.rows[0, 1]))
    else:
        array, known = benchmark(table.rows_of, hands)
        assert known.all()
        np.testing.assert_array_equal(array[:600], table.rows)
