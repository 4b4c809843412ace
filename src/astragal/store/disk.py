"""Locks, reserved disk space and flushes, which differ between operating systems.

A lock belongs to an open file and ends with its process, also after kill -9. So a file that can be
locked has no living owner.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from io import FileIO
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_NO_FALLOCATE = {errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS}
_ZEROS = bytes(1 << 20)


def open_locked(
    path: Path, *, create: bool = True, wait: Callable[[], None] | None = None
) -> FileIO | None:
    """Open `path` for reading and writing and lock it; return None if it is already locked.

    Another process may remove the file between opening and locking. The lock would then be on a
    file without a name, so the name is checked again after locking.

    With `wait`, which is called again and again, wait for the lock. If the other process has
    removed the file by then, return the removed file, which still has its content; `is_at` tells.
    Windows can't remove an open file, so there the wait ends with a new file.
    """
    flags = os.O_CREAT if create else 0

    def opener(name: str, mode: int) -> int:
        return os.open(name, mode | flags, 0o666)

    while True:
        with ExitStack() as unless_returned:
            file = unless_returned.enter_context(open(path, "r+b", buffering=0, opener=opener))
            waited = False
            while not _try_lock(file):
                if wait is None:
                    return None
                waited = True
                if sys.platform == "win32":
                    file.close()
                wait()
                if sys.platform == "win32":
                    break
            if not file.closed and (waited or is_at(file, path)):
                unless_returned.pop_all()
                return file


def rename_locked(file: FileIO, path: Path, target: Path) -> None:
    """Rename a file from `open_locked` to `target`, replacing any file there, and close it."""
    if sys.platform == "win32":
        file.close()  # Windows can't rename an open file
    path.replace(target)
    file.close()


def remove_locked(file: FileIO, path: Path) -> None:
    """Remove a file from `open_locked`, and close it."""
    if sys.platform == "win32":
        file.close()  # Windows can't remove an open file
    path.unlink(missing_ok=True)
    file.close()


def is_at(file: FileIO, path: Path) -> bool:
    """Return whether `path` is the name of an open file."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def write_all(file: FileIO, content: bytes | memoryview) -> None:
    """Write all of `content` at the current position; a single `write` may write only a part."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def reserve(file: FileIO, length: int) -> None:
    """Fill `file` with `length` zero bytes and reserve their disk space.

    A full disk then raises OSError here. Otherwise it would raise SIGBUS, which can't be caught,
    while a memory map is filled.
    """
    if length == 0:
        return
    if sys.platform == "win32":
        file.truncate(length)  # NTFS allocates the space, unless a file is marked as sparse
        return
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file.fileno(), 0, length)
            return
        except OSError as error:
            if error.errno not in _NO_FALLOCATE:
                raise
    # macOS has no posix_fallocate, and some file systems refuse it: write zeros.
    file.seek(0)
    for start in range(0, length, len(_ZEROS)):
        write_all(file, _ZEROS[: length - start])


def flush(file: FileIO) -> None:
    """Flush `file` to the disk and wait for it."""
    if sys.platform == "darwin":
        # On macOS, fsync does not flush the cache of the drive; network volumes support only fsync.
        with suppress(OSError):
            fcntl.fcntl(file.fileno(), fcntl.F_FULLFSYNC)
            return
    os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Flush `folder`, so that a rename in it survives a power cut; Windows needs no flush."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _try_lock(file: FileIO) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in {errno.EAGAIN, errno.EACCES, errno.EDEADLK}:
            raise
        return False
    return True
