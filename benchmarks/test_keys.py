"""The five published key sets, searched one after the other on one core.

The goal is 0.4 s for all five. The program that published them reports 8.2 s for face seven alone,
on several cores.
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.keys import FACE_SEVEN_KEYS, search


def five_sets() -> tuple[tuple[int, ...], int]:
    found = [search(name) for name in ("flush5", "face5", "flush7", "face7")]
    return found[-1].keys, len(search("suit").solutions)


@pytest.mark.benchmark(group="keys")
def test_all_five_sets(benchmark: BenchmarkFixture) -> None:
    assert benchmark(five_sets) == (FACE_SEVEN_KEYS, 12)


@pytest.mark.benchmark(group="keys")
def test_face_seven(benchmark: BenchmarkFixture) -> None:
    assert benchmark(search, "face7").keys == FACE_SEVEN_KEYS
