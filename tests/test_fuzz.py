"""The inputs in `fuzz/corpus` on the normal build: what `make fuzz` once found stays mended."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from fuzz_targets import ENTRY_POINTS, TARGETS

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_property(name: str) -> None:
    """In a thread of its own: Playwright leaves its event loop running in the thread of tests.

    A thread can run one loop, and some properties need one.
    """
    inputs = sorted((CORPUS / name).iterdir())
    assert inputs

    def replay() -> None:
        for path in inputs:
            try:
                TARGETS[name](path.read_bytes())
            except Exception as error:
                error.add_note(f"with {path}")
                raise

    with ThreadPoolExecutor(1) as pool:
        pool.submit(replay).result()


@pytest.mark.parametrize("name", [name for name in TARGETS if name.startswith("damaged_")])
def test_random_damage_to_each_kind_of_file(name: str) -> None:
    random = Random(name)
    for _ in range(100):
        TARGETS[name](random.randbytes(24))


def test_every_folder_of_the_corpus_has_a_property() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(TARGETS)


def test_seeds_of_native_calls_are_named_after_what_they_call() -> None:
    names = {name for _, name, _, _ in ENTRY_POINTS}
    seeds = (CORPUS / "native_calls_return_or_raise").iterdir()
    assert [path.name for path in seeds if path.name.partition("-")[0] not in names] == []
