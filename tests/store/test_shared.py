"""Tables that stay open."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal.errors import TableDamagedError, TableMismatchError, TableMissingError
from astragal.store import shared
from astragal.store.shared import close_shared, open_shared
from astragal.store.table import Table
from astragal.store.writer import write_table


def write(path: Path, *numbers: int, **parameters: int) -> None:
    write_table(path, {"n": np.array(numbers)}, kind="n", version=1, parameters=parameters)


def opened(path: Path, **changes: Any) -> Table:
    usual: dict[str, Any] = {"kind": "n", "version": 1, "parameters": {}, "rebuild": "make n"}
    return open_shared(path, **usual | changes)


def test_a_file_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "n", 1)
    table = opened(tmp_path / "n")
    assert opened(tmp_path / "n") is table
    monkeypatch.chdir(tmp_path)
    assert opened(Path("n")) is table
    close_shared()
    assert opened(tmp_path / "n") is not table


def test_a_replaced_file_is_opened_again(tmp_path: Path) -> None:
    for number in range(3):  # the same size; inode and time tell them apart
        write(tmp_path / "n", number)
        assert opened(tmp_path / "n")["n"].tolist() == [number]
    (tmp_path / "n").unlink()
    with pytest.raises(TableMissingError, match="make n"):
        opened(tmp_path / "n")


def test_every_question_is_checked(tmp_path: Path) -> None:
    write(tmp_path / "n", 1, below=2)
    opened(tmp_path / "n", parameters={"below": 2})
    with pytest.raises(TableMismatchError):
        opened(tmp_path / "n", parameters={"below": 3})
    with pytest.raises(TableMismatchError):
        opened(tmp_path / "n", kind="m")
    content = (tmp_path / "n").read_bytes()
    (tmp_path / "n").write_bytes(content[:4096] + b"\x07" + content[4097:])
    with pytest.raises(TableDamagedError):
        _ = opened(tmp_path / "n", parameters={"below": 2})["n"]


def test_the_least_recently_used_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "MOST_OPEN", 2)
    close_shared()
    for name in "abc":
        write(tmp_path / name, ord(name))
    a, b = opened(tmp_path / "a"), opened(tmp_path / "b")
    assert opened(tmp_path / "a") is a
    opened(tmp_path / "c")
    assert opened(tmp_path / "a") is a
    assert opened(tmp_path / "b") is not b
