"""What a job is: independent chunks, a pure function, and a way to put the results together."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError
from astragal.store import Json, Parameters, canonical

# Arrays only, so that a result can be kept on disk without pickle and read back bit for bit.
Result: TypeAlias = NDArray[Any] | Mapping[str, NDArray[Any]]

ChunkT = TypeVar("ChunkT")
ResultT = TypeVar("ResultT", bound=Result)
AnswerT = TypeVar("AnswerT")

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")


@dataclass(frozen=True)
class Job(Generic[ChunkT, ResultT, AnswerT]):
    """Work that can be cut into chunks.

    `chunks` may be any sequence, also one that makes its items when asked (a `range` often does); a
    chunk is known by its index. `work` must be pure: the same chunk gives the same result, on any
    thread or machine. `combine` gets the results in the order of the chunks, whatever the order in
    which they were finished, one at a time.

    `parameters` is everything that the results depend on; `version` is raised when `work` itself
    comes to give other results. Finished chunks are used again only when both are the same.
    """

    name: str
    chunks: Sequence[ChunkT]
    work: Callable[[ChunkT], ResultT]
    combine: Callable[[Iterator[ResultT]], AnswerT]
    parameters: Parameters = field(default_factory=dict)
    version: int = 1

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise BadInputError(
                f"a job's name names a file (small letters, digits, . _ -): {self.name!r}"
            )

    @property
    def fingerprint(self) -> str:
        """A hash of all that the results depend on, and of the number of chunks."""
        inputs: list[Json] = [self.name, self.version, len(self.chunks), self.parameters]
        return sha256(canonical(inputs).encode()).hexdigest()


def plain_result(result: ResultT) -> ResultT:
    """Return `result` with its arrays in C order, or raise TypeError if it is none.

    The order of memory decides the order in which NumPy adds, so a result that went through a
    checkpoint and one that did not must lie in memory alike.
    """
    if isinstance(result, Mapping):
        return cast("ResultT", {str(name): _plain_array(array) for name, array in result.items()})
    return cast("ResultT", _plain_array(result))


def _plain_array(array: object) -> NDArray[Any]:
    if not isinstance(array, np.ndarray) or array.dtype.hasobject:
        raise TypeError(f"a chunk's result is an array or a dict of arrays, not {array!r}")
    return np.asarray(array, order="C")
