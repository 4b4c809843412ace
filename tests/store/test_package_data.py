"""Data files of the package are compared with their hash before they are used."""

import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from astragal.errors import TableDamagedError, TableMissingError
from astragal.store import package_data
from astragal.store.package_data import read_package_data, require_content
from astragal.store.package_hashes import HASHES

ROOT = Path(__file__).parents[2]
TEXTS = [name for name in HASHES if name.endswith(".toml")]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the package's data files, from which they are read."""
    copy = tmp_path / "package"
    copytree(package_data.PACKAGE, copy, ignore=ignore_patterns("*.py", "*.so", "*.js", "static"))
    monkeypatch.setattr(package_data, "PACKAGE", copy)
    return copy


def test_the_hashes_are_those_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make generate` writes the hashes: run it after a change of a data file."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from package_hashes import (  # type: ignore[import-not-found]
        TARGET,
        module_text,
    )

    sys.modules.pop("package_hashes")
    assert TARGET.read_text(encoding="utf-8") == module_text()


def require_refusal(name: str, error: pytest.ExceptionInfo[TableDamagedError]) -> None:
    (line,) = str(error.value).splitlines()
    assert line.endswith("the installation of astragal is damaged; install it again")
    assert Path(name).name in line


@pytest.mark.parametrize("name", HASHES)
def test_every_damaged_byte_is_an_error(name: str) -> None:
    """Of a binary file every 500th byte; the hash is of all."""
    whole = read_package_data(name)
    changed = bytearray(whole)
    for place in range(0, len(whole), 1 if name in TEXTS else 500):
        changed[place] ^= 1 << place % 8
        with pytest.raises(TableDamagedError) as error:
            require_content(name, bytes(changed))
        changed[place] = whole[place]
    require_refusal(name, error)


@pytest.mark.parametrize("name", HASHES)
def test_a_changed_file_is_an_error(name: str, package: Path) -> None:
    whole = read_package_data(name)
    for content in (b"", whole[:-1], whole + b"\n", bytes([whole[0] ^ 1]) + whole[1:]):
        (package / name).write_bytes(content)
        with pytest.raises(TableDamagedError) as error:
            read_package_data(name)
        require_refusal(name, error)


def test_a_missing_file_is_an_error(package: Path) -> None:
    (package / "equity/omaha.order").unlink()
    with pytest.raises(
        TableMissingError, match=r"can't be read: No such file.*is damaged; install"
    ):
        read_package_data("equity/omaha.order")
