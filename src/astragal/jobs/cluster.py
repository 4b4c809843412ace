"""The engine for more than one machine: chunks go to a Dask cluster.

Dask does what a cluster takes: it moves chunks and results, gives a chunk whose worker died to
another, and takes workers in as they come. Here chunks are only handed over, a few more than there
are threads to work on them, so that no worker waits for the next while a result travels.

Every worker needs this package in the same version; `distributed` comes with the extra `cluster`.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from astragal.errors import BadInputError, JobError
from astragal.jobs.engine import Done, Failed
from astragal.jobs.job import ChunkT, ResultT

# Seconds without any worker after which a run gives up; the finished chunks are kept.
PATIENCE = 60


class DaskCluster:
    """Run chunks on the cluster at `scheduler`, or on `workers` processes of this machine."""

    def __init__(self, scheduler: str | None = None, *, workers: int | None = None) -> None:
        if (scheduler is None) == (workers is None):
            raise BadInputError("give the address of a scheduler, or a number of workers")
        if workers is not None and workers < 1:
            raise BadInputError(f"at least one worker is needed, not {workers!r}")
        self.scheduler = scheduler
        self.workers = workers

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Generator[Done[ResultT] | Failed, None, None]:
        """Yield what becomes of each chunk; two for each thread of the cluster are under way."""
        with self._client() as client:
            running: dict[Any, int] = {}

            def hand_out() -> None:
                room = 2 * _threads_of(client) - len(running)
                for index, chunk in islice(chunks, max(room, 0)):
                    running[client.submit(work, chunk, pure=False)] = index

            hand_out()
            while running:
                finished = _first_finished(client, list(running))
                indices = [running.pop(future) for future in finished]
                hand_out()
                for index, future in zip(indices, finished, strict=True):
                    yield _outcome(index, future)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise BadInputError("a cluster needs Dask: pip install 'astragal[cluster]'") from error
        if self.scheduler is not None:
            try:
                client = Client(self.scheduler, timeout=10)
            except (OSError, ValueError) as error:
                raise BadInputError(f"no scheduler at {self.scheduler!r}: {error}") from None
            with client:
                client.wait_for_workers(1, timeout=PATIENCE)
                yield client
            return
        with (
            LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                dashboard_address=None,
                # The scheduler serves HTTP all the same, by default on a port that others may have.
                scheduler_kwargs={"dashboard_address": ":0"},
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client


def _threads_of(client: Any) -> int:
    """Return how many chunks the cluster can work on at this moment; at least one will come."""
    threads: int = sum(client.nthreads().values())
    return max(1, threads)


def _first_finished(client: Any, futures: list[Any]) -> list[Any]:
    from distributed import wait

    while True:
        try:
            return list(wait(futures, timeout=PATIENCE, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            # A chunk may take longer than that; a cluster without workers never finishes one.
            if not client.nthreads():
                raise JobError(f"the cluster has had no worker for {PATIENCE} s") from None


def _outcome(index: int, future: Any) -> Done[Any] | Failed:
    try:
        return Done(index, future.result())
    except Exception as error:
        return Failed(index, error)
