"""What runs chunks: threads of this process, or a cluster.

An engine takes chunks and yields their outcomes. It knows nothing about checkpoints, order or
progress.
"""

from collections.abc import Callable, Generator, Iterator
from typing import Protocol, TypeAlias, runtime_checkable

from astragal.jobs.job import ChunkT, ResultT

Outcomes: TypeAlias = Generator[tuple[int, ResultT | Exception], None, None]
"""The index of each chunk, and its result or the exception that its work raised."""


@runtime_checkable
class Engine(Protocol):
    """Anything that can run chunks."""

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Outcomes[ResultT]:
        """Yield the outcome of each chunk as it finishes, in any order.

        Take the next chunk only when a worker is free: a run is stopped by ending `chunks` early,
        and the chunks taken by then are finished and yielded. Raise only if no more work can be
        done, for example when all workers are lost. When closed, wait for running chunks.
        """
        ...
