"""A cache of open tables; a table is opened again when its file is replaced."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from os import PathLike
from typing import Any, TypeAlias

from numpy.typing import NDArray

from astragal._checks import require_flag
from astragal.progress import Progress
from astragal.store.canonical import Parameters, canonical
from astragal.store.files import read_path
from astragal.store.replace import update_lock
from astragal.store.table import Table, open_table
from astragal.store.writer import write_table

MOST_OPEN = 16

Arrays: TypeAlias = Mapping[str, NDArray[Any]]
"""The arrays of a table, by name."""

_Key: TypeAlias = tuple[str, str, int, str]
_Stamp: TypeAlias = tuple[int, int, int]

# There is no lock, because a forked process would inherit it. Each step leaves the cache
# consistent; two threads may open a table twice.
_open: OrderedDict[_Key, tuple[_Stamp | None, Table]] = OrderedDict()


def open_shared(
    path: str | PathLike[str],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
    rebuild: str,
) -> Table:
    """Return the table at `path`, as `open_table` does, from a cache of open tables.

    A replaced file (another modification time, inode or size) is opened again. A missing file
    raises TableMissingError.
    """
    key = os.path.abspath(read_path(path)), kind, version, canonical(parameters)
    stamp = file_stamp(path)
    known = _open.pop(key, None)
    if known is None or known[0] != stamp:
        table = open_table(path, kind=kind, version=version, parameters=parameters, rebuild=rebuild)
        known = stamp, table
    _open[key] = known
    with suppress(KeyError):  # another thread has just cleared the cache
        while len(_open) > MOST_OPEN:
            _open.popitem(last=False)
    return known[1]


def ensure_table(
    path: str | PathLike[str],
    make: Callable[[Callable[[Arrays], None]], None],
    *,
    kind: str,
    version: int,
    parameters: Parameters,
    rebuild: bool = False,
    progress: Progress = False,
) -> None:
    """Write a table, unless the file at `path` exists.

    `make` computes the arrays and calls its argument with them, which writes the table. A job calls
    it in `combine`: then its checkpoint is still there if the disk is full.

    `rebuild` replaces an existing file. If several processes call this at the same time, one makes
    the table and the others wait; `progress` is told.
    """
    path = read_path(path)
    require_flag(rebuild, "rebuild")

    def save(arrays: Arrays) -> None:
        close_shared()
        write_table(path, arrays, kind=kind, version=version, parameters=parameters)

    stamp = file_stamp(path)
    if rebuild or not os.path.exists(path):
        with update_lock(path, progress):
            # Another process may have made the table meanwhile.
            if file_stamp(path) == stamp:
                make(save)


def close_shared() -> None:
    """Clear the cache, because Windows can't replace a file that is mapped."""
    _open.clear()


def file_stamp(path: str | PathLike[str]) -> _Stamp | None:
    """Return what changes if a file is replaced; None if there is no file."""
    try:
        status = os.stat(path)
    except OSError:
        return None  # opening the file raises the error
    return status.st_mtime_ns, status.st_ino, status.st_size
