"""Every test and every example keeps its table files in a folder of this run, not in the user's."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the example.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# A shell starts background jobs with SIGINT ignored, and children inherit that; a handler that does
# nothing ends with this process, so they start with the default.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda number, frame: None)


@pytest.fixture(autouse=True, scope="session")
def _home_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASTRAGAL_HOME", str(tmp_path_factory.mktemp("home")))
        yield
