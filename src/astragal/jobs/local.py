"""The engine that is always there: threads of this process.

Threads are enough because the native kernels release the GIL; `work` in pure Python gains nothing
from a second one.
"""

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from astragal.errors import BadInputError
from astragal.jobs.engine import Done, Failed
from astragal.jobs.job import ChunkT, ResultT


class LocalThreads:
    """Run chunks on `threads` threads; on as many as this process may use cores, if None."""

    def __init__(self, threads: int | None = None) -> None:
        if threads is not None and threads < 1:
            raise BadInputError(f"at least one thread is needed, not {threads!r}")
        self.threads = threads or usable_cores()

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Generator[Done[ResultT] | Failed, None, None]:
        """Yield what becomes of each chunk; one chunk per thread is under way, and none waits."""
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
                    hand_out()  # first: a thread shall not idle while the result is put away
                    yield _outcome(index, future)


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _outcome(index: int, future: "Future[ResultT]") -> Done[ResultT] | Failed:
    try:
        return Done(index, future.result())
    except Exception as error:
        return Failed(index, error)
