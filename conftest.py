"""Every test and every example keeps its table files in a folder of this run, not in the user's."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the example.
settings.register_profile("patient", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=1000)  # for `make verify`
settings.load_profile("patient")

# What collection makes stays to the end of the run: looking through it for garbage is in vain.
gc.disable()

# A shell starts background jobs with SIGINT ignored, and children inherit that; a handler that does
# nothing ends with this process, so they start with the default.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda number, frame: None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the web app, so that one process waits for a browser while others compute."""
    items.sort(key=lambda item: "web" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Leave what is there out of every later garbage collection."""
    gc.freeze()
    gc.enable()


def _new_home(folder: Path, cache: Path) -> Path:
    folder.mkdir(exist_ok=True)
    with suppress(OSError):  # Windows does not let everyone make links
        (folder / "cache").symlink_to(cache)
    return folder


@pytest.fixture(scope="session")
def common_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache folder of all processes of this run: the ways of Asia are made once."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    (folder / "cache").mkdir(exist_ok=True)
    return folder / "cache"


@pytest.fixture(scope="session")
def make_home(common_cache: Path) -> Callable[[Path], Path]:
    """Make a home without tables of a folder; only the cache is shared."""
    return lambda folder: _new_home(folder, common_cache)


@pytest.fixture
def new_home(tmp_path: Path, make_home: Callable[[Path], Path]) -> Path:
    """Return a home of this test."""
    return make_home(tmp_path / "home")


@pytest.fixture(autouse=True, scope="session")
def _home_of_this_run(common_cache: Path, make_home: Callable[[Path], Path]) -> Iterator[None]:
    """Let all processes share the tables that tests and examples make without a home of their own.

    A table is made under its lock, so each is made once.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASTRAGAL_HOME", str(make_home(common_cache.parent / "home")))
        yield
