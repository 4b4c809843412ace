"""Numbers of hands up to suits, beside two other ways, on one core.

`hand-isomorphism` is the C library of Kevin Waugh, github.com/kdub0/hand-isomorphism. It is not on
PyPI: set HAND_ISOMORPHISM to a checkout, and its rows are compiled and run; without it they are
skipped. The NumPy row takes the least of the 24 renamed hands, which gives a class but no number.
"""

import ctypes
import os
import subprocess
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal import poker

HANDS = 50_000
STREETS = {"preflop": (2,), "flop": (2, 3), "turn": (2, 3, 1), "river": (2, 3, 1, 1)}
LOOP = """
#include "hand_index.h"
static hand_indexer_t indexer;
int start(int rounds, const uint8_t *cards) { return hand_indexer_init(rounds, cards, &indexer); }
void loop(const uint8_t *ids, size_t rows, size_t cards, uint64_t *out) {
    for (size_t i = 0; i < rows; ++i) out[i] = hand_index_last(&indexer, ids + i * cards);
}
"""


def random_hands(size: int) -> NDArray[np.uint8]:
    keys = np.random.default_rng(size).random((HANDS, 52))
    return np.ascontiguousarray(np.argsort(keys, axis=1)[:, :size].astype(np.uint8))


def same_classes(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> bool:
    both = len(np.unique(np.stack([one, other]), axis=1).T)
    return both == len(np.unique(one)) == len(np.unique(other))


@pytest.mark.parametrize("street", STREETS)
def test_astragal(benchmark: BenchmarkFixture, street: str) -> None:
    benchmark.group = f"50,000 hands, {street}"
    hands = random_hands(sum(STREETS[street]))
    out = np.empty(HANDS, np.uint64)
    benchmark.pedantic(lambda: poker.hand_index_many(hands, threads=1, out=out), rounds=60)
    assert same_classes(out, by_renaming(hands, STREETS[street]))


@pytest.mark.parametrize("street", STREETS)
def test_hand_isomorphism(benchmark: BenchmarkFixture, street: str, tmp_path: Path) -> None:
    benchmark.group = f"50,000 hands, {street}"
    if "HAND_ISOMORPHISM" not in os.environ:
        pytest.skip("HAND_ISOMORPHISM names no checkout of hand-isomorphism")
    source = Path(os.environ["HAND_ISOMORPHISM"]) / "src"
    library = tmp_path / "loop.so"
    (tmp_path / "loop.c").write_text(LOOP)
    flags = ["-std=gnu99", "-O3", "-march=native", "-DNDEBUG", "-fPIC", "-shared", f"-I{source}"]
    files = [str(tmp_path / "loop.c"), str(source / "hand_index.c"), str(source / "deck.c")]
    subprocess.run(["cc", *flags, *files, "-lm", "-o", str(library)], check=True)
    native: Any = ctypes.CDLL(str(library))
    rounds = STREETS[street]
    assert native.start(len(rounds), bytes(rounds))
    hands = random_hands(sum(rounds))
    out = np.empty(HANDS, np.uint64)

    def loop() -> None:
        rows, cards = ctypes.c_size_t(HANDS), ctypes.c_size_t(sum(rounds))
        native.loop(
            hands.ctypes.data_as(ctypes.c_void_p), rows, cards, ctypes.c_void_p(out.ctypes.data)
        )

    benchmark.pedantic(loop, rounds=60)
    assert same_classes(out, poker.hand_index_many(hands))


def by_renaming(hands: NDArray[np.uint8], rounds: tuple[int, ...]) -> NDArray[np.uint64]:
    """Return the least word of the 24 renamed hands, each round sorted."""
    words = []
    ends = np.cumsum(rounds).tolist()
    for suits in permutations(range(4)):
        renamed = hands - hands % 4 + np.array(suits, np.uint8)[hands % 4]
        word = np.zeros(len(hands), np.uint64)
        for end, size in zip(ends, rounds, strict=True):
            for column in np.sort(renamed[:, end - size : end], axis=1).T:
                word = word << np.uint64(6) | column
        words.append(word)
    least: NDArray[np.uint64] = np.minimum.reduce(words)
    return least


@pytest.mark.parametrize("street", STREETS)
def test_numpy(benchmark: BenchmarkFixture, street: str) -> None:
    benchmark.group = f"50,000 hands, {street}"
    hands = random_hands(sum(STREETS[street]))
    found = benchmark.pedantic(lambda: by_renaming(hands, STREETS[street]), rounds=3)
    assert same_classes(found, poker.hand_index_many(hands))
