"""Tables: memory-mapped files, read-only, each block checked on first use."""

from __future__ import annotations

import mmap
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from os import PathLike, fsencode, fstat
from os.path import isdir
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal._cached import cached_property
from astragal.errors import TableDamagedError, TableError, TableMismatchError, TableMissingError
from astragal.store.canonical import Parameters, canonical
from astragal.store.files import read_path, require_regular
from astragal.store.format import (
    BLOCKS,
    FORMAT,
    PAGE,
    Directory,
    FirstPage,
    parse_directory,
    parse_first_page,
)

_native.register_store(TableDamagedError)


class Table(Mapping[str, NDArray[Any]]):
    """The arrays of a table file by name, with its parameters and notes.

    Arrays are read-only views of the memory-mapped file. They stay valid if the file is replaced.
    Each block of the file is compared with its checksum before its first use:

        table["values"]                 the whole array; all blocks are checked
        table.rows("values", index)     some rows; only their blocks are checked
        table.unchecked("values")       for native code, which checks the blocks it reads with
                                        `table.blocks("values")`
    """

    def __init__(
        self, path: Path, content: mmap.mmap, directory: Directory, *, block: int, rebuild: str
    ) -> None:
        self.path = path
        self.kind = directory.kind
        self.version = directory.version
        self.parameters = directory.parameters
        self.notes = directory.notes
        self._directory = directory
        self._content = content
        self._places = {place.name: place for place in directory.arrays}
        self._block = block
        self._arrays: dict[str, NDArray[Any]] = {}
        self._blocks: dict[str, _native.CheckedBlocks] = {}
        self._rebuild = rebuild

    @cached_property
    def identity(self) -> str:
        """A hash of kind, version, parameters and arrays, the same for equal tables."""
        return self._directory.identity

    def __getitem__(self, name: str) -> NDArray[Any]:
        self.blocks(name).check_all()
        return self.unchecked(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<Table {self.kind} {self.version} {str(self.path)!r}: {', '.join(self)}>"

    def rows(self, name: str, index: int | slice | NDArray[np.int64]) -> NDArray[Any]:
        """Return rows of an array, like `table[name][index]`."""
        array, blocks = self.unchecked(name), self.blocks(name)
        width = array.strides[0]
        if isinstance(index, np.ndarray):
            blocks.check_rows(np.ascontiguousarray(index, np.int64), width)
        elif isinstance(index, int):
            place = range(len(array))[index]
            blocks.check(place * width, (place + 1) * width)
        elif part := range(len(array))[index]:
            first, last = sorted((part[0], part[-1]))
            blocks.check(first * width, (last + 1) * width)
        return array[index]

    def blocks(self, name: str) -> _native.CheckedBlocks:
        """Return the blocks of an array, which native code checks on first use."""
        if name not in self._blocks:
            place = self._places[name]
            content = np.frombuffer(self._content, np.uint8, place.end - place.offset, place.offset)
            self._blocks[name] = _native.CheckedBlocks(
                content,
                np.array(place.checksums, np.uint32),
                self._block,
                place.offset,
                # A path that is not valid UTF-8 must be printable, too.
                f"{fsencode(self.path).decode(errors='replace')}: damaged: array {name!r} does not "
                "match its checksum in bytes ",
                f"; to rebuild it: {self._rebuild}",
            )
        return self._blocks[name]

    def unchecked(self, name: str) -> NDArray[Any]:
        """Return an array without comparing its blocks with their checksums."""
        if name not in self._arrays:
            self._arrays[name] = self._places[name].view(self._content)
        return self._arrays[name]

    def __reduce__(self) -> tuple[Callable[[], Table], tuple[()]]:
        """Pickle the arguments of `open_table`; unpickling opens the file again."""
        return partial(
            open_table,
            self.path,
            kind=self.kind,
            version=self.version,
            parameters=self.parameters,
            rebuild=self._rebuild,
        ), ()

    def verify(self) -> None:
        """Check all arrays; TableDamagedError names the array and the damaged bytes."""
        for name in self:
            self.blocks(name).check_all()


def open_table(
    path: str | PathLike[str],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
    rebuild: str,
) -> Table:
    """Map the table at `path`, or raise unless kind, version and parameters match.

    The parameters are compared unless None. `rebuild` is the command that makes the file; every
    error includes it. The length, the first page and the directory of the file are checked here,
    the arrays on first use.
    """
    path = read_path(path)
    content = _mapped_file(path, rebuild)
    try:
        file_format, first_page = parse_first_page(_fetched(content, 0)[:PAGE])
        if file_format not in BLOCKS:
            what = f"written in format {file_format}; this program reads format {FORMAT}"
            raise TableMismatchError(_message(path, what, rebuild))
        directory = _directory_of(content, first_page)
    except ValueError as flaw:
        raise TableDamagedError(_message(path, f"damaged: {flaw}", rebuild)) from None
    differences = _differences(directory, kind, version, parameters)
    if differences:
        raise TableMismatchError(_message(path, "; ".join(differences), rebuild))
    return Table(path, content, directory, block=BLOCKS[file_format], rebuild=rebuild)


def _mapped_file(path: Path, rebuild: str) -> mmap.mmap:
    try:
        require_regular(path)
        with path.open("rb") as file:
            if fstat(file.fileno()).st_size == 0:
                raise TableDamagedError(_message(path, "damaged: it is empty", rebuild))
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except TableError:
        raise
    except FileNotFoundError:
        make = rebuild.replace(" --rebuild", "")  # no file to replace
        raise TableMissingError(f"{path}: there is no such table; to make it: {make}") from None
    except OSError as error:
        if isdir(path):  # `Path.is_dir` raises for some names
            make = rebuild.replace(" --rebuild", "")
            raise TableError(
                f"{path}: it is a folder; move it; to make the table: {make}"
            ) from None
        raise TableError(_message(path, f"can't be read: {error.strerror}", rebuild)) from error


def _fetched(content: mmap.mmap, start: int) -> mmap.mmap:
    """Prefetch the pages from `start` on, as `fetch` in native/store/checked.hpp does."""
    if hasattr(content, "madvise") and start < len(content):
        content.madvise(mmap.MADV_WILLNEED, start - start % mmap.PAGESIZE, 16 * mmap.PAGESIZE)
    return content


def _directory_of(content: mmap.mmap, first_page: FirstPage) -> Directory:
    """Return the directory of a file; raise ValueError if the file is damaged."""
    if len(content) != first_page.file_length:
        raise ValueError(f"it has {len(content)} bytes instead of {first_page.file_length}")
    packed = _fetched(content, first_page.directory_offset)[first_page.directory_offset :]
    if zlib.crc32(packed) != first_page.directory_checksum:
        raise ValueError("its directory does not match its checksum")
    return parse_directory(packed)


def _differences(
    directory: Directory, kind: str, version: int, parameters: Parameters | None
) -> list[str]:
    """Return the differences between a file and the requested table, as text."""
    if directory.kind != kind:
        return [f"a table of kind {directory.kind!r}, not {kind!r}"]
    if directory.version != version:
        return [f"version {directory.version} of {kind!r}, not {version}"]
    if parameters is None:
        return []
    return [
        f"{name} is {_shown(directory.parameters, name)}, not {_shown(parameters, name)}"
        for name in sorted({*directory.parameters, *parameters})
        if _shown(directory.parameters, name) != _shown(parameters, name)
    ]


def _shown(parameters: Parameters, name: str) -> str:
    return canonical(parameters[name]) if name in parameters else "absent"


def _message(path: Path, what: str, rebuild: str) -> str:
    return f"{path}: {what}; to rebuild it: {rebuild}"
