r"""Finished chunks on disk: an append-only file that survives kill -9 and a power cut at any byte.

    header     "astragal checkpoint 2\n", the job's fingerprint, " ", checksum of these, "\n"
    record     mark | index | length | payload's checksum | checksum of the file's header and these
    payload    a line of JSON, the names of the arrays (null for a single one), then each as .npy
    record     ...

A truncated last record is dropped. A record with a damaged payload is skipped. After a record with
a damaged header, the next record is found by its mark. Each record includes the checksum of the
file's header, so the records of a job are found even if the file's header is damaged. Only damaged
records are lost.

A record is flushed to the disk before `append` returns, so a power cut costs only unfinished
chunks. A thread may append while another thread reads.
"""

from __future__ import annotations

import json
import mmap
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from io import BytesIO, FileIO
from os import PathLike
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.errors import AstragalError, BadInputError, JobError, quoted
from astragal.jobs.job import Result
from astragal.progress import Progress, waiting_for
from astragal.store import disk
from astragal.store.files import read_path
from astragal.store.folders import unwritable

_MAGIC = b"astragal checkpoint 2\n"
_MOST_HEADER = 4096
_MARK = b"\xa5chk"
_NUMBERS = struct.Struct("<4sQQI")
_CHECKSUM = struct.Struct("<I")
_RECORD = _NUMBERS.size + _CHECKSUM.size


class _Payload(NamedTuple):
    """The place and checksum of the payload of a record."""

    offset: int
    length: int
    checksum: int

    @property
    def end(self) -> int:
        return self.offset + self.length


class Checkpoint:
    """The finished chunks of one job, in a file that is locked while this object is open.

    `note` describes the state of the opened file for people; it is empty for a new file. If
    another process uses the file, call `wait` until it has ended; without `wait`, raise JobError.
    `waited` and `removed` tell whether it was so, and whether that process has finished the job and
    removed the file: its chunks can still be read.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Checkpoint(Path(folder, "demo.checkpoint"), "fingerprint") as checkpoint:
    ...         checkpoint.append(3, np.array([1, 2]))
    ...     with Checkpoint(Path(folder, "demo.checkpoint"), "fingerprint") as checkpoint:
    ...         3 in checkpoint, checkpoint.read(3), checkpoint.note
    (True, array([1, 2]), 'resumed')
    """

    def __init__(
        self,
        path: str | PathLike[str],
        fingerprint: str,
        *,
        wait: Callable[[], None] | None = None,
    ) -> None:
        self.path = path = read_path(path)
        self.waited = False
        self.note = ""
        self._payloads: dict[int, _Payload] = {}
        self._end = 0
        if not isinstance(fingerprint, str):
            raise BadInputError(f"fingerprint must be text, not {quoted(fingerprint)}")
        self._header = _make_header(fingerprint)
        self._lock = Lock()  # reading and appending both move the position of the file

        def wait_and_note() -> None:
            self.waited = True
            wait()  # type: ignore[misc]

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = disk.open_locked(path, wait=None if wait is None else wait_and_note)
        except AstragalError:
            raise
        except OSError as error:
            raise unwritable(path, error) from error
        if file is None:
            raise JobError(
                f"{path}: another run is using this checkpoint; start again when it has ended"
            )
        self._file: FileIO = file
        self.removed = not disk.is_at(file, path)
        try:
            self._load()
        except OSError as error:
            self._file.close()
            raise unwritable(path, error) from error
        except BaseException:
            self._file.close()
            raise

    def __contains__(self, index: int) -> bool:
        return index in self._payloads

    def __len__(self) -> int:
        return len(self._payloads)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:  # a thread may still append, if a second Ctrl-C has ended the wait for it
            self._file.close()

    def append(self, index: int, result: Result) -> None:
        """Store the result of chunk `index`."""
        parts = _pack_result(result)
        length, checksum = 0, 0
        for part in parts:
            length, checksum = length + len(part), zlib.crc32(part, checksum)
        with self._lock:
            payload = _Payload(self._end + _RECORD, length, checksum)
            numbers = _NUMBERS.pack(_MARK, index, payload.length, payload.checksum)
            try:
                self._file.seek(self._end)  # overwrite a partly written record
                disk.write_all(self._file, numbers + _checksum_of(numbers, self._header))
                for part in parts:
                    disk.write_all(self._file, part)
                disk.flush(self._file)
            except OSError as error:
                raise unwritable(self.path, error) from error
            self._payloads[index] = payload
            self._end = payload.end

    def read(self, index: int) -> Result:
        """Return the stored result of chunk `index`."""
        with self._lock:
            payload = self._payloads[index]
            self._file.seek(payload.offset)
            content = _read_exactly(self._file, payload.length)
        if zlib.crc32(content) != payload.checksum:
            raise JobError(f"{self.path}: chunk {index} is damaged on disk; run the job again")
        return _unpack_result(content)

    def remove(self) -> None:
        """Remove the file at the end of the job; keep it if it can't be removed.

        The result of the job is worth more, and a later run can use the file.
        """
        if not self.removed:
            with suppress(OSError):
                disk.remove_locked(self._file, self.path)

    def _load(self) -> None:
        """Find the records of this job, or start over."""
        header = self._header
        beginning = _read_exactly(self._file, _MOST_HEADER)
        damaged = 0
        if beginning.startswith(header):
            damaged = self._find_records(len(header))
            self.note = "resumed"
        elif header.startswith(beginning):  # a new file, or a partly written header
            self._start_over()
        elif _has_header(beginning):
            self._start_over()
            self.note = "the inputs have changed: starting over"
        else:
            damaged = self._find_records(0)
            self.note = "resumed after damage to the header"
            if not self._payloads:
                self._start_over()
                self.note = "the checkpoint is unreadable: starting over"
        if damaged and self._payloads:
            self.note += f", without {damaged} damaged chunks"
        if not beginning.startswith(header):
            self._file.seek(0)
            disk.write_all(self._file, header)
            disk.flush_folder(self.path.parent)

    def _start_over(self) -> None:
        self._end = len(self._header)
        self._file.truncate(0)

    def _find_records(self, start: int) -> int:
        """Find the records of this job, cut off a partial record, and count the damaged records."""
        damaged = 0
        self._end = len(self._header)
        with mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            for index, payload in _records(content, start, self._header):
                self._end = payload.end
                if zlib.crc32(content[payload.offset : payload.end]) == payload.checksum:
                    self._payloads[index] = payload
                else:
                    damaged += 1
        self._file.truncate(self._end)
        return damaged


class MemoryCheckpoint(dict[int, Result]):
    """Finished chunks in memory, with the methods of a `Checkpoint`."""

    note = ""

    def append(self, index: int, result: Result) -> None:
        """Store the result of chunk `index`."""
        self[index] = result

    def read(self, index: int) -> Result:
        """Return the result of chunk `index`, and free its memory."""
        return self.pop(index)

    def remove(self) -> None:
        """Free the memory of all results."""
        self.clear()


AnyCheckpoint: TypeAlias = Checkpoint | MemoryCheckpoint


def open_checkpoint(
    folder: str | PathLike[str] | None,
    name: str,
    fingerprint: str,
    *,
    finished: Callable[[Checkpoint], bool] | None = None,
    progress: Progress | None = None,
) -> AbstractContextManager[AnyCheckpoint]:
    """Open the checkpoint of a computation: a file in `folder`, or memory if `folder` is None.

    If another process uses the file, wait for its end, and tell `progress`. The checkpoint then has
    the chunks of that process, also if that process has `finished` the job and removed the file.
    Without `progress`, raise JobError.

    Every long computation resumes from a checkpoint: `run` stores the chunks of a job, the solve of
    Ur its layers, and the search for an equilibrium its rounds.
    """
    if folder is None:
        return nullcontext(MemoryCheckpoint())
    path = read_path(folder, f"{name}.checkpoint")
    wait = None if progress is None else waiting_for(path, progress, name)
    while True:
        checkpoint = Checkpoint(path, fingerprint, wait=wait)
        if not checkpoint.removed or (finished is not None and finished(checkpoint)):
            return checkpoint
        checkpoint.__exit__()  # it was the checkpoint of another job


def _make_header(fingerprint: str) -> bytes:
    text = _MAGIC + fingerprint.encode()
    return text + b" %08x\n" % zlib.crc32(text)


def _has_header(content: bytes) -> bool:
    """Return whether `content` begins with the undamaged header of any job."""
    if not content.startswith(_MAGIC):
        return False
    fingerprint, _, _ = content.removeprefix(_MAGIC).partition(b"\n")
    text, _, checksum = (_MAGIC + fingerprint).rpartition(b" ")
    return checksum == b"%08x" % zlib.crc32(text)


def _checksum_of(numbers: bytes, header: bytes) -> bytes:
    return _CHECKSUM.pack(zlib.crc32(numbers, zlib.crc32(header)))


def _records(content: mmap.mmap, start: int, header: bytes) -> Iterator[tuple[int, _Payload]]:
    """Yield the index and the payload of each complete record, damaged payloads included."""
    while (start := content.find(_MARK, start)) >= 0:
        numbers = content[start : start + _NUMBERS.size]
        checksum = content[start + _NUMBERS.size : start + _RECORD]
        if checksum == _checksum_of(numbers, header):
            _, index, length, payload_checksum = _NUMBERS.unpack(numbers)
            payload = _Payload(start + _RECORD, length, payload_checksum)
            if payload.end > len(content):
                return
            yield index, payload
            start = payload.end
        else:
            start += 1


def _pack_result(result: Result) -> list[bytes | memoryview]:
    """Return the parts of the payload, without copying C-contiguous arrays."""
    names = None if isinstance(result, np.ndarray) else list(result)
    arrays = [result] if isinstance(result, np.ndarray) else result.values()
    parts: list[bytes | memoryview] = [json.dumps(names).encode() + b"\n"]
    for array in arrays:
        header, plain = BytesIO(), np.asarray(array, order="C")
        about = np.lib.format.header_data_from_array_1_0(plain)
        np.lib.format.write_array_header_1_0(header, about)
        parts += [header.getvalue(), plain.reshape(-1).view(np.uint8).data]
    return parts


def _unpack_result(content: bytes) -> Result:
    payload = BytesIO(content)
    names = json.loads(payload.readline())
    keys = [""] if names is None else names
    arrays: dict[str, NDArray[Any]] = {key: np.load(payload, allow_pickle=False) for key in keys}
    return arrays[""] if names is None else arrays


def _read_exactly(file: FileIO, length: int) -> bytes:
    """Read `length` bytes, or up to the end of the file; a single `read` may return fewer."""
    pieces = []
    while length and (piece := file.read(length)):
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)
