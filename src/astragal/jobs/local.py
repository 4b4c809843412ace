"""The default engine: threads of this process."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from astragal.jobs.engine import Outcomes
from astragal.jobs.job import ChunkT, ResultT
from astragal.jobs.threads import thread_count


class LocalThreads:
    """Run chunks on `threads` threads, on all cores if None."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = thread_count(threads)

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Outcomes[ResultT]:
        """Yield the outcome of each chunk; each thread has one chunk at a time."""
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
