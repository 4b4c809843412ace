"""Engines run chunks: on threads of this process, the default, or on a cluster (see `cluster`).

An engine takes chunks and yields their outcomes. It knows nothing about checkpoints, order or
progress.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Protocol, TypeAlias, runtime_checkable

from astragal.jobs.job import ChunkT, ResultT
from astragal.jobs.threads import thread_count

Outcomes: TypeAlias = Generator[tuple[int, ResultT | Exception], None, None]
"""The index of each chunk, and its result or its exception."""


@runtime_checkable
class Engine(Protocol):
    """The interface of engines."""

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Outcomes[ResultT]:
        """Yield the outcome of each chunk as it finishes, in any order.

        Take the next chunk only when a worker is free. To stop a run, the caller ends `chunks`
        early; the engine then finishes and yields the chunks already taken. Raise only if no more
        work can be done, for example when all workers are lost. When closed, wait for running
        chunks.
        """
        ...


class LocalThreads:
    """Run chunks on `threads` threads, on all cores if None."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = thread_count(threads)

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Outcomes[ResultT]:
        """Yield the outcome of each chunk; each thread runs one chunk at a time."""
        running: dict[Future[ResultT], int] = {}

        def hand_out() -> None:
            for index, chunk in islice(chunks, self.threads - len(running)):
                running[pool.submit(work, chunk)] = index

        with ThreadPoolExecutor(self.threads, thread_name_prefix="astragal-job") as pool:
            hand_out()
            while running:
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    index = running.pop(future)
                    hand_out()  # first, so that no thread idles while the result is stored
                    error = future.exception()
                    yield index, error if isinstance(error, Exception) else future.result()
