"""Snapshots of a solve, from which a later solve of the same spot resumes.

A folder has at most one snapshot of a spot. A new snapshot replaces the old one atomically, so a
killed process leaves a whole snapshot. The end of the solve removes it. Two solves of the same spot
in the same folder run one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from os import PathLike
from time import monotonic
from types import TracebackType
from typing import Any

from numpy.typing import NDArray

from astragal.errors import TableError
from astragal.progress import Progress
from astragal.store.canonical import Parameters, short_hash
from astragal.store.files import read_path
from astragal.store.replace import update_lock
from astragal.store.table import open_table
from astragal.store.writer import write_table

KIND = "postflop-snapshot"
VERSION = 1
REBUILD = "solve the spot again"
PAUSE = 60.0
"""Seconds between two snapshots."""


class Snapshots:
    """The snapshot of a spot in a folder, locked while this object is open.

    `spot` is everything that the solve depends on. Without a folder, nothing is stored.
    """

    def __init__(
        self, folder: str | PathLike[str] | None, spot: Parameters, progress: Progress = False
    ) -> None:
        self._spot = spot
        self._progress = progress
        self._open = ExitStack()
        self._last = monotonic()
        self.path = None
        if folder is not None:
            self.path = read_path(folder, f"postflop-{short_hash(spot)}.snapshot")

    def __enter__(self) -> Snapshots:
        if self.path is not None:
            self._open.enter_context(update_lock(self.path, self._progress))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._open.close()

    def load(self) -> tuple[Parameters, Mapping[str, NDArray[Any]]] | None:
        """Return the notes and the arrays of the snapshot; None if there is none to use.

        A damaged snapshot is ignored: the solve starts again, and replaces it.
        """
        if self.path is None:
            return None
        try:
            table = open_table(
                self.path, kind=KIND, version=VERSION, parameters=self._spot, rebuild=REBUILD
            )
            return table.notes, {name: table[name] for name in table}
        except TableError:  # there is none, or it can't be used
            return None

    @property
    def is_due(self) -> bool:
        """Whether a minute has passed since the last snapshot, or since the start."""
        return self.path is not None and monotonic() >= self._last + PAUSE

    def save(self, notes: Parameters, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Replace the snapshot. On a full disk the old snapshot stays, and an error says so."""
        if self.path is None:
            return
        write_table(
            self.path,
            arrays,
            kind=KIND,
            version=VERSION,
            parameters=self._spot,
            notes=notes,
        )
        self._last = monotonic()

    def remove(self) -> None:
        """Remove the snapshot at the end of the solve; keep it if it can't be removed."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
