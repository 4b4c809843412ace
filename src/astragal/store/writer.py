"""Writers of table files: arrays are filled in place, and the file appears when it is complete.

See `replace` for failures.
"""

from __future__ import annotations

import errno
import mmap
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from io import FileIO
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from astragal.store import disk
from astragal.store.canonical import Json, Parameters
from astragal.store.files import read_path
from astragal.store.folders import unwritable
from astragal.store.format import PAGE, Directory, FirstPage, checksums_of, place_arrays
from astragal.store.replace import replacement

# Disk space reserved for the directory, whose size is known only at the end. If the disk is full by
# then, a finished solve must not be lost.
_DIRECTORY_ROOM = 1 << 18


class TableWriter(Mapping[str, NDArray[Any]]):
    """The arrays, by name, and the `notes` of a table being written; see `create_table`."""

    def __init__(self, directory: Directory, file: FileIO) -> None:
        self.notes: dict[str, Json] = {}
        self._directory = directory
        self._file = file
        self._end = directory.arrays[-1].end if directory.arrays else PAGE
        disk.reserve(file, self._end + _DIRECTORY_ROOM)
        self._map = mmap.mmap(file.fileno(), self._end, access=mmap.ACCESS_WRITE)
        self._arrays = {place.name: place.view(self._map) for place in directory.arrays}

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def finish(self) -> None:
        """Write checksums, directory and first page."""
        content = np.frombuffer(self._map, np.uint8)
        arrays = tuple(
            replace(place, checksums=checksums_of(content[place.offset : place.end]))
            for place in self._directory.arrays
        )
        del content  # an open view would keep the file mapped
        packed = replace(self._directory, notes=self.notes, arrays=arrays).pack()
        length = self._end + len(packed)
        self._map[:PAGE] = FirstPage(self._end, length, zlib.crc32(packed)).pack()
        self._map.flush()
        self.close()
        self._file.seek(self._end)
        disk.write_all(self._file, packed)
        self._file.truncate(length)

    def close(self) -> None:
        """Unmap the file. Arrays that the caller still holds become read-only and stay mapped."""
        for array in self._arrays.values():
            array.flags.writeable = False
        self._arrays.clear()
        with suppress(BufferError):
            self._map.close()


@contextmanager
def create_table(
    path: str | PathLike[str],
    shapes: Mapping[str, tuple[DTypeLike, tuple[int, ...]]],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
) -> Iterator[TableWriter]:
    """Create a table larger than memory, whose arrays are filled in place within the block.

    The arrays start as zeros and are mapped to the file, whose disk space is reserved. The file
    appears at `path` when the block ends without an exception. Arrays must not be used after the
    block. Windows can't rename a mapped file, so there no variable may refer to an array at the end
    of the block: use `writer["values"]` in place, or `del` the variable.

    >>> import tempfile, numpy as np
    >>> from astragal.store.table import open_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with create_table(f"{folder}/squares", {"n2": (np.uint64, (5,))}, kind="squares",
    ...                       version=1) as writer:
    ...         writer["n2"][:] = np.arange(5) ** 2
    ...         writer.notes["residual"] = 0.0
    ...     table = open_table(f"{folder}/squares", kind="squares", version=1, rebuild="run this")
    ...     table["n2"].tolist(), table.notes
    ([0, 1, 4, 9, 16], {'residual': 0.0})
    """
    path = read_path(path)
    places = place_arrays((name, dtype, shape) for name, (dtype, shape) in shapes.items())
    directory = Directory(kind, version, dict(parameters or {}), {}, tuple(places))
    directory.pack()  # fail now, not after hours of work, if parameters are not JSON
    filling = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement(path) as file, closing(TableWriter(directory, file)) as writer:
            filling = True
            yield writer
            filling = False
            writer.finish()
    except OSError as error:
        if filling:  # an exception of the caller
            raise
        if error.errno == errno.ENOMEM:
            raise MemoryError(error.strerror) from error
        raise unwritable(path, error) from error


def write_table(
    path: str | PathLike[str],
    arrays: Mapping[str, NDArray[Any]],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
    notes: Parameters | None = None,
) -> None:
    """Write `arrays` as a table file; on failure, the file at `path` is unchanged."""
    shapes = {name: (array.dtype, array.shape) for name, array in arrays.items()}
    with create_table(path, shapes, kind=kind, version=version, parameters=parameters) as writer:
        for name, array in arrays.items():
            writer[name][...] = array
        writer.notes.update(notes or {})
