"""Packing and unpacking 10 million words, beside hand-written shifts and masks in NumPy.

The declared layout should stay within 1.5 times of the hand-written lines.
"""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.poker.layouts import POKERVAL
from astragal.ur.layouts import UR_STATE

N = 10_000_000


@pytest.fixture(scope="module")
def pokervals() -> NDArray[np.uint32]:
    words = np.random.default_rng(1).integers(0, 2**32, N, np.uint32)
    return words & np.uint32(POKERVAL.mask)


@pytest.fixture(scope="module")
def states() -> NDArray[np.uint64]:
    words = np.random.default_rng(2).integers(0, 2**64 - 1, N, np.uint64)
    return words & np.uint64(UR_STATE.mask)


def unpack_pokerval_by_hand(words: NDArray[np.uint32]) -> dict[str, Any]:
    return {
        "type": words >> 24,
        "rank": [
            words >> 16 & 15,
            words >> 12 & 15,
            words >> 8 & 15,
            words >> 4 & 15,
            words & 15,
        ],
    }


def pack_pokerval_by_hand(fields: dict[str, Any]) -> NDArray[np.uint32]:
    rank = fields["rank"]
    words: NDArray[np.uint32] = (
        fields["type"] << 24 | rank[0] << 16 | rank[1] << 12 | rank[2] << 8 | rank[3] << 4 | rank[4]
    )
    return words


def unpack_state_by_hand(words: NDArray[np.uint64]) -> dict[str, Any]:
    squares = [*range(4), *range(6, 20), 22, 23]
    return {
        "a_hand": words & 7,
        "b_hand": words >> 3 & 7,
        "a_done": words >> 6 & 7,
        "b_done": words >> 9 & 7,
        "turn": words >> 12 & 1,
        "roll": words >> 13 & 7,
        "square": [words >> (16 + 2 * i) & 3 for i in squares],
        "extra": words >> 24 & 1,
    }


def same(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    return ours.keys() == theirs.keys() and all(
        np.array_equal(ours[name], np.asarray(theirs[name])) for name in ours
    )


@pytest.mark.benchmark(group="unpack 10 million pokervals")
@pytest.mark.parametrize("who", ["by hand", "layout"])
def test_unpack_pokerval(
    benchmark: BenchmarkFixture, who: str, pokervals: NDArray[np.uint32]
) -> None:
    if who == "by hand":
        result = benchmark(unpack_pokerval_by_hand, pokervals)
    else:
        result = benchmark(POKERVAL.unpack_many, pokervals)
    assert same(result, unpack_pokerval_by_hand(pokervals))


@pytest.mark.benchmark(group="pack 10 million pokervals")
@pytest.mark.parametrize("who", ["by hand", "layout"])
def test_pack_pokerval(
    benchmark: BenchmarkFixture, who: str, pokervals: NDArray[np.uint32]
) -> None:
    fields: dict[str, Any] = POKERVAL.unpack_many(pokervals)
    if who == "by hand":
        result = benchmark(pack_pokerval_by_hand, fields)
    else:
        result = benchmark(lambda: POKERVAL.pack_many(**fields))
    assert np.array_equal(result, pokervals)


@pytest.mark.benchmark(group="unpack 10 million Ur states")
@pytest.mark.parametrize("who", ["by hand", "layout"])
def test_unpack_state(benchmark: BenchmarkFixture, who: str, states: NDArray[np.uint64]) -> None:
    unpack: Any = unpack_state_by_hand if who == "by hand" else None
    run = (lambda: unpack(states)) if unpack else (lambda: UR_STATE.unpack_many(states))
    result = benchmark.pedantic(run, rounds=3, warmup_rounds=1)
    assert same(result, unpack_state_by_hand(states))
