"""Writing a table file: under a temporary name beside the target, which it replaces when complete.

Whatever happens on the way (an exception, a full disk, kill -9, a power cut), the target holds the
old file or the new one, whole. A killed writer leaves its temporary file; the next writer in that
folder removes it, which is safe because a living writer holds a lock on its own.
"""

import mmap
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from io import FileIO
from os import PathLike
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any

from numpy.typing import DTypeLike, NDArray

from astragal.errors import TableError
from astragal.store import disk
from astragal.store.canonical import Json, Parameters
from astragal.store.format import (
    PAGE,
    ArrayPlace,
    Directory,
    FirstPage,
    checksums_of,
    place_arrays,
)

TEMPORARY = ".astragal-part"

# Reserved for the directory, whose size is known only at the end: a disk that others have filled
# meanwhile shall not cost a finished solve.
_DIRECTORY_ROOM = 1 << 18


class TableWriter(Mapping[str, NDArray[Any]]):
    """A table in the making, see `create_table`: writable arrays by name, `notes` to fill in."""

    def __init__(
        self,
        path: Path,
        places: list[ArrayPlace],
        *,
        kind: str,
        version: int,
        parameters: Parameters,
    ) -> None:
        self.path = path
        self.notes: dict[str, Json] = {}
        self._directory = Directory(kind, version, dict(parameters), {}, tuple(places))
        self._directory.pack()  # parameters that aren't JSON fail now, not after hours of work
        self._end = places[-1].end if places else PAGE
        self._temporary = path.with_name(f".{path.name}.{token_hex(6)}{TEMPORARY}")
        if path.is_dir():
            raise TableError(f"{path}: can't be written: it is a folder")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _remove_leftovers(path.parent)
            self._file = _locked(self._temporary)
        except OSError as error:
            raise self._failed("can't be written", error) from error
        try:
            disk.reserve(self._file, self._end + _DIRECTORY_ROOM)
            self._map = mmap.mmap(self._file.fileno(), self._end, access=mmap.ACCESS_WRITE)
            self._arrays = {place.name: place.view(self._map) for place in places}
        except BaseException as error:
            disk.remove_locked(self._file, self._temporary)
            if isinstance(error, OSError):
                raise self._failed(f"no room for its {self._end} bytes", error) from error
            raise

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __enter__(self) -> "TableWriter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._finish()
        except OSError as failure:
            raise self._failed("can't be written", failure) from failure
        finally:
            self._let_go()
            disk.remove_locked(self._file, self._temporary)

    def _finish(self) -> None:
        content = memoryview(self._map)
        arrays = tuple(
            replace(place, checksums=checksums_of(content[place.offset : place.end]))
            for place in self._directory.arrays
        )
        content.release()
        packed = replace(self._directory, notes=self.notes, arrays=arrays).pack()
        length = self._end + len(packed)
        self._map[:PAGE] = FirstPage(self._end, length, zlib.crc32(packed)).pack()
        self._map.flush()
        self._let_go()
        self._file.seek(self._end)
        disk.write_all(self._file, packed)
        self._file.truncate(length)
        disk.flush(self._file)
        disk.rename_locked(self._file, self._temporary, self.path)
        disk.flush_folder(self.path.parent)

    def _let_go(self) -> None:
        """Unmap the file. Arrays still held by the caller keep it mapped, and become read-only."""
        for array in self._arrays.values():
            array.flags.writeable = False
        self._arrays.clear()
        with suppress(BufferError):
            self._map.close()

    def _failed(self, what: str, error: OSError) -> TableError:
        return TableError(f"{self.path}: {what}: {error.strerror or error}")


def create_table(
    path: str | PathLike[str],
    shapes: Mapping[str, tuple[DTypeLike, tuple[int, ...]]],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
) -> TableWriter:
    """Begin a table too large for memory: declare its arrays, fill them in place, leave the block.

    The arrays start as zeros and lie in the file, on disk space that is already reserved. The file
    appears at `path` when the `with` block ends well, and not at all when it doesn't. Arrays must
    not be used after the block. (Windows can't rename a file that is still mapped, so there no name
    may be left on one of them: use `writer["values"]` in place, or `del` the name.)

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
    places = place_arrays((name, dtype, shape) for name, (dtype, shape) in shapes.items())
    return TableWriter(Path(path), places, kind=kind, version=version, parameters=parameters or {})


def write_table(
    path: str | PathLike[str],
    arrays: Mapping[str, NDArray[Any]],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
    notes: Parameters | None = None,
) -> None:
    """Write `arrays` as one table file, or leave what is at `path` as it was."""
    shapes = {name: (array.dtype, array.shape) for name, array in arrays.items()}
    with create_table(path, shapes, kind=kind, version=version, parameters=parameters) as writer:
        for name, array in arrays.items():
            writer[name][...] = array
        writer.notes.update(notes or {})


def _locked(path: Path) -> FileIO:
    file = disk.open_locked(path)
    if file is None:
        raise FileExistsError(f"{path} is in use")  # a random name, taken: one in 2^48
    return file


def _remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of writers that are no more."""
    for leftover in folder.glob(f".*{TEMPORARY}"):
        # Not ours to touch, or just gone: none of it matters to the table we are about to write.
        with suppress(OSError):
            file = disk.open_locked(leftover, create=False)
            if file is not None:
                disk.remove_locked(file, leftover)
