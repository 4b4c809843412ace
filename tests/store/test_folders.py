from pathlib import Path

import platformdirs
import pytest

from astragal.errors import BadInputError
from astragal.store import cache_folder, data_folder
from astragal.store.folders import check_name


def test_home_overrides_both(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "cache"
    assert data_folder() == tmp_path / "data"


def test_home_knows_the_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRAGAL_HOME", "~/tables")
    assert cache_folder() == Path.home() / "tables" / "cache"


@pytest.mark.parametrize("home", [None, ""])
def test_without_home_the_system_decides(monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    if home is None:
        monkeypatch.delenv("ASTRAGAL_HOME", raising=False)
    else:
        monkeypatch.setenv("ASTRAGAL_HOME", home)
    assert cache_folder() == Path(platformdirs.user_cache_dir("astragal", appauthor=False))
    assert data_folder() == Path(platformdirs.user_data_dir("astragal", appauthor=False))
    assert cache_folder() != data_folder()


@pytest.mark.parametrize("name", ["finkel", "short-trips", "7", "a-1"])
def test_names(name: str) -> None:
    assert check_name(name, "rules") == name


@pytest.mark.parametrize(
    "name", ["", "-a", "../x", "a/b", "a\\b", "A", "a.b", "a b", "a\0", "é", "a\n"]
)
def test_names_that_could_become_paths(name: str) -> None:
    with pytest.raises(BadInputError, match="small letters, digits and -"):
        check_name(name, "rules")
