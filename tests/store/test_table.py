"""Reading: what was written comes back, and nothing else is taken for it."""

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal.errors import (
    BadInputError,
    TableDamagedError,
    TableError,
    TableMismatchError,
    TableMissingError,
)
from astragal.store import format as table_format
from astragal.store.format import BLOCKS, FORMAT, PAGE
from astragal.store.table import Table, open_table
from astragal.store.writer import write_table

REBUILD = "astragal ur solve --rules finkel"
ARRAYS: dict[str, NDArray[Any]] = {
    "values": np.arange(7, dtype=np.uint32) * 0x01020304,
    "wins": np.linspace(0, 1, 6).reshape(2, 3),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ur.table"


def write(path: Path, **changes: Any) -> None:
    usual: dict[str, Any] = {
        "arrays": ARRAYS,
        "kind": "ur",
        "version": 3,
        "parameters": {"rules": "finkel", "pieces": 7},
        "notes": {"residual": 1e-16},
    }
    write_table(path, **usual | changes)


def read(path: Path, **changes: Any) -> Table:
    usual: dict[str, Any] = {"kind": "ur", "version": 3, "rebuild": REBUILD}
    return open_table(path, **usual | changes)


def test_round_trip(path: Path) -> None:
    write(path)
    table = read(path, parameters={"pieces": 7, "rules": "finkel"})
    assert list(table) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert table[name].dtype == array.dtype
        np.testing.assert_array_equal(table[name], array)
    assert (table.kind, table.version, table.path) == ("ur", 3, path)
    assert table.parameters == {"rules": "finkel", "pieces": 7}
    assert table.notes == {"residual": 1e-16}


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", ">u4", "<i8", "f4", ">f8", "c16"])
@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (5,), (2, 3, 4), (4097,)])
def test_every_dtype_and_shape_makes_the_round_trip(
    path: Path, dtype: str, shape: tuple[int, ...]
) -> None:
    array = np.random.default_rng(1).integers(0, 100, shape).astype(dtype)
    write(path, arrays={"one": array, "two": array.T})
    table = read(path)
    np.testing.assert_array_equal(table["one"], array)
    np.testing.assert_array_equal(table["two"], array.T)
    assert table["one"].dtype == np.dtype(dtype).newbyteorder("<")
    assert table["one"].shape == shape


def test_bytes_are_little_endian_and_page_aligned(path: Path) -> None:
    write(path, arrays={"a": np.array([1], ">u4"), "b": np.array([0x0102], "u2")})
    content = path.read_bytes()
    assert content[:8] == b"astragal"
    assert content[PAGE : PAGE + 4] == b"\x01\0\0\0"
    assert content[2 * PAGE : 2 * PAGE + 2] == b"\x02\x01"
    assert read(path)["b"].ctypes.data % PAGE == 0


def test_arrays_are_read_only_and_outlive_the_table(path: Path) -> None:
    write(path)
    values = read(path)["values"]
    assert not values.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1
    write(path, arrays={"values": np.zeros(7, np.uint32)})
    np.testing.assert_array_equal(values, ARRAYS["values"])


def test_the_same_table_is_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "a", parameters={"rules": "finkel", "pieces": 7})
    write(tmp_path / "b", parameters={"pieces": np.int64(7), "rules": "finkel"})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


# Of the zeros that fill a page, only some are changed.
paddings = pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.verify)])


def positions(content: bytes, step: int) -> list[int]:
    """Return the place of each byte that is used, with those around them, and of some padding."""
    used = {at for at, byte in enumerate(content) if byte}
    near = {at + by for at in used for by in range(-16, 17)}
    return [at for at in range(len(content)) if at in near or at % step == 0]


@paddings
def test_every_flipped_byte_is_detected(path: Path, step: int) -> None:
    """At opening, or when the array that it lies in is used; never is it read as a value."""
    write(path)
    good = path.read_bytes()
    places = {place.name: place for place in read(path)._places.values()}
    with path.open("r+b", buffering=0) as file:
        for position in positions(good, step):
            byte = good[position]
            hit = [name for name, one in places.items() if one.offset <= position < one.end]
            for written in (byte ^ 0x40, byte):
                file.seek(position)
                file.write(bytes([written]))
                if written != byte:
                    with pytest.raises(TableDamagedError):
                        use(read(path), *hit)
    use(read(path), *ARRAYS)


def use(table: Table, *names: str) -> None:
    for name in names:
        _ = table[name]


@paddings
def test_every_truncation_is_detected_at_opening(path: Path, step: int) -> None:
    write(path)
    for length in reversed(positions(path.read_bytes(), step)):
        os.truncate(path, length)
        with pytest.raises(TableDamagedError):
            read(path)


def test_bytes_too_many_are_detected_at_opening(path: Path) -> None:
    write(path)
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(TableDamagedError, match=r"it has \d+ bytes instead of \d+"):
        read(path)


BLOCK = BLOCKS[FORMAT]


@pytest.fixture
def damaged(path: Path) -> Table:
    """A table with one flipped bit in the second of four blocks of its second array."""
    rows = np.arange(3 * BLOCK // 4, dtype=np.uint32).reshape(-1, 3)
    write(path, arrays={"first": np.zeros(10), "second": np.vstack([rows, rows[:2]])})
    with path.open("r+b") as file:
        file.seek(2 * PAGE + BLOCK + 5)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))
    return read(path)


def test_damage_is_named(damaged: Table) -> None:
    start = 2 * PAGE + BLOCK
    assert not damaged["first"].any()
    for use_all in (damaged.verify, damaged.verify, lambda: damaged["second"]):
        with pytest.raises(TableDamagedError, match="damaged: array 'second'") as caught:
            use_all()
        assert f"in bytes {start} to {start + BLOCK}; to rebuild it: {REBUILD}" in str(caught.value)


def test_rows_outside_the_damage_can_be_read_and_others_not(damaged: Table) -> None:
    array = damaged.unchecked("second")
    rows = np.arange(len(array))
    first_bad, end = BLOCK // 12, -(-2 * BLOCK // 12)  # a row of 12 bytes may lie in two blocks
    for good in (0, -1, slice(0, first_bad), slice(end, None), rows[:first_bad], rows[end:][::-1]):
        np.testing.assert_array_equal(damaged.rows("second", good), array[good])
    for bad in (first_bad, end - 1, slice(first_bad, first_bad + 1), slice(None), rows[-1:0:-1]):
        with pytest.raises(TableDamagedError):
            damaged.rows("second", bad)
    for wrong in (len(array), np.array([len(array)]), np.array([9 * len(array)]), np.array([-1])):
        with pytest.raises(IndexError):
            damaged.rows("second", wrong)


def test_a_file_of_the_first_format_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_format, "FORMAT", 1)
    long = np.arange(BLOCKS[1] // 8 + 1)  # two blocks
    write(path, arrays={"long": long})
    monkeypatch.undo()
    assert path.read_bytes()[8] == 1
    np.testing.assert_array_equal(read(path)["long"], long)
    with path.open("r+b") as file:
        file.seek(PAGE + BLOCKS[1])
        file.write(b"\xff")
    assert read(path).rows("long", 5) == 5
    with pytest.raises(TableDamagedError):
        read(path).rows("long", len(long) - 1)


def test_something_else_is_damaged_not_mistaken(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04" + bytes(3 * PAGE))
    with pytest.raises(TableDamagedError, match="starts with"):
        read(path)


def test_missing(path: Path) -> None:
    with pytest.raises(TableMissingError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert REBUILD in str(caught.value)


def test_a_folder_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="it is a folder; move it; to make the table: "):
        read(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_no_table(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TableError, match="can't be read: not a regular file"):
        read(tmp_path / "pipe")  # opening it would wait for a writer


@pytest.mark.parametrize("path", [Path("a\0b"), None, b"t"])
def test_what_can_not_name_a_file_is_refused(path: Any) -> None:
    with pytest.raises(BadInputError, match="is not the name of a file"):
        read(path)


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({"kind": "poker"}, "a table of kind 'ur', not 'poker'"),
        ({"version": 4}, "version 3 of 'ur', not 4"),
        ({"parameters": {"rules": "masters", "pieces": 7}}, 'rules is "finkel", not "masters"'),
        ({"parameters": {"rules": "finkel"}}, "pieces is 7, not absent"),
        ({"parameters": {"rules": "finkel", "pieces": 7, "bits": 16}}, "bits is absent, not 16"),
    ],
)
def test_another_table_than_asked_for(path: Path, asked: dict[str, Any], what: str) -> None:
    write(path)
    with pytest.raises(TableMismatchError) as caught:
        read(path, **asked)
    message = str(caught.value)
    assert str(path) in message
    assert what in message
    assert REBUILD in message


def test_a_format_from_the_future_is_not_called_damaged(path: Path) -> None:
    write(path)
    content = bytearray(path.read_bytes())
    struct.pack_into("<I", content, 8, FORMAT + 1)
    struct.pack_into("<I", content, PAGE - 4, zlib.crc32(content[: PAGE - 4]))
    path.write_bytes(content)
    with pytest.raises(TableMismatchError, match=f"format {FORMAT + 1}"):
        read(path)


def test_damage_names_the_file_and_the_way_out(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(TableDamagedError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "empty" in str(caught.value)
    assert REBUILD in str(caught.value)
