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


# The process of xdist that runs tests; None without xdist.
WORKER = os.environ.get("PYTEST_XDIST_WORKER")
ORDER = Path(__file__).parent / "build" / "order"


def pytest_configure(config: pytest.Config) -> None:
    """Make an empty file for the order of this worker."""
    # pytest-randomly gives the order only: a test draws from a generator with a seed of its own.
    config.option.randomly_reset_seed = False
    if WORKER is not None:
        ORDER.mkdir(parents=True, exist_ok=True)
        (ORDER / f"{WORKER}.txt").write_text("", encoding="utf-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the web app, so that one process waits for a browser while others compute.

    The order is otherwise random: pytest-randomly shuffles modules, and the tests of each.
    """
    if WORKER is not None:
        items.sort(key=lambda item: "web" not in item.path.parts)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note the order of this worker, which depends on the machine, not only on the seed."""
    if WORKER is not None:
        with (ORDER / f"{WORKER}.txt").open("a", encoding="utf-8") as file:
            print(item.nodeid, file=file)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """Print how to repeat a run with a failure."""
    if exitstatus == pytest.ExitCode.TESTS_FAILED and config.getoption("numprocesses", None):
        seed = config.getoption("randomly_seed")
        terminalreporter.write_line(
            f"This order: make tests SEED={seed}. The tests of one worker, in its order: "
            ".venv/bin/python -m pytest -p no:randomly @build/order/gw0.txt"
        )


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
