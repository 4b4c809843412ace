"""What runs chunks, beside a plain loop; and how many cores one scheduler can keep busy.

The first group works off the same slice of the Asia table, chunks of about a second, in each way:
one worker's time over that of two is what the second is worth. Clusters are up before the clock
starts, and a first round warms them.

In the second group, the cores are threads that sleep, so that a chunk needs no core of this
machine. It measures what Dask and the engine add, and whether they hand out chunks as fast as a
thousand cores finish them. The ideal time is `ROUNDS` seconds; one core shows the overhead of a
chunk.

`make bench LONG=1` adds more chunks and more numbers of cores.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np
import pytest
from distributed import LocalCluster
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.asia import Game
from astragal.jobs import DaskCluster, Engine, LocalThreads
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.setting.table import BestSettings, chunks_of

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

CLASSES = range(4_000_000, 5_000_000)
CHUNKS = [6, pytest.param(40, marks=pytest.mark.long)]
CORES = [
    (1, 1),
    pytest.param(10, 1, marks=pytest.mark.long),
    (100, 1),
    pytest.param(1000, 1, marks=pytest.mark.long),
    pytest.param(1000, 10, marks=pytest.mark.long),
]
"""How many cores sleep, and how many seconds for each chunk."""
ROUNDS = 20


@contextmanager
def local_cluster(processes: int, threads: int) -> Iterator[Engine]:
    with LocalCluster(
        n_workers=processes, threads_per_worker=threads, dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as cluster:  # fmt: skip
        yield DaskCluster(cluster.scheduler_address)


def slice_job(count: int) -> Job[range, NDArray[np.uint32], bytes]:
    """Some chunks of the real job, with another ending: nothing is written."""
    work = BestSettings.of(Game(dealer="lexicographic"))
    chunks = chunks_of([CLASSES])[:count]
    return Job("slice", chunks, work, lambda parts: np.concatenate(list(parts)).tobytes())


def loop(job: Job[range, NDArray[np.uint32], bytes]) -> bytes:
    return job.combine(job.work(chunk) for chunk in job.chunks)


@cache
def expected(count: int) -> bytes:
    return loop(slice_job(count))


def measure(benchmark: BenchmarkFixture, count: int, work: Callable[[], bytes]) -> None:
    benchmark.group = f"{count} chunks of the Asia table"
    assert benchmark.pedantic(work, rounds=2, warmup_rounds=1) == expected(count)


@pytest.mark.parametrize("chunks", CHUNKS)
def test_plain_loop(benchmark: BenchmarkFixture, chunks: int) -> None:
    measure(benchmark, chunks, lambda: loop(slice_job(chunks)))


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark: BenchmarkFixture, chunks: int, threads: int) -> None:
    engine = LocalThreads(threads)
    measure(benchmark, chunks, lambda: run(slice_job(chunks), engine=engine))


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("workers", [1, 2])
def test_workers(benchmark: BenchmarkFixture, chunks: int, workers: int) -> None:
    with local_cluster(workers, 1) as engine:
        measure(benchmark, chunks, lambda: run(slice_job(chunks), engine=engine))


@pytest.mark.benchmark(group=f"cores that sleep, {ROUNDS} s of work for each")
@pytest.mark.parametrize(("cores", "seconds"), CORES)
def test_sleeping_cores(benchmark: BenchmarkFixture, cores: int, seconds: int) -> None:
    chunks = range(cores * ROUNDS // seconds)

    def work(number: int) -> NDArray[np.int64]:  # in here, for workers to get it by value
        time.sleep(seconds)
        return np.array([number])

    job = Job("nap", chunks, work, lambda found: sum(int(number[0]) for number in found))
    processes = min(cores, 2)
    with local_cluster(processes, cores // processes) as engine:
        total = benchmark.pedantic(lambda: run(job, engine=engine), rounds=1)
    assert total == sum(chunks)
