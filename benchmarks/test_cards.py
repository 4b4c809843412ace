"""Cards by the million, beside what one would write without this package.

`make bench` shows each group as one table; every run asserts its answer, none asserts a time.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.cards import full_deck, hands_to_sets, sets_to_hands, subsets

FIVES = 2_598_960
SEVENS = 10_000_000  # the first of 133,784,560

Sets = NDArray[np.uint64]


def with_subsets() -> Sets:
    return subsets(full_deck(52), 5)


def with_subsets_into_out(out: Sets) -> Sets:
    return subsets(full_deck(52), 5, out=out)


def with_itertools() -> Sets:
    words = [1 << card for card in range(52)]
    return np.fromiter((a | b | c | d | e for a, b, c, d, e in combinations(words, 5)), np.uint64)


def with_numpy() -> Sets:
    """Add a higher card to all smaller subsets below it, which are a prefix of those there are."""
    below: list[Sets] = [np.zeros(1, np.uint64)] * 53
    for _ in range(5):
        grown = [np.zeros(0, np.uint64)]
        for card in range(52):
            grown.append(np.concatenate([grown[-1], below[card] | np.uint64(1 << card)]))
        below = grown
    return below[52]


@pytest.mark.benchmark(group="all 2,598,960 fives of 52 cards")
@pytest.mark.parametrize("enumerate_fives", [with_subsets, with_itertools, with_numpy])
def test_fives(benchmark: BenchmarkFixture, enumerate_fives: Callable[[], Sets]) -> None:
    check_fives(benchmark(enumerate_fives))


@pytest.mark.benchmark(group="all 2,598,960 fives of 52 cards")
def test_fives_into_out(benchmark: BenchmarkFixture) -> None:
    check_fives(benchmark(with_subsets_into_out, np.empty(FIVES, np.uint64)))


def check_fives(fives: Sets) -> None:
    assert len(np.unique(fives)) == FIVES
    # Each card is in C(51, 4) of them; NumPy's sum wraps around.
    assert int(fives.sum()) == 249_900 * (2**52 - 1) % 2**64


@pytest.mark.benchmark(group="10 million words written")
@pytest.mark.parametrize("how", ["subsets", "fill", "copy"])
def test_sevens_beside_plain_memory(benchmark: BenchmarkFixture, how: str) -> None:
    """What the memory can do at best: a fill only writes, a copy reads as well."""
    sevens, out = subsets(full_deck(52), 7, count=SEVENS), np.empty(SEVENS, np.uint64)
    writers: dict[str, Callable[[], Any]] = {
        "subsets": lambda: subsets(full_deck(52), 7, count=SEVENS, out=out),
        "fill": lambda: out.fill(sevens[-1]),
        "copy": lambda: np.copyto(out, sevens),
    }
    benchmark(writers[how])
    assert out[-1] == sevens[-1]


@pytest.mark.benchmark(group="a million hands of seven, ids to sets")
@pytest.mark.parametrize("how", ["checked", "unchecked", "numpy"])
def test_hands_to_sets(benchmark: BenchmarkFixture, how: str) -> None:
    sets = subsets(full_deck(52), 7, start=100_000_000, count=1_000_000)
    hands = sets_to_hands(sets, 7)
    converters: dict[str, Callable[[], Sets]] = {
        "checked": lambda: hands_to_sets(hands),
        "unchecked": lambda: hands_to_sets(hands, check=False),
        "numpy": lambda: np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1),
    }
    np.testing.assert_array_equal(benchmark(converters[how]), sets)


@pytest.mark.benchmark(group="a million hands of seven, sets to ids")
@pytest.mark.parametrize("how", ["checked", "unchecked", "numpy"])
def test_sets_to_hands(benchmark: BenchmarkFixture, how: str) -> None:
    sets = subsets(full_deck(52), 7, start=100_000_000, count=1_000_000)
    converters: dict[str, Callable[[], NDArray[np.uint8]]] = {
        "checked": lambda: sets_to_hands(sets, 7),
        "unchecked": lambda: sets_to_hands(sets, 7, check=False),
        "numpy": lambda: ids_with_numpy(sets).reshape(-1, 7),
    }
    hands = benchmark(converters[how])
    np.testing.assert_array_equal(hands_to_sets(hands), sets)


def ids_with_numpy(sets: Sets) -> NDArray[np.uint8]:
    bits = np.unpackbits(sets.astype("<u8").view(np.uint8), bitorder="little").reshape(-1, 64)
    return np.nonzero(bits)[1].astype(np.uint8)
