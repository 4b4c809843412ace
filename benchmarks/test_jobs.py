"""What runs chunks, beside a plain loop; and how many cores one scheduler can keep busy.

The first group works off the same slice of the Asia table, chunks of about a second, in each way:
one worker's time over that of two is what the second is worth. Clusters are up before the clock
starts, and a first round warms them.

In the second group, the cores are threads that sleep, so that a chunk needs no core of this
machine. It measures what Dask and the engine add, and whether they hand out chunks as fast as a
thousand cores finish them. The ideal time is `ROUNDS` seconds; one core shows the overhead of a
chunk.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from distributed import LocalCluster
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from astragal.asia import PROFILES, find_way
from astragal.asia.table import BestSettings, chunks_of
from astragal.jobs import DaskCluster, Engine, Job, LocalThreads, run

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

PUSH = PROFILES["push"]
CLASSES = range(4_000_000, 5_000_000)
CHUNKS = 40
ROUNDS = 20


@contextmanager
def local_cluster(processes: int, threads: int) -> Iterator[Engine]:
    with LocalCluster(
        n_workers=processes, threads_per_worker=threads, dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as cluster:  # fmt: skip
        yield DaskCluster(cluster.scheduler_address)


def slice_job() -> Job[range, NDArray[np.uint32], bytes]:
    """Some chunks of the real job, with another ending: nothing is written."""
    work = BestSettings(PUSH, find_way("lexicographic", PUSH))
    chunks = chunks_of([CLASSES])[:CHUNKS]
    return Job("slice", chunks, work, lambda found: np.concatenate(list(found)).tobytes())


@pytest.fixture(scope="module")
def expected() -> bytes:
    job = slice_job()
    return job.combine(job.work(chunk) for chunk in job.chunks)


@pytest.mark.benchmark(group=f"{CHUNKS} chunks of the Asia table")
def test_plain_loop(benchmark: BenchmarkFixture, expected: bytes) -> None:
    job = slice_job()
    found = benchmark.pedantic(
        lambda: job.combine(job.work(chunk) for chunk in job.chunks), rounds=2, warmup_rounds=1
    )
    assert found == expected


@pytest.mark.benchmark(group=f"{CHUNKS} chunks of the Asia table")
@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark: BenchmarkFixture, expected: bytes, threads: int) -> None:
    engine = LocalThreads(threads)
    found = benchmark.pedantic(lambda: run(slice_job(), engine=engine), rounds=2, warmup_rounds=1)
    assert found == expected


@pytest.mark.benchmark(group=f"{CHUNKS} chunks of the Asia table")
@pytest.mark.parametrize("workers", [1, 2])
def test_workers(benchmark: BenchmarkFixture, expected: bytes, workers: int) -> None:
    with local_cluster(workers, 1) as engine:
        found = benchmark.pedantic(
            lambda: run(slice_job(), engine=engine), rounds=2, warmup_rounds=1
        )
    assert found == expected


@pytest.mark.benchmark(group=f"cores that sleep, {ROUNDS} s of work for each")
@pytest.mark.parametrize(("cores", "seconds"), [(1, 1), (10, 1), (100, 1), (1000, 1), (1000, 10)])
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
