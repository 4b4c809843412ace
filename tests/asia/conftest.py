from collections.abc import Iterator
from pathlib import Path

import pytest

from astragal.asia import houseway


@pytest.fixture(autouse=True, scope="session")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep table files out of the user's folders, and build each only once."""
    home = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    patch.setenv("ASTRAGAL_HOME", str(home))
    houseway.find_way.cache_clear()
    yield home
    houseway.find_way.cache_clear()
    patch.undo()
