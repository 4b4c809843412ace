"""Reading a table file: memory-mapped, read-only, and refused when anything is wrong with it."""

import mmap
import zlib
from collections.abc import Iterator, Mapping
from os import PathLike, fstat
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from astragal.errors import (
    TableDamagedError,
    TableError,
    TableMismatchError,
    TableMissingError,
)
from astragal.store.canonical import Parameters, canonical
from astragal.store.format import (
    BLOCK,
    FORMAT,
    PAGE,
    Directory,
    FirstPage,
    checksums_of,
    parse_directory,
    parse_first_page,
)


class Table(Mapping[str, NDArray[Any]]):
    """The arrays of one file by name, and what the file says of itself.

    The arrays are windows onto the file: they cost no memory of their own, can't be written to, and
    keep the file mapped for as long as one of them is alive. A file replaced meanwhile stays, for
    them, as it was.
    """

    def __init__(
        self, path: Path, content: mmap.mmap, directory: Directory, *, rebuild: str
    ) -> None:
        self.path = path
        self.kind = directory.kind
        self.version = directory.version
        self.parameters = directory.parameters
        self.notes = directory.notes
        self.identity = directory.identity
        self._content = content
        self._places = {place.name: place for place in directory.arrays}
        self._rebuild = rebuild

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._places[name].view(self._content)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<Table {self.kind} {self.version} {str(self.path)!r}: {', '.join(self)}>"

    def verify(self) -> None:
        """Read all arrays and compare their checksums; TableDamagedError names what differs."""
        for place in self._places.values():
            found = checksums_of(memoryview(self._content)[place.offset : place.end])
            for block, (is_now, was) in enumerate(zip(found, place.checksums, strict=True)):
                if is_now != was:
                    start = place.offset + block * BLOCK
                    end = min(start + BLOCK, place.end)
                    what = (
                        f"damaged: array {place.name!r} does not match its checksum, "
                        f"somewhere in bytes {start} to {end}"
                    )
                    raise TableDamagedError(_message(self.path, what, self._rebuild))


def open_table(
    path: str | PathLike[str],
    *,
    kind: str,
    version: int,
    parameters: Parameters | None = None,
    rebuild: str,
    verify: bool = True,
) -> Table:
    """Map the table at `path`, if it is sound and the one that was asked for.

    Parameters are compared when given. `rebuild` is the command that makes the file; every error
    repeats it. `verify=False` leaves the arrays unread, for files of gigabytes: page 0, the
    directory and the exact length are checked all the same, and `Table.verify` does the rest when
    somebody asks.
    """
    path = Path(path)
    content = _mapped_file(path, rebuild)
    try:
        file_format, first_page = parse_first_page(content[:PAGE])
        if file_format != FORMAT:
            what = f"written in format {file_format}; this program reads format {FORMAT}"
            raise TableMismatchError(_message(path, what, rebuild))
        directory = _directory_of(content, first_page)
    except ValueError as flaw:
        raise TableDamagedError(_message(path, f"damaged: {flaw}", rebuild)) from None
    differences = _differences(directory, kind, version, parameters)
    if differences:
        raise TableMismatchError(_message(path, "; ".join(differences), rebuild))
    table = Table(path, content, directory, rebuild=rebuild)
    if verify:
        table.verify()
    return table


def _mapped_file(path: Path, rebuild: str) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            if fstat(file.fileno()).st_size == 0:
                raise TableDamagedError(_message(path, "damaged: it is empty", rebuild))
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except TableError:
        raise
    except FileNotFoundError:
        raise TableMissingError(_message(path, "there is no such table", rebuild)) from None
    except OSError as error:
        raise TableError(_message(path, f"can't be read: {error.strerror}", rebuild)) from error


def _directory_of(content: mmap.mmap, first_page: FirstPage) -> Directory:
    """Return the directory of a file of the right length; ValueError says what is wrong."""
    if len(content) != first_page.file_length:
        raise ValueError(f"it has {len(content)} bytes instead of {first_page.file_length}")
    packed = content[first_page.directory_offset :]
    if zlib.crc32(packed) != first_page.directory_checksum:
        raise ValueError("its directory does not match its checksum")
    return parse_directory(packed)


def _differences(
    found: Directory, kind: str, version: int, parameters: Parameters | None
) -> list[str]:
    """Say how a sound file differs from the one that was asked for."""
    if found.kind != kind:
        return [f"a table of kind {found.kind!r}, not {kind!r}"]
    if found.version != version:
        return [f"version {found.version} of {kind!r}, not {version}"]
    if parameters is None:
        return []
    return [
        f"{name} is {_shown(found.parameters, name)}, not {_shown(parameters, name)}"
        for name in sorted({*found.parameters, *parameters})
        if _shown(found.parameters, name) != _shown(parameters, name)
    ]


def _shown(parameters: Parameters, name: str) -> str:
    return canonical(parameters[name]) if name in parameters else "absent"


def _message(path: Path, what: str, rebuild: str) -> str:
    return f"{path}: {what}; to rebuild it: {rebuild}"
