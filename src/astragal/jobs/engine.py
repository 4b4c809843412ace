"""What runs chunks: threads of this process, or somebody else's machines.

An engine knows nothing of checkpoints, order or progress; it is handed chunks and gives back what
becomes of them.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol

from astragal.jobs.job import ChunkT, ResultT


@dataclass(frozen=True, slots=True)
class Done(Generic[ResultT]):
    """A chunk that gave its result."""

    index: int
    result: ResultT


@dataclass(frozen=True, slots=True)
class Failed:
    """A chunk whose work raised."""

    index: int
    error: Exception


class Engine(Protocol):
    """Anything that can work off chunks."""

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Generator[Done[ResultT] | Failed, None, None]:
        """Yield what becomes of each of `chunks` as it finishes, in any order.

        Take the next chunk only when there is a worker for it: the run is stopped by ending
        `chunks` early, and what was taken by then is finished and yielded. Raise only when nothing
        more can be done, as when all workers are lost. When closed, wait for what is running.
        """
        ...
