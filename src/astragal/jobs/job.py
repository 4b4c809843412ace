"""Jobs: independent chunks, a pure function of a chunk, and a function to combine the results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from astragal._checks import MAX_UINT64, require_int
from astragal.errors import BadInputError, quoted
from astragal.store.canonical import Json, Parameters, full_hash, short_hash

# Arrays only, so that a result can be stored without pickle and read back bit for bit.
Result: TypeAlias = NDArray[Any] | Mapping[str, NDArray[Any]]
"""The result of a chunk: an array, or arrays by name."""

ChunkT = TypeVar("ChunkT")
ResultT = TypeVar("ResultT", bound=Result)
AnswerT = TypeVar("AnswerT")

MOST_CHUNKS = 10_000_000

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_HASH = re.compile("-[0-9a-f]{16}$")


@dataclass(frozen=True)
class Job(Generic[ChunkT, ResultT, AnswerT]):
    """Work that can be split into chunks.

    `chunks` is a sequence, which may be lazy like a `range`; a chunk is identified by its index.
    `work` must be pure: the same chunk gives the same result on any thread or machine. `combine`
    gets an iterator over the results, in the order of the chunks.

    `parameters` holds everything that the results depend on. Increase `version` when the results of
    `work` change. Finished chunks are reused only if `parameters` and `version` are the same.
    """

    name: str
    chunks: Sequence[ChunkT]
    work: Callable[[ChunkT], ResultT]
    combine: Callable[[Iterator[ResultT]], AnswerT]
    parameters: Parameters = field(default_factory=dict)
    version: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise BadInputError(
                f"{quoted(self.name)}: the name of a job may have small letters, digits, . _ and -"
            )

    @property
    def title(self) -> str:
        """The name without its hash, for people."""
        return _HASH.sub("", self.name)

    @property
    def fingerprint(self) -> str:
        """A hash of everything that the results depend on."""
        return full_hash([self.name, self.version, len(self.chunks), self.parameters])


def hashed_job(
    name: str,
    chunks: Sequence[ChunkT],
    work: Callable[[ChunkT], ResultT],
    combine: Callable[[Iterator[ResultT]], AnswerT],
    **parameters: Json,
) -> Job[ChunkT, ResultT, AnswerT]:
    """Return a job named with a hash of its parameters, so that each has its own checkpoint."""
    return Job(f"{name}-{short_hash(parameters)}", chunks, work, combine, parameters)


def chunk_ranges(stop: int, step: int, start: int = 0) -> list[range]:
    """Return chunks of consecutive numbers.

    >>> chunk_ranges(5, 2)
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    start = require_int(start, "start", 0, MAX_UINT64)
    stop = require_int(stop, "stop", 0, MAX_UINT64)
    step = require_int(step, "step", 1, inf)
    if stop - start > step * MOST_CHUNKS:
        raise BadInputError(
            f"{stop - start:,} numbers in steps of {step:,} are more than {MOST_CHUNKS:,} chunks"
        )
    return [range(first, min(first + step, stop)) for first in range(start, stop, step)]


def plain_result(result: ResultT) -> ResultT:
    """Return `result` with its arrays in C order, or raise TypeError if it is not a result.

    NumPy adds in memory order. So results from a checkpoint and from memory must have the same
    memory order to give the same sums.
    """
    if isinstance(result, Mapping):
        return cast("ResultT", {str(name): _plain_array(array) for name, array in result.items()})
    return cast("ResultT", _plain_array(result))


def _plain_array(array: object) -> NDArray[Any]:
    if not isinstance(array, np.ndarray) or array.dtype.hasobject:
        raise TypeError(
            f"the result of a chunk must be an array or a dict of arrays: {quoted(array)}"
        )
    return np.asarray(array, order="C")
