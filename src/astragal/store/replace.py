"""Atomic replacement: a file has its complete old content or its complete new content.

The new content is written to a temporary file in the same folder, flushed to the disk, and renamed.
After an exception, a full disk, kill -9 or a power cut, the old file is still there. A killed
process leaves its temporary file behind. The next replacement in this folder removes it, which is
safe because a living process locks its temporary file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import BufferedWriter, FileIO
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from astragal.progress import Progress, waiting_for
from astragal.store import disk
from astragal.store.files import read_path, require_regular
from astragal.store.folders import unwritable

TEMPORARY = ".astragal-part"


@contextmanager
def replacement(path: str | PathLike[str]) -> Iterator[FileIO]:
    """Yield an empty, unbuffered file that replaces `path` when the block ends without exception.

    The target of a symbolic link is replaced, not the link. Devices and folders are refused.
    """
    path = Path(os.path.realpath(read_path(path)))
    require_regular(path)
    _remove_leftovers(path.parent)
    file, temporary = _new_temporary(path)
    try:
        yield file
        disk.flush(file)
        disk.rename_locked(file, temporary, path)
        disk.flush_folder(path.parent)
    finally:
        disk.remove_locked(file, temporary)


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """Yield a binary file that replaces `path` when the block ends without an exception.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/note.txt") as file:
    ...         _ = file.write(b"complete")
    ...     Path(folder, "note.txt").read_text()
    'complete'
    """
    with replacement(path) as raw:
        file = BufferedWriter(raw)
        yield file
        file.flush()


@contextmanager
def update_lock(path: str | PathLike[str], progress: Progress = False) -> Iterator[None]:
    """Hold the lock of `path` during the block; other processes and threads wait for it.

    Read, merge and replace a file under its lock, so that no update of another process is lost. The
    lock is a file beside `path`, which is not removed. `progress` is told of a wait.
    """
    path = Path(os.path.realpath(read_path(path)))
    with _acquired(path, waiting_for(path, progress, path.stem)):
        yield


def _acquired(path: Path, wait: Callable[[], None]) -> AbstractContextManager[object]:
    from filelock import FileLock, Timeout  # here, because the import takes tens of milliseconds

    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return FileLock(path.with_name(f".{path.name}.lock")).acquire(timeout=0)
        except Timeout:
            wait()
        except OSError as error:
            raise unwritable(path, error) from error


def _new_temporary(path: Path) -> tuple[FileIO, Path]:
    """Return a new, locked file beside `path`, and its name."""
    while True:
        temporary = path.with_name(f".{path.name}.{token_hex(6)}{TEMPORARY}")
        file = disk.open_locked(temporary)
        if file is not None:
            return file, temporary
        # Before the lock was taken, another process took the file for a leftover and removes it.


def _remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of processes that have ended."""
    for leftover in folder.glob(f".*{TEMPORARY}"):
        # Ignore files that are already gone or can't be removed.
        with suppress(OSError):
            file = disk.open_locked(leftover, create=False)
            if file is not None:
                disk.remove_locked(file, leftover)
