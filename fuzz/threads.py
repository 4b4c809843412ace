"""Run everything that several threads share, for ThreadSanitizer to watch.

    python fuzz/threads.py NATIVE

NATIVE is the native module compiled with `-fsanitize=thread`, whose runtime must be preloaded. The
answers are compared with those of one thread. ThreadSanitizer ends the process at the first race.
"""

import importlib.util
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np

spec = importlib.util.spec_from_file_location("astragal._native", sys.argv[1])
assert spec is not None
assert spec.loader is not None
sys.modules["astragal._native"] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

from astragal import asia, equity, poker, ur  # noqa: E402

THREADS = 4


def at_once(work: Any) -> list[Any]:
    """Return the results of several threads that start at the same moment."""
    barrier = Barrier(THREADS)

    def one(number: int) -> Any:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


def solve(folder: Path) -> None:
    for bits in (64, 32):
        one, many = (
            ur.solve("finkel", 2, path=folder / f"{bits}-{threads}", threads=threads,
                     bits=bits)
            for threads in (1, THREADS)
        )  # fmt: skip
        assert np.array_equal(one.stored, many.stored)
    # Blocks that are looked at for the first time by several threads.
    states = ur.unrank_many(np.arange(many.states, dtype=np.uint64), "finkel", 2)
    values = at_once(lambda _: ur.open_table("finkel", folder / "32-4").value_many(states))
    assert all(np.array_equal(values[0], other) for other in values)


def evaluate() -> None:
    hands = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (20_000, 1)),
                                              axis=1)[:, :7].copy()  # fmt: skip
    found = at_once(lambda _: poker.evaluate_many(hands, threads=THREADS))
    assert all(np.array_equal(found[0], other) for other in found)


def equities() -> None:
    def count(number: int) -> Any:
        exact = equity.calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh", threads=THREADS)
        sampled = equity.calculate(
            ["AhKh", "QQ", "random"], method="sampled", samples=200_000, seed=number % 2,
            threads=THREADS,
        )  # fmt: skip
        return exact.to_dict(), sampled.to_dict()

    found = at_once(count)
    assert found[0] == found[2]
    assert found[1] == found[3]


def settings() -> None:
    found = at_once(lambda _: asia.rank("Th Ts 6c 6d Ad Kh 3s").to_dict())
    assert all(found[0] == other for other in found)


with tempfile.TemporaryDirectory() as name:
    solve(Path(name))
    evaluate()
    equities()
    settings()
print("no data race in the solver, look-ups, evaluate_many, equities and Asia Poker")
