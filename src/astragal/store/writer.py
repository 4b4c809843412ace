"""Writing a table file: its arrays are filled in place, and the file appears when it is complete.

See `replace` for what happens when something goes wrong on the way.
"""

from __future__ import annotations

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

from astragal.errors import TableError
from astragal.store import disk
from astragal.store.canonical import Json, Parameters
from astragal.store.files import read_path
from astragal.store.format import PAGE, Directory, FirstPage, checksums_of, place_arrays
from astragal.store.replace import replacement

# Reserved for the directory, whose size is known only at the end: a disk that others have filled
# by then must not cost a finished solve.
_DIRECTORY_ROOM = 1 << 18


class TableWriter(Mapping[str, NDArray[Any]]):
    """A table being written, see `create_table`: arrays by name, and `notes` to fill in."""

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
        """Unmap the file. Arrays still held by the caller keep it mapped, and become read-only."""
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
    """Write a table too large for memory: declare its arrays, fill them in place, leave the block.

    The arrays start as zeros and lie in the file, on disk space that is already reserved. The file
    appears at `path` when the block ends without an exception. Arrays must not be used after the
    block. (Windows can't rename a file that is still mapped, so there no variable may refer to one
    of them at the end: use `writer["values"]` in place, or `del` the variable.)

    >>> import tempfile, numpy as np
    >>> from astragal.store import open_table
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
    directory.pack()  # parameters that aren't JSON fail now, not after hours of work
    filling = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement(path) as file, closing(TableWriter(directory, file)) as writer:
            filling = True
            yield writer
            filling = False
            writer.finish()
    except OSError as error:
        if filling:  # an exception of the caller's own
            raise
        raise TableError(f"{path}: can't be written: {error.strerror or error}") from error


def write_table(
    path: str | PathLike[str],
    arrays: Mapping[str, NDArray[Any]],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
    notes: Parameters | None = None,
) -> None:
    """Write `arrays` as one table file; on failure, `path` stays as it was."""
    shapes = {name: (array.dtype, array.shape) for name, array in arrays.items()}
    with create_table(path, shapes, kind=kind, version=version, parameters=parameters) as writer:
        for name, array in arrays.items():
            writer[name][...] = array
        writer.notes.update(notes or {})
