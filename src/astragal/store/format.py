"""The bytes of a table file.

    page 0       magic | format | directory's place | file's length | directory's checksum
                 zeros, and in the last four bytes the checksum of the page
    page 1 ...   the arrays, each from the start of a page, C order, little-endian,
                 zeros up to the next page
    the end      the directory, JSON: kind, version, parameters, notes, and for each array
                 its name, dtype, shape, offset and checksums

The directory stands at the end because part of it is known only then: checksums, and notes such as
the residual that was reached. Every byte is under one of the checksums, the zeros included.

Stability: a change of these bytes makes all files of all users unreadable. Raise `FORMAT` with it;
magic, format and the checksum of page 0 keep their places for ever, so that a file from the future
is told from a damaged one.
"""

import json
import struct
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import prod
from mmap import mmap
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from astragal.store.canonical import Parameters, canonical

MAGIC = b"astragal"
FORMAT = 1
PAGE = 4096

_FIRST_PAGE = struct.Struct("<8sIQQI")
_CHECKSUM = struct.Struct("<I")

# A checksum here is against accidents, not forgers, so CRC-32 does: it finds any burst of up to 32
# bits and any two bits. In blocks, because that holds up to 2^32 bits, because several cores can
# then share the work, and because an error can say where the damage is.
BLOCK = 16 << 20


class FirstPage(NamedTuple):
    """What page 0 says: where the directory starts, where the file ends, and a checksum."""

    directory_offset: int
    file_length: int
    directory_checksum: int

    def pack(self) -> bytes:
        """Return the page."""
        page = _FIRST_PAGE.pack(MAGIC, FORMAT, *self).ljust(PAGE - _CHECKSUM.size, b"\0")
        return page + _CHECKSUM.pack(zlib.crc32(page))


def parse_first_page(page: bytes) -> tuple[int, FirstPage]:
    """Return the format and the contents of page 0; ValueError says what is wrong with it."""
    if not page.startswith(MAGIC):
        raise ValueError(f"it starts with {page[: len(MAGIC)]!r}, not with {MAGIC!r}")
    if len(page) < PAGE:
        raise ValueError(f"it ends after {len(page)} bytes, within its first page")
    content, (checksum,) = page[: -_CHECKSUM.size], _CHECKSUM.unpack(page[-_CHECKSUM.size :])
    if zlib.crc32(content) != checksum:
        raise ValueError("its first page does not match its checksum")
    _, file_format, *fields = _FIRST_PAGE.unpack_from(content)
    return file_format, FirstPage(*fields)


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """One array of a table: what it is and where its bytes are."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    checksums: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """Where its last page ends."""
        return whole_pages(self.offset + prod(self.shape) * np.dtype(self.dtype).itemsize)

    def view(self, content: mmap) -> NDArray[Any]:
        """Return the array as it lies in `content`, the mapped file."""
        # Not np.ndarray(buffer=...), which would let the map be closed under the living array.
        flat = np.frombuffer(content, self.dtype, prod(self.shape), self.offset)
        return flat.reshape(self.shape)


@dataclass(frozen=True, slots=True)
class Directory:
    """What a file holds."""

    kind: str
    version: int
    parameters: Parameters
    notes: Parameters
    arrays: tuple[ArrayPlace, ...]

    def pack(self) -> bytes:
        """Return the directory as it is written."""
        return canonical(asdict(self)).encode()

    @property
    def identity(self) -> str:
        """A hash of what the table is and holds: the same for a copy, another for other bytes."""
        checksums = {place.name: place.checksums for place in self.arrays}
        content = canonical([self.kind, self.version, self.parameters, checksums])
        return sha256(content.encode()).hexdigest()


def parse_directory(content: bytes) -> Directory:
    """Return the directory that `pack` wrote."""
    fields = json.loads(content)
    arrays = tuple(
        ArrayPlace(
            **entry | {"shape": tuple(entry["shape"]), "checksums": tuple(entry["checksums"])}
        )
        for entry in fields.pop("arrays")
    )
    return Directory(**fields, arrays=arrays)


def place_arrays(shapes: Iterable[tuple[str, DTypeLike, tuple[int, ...]]]) -> list[ArrayPlace]:
    """Give each array its pages, one after the other, from page 1 on.

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


def checksums_of(content: memoryview) -> tuple[int, ...]:
    """Return the checksum of each block of `content`, worked out on all cores."""
    if len(content) <= BLOCK:
        return (zlib.crc32(content),)
    blocks = (content[start : start + BLOCK] for start in range(0, len(content), BLOCK))
    with ThreadPoolExecutor(cpu_count()) as pool:
        return tuple(pool.map(zlib.crc32, blocks))


def whole_pages(length: int) -> int:
    """Round `length` up to whole pages."""
    return -(-length // PAGE) * PAGE


def _stored_dtype(name: str, dtype: DTypeLike) -> str:
    """Return the little-endian twin of `dtype`: a file is the same on every machine."""
    dtype = np.dtype(dtype)
    if dtype.kind not in "biufc":
        raise TypeError(f"array {name!r}: a table holds numbers and booleans, not {dtype}")
    return dtype.newbyteorder("<").str
