"""A real scheduler and two worker processes: the same answer, also when one is killed."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from numpy.typing import NDArray

import astragal
from astragal.errors import BadInputError, JobError
from astragal.jobs import DaskCluster
from astragal.jobs.cluster import check_environments
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.progress import Report

ROOT = Path(__file__).parents[2]

# Dask's own teardown warns of sockets that are still closing.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


def noisy_sums(chunk: int) -> NDArray[np.float64]:
    return np.random.default_rng(chunk).normal(size=500)


def total(results: Iterator[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Add up in order: in another order the last bits would differ."""
    answer = np.zeros(500)
    for result in results:
        answer += result
    return answer


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(
        self, folder: Path, *, protocol: str = "tcp", workers: int = 2, **environment: str
    ) -> None:
        self.folder = folder
        self.environment = environment
        told = folder / "scheduler.json"
        self.processes = [
            self.start(
                "scheduler", "--protocol", protocol, "--host", "127.0.0.1", "--port", "0",
                "--no-dashboard", "--scheduler-file", str(told),
            )
        ]  # fmt: skip
        self.address = ""
        while not self.address:
            assert self.processes[0].poll() is None, (folder / "log").read_text()
            with suppress(FileNotFoundError, json.JSONDecodeError):  # not yet, or half of it
                self.address = json.loads(told.read_text())["address"]
            time.sleep(0.05)
        self.workers = [self.add_worker() for _ in range(workers)]

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", *arguments]
        log = (self.folder / "log").open("ab")
        # Workers unpickle the functions of this file by its name.
        paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"PYTHONPATH": paths} | self.environment
        with log:
            return subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, env=environment
            )

    def add_worker(self) -> "subprocess.Popen[bytes]":
        process = self.start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--host", "127.0.0.1",
        )  # fmt: skip
        self.processes.append(process)
        return process

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One for all tests of this file, of which one kills a worker: each can do with one."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def test_the_same_answer_as_on_local_threads(cluster: Cluster) -> None:
    job = Job("sums", range(40), noisy_sums, total)
    engine = DaskCluster(cluster.address)
    assert run(job, engine=engine).tobytes() == run(job, threads=2).tobytes()


def test_a_client_of_dask_is_an_engine(cluster: Cluster) -> None:
    from distributed import Client

    job = Job("sums", range(40), noisy_sums, total)
    engine: Any
    with Client(cluster.address) as engine:
        assert run(job, engine=engine).tobytes() == run(job, threads=1).tobytes()
        assert engine.status == "running"  # it is the caller's
        assert run(job, engine=engine).tobytes() == run(job, threads=1).tobytes()
    with pytest.raises(BadInputError, match="is closed: give a Client that is connected"):
        run(job, engine=engine)

    async def refused() -> None:
        async with Client(cluster.address, asynchronous=True) as asynchronous:
            with pytest.raises(BadInputError, match="is asynchronous: give Client"):
                run(job, engine=asynchronous)

    # A thread of its own: browser tests leave their event loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(refused())).result()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_with_tls_only_those_with_a_certificate_can_join(tmp_path: Path) -> None:
    import dask
    import distributed  # noqa: F401 - adds its defaults to Dask's settings

    written = (ROOT / "docs" / "long-work.md").read_text()
    config = written[written.index("distributed:\n") :].partition("```")[0]
    config = config.replace("/etc/astragal", str(tmp_path))
    (command,) = (line for line in written.splitlines() if line.startswith("    openssl"))
    subprocess.run(command, shell=True, check=True, cwd=tmp_path, capture_output=True)
    path = tmp_path / "tls.yaml"
    path.write_text(config)
    job = Job("sums", range(4), noisy_sums, total)
    with Cluster(tmp_path, protocol="tls", workers=1, DASK_CONFIG=str(path)) as cluster:
        settings = dask.config.merge(dask.config.config, *dask.config.collect_yaml([str(path)]))
        with dask.config.set(settings):
            found = run(job, engine=DaskCluster(cluster.address))
        assert found.tobytes() == run(job, threads=1).tobytes()
        for address in (cluster.address, cluster.address.replace("tls", "tcp")):
            with pytest.raises(BadInputError, match=f"no scheduler at '{address}'"):
                run(job, engine=DaskCluster(address))


def test_a_worker_killed_halfway_costs_time_and_no_result(cluster: Cluster, tmp_path: Path) -> None:
    log = tmp_path / "started"

    def slow(chunk: int) -> NDArray[np.float64]:
        with log.open("a") as lines:
            lines.write(f"{os.getpid()} {chunk}\n")
        time.sleep(0.05)
        return np.random.default_rng(chunk).normal(size=500)

    def kill_one(report: Report) -> None:
        if report.done == 15:
            cluster.workers[0].send_signal(signal.SIGKILL)

    job = Job("sums", range(40), slow, total)
    answer = run(job, engine=DaskCluster(cluster.address), progress=kill_one)
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert answer.tobytes() == run(Job("sums", range(40), noisy_sums, total)).tobytes()
    pids = {line.split()[0] for line in log.read_text().splitlines()}
    assert pids == {str(worker.pid) for worker in cluster.workers}


def test_a_chunk_that_fails_is_named_and_the_rest_goes_on(cluster: Cluster, tmp_path: Path) -> None:
    def fail_at_seven(chunk: int) -> NDArray[np.float64]:
        if chunk == 7:
            raise ValueError("seven is unlucky")
        return np.zeros(500)

    reports: list[Report] = []
    job = Job("unlucky", range(20), fail_at_seven, total)
    with pytest.raises(JobError, match="chunk 7, 7, failed: ValueError: seven is unlucky"):
        run(job, engine=DaskCluster(cluster.address), folder=tmp_path, progress=reports.append)
    assert reports[-1].done == 19


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (ModuleNotFoundError("No module named 'astragal'"), "can't: No module named 'astragal'"),
        ("0.0.1", "has astragal 0.0.1"),
    ],
)
def test_an_environment_without_this_package_is_named(answer: object, message: str) -> None:
    class Client:
        def __init__(self, worker: object) -> None:
            self.worker = worker

        def run_on_scheduler(self, function: Any, *arguments: Any) -> object:
            if self.worker is answer:
                return function(*arguments)
            if isinstance(answer, Exception):
                raise answer
            return answer

        def run(self, function: Any, *arguments: Any, on_error: str) -> dict[str, object]:
            return {"tcp://one:1": function(*arguments), "tcp://two:2": self.worker}

    with pytest.raises(JobError, match=rf"worker tcp://two:2 must import .* but {message}; in"):
        check_environments(Client(answer))
    with pytest.raises(JobError, match=rf"^the scheduler must import .* but {message}; in"):
        check_environments(Client(astragal.__version__))


def listening(process: psutil.Process) -> set[tuple[psutil.Process, int, str]]:
    """Return the process, descriptor and host of each socket that waits for connections."""
    return {
        (process, one.fd, one.laddr.ip)
        for one in process.net_connections()
        if one.status == "LISTEN"
    }


def test_local_workers_give_the_same_answer_and_listen_on_this_machine_only(tmp_path: Path) -> None:
    """The port of Dask's dashboard may be taken: one machine can have two clusters."""
    looked = tmp_path / "looked"
    new: set[tuple[psutil.Process, int, str]] = set()
    here = psutil.Process()
    others = here.children(recursive=True)  # of other tests

    def hold_the_first(chunk: int) -> NDArray[np.float64]:
        while chunk == 0 and not looked.exists():  # until then, no process ends
            time.sleep(0.01)
        return noisy_sums(chunk)

    def look(report: Report) -> None:
        if report.done == 1:
            for process in here.children(recursive=True):
                if process not in others:
                    new.update(listening(process))
            new.update(listening(here) - before)
            looked.touch()

    with socket.socket() as taken:
        with suppress(OSError):  # somebody has it already
            taken.bind(("0.0.0.0", 8787))
            taken.listen()
        before = listening(here)
        found = run(
            Job("sums", range(12), hold_the_first, total),
            engine=DaskCluster(workers=2),
            progress=look,
        )
    assert len({process for process, _, _ in new}) == 3  # the scheduler is here
    assert {host for _, _, host in new} == {"127.0.0.1"}
    assert found.tobytes() == run(Job("sums", range(12), noisy_sums, total), threads=1).tobytes()


def test_finished_chunks_are_not_computed_again(cluster: Cluster, tmp_path: Path) -> None:
    log = tmp_path / "started"

    def logged(chunk: int) -> NDArray[np.float64]:
        with log.open("a") as lines:
            lines.write(f"{chunk}\n")
        return np.random.default_rng(chunk).normal(size=500)

    def stop_at_ten(report: Report) -> None:
        if report.done >= 10 and not report.note:  # once: a second one gives up chunks
            raise KeyboardInterrupt

    job = Job("sums", range(40), logged, total)
    with pytest.raises(KeyboardInterrupt):
        run(job, engine=DaskCluster(cluster.address), folder=tmp_path, progress=stop_at_ten)
    before = log.read_text().split()
    assert 10 <= len(before) < 40
    answer = run(job, threads=2, folder=tmp_path)
    assert sorted(map(int, log.read_text().split())) == list(range(40))
    assert answer.tobytes() == run(Job("sums", range(40), noisy_sums, total)).tobytes()


def test_bad_input_is_explained() -> None:
    with pytest.raises(
        BadInputError, match="either the address of a scheduler or a number of workers"
    ):
        DaskCluster()
    with pytest.raises(BadInputError, match="a whole number from 1 to 1,024, not 0"):
        DaskCluster(workers=0)
    with pytest.raises(BadInputError, match="from 1 to 1,024, not 99999999999"):
        DaskCluster(workers=99999999999)
    job = Job("sums", range(3), noisy_sums, total)
    with pytest.raises(BadInputError, match="no scheduler at 'nonsense://here'"):
        run(job, engine=DaskCluster("nonsense://here"))
