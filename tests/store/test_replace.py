"""Atomic replacement, for files of any kind."""

import errno
import os
import signal
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest

from astragal.errors import TableError
from astragal.store import disk
from astragal.store.replace import TEMPORARY, update_lock, whole_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_bytes(b"old")
    return path


def write(path: Path, content: bytes) -> None:
    with whole_file(path) as file:
        file.write(content)


def test_the_file_appears_at_the_end(path: Path) -> None:
    with whole_file(path) as file:
        file.write(b"new" * 10_000)
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new" * 10_000
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_exception_leaves_the_old_file(path: Path, error: type[BaseException]) -> None:
    def fail_half_way() -> None:
        with whole_file(path) as file:
            file.write(b"new")
            raise error

    with pytest.raises(error):
        fail_half_way()
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("step", ["flush", "rename_locked"])
def test_a_disk_that_fails_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def broken(file: FileIO, *_: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(disk, step, broken)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


HALF_A_FILE = """
import sys
from astragal.store.replace import whole_file

with whole_file(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print("half", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_kill_leaves_the_old_file_and_the_next_writer_tidies_up(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HALF_A_FILE, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "half\n"
        (temporary,) = path.parent.glob(f".*{TEMPORARY}")
        write(path.with_name("other"), b"other")
        assert temporary.exists()  # its writer lives
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert path.read_bytes() == b"old"
    write(path.with_name("other"), b"other")
    assert not temporary.exists()


def test_a_temporary_file_that_is_taken_for_a_leftover_gets_another_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process finds it between its opening and its lock."""
    lock = disk._try_lock
    names: list[str] = []

    def lock_late(file: FileIO) -> bool:
        names.append(str(file.name))
        if len(names) > 1:
            return lock(file)
        with FileIO(file.name, "r+b") as other:
            assert lock(other)
            late = lock(file)
            disk.remove_locked(other, Path(str(file.name)))
        return late

    monkeypatch.setattr(disk, "_try_lock", lock_late)
    write(path, b"new")
    assert len({*names}) == 2
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
def test_a_full_disk_leaves_the_old_file(path: Path) -> None:
    """The kernel refuses to let the file grow, in the middle of a write."""
    program = (
        "import resource, signal, sys; from astragal.store.replace import whole_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "try:\n"
        "    with whole_file(sys.argv[1]) as file: file.write(bytes(25_000))\n"
        "except OSError as error: print(error.strerror)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == os.strerror(errno.EFBIG)
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links and devices")
def test_links_stay_links_and_devices_are_refused(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "folder" / "link"
    link.parent.mkdir()
    link.symlink_to(path)
    write(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    for refused in (Path(os.devnull), tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            write(refused, b"new")


ADD_ONE = """
import sys
from pathlib import Path
from astragal.store.replace import update_lock, whole_file

path = Path(sys.argv[1])
for _ in range(20):
    with update_lock(path):
        number = int(path.read_text())
        with whole_file(path) as file:
            file.write(str(number + 1).encode())
"""


def test_two_updates_at_once_lose_nothing(path: Path) -> None:
    path.write_text("0")
    command = [sys.executable, "-c", ADD_ONE, str(path)]
    both = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert path.read_text() == "40"


def test_a_lock_in_a_folder_that_can_not_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="can't be written"), update_lock(tmp_path / "file" / "x"):
        pytest.fail("there is no lock")
