"""Writing: the whole file or none, whatever happens on the way."""

import errno
import os
import signal
import subprocess
import sys
from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from astragal.errors import BadInputError, TableError
from astragal.store import disk
from astragal.store.replace import TEMPORARY
from astragal.store.table import Table, open_table
from astragal.store.writer import create_table, write_table

GOOD = {"values": np.arange(1000, dtype=np.uint32)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A good file in a folder of its own."""
    path = tmp_path / "folder" / "some.table"
    write_table(path, GOOD, kind="some", version=1)
    return path


def read(path: Path) -> Table:
    return open_table(path, kind="some", version=1, rebuild="-")


def assert_untouched(path: Path) -> None:
    np.testing.assert_array_equal(read(path)["values"], GOOD["values"])
    assert list(path.parent.iterdir()) == [path]


def test_fill_in_place(path: Path) -> None:
    shapes = {"values": (np.uint32, (3, 5)), "starts": (np.uint64, (4,))}
    with create_table(path, shapes, kind="some", version=1, parameters={"n": 3}) as writer:
        assert list(writer) == ["values", "starts"]
        assert not writer["values"].any()
        writer["values"][1] = 7
        writer["starts"][:] = range(4)
        writer.notes["residual"] = np.float32(0.5)  # type: ignore[assignment]
        assert len(read(path)["values"]) == 1000  # still the old file
    table = read(path)
    assert table["values"].tolist() == [[0] * 5, [7] * 5, [0] * 5]
    assert table["starts"].tolist() == [0, 1, 2, 3]
    assert (table.parameters, table.notes) == ({"n": 3}, {"residual": 0.5})
    assert list(path.parent.iterdir()) == [path]


def test_arrays_held_after_the_end_can_no_longer_be_written(path: Path) -> None:
    with create_table(path, {"values": (np.uint8, (9,))}, kind="some", version=1) as writer:
        held = writer["values"]
        part = held[3:5]
        held[:] = 1
    with pytest.raises(ValueError, match="read-only"):
        held[:] = 2
    assert held.tolist() == [1] * 9  # still mapped, so safe to read
    assert part.tolist() == [1, 1]
    assert read(path)["values"].tolist() == [1] * 9


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_exception_leaves_the_old_file(path: Path, error: type[BaseException]) -> None:
    def fail_half_way() -> None:
        with create_table(path, {"values": (np.uint8, (9,))}, kind="some", version=1) as writer:
            writer["values"][:4] = 1
            raise error

    with pytest.raises(error):
        fail_half_way()
    assert_untouched(path)


def test_an_exception_leaves_no_file_where_there_was_none(tmp_path: Path) -> None:
    with (
        pytest.raises(RuntimeError),
        create_table(tmp_path / "new", {"values": (np.uint8, (9,))}, kind="some", version=1),
    ):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_notes_that_cannot_be_written_leave_the_old_file(path: Path) -> None:
    with (
        pytest.raises(BadInputError, match="neither JSON"),
        create_table(path, {"values": (np.uint8, (9,))}, kind="some", version=1) as writer,
    ):
        writer.notes["wrong"] = object()  # type: ignore[assignment]
    assert_untouched(path)


def test_wrong_declarations_fail_at_once(path: Path) -> None:
    with (
        pytest.raises(BadInputError, match="neither JSON"),
        create_table(path, {}, kind="some", version=1, parameters={"x": {1}}),  # type: ignore[dict-item]
    ):
        pytest.fail("begun")
    with pytest.raises(TypeError, match="'names': a table holds numbers"):
        write_table(path, {"names": np.array(["a"])}, kind="some", version=1)
    with pytest.raises(TypeError, match="a table holds numbers"):
        write_table(path, {"things": np.array([None])}, kind="some", version=1)
    assert_untouched(path)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="needs posix_fallocate")
def test_no_disk_left(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, offset: int, length: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(TableError) as caught:
        write_table(path, GOOD, kind="some", version=1)
    assert str(path) in str(caught.value)
    assert os.strerror(errno.ENOSPC) in str(caught.value)
    assert_untouched(path)


BEYOND_THE_LIMIT = """
import os, resource, signal, sys
import numpy as np
from astragal.errors import TableError
from astragal.store.writer import create_table

if sys.argv[2] == "zeros":
    del os.posix_fallocate
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10 << 20, 10 << 20))
try:
    with create_table(sys.argv[1], {"values": (np.uint8, (1 << 30,))}, kind="some", version=1):
        print("begun")
except TableError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
@pytest.mark.parametrize("how", ["fallocate", "zeros"])
def test_a_file_that_may_not_grow_fails_when_created(path: Path, how: str) -> None:
    """The kernel itself says no here; nothing is simulated."""
    result = subprocess.run(
        [sys.executable, "-c", BEYOND_THE_LIMIT, str(path), how],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "begun" not in result.stdout
    assert str(path) in result.stdout
    assert os.strerror(errno.EFBIG) in result.stdout
    assert_untouched(path)


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="needs posix_fallocate")
def test_a_file_system_without_fallocate_gets_zeros(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(handle: int, offset: int, length: int) -> None:
        raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

    monkeypatch.setattr(os, "posix_fallocate", unsupported)
    reserved = path.with_name("reserved")
    with disk.open_locked(reserved) or pytest.fail("locked") as file:
        disk.reserve(file, 3_000_001)
    assert reserved.stat().st_size == 3_000_001
    assert reserved.stat().st_blocks * 512 >= 3_000_001


def test_a_disk_that_fails_at_the_end_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(file: FileIO) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(disk, "flush", broken)
    with pytest.raises(TableError, match=os.strerror(errno.EIO)):
        write_table(path, {"values": np.zeros(3)}, kind="some", version=1)
    assert_untouched(path)


def test_a_place_that_cannot_be_written_to(path: Path) -> None:
    with pytest.raises(TableError, match="can't be written"):
        write_table(path / "below", GOOD, kind="some", version=1)
    assert_untouched(path)


HALF_A_TABLE = """
import sys, time
import numpy as np
from astragal.store.writer import create_table

shapes = {"values": (np.uint8, (1 << 20,))}
with create_table(sys.argv[1], shapes, kind="some", version=1) as writer:
    writer["values"][: 1 << 19] = 1
    print("half", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_kill_leaves_the_old_file_and_the_next_writer_tidies_up(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HALF_A_TABLE, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "half\n"
        (temporary,) = path.parent.glob(f".*{TEMPORARY}")

        # A living writer's file is nobody else's to remove.
        write_table(path, GOOD, kind="some", version=1)
        assert temporary.exists()

        child.send_signal(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
    assert temporary.exists()
    np.testing.assert_array_equal(read(path)["values"], GOOD["values"])

    write_table(path.with_name("other.table"), GOOD, kind="some", version=1)
    assert not temporary.exists()


def test_two_writers_of_one_file_do_not_disturb_each_other(path: Path) -> None:
    shapes = {"values": (np.uint8, (3,))}
    with create_table(path, shapes, kind="some", version=1) as first:
        with create_table(path, shapes, kind="some", version=1) as second:
            second["values"][:] = 2
        first["values"][:] = 1
        assert read(path)["values"].tolist() == [2, 2, 2]
    assert read(path)["values"].tolist() == [1, 1, 1]
    assert list(path.parent.iterdir()) == [path]
