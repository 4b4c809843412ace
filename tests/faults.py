"""A file layer between `astragal.store.disk` and the system that fails where a test wants it to."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from astragal.store import disk


class KilledError(BaseException):
    """The process has ended: nothing that it does from here on reaches the disk."""


def full_disk(*_: object) -> None:
    """Do what `disk.reserve` does on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class FaultyDisk:
    """Counts the operations that change a folder, and fails at operation `at`, counted from 0.

    With `killed`, the process ends there. Without, the disk is full there and works again later. A
    write that fails writes its first half. Use `operations` of a run without failure as the number
    of places to fail at; `after_power_cut` lists what may be found when the power fails there.
    """

    def __init__(self, folder: Path, at: int = -1, *, killed: bool = True) -> None:
        self.folder = folder
        self.operations: list[str] = []
        self._at = at
        self._killed = killed
        self._dead = False
        # What the disk has for certain: the content of each inode, and the names of the folder.
        self._synced = {path.stat().st_ino: path.read_bytes() for path in folder.iterdir()}
        self._names = self._listing()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let everything that uses `disk` in the block go through this layer."""
        real = os.fsync, os.replace, os.unlink

        def fsync(handle: int) -> None:
            if self._step("fsync"):
                self._sync(os.fstat(handle))

        def replace(source: Any, target: Any) -> None:
            if self._step("rename"):
                real[1](source, target)

        def unlink(path: Any) -> None:
            if self._step("unlink"):
                real[2](path)

        def open_file(path: Path, mode: str, *, buffering: int, opener: Any) -> FileIO:
            return _FaultyFile(self, path, mode, opener)

        with ExitStack() as patches:
            patches.enter_context(patch.object(disk, "open", open_file, create=True))
            patches.enter_context(patch.multiple(os, fsync=fsync, replace=replace, unlink=unlink))
            yield

    def after_power_cut(self, empty: Path) -> Iterator[Path]:
        """List folders as they may be found; `empty` is a folder to make them in.

        A rename that was not followed by an fsync of the folder may be lost. Data that no fsync
        followed may be missing, zero, or cut in half.
        """
        now = self._listing()
        content = {inode: (self.folder / name).read_bytes() for name, inode in now.items()}
        for names in (self._names, now):
            for variant in ("missing", "zero", "half", "whole"):
                folder = empty / f"{len(list(empty.iterdir()))}"
                folder.mkdir()
                for name, inode in names.items():
                    kept, newest = self._synced.get(inode, b""), content.get(inode)
                    if newest is None:
                        newest = kept  # replaced or removed since
                    found = {
                        "missing": kept,
                        "zero": kept[: len(newest)].ljust(len(newest), b"\0"),
                        "half": newest[: max(len(kept), len(newest) // 2)],
                        "whole": newest,
                    }[variant]
                    (folder / name).write_bytes(kept if newest == kept else found)
                yield folder

    def _listing(self) -> dict[str, int]:
        return {path.name: path.stat().st_ino for path in self.folder.iterdir()}

    def _sync(self, status: os.stat_result) -> None:
        if stat.S_ISDIR(status.st_mode):
            self._names = self._listing()
            return
        for name, inode in self._listing().items():
            if inode == status.st_ino:
                self._synced[inode] = (self.folder / name).read_bytes()

    def _step(self, what: str) -> bool:
        """Return whether to do the operation; raise if it is the one to fail at."""
        if self._dead:
            return False
        self.operations.append(what)
        if len(self.operations) - 1 != self._at:
            return True
        if self._killed:
            self._dead = True
            raise KilledError
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class _FaultyFile(FileIO):
    def __init__(self, layer: FaultyDisk, path: Path, mode: str, opener: Any) -> None:
        self._layer = layer
        super().__init__(path, mode, opener=opener)

    def write(self, content: Any) -> int:
        try:
            goes = self._layer._step("write")
        except BaseException:
            super().write(memoryview(content)[: len(content) // 2])
            raise
        return super().write(content) if goes else len(content)

    def truncate(self, size: int | None = None) -> int:
        return super().truncate(size) if self._layer._step("truncate") else 0
