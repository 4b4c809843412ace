"""Binary files of the package are compared with their hash before they are used."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import astragal
from astragal import asia, paigow
from astragal.equity import omaha
from astragal.errors import TableDamagedError, TableMissingError
from astragal.setting import house_way
from astragal.store.package_data import read_package_data

PACKAGE = Path(astragal.__file__).parent
READERS: dict[str, tuple[Any, str, Callable[[], object]]] = {
    "equity/omaha.order": (omaha, "_ORDER", omaha.order_of_classes.__wrapped__)
}
for rules in (asia.find_rules(), paigow.find_rules()):
    for way in rules.ways.choices:
        READERS[f"{rules.game}/ways/{way}.xz"] = (
            house_way,
            "choice_path",
            partial(house_way.shipped_choice, way, rules),
        )


def test_every_binary_file_is_tried() -> None:
    files = {*PACKAGE.rglob("*.xz"), *PACKAGE.rglob("*.order")}
    assert {file.relative_to(PACKAGE).as_posix() for file in files} == {*READERS}


@pytest.mark.parametrize("name", READERS)
def test_a_flipped_bit_is_an_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, attribute, read = READERS[name]
    path = Path(copy(PACKAGE / name, tmp_path))
    monkeypatch.setattr(module, attribute, (lambda *_: path) if name.endswith(".xz") else path)
    read()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)
    with pytest.raises(TableDamagedError, match=r"is damaged; install astragal again"):
        read()


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TableMissingError, match="can't be read: No such file"):
        read_package_data(tmp_path / "order", "")
