"""Every test and every example keeps its table files in a folder of this run, not in the user's."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the example.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(autouse=True, scope="session")
def _home_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASTRAGAL_HOME", str(tmp_path_factory.mktemp("home")))
        yield
