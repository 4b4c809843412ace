import json
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

from astragal.errors import BadInputError, TableError
from astragal.store.parquet import check_parquet, write_parquet, write_parquet_blocks

COLUMNS: dict[str, list[str] | NDArray[np.uint64]] = {
    "hand": ["As Kd", "2c 3d"],
    "wins": np.array([7, 2**40], np.uint64),
}


def test_columns_and_metadata_come_back(tmp_path: Path) -> None:
    write_parquet(
        tmp_path / "t.parquet",
        COLUMNS,
        {"profile": "push", "version": 3, "rules": {"copies": "push"}},
    )
    table = pq.read_table(tmp_path / "t.parquet")
    assert table["hand"].to_pylist() == ["As Kd", "2c 3d"]
    assert table["wins"].to_numpy().dtype == np.uint64
    assert table["wins"].to_pylist() == [7, 2**40]
    described = {k.decode(): json.loads(v) for k, v in table.schema.metadata.items()}
    assert described == {
        "astragal.profile": "push",
        "astragal.version": 3,
        "astragal.rules": {"copies": "push"},
    }


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    write_parquet(path, COLUMNS, {})
    before = path.read_bytes()
    with pytest.raises(ValueError, match="length"):
        write_parquet(path, {"a": np.zeros(2), "b": np.zeros(3)}, {})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_cant_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"can't be written"):
        write_parquet(tmp_path / "no" / "t.parquet", COLUMNS, {})
    with pytest.raises(BadInputError, match="no folder"):
        check_parquet(tmp_path / "no" / "t.parquet")
    with pytest.raises(BadInputError, match=r"end in \.parquet"):
        check_parquet(tmp_path / "t.csv")
    check_parquet(tmp_path / "t.parquet")


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInputError, match=r"astragal\[export\]"):
        check_parquet(tmp_path / "t.parquet")


def test_a_table_in_several_blocks_is_one_file(tmp_path: Path) -> None:
    blocks = [{"n": np.arange(start, start + 3)} for start in (0, 3, 6)]
    write_parquet_blocks(tmp_path / "t.parquet", iter(blocks), {"of": "numbers"})
    file = pq.ParquetFile(tmp_path / "t.parquet")
    assert file.num_row_groups == 3
    assert file.read()["n"].to_pylist() == list(range(9))
    assert file.schema_arrow.metadata == {b"astragal.of": b'"numbers"'}
    assert list(tmp_path.iterdir()) == [tmp_path / "t.parquet"]
