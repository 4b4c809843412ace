"""The engine for several machines: a Dask cluster.

Dask sends chunks and results, reassigns the chunks of a dead worker, and accepts new workers at any
time. This engine keeps two chunks per thread submitted, so that no worker idles while a result is
sent.

The scheduler and every worker need the same version of this package. The extra `cluster` installs
`distributed`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

import astragal
from astragal._checks import require_int
from astragal.errors import BadInputError, JobError, how_to_install, quoted
from astragal.jobs.engine import Outcomes
from astragal.jobs.job import ChunkT, ResultT

# A run without a worker gives up after this many seconds; finished chunks are kept.
PATIENCE = 60

# A process of this machine takes some hundred megabytes.
MOST_WORKERS = 1024

# Seconds between two requests for the number of workers; each costs a message.
NEWS_AGE = 1.0


class DaskCluster:
    """Run chunks on the cluster at `scheduler`, or on `workers` processes of this machine.

    `scheduler` is an address, "tcp://host:8786", or a `Client` of Dask, which stays open.
    """

    def __init__(self, scheduler: Any = None, *, workers: int | None = None) -> None:
        if (scheduler is None) == (workers is None):
            raise BadInputError("give either the address of a scheduler or a number of workers")
        if getattr(scheduler, "asynchronous", False):
            raise BadInputError(
                f"{quoted(scheduler)} is asynchronous: give Client(address, asynchronous=False)"
            )
        if workers is not None:
            require_int(workers, "workers", 1, MOST_WORKERS)
        self.scheduler = scheduler
        self.workers = workers

    def run(
        self, work: Callable[[ChunkT], ResultT], chunks: Iterator[tuple[int, ChunkT]]
    ) -> Outcomes[ResultT]:
        """Yield the outcome of each chunk; keep two chunks per thread of the cluster submitted."""
        with self._client() as client:
            threads, asked = 0, -inf
            running: dict[Any, int] = {}
            finished: SimpleQueue[Any] = SimpleQueue()

            def hand_out() -> None:
                nonlocal threads, asked
                if monotonic() - asked > NEWS_AGE:
                    threads, asked = sum(client.nthreads().values()), monotonic()
                room = 2 * max(1, threads) - len(running)  # a worker may still join
                batch = list(islice(chunks, max(room, 0)))
                futures = client.map(work, [chunk for _, chunk in batch], pure=False)
                for (index, _), future in zip(batch, futures, strict=True):
                    running[future] = index
                    future.add_done_callback(finished.put)

            hand_out()
            while running:
                futures = _finished_by_now(finished, client)
                indices = [running.pop(future) for future in futures]
                hand_out()
                yield from zip(indices, _results(client, futures), strict=True)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            install = how_to_install("astragal[cluster]")
            raise BadInputError(f"a cluster needs Dask: {install}") from error
        if is_client(self.scheduler):
            _check_workers(self.scheduler)
            yield self.scheduler
            return
        if self.scheduler is not None:
            problem = None
            try:
                client = Client(self.scheduler, timeout=10)
            except (OSError, ValueError, TypeError) as error:  # TypeError: TLS, but no certificate
                problem = f"no scheduler at {quoted(self.scheduler)}: {error}"
            if problem is not None:
                # A client without a connection is closed by the garbage collector. While another
                # client starts, that would be a deadlock.
                gc.collect()
                raise BadInputError(problem)
            with client:
                _check_workers(client)
                yield client
            return
        with (
            LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                # The scheduler always serves HTTP, by default to the network and on a fixed port.
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client


def is_client(engine: object) -> bool:
    """Return whether an object is a `Client` of Dask, without importing Dask."""
    distributed = sys.modules.get("distributed")
    return distributed is not None and isinstance(engine, distributed.Client)


def _check_workers(client: Any) -> None:
    """Wait for the first worker, and check what the workers import."""
    if client.status != "running":
        raise BadInputError(f"{quoted(client)} is closed: give a Client that is connected")
    client.wait_for_workers(1, timeout=PATIENCE)
    check_environments(client)


def check_environments(client: Any) -> None:
    """Raise unless the scheduler and all workers have this version of this package."""
    wanted = astragal.__version__
    # eval, because a function of this package can't be loaded where the package is missing.
    ask = (eval, "__import__('astragal').__version__")
    try:
        versions = {"the scheduler": client.run_on_scheduler(*ask)}
    except Exception as error:
        versions = {"the scheduler": error}
    for worker, version in client.run(*ask, on_error="return").items():
        versions[f"the worker {worker}"] = version
    for who, version in versions.items():
        if version != wanted:
            has = f"has astragal {version}" if isinstance(version, str) else f"can't: {version}"
            raise JobError(
                f"{who} must import astragal {wanted}, but {has}; "
                f"in its environment: pip install astragal=={wanted}"
            )


def _finished_by_now(finished: SimpleQueue[Any], client: Any) -> list[Any]:
    """Wait for a finished future and return all finished futures."""
    while True:
        try:
            futures = [finished.get(timeout=PATIENCE)]
            break
        except Empty:
            # A chunk may take longer, but without workers no chunk will ever finish.
            if not client.nthreads():
                raise JobError(f"the cluster has had no worker for {PATIENCE} s") from None
    with suppress(Empty):
        while True:
            futures.append(finished.get_nowait())
    return futures


def _results(client: Any, futures: list[Any]) -> Iterator[Any]:
    """Yield the results of chunks, fetched in one message unless one is an exception."""
    try:
        yield from client.gather(futures)
    except Exception:
        yield from map(_result, futures)


def _result(future: Any) -> Any:
    try:
        return future.result()
    except ModuleNotFoundError as error:  # of a worker that joined after the check
        return JobError(f"a worker can't import a module: {error}")
    except Exception as error:
        return error
