"""The bytes of a table file.

    page 0       magic | format | directory's place | file's length | directory's checksum
                 zeros, and in the last four bytes the checksum of the page
    page 1 ...   the arrays, each from the start of a page, C order, little-endian,
                 zeros up to the next page
    the end      the directory, JSON: kind, version, parameters, notes, and for each array
                 its name, dtype, shape, offset and the checksum of each block

The directory is at the end because the checksums, and notes such as the residual of a solve, are
known only then. Every byte of the file has a checksum, including the padding.

Stability: a change of this format makes the files of all users unreadable. Increase `FORMAT` with
every change. Magic, format and the checksum of page 0 never move, so that a file of a later format
can be distinguished from a damaged file.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import prod
from mmap import mmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from astragal import _native
from astragal.store.canonical import Parameters, canonical, full_hash

MAGIC = b"astragal"
FORMAT = 2
PAGE = 4096

# The checksums detect accidents, not forgery, so CRC-32 is enough: it detects every error burst of
# up to 32 bits. A block is checked on first use; in format 2 this takes a fraction of a
# millisecond.
BLOCKS = {1: 16 << 20, 2: 1 << 18}
"""The size of a block in each readable format."""

_FIRST_PAGE = struct.Struct("<8sIQQI")
_CHECKSUM = struct.Struct("<I")


class FirstPage(NamedTuple):
    """The content of page 0: the place and checksum of the directory, and the file length."""

    directory_offset: int
    file_length: int
    directory_checksum: int

    def pack(self) -> bytes:
        """Return the page."""
        page = _FIRST_PAGE.pack(MAGIC, FORMAT, *self).ljust(PAGE - _CHECKSUM.size, b"\0")
        return page + _CHECKSUM.pack(zlib.crc32(page))


def parse_first_page(page: bytes) -> tuple[int, FirstPage]:
    """Return the format and the content of page 0; raise ValueError if it is damaged."""
    if not page.startswith(MAGIC):
        raise ValueError(f"it starts with {page[: len(MAGIC)]!r}, not with {MAGIC!r}")
    if len(page) < PAGE:
        raise ValueError(f"it ends after {len(page)} bytes, in its first page")
    content, (checksum,) = page[: -_CHECKSUM.size], _CHECKSUM.unpack(page[-_CHECKSUM.size :])
    if zlib.crc32(content) != checksum:
        raise ValueError("its first page does not match its checksum")
    _, file_format, *fields = _FIRST_PAGE.unpack_from(content)
    return file_format, FirstPage(*fields)


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """The type, the shape and the place of an array in a table file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    checksums: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """The end of the last page."""
        end = self.offset + prod(self.shape) * np.dtype(self.dtype).itemsize
        return -(-end // PAGE) * PAGE

    def view(self, content: mmap) -> NDArray[Any]:
        """Return the array in `content`, the mapped file."""
        # np.ndarray(buffer=...) would allow closing the map while the array is in use.
        flat = np.frombuffer(content, self.dtype, prod(self.shape), self.offset)
        return flat.reshape(self.shape)


@dataclass(frozen=True, slots=True)
class Directory:
    """The directory of a table file."""

    kind: str
    version: int
    parameters: Parameters
    notes: Parameters
    arrays: tuple[ArrayPlace, ...]

    def pack(self) -> bytes:
        """Return the bytes of the directory."""
        return canonical(asdict(self)).encode()

    @property
    def identity(self) -> str:
        """A hash of kind, version, parameters and arrays, the same for equal tables."""
        checksums = {place.name: place.checksums for place in self.arrays}
        return full_hash([self.kind, self.version, self.parameters, checksums])


def parse_directory(content: bytes) -> Directory:
    """Read a packed directory."""
    fields = json.loads(content)
    arrays = tuple(
        ArrayPlace(
            **entry | {"shape": tuple(entry["shape"]), "checksums": tuple(entry["checksums"])}
        )
        for entry in fields.pop("arrays")
    )
    return Directory(**fields, arrays=arrays)


def place_arrays(shapes: Iterable[tuple[str, DTypeLike, tuple[int, ...]]]) -> list[ArrayPlace]:
    """Assign pages to arrays, one after the other, from page 1 on.

    >>> for place in place_arrays([("values", np.uint32, (7, 300)), ("starts", np.uint64, (8,))]):
    ...     print(place.name, place.dtype, place.offset, place.end)
    values <u4 4096 16384
    starts <u8 16384 20480
    """
    places: list[ArrayPlace] = []
    offset = PAGE
    for name, dtype, shape in shapes:
        place = ArrayPlace(name, _stored_dtype(name, dtype), tuple(map(int, shape)), offset)
        places.append(place)
        offset = place.end
    return places


def checksums_of(content: NDArray[np.uint8]) -> tuple[int, ...]:
    """Return the checksum of each block of `content`; empty content has one block."""
    block = BLOCKS[FORMAT]
    checksums = np.empty(max(1, -(-len(content) // block)), np.uint32)
    _native.block_checksums(content, block, checksums)
    return tuple(checksums.tolist())


def _stored_dtype(name: str, dtype: DTypeLike) -> str:
    """Return `dtype` in little-endian order, so that a file is the same on every machine."""
    dtype = np.dtype(dtype)
    if dtype.kind not in "biufc":
        raise TypeError(f"array {name!r}: a table holds numbers and booleans, not {dtype}")
    return dtype.newbyteorder("<").str
