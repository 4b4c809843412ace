"""The native module: what it has, and what it needs of Python."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import astragal
from astragal import _native, poker

ROOT = Path(__file__).parents[2]


def names_in(*files: Path) -> set[str]:
    """Return the names of functions and classes that C++ files give to Python."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return set(re.findall(r'module(?:\.def\(|,)\s*"(\w+)"', text))


FOR_TESTS = names_in(ROOT / "native/testing.cpp")
FOR_THE_LAB = names_in(*(ROOT / "native/lab").rglob("*.cpp"))
SOURCE = "\n".join(
    file.read_text(encoding="utf-8") for file in Path(astragal.__file__).parent.rglob("*.py")
)
NAMES = [name for name in vars(_native) if not name.startswith("_")]


@pytest.mark.parametrize("name", NAMES)
def test_what_only_tests_or_the_lab_use_is_not_in_wheels(name: str) -> None:
    used = re.search(rf"(_native\.|_native import ){name}\b", SOURCE) is not None
    assert used == (name not in FOR_TESTS | FOR_THE_LAB)


def test_there_are_functions_for_tests() -> None:
    assert len(FOR_TESTS) == 5
    assert set(NAMES) >= FOR_TESTS


def test_documentation_begins_with_the_signature() -> None:
    first, _, *text = str(poker.strength.__doc__).splitlines()
    assert first == "strength(cards: str | int | collections.abc.Iterable[int | str]) -> int"
    assert text[0].startswith("Return the strength of 0 to 7 cards")
    for name in NAMES:
        function = getattr(_native, name)
        if hasattr(function, "__nb_signature__"):
            assert str(function.__doc__).startswith(f"{name}("), name
            assert "18446744073709551615" not in str(function.__doc__), name


def test_a_room_that_is_not_imported_is_an_error() -> None:
    script = "from astragal import _native; _native.strength(0)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert "RuntimeError: the module of astragal that has this function must be" in done.stderr


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("bad", [0, 49, 50, 99])
def test_an_exception_on_any_thread_reaches_the_caller(threads: int, bad: int) -> None:
    for _ in range(20):
        assert _native.staged_sums(threads, 100, bad, 3) == [0, 0, 4950]
