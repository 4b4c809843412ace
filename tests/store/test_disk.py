from io import FileIO
from pathlib import Path

import pytest

from astragal.store import disk


def test_a_lock_is_held_once_and_freed_on_close(tmp_path: Path) -> None:
    path = tmp_path / "file"
    first = disk.open_locked(path)
    assert first is not None
    assert disk.open_locked(path) is None
    first.close()
    second = disk.open_locked(path)
    assert second is not None
    second.close()


def test_a_file_removed_while_we_lock_it_is_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    lock = disk._try_lock
    attempts: list[int] = []

    def removed_meanwhile(file: FileIO) -> bool:
        attempts.append(file.fileno())
        if len(attempts) == 1:
            path.unlink()
        return lock(file)

    monkeypatch.setattr(disk, "_try_lock", removed_meanwhile)
    file = disk.open_locked(path)
    assert file is not None
    assert len(attempts) == 2
    file.write(b"here")
    file.close()
    assert path.read_bytes() == b"here"


def test_nothing_is_created_unless_asked(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        disk.open_locked(tmp_path / "absent", create=False)
    assert list(tmp_path.iterdir()) == []
