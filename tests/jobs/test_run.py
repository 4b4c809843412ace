"""Running jobs in this process."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, overload

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal.errors import BadInputError, JobError, TableDamagedError
from astragal.jobs import LocalThreads
from astragal.jobs.checkpoint import Checkpoint
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.progress import Report

Floats = NDArray[np.float64]


def total(results: Iterator[Floats]) -> Floats:
    """Add in the order given: with floating point another order gives other bits."""
    answer = np.zeros(4)
    for result in results:
        answer += result
    return answer


def uneven(chunk: int) -> Floats:
    return np.random.default_rng(chunk).normal(size=4) * 10.0 ** (chunk % 9)


class Recorded:
    """A work function that remembers its chunks."""

    def __init__(self, work: Callable[[int], Any] = uneven) -> None:
        self.work = work
        self.chunks: list[int] = []

    def __call__(self, chunk: int) -> Any:
        self.chunks.append(chunk)
        return self.work(chunk)


def job(work: Callable[[int], Any] = uneven, **changes: Any) -> Job[int, Any, Any]:
    usual: dict[str, Any] = {
        "name": "totals",
        "chunks": range(40),
        "work": work,
        "combine": total,
        "parameters": {"seed": 1},
    }
    return Job(**usual | changes)


def expected(chunks: Sequence[int] = range(40)) -> bytes:
    return total(uneven(chunk) for chunk in chunks).tobytes()


def test_the_order_of_adding_matters_here() -> None:
    """Or the tests below could not fail."""
    assert expected(range(40)) != expected(range(39, -1, -1))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("kept", [False, True])
def test_same_bytes_whatever_the_threads(threads: int, kept: bool, tmp_path: Path) -> None:
    def in_any_order(chunk: int) -> Floats:
        time.sleep((chunk * 7 % 5) / 1000)
        return uneven(chunk)

    folder = tmp_path if kept else None
    assert run(job(in_any_order), threads=threads, folder=folder).tobytes() == expected()


class Backwards:
    """An engine that finishes the last chunk first."""

    def run(self, work: Any, chunks: Iterator[tuple[int, Any]]) -> Any:
        for index, chunk in reversed(list(chunks)):
            try:
                yield index, work(chunk)
            except Exception as error:
                yield index, error


@pytest.mark.parametrize("kept", [False, True])
def test_same_bytes_on_another_engine(kept: bool, tmp_path: Path) -> None:
    recorded = Recorded()
    answer = run(job(recorded), engine=Backwards(), folder=tmp_path if kept else None)
    assert answer.tobytes() == expected()
    assert recorded.chunks == list(range(39, -1, -1))


def test_results_by_name(tmp_path: Path) -> None:
    def count(chunk: int) -> dict[str, Any]:
        return {"wins": np.array([chunk]), "games": np.array(1)}

    def combine(results: Iterator[dict[str, Any]]) -> list[tuple[int, int]]:
        return [(int(result["wins"][0]), int(result["games"])) for result in results]

    pairs = [(chunk, 1) for chunk in range(40)]
    assert run(job(count, combine=combine), folder=tmp_path) == pairs
    assert run(job(count, combine=combine)) == pairs


def test_no_chunks() -> None:
    assert run(job(chunks=range(0))).tolist() == [0, 0, 0, 0]


def test_really_at_once() -> None:
    """Each chunk waits for another one to be running: with one thread this would never end."""
    meeting = threading.Barrier(2, timeout=60)

    def meet(chunk: int) -> Floats:
        meeting.wait()
        return uneven(chunk)

    assert run(job(meet), threads=2).tobytes() == expected()


class Lazy(Sequence[int]):
    """Chunks that are made when asked for, counting how many are out."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.asked = 0

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: Any) -> Any:
        self.asked += 1
        return index


def test_chunks_are_asked_for_only_when_a_thread_is_free() -> None:
    chunks = Lazy(200)
    finished = itertools.count(1)
    ahead: list[int] = []

    def work(chunk: int) -> Floats:
        result = uneven(chunk)
        ahead.append(chunks.asked - next(finished))
        return result

    run(job(work, chunks=chunks), threads=3)
    assert chunks.asked == 200
    assert max(ahead) <= 3


def test_progress(tmp_path: Path) -> None:
    heard: list[Report] = []
    threads: list[int] = []

    def listen(report: Report) -> None:
        heard.append(report)
        threads.append(threading.get_ident())

    named = replace(job(), name="totals-0123456789abcdef")  # people see no hash
    run(named, threads=2, progress=listen, folder=tmp_path)
    assert [report.done for report in heard] == list(range(41))
    assert {(report.what, report.total, report.unit) for report in heard} == {
        ("totals", 40, "chunks")
    }
    assert set(threads) == {threading.get_ident()}


def test_a_callback_that_raises_stops_the_work_and_keeps_what_is_done(tmp_path: Path) -> None:
    class EnoughError(Exception):
        pass

    def stop_at_five(report: Report) -> None:
        if report.done == 5:
            raise EnoughError

    def slow(chunk: int) -> Floats:
        time.sleep(0.05)  # so that the exception is there long before the last chunk
        return uneven(chunk)

    first = Recorded(slow)
    with pytest.raises(EnoughError):
        run(job(first), threads=2, progress=stop_at_five, folder=tmp_path)
    assert 5 <= len(first.chunks) < 40
    second = Recorded()
    assert run(job(second), threads=2, folder=tmp_path).tobytes() == expected()
    assert sorted(first.chunks + second.chunks) == list(range(40))


def fail_on(*bad: int) -> Callable[[int], Floats]:
    def work(chunk: int) -> Floats:
        if chunk in bad:
            raise ValueError(f"no way through {chunk}")
        return uneven(chunk)

    return work


def test_a_failing_chunk_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    first = Recorded(fail_on(3, 17))
    heard: list[Report] = []
    chunks = [f"hand {index}" for index in range(40)]
    numbered = job(lambda chunk: first(int(chunk.split()[1])), chunks=chunks)  # type: ignore[attr-defined]
    with pytest.raises(JobError, match="2 of 40 chunks failed") as caught:
        run(numbered, threads=2, progress=heard.append, folder=tmp_path)
    assert "chunk 3, 'hand 3', failed: ValueError: no way through 3" in str(caught.value)
    assert "chunk 17, 'hand 17', failed: ValueError: no way through 17" in str(caught.value)
    assert isinstance(caught.value.__cause__, ValueError)
    assert sorted(first.chunks) == list(range(40))
    assert heard[-1].done == 38
    assert sum("failed" in report.note for report in heard) == 2

    second = Recorded()
    assert run(job(second), folder=tmp_path).tobytes() == expected()
    assert sorted(second.chunks) == [3, 17]


def test_the_error_of_a_table_is_raised_as_it_is() -> None:
    def work(_: int) -> NDArray[np.float64]:
        raise TableDamagedError("t: the file is damaged")

    with pytest.raises(TableDamagedError, match=r"^t: the file is damaged$"):
        run(job(work))


def test_many_failures_are_counted_not_all_listed() -> None:
    with pytest.raises(JobError) as caught:
        run(job(fail_on(*range(40))), engine=Backwards())
    message = str(caught.value)
    assert "40 of 40 chunks failed" in message
    assert message.endswith("and 35 more")
    assert [f"chunk {index}," in message for index in range(7)] == [True] * 5 + [False] * 2


def test_a_result_that_is_no_array_fails_its_chunk() -> None:
    with pytest.raises(JobError, match="chunk 0, 0, failed: TypeError: the result of a chunk"):
        run(job(lambda chunk: [chunk], chunks=range(1)))


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_a_chunk_that_wants_the_program_to_end_is_no_failure(stop: type[BaseException]) -> None:
    def work(chunk: int) -> Floats:
        if chunk == 3:
            raise stop
        return uneven(chunk)

    recorded = Recorded(work)
    with pytest.raises(stop):
        run(job(recorded), threads=1)
    assert recorded.chunks[:4] == [0, 1, 2, 3]
    assert len(recorded.chunks) < 40


def test_an_error_of_the_checkpoint_stops_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Checkpoint, index: int, result: object) -> None:
        raise JobError("disk full")

    monkeypatch.setattr(Checkpoint, "append", full)
    recorded = Recorded()
    with pytest.raises(JobError, match="disk full"):
        run(job(recorded), threads=2, folder=tmp_path)
    assert len(recorded.chunks) < 40
    assert not [thread for thread in threading.enumerate() if "astragal" in thread.name]


def test_the_checkpoint_is_removed_after_success_unless_kept(tmp_path: Path) -> None:
    run(job(), folder=tmp_path / "made")
    assert list((tmp_path / "made").iterdir()) == []
    run(job(), folder=tmp_path, keep=True)
    assert (tmp_path / "totals.checkpoint").exists()
    again = Recorded()
    heard: list[Report] = []
    assert run(job(again), folder=tmp_path, progress=heard.append).tobytes() == expected()
    assert again.chunks == []
    assert [(report.done, report.head_start, report.note) for report in heard] == [
        (40, 40, "resumed")
    ]
    assert not (tmp_path / "totals.checkpoint").exists()


def test_a_combine_that_fails_costs_no_chunk(tmp_path: Path) -> None:
    def broken(results: Iterator[Any]) -> None:
        next(results)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(job(combine=broken), folder=tmp_path)
    again = Recorded()
    assert run(job(again), folder=tmp_path).tobytes() == expected()
    assert again.chunks == []


@pytest.mark.parametrize("change", [{"parameters": {"seed": 2}}, {"version": 2}])
def test_changed_inputs_start_anew_and_say_so(tmp_path: Path, change: dict[str, Any]) -> None:
    run(job(), folder=tmp_path, keep=True)
    recorded = Recorded()
    heard: list[Report] = []
    run(job(recorded, **change), folder=tmp_path, progress=heard.append)
    assert sorted(recorded.chunks) == list(range(40))
    assert (heard[0].done, heard[0].note) == (0, "the inputs have changed: starting over")


def test_a_second_run_waits_and_uses_the_results_of_the_first(tmp_path: Path) -> None:
    holding, waiting = Event(), Event()
    heard: list[Report] = []

    def listen(report: Report) -> None:
        heard.append(report)
        waiting.set()

    def hold(chunk: int) -> Floats:
        holding.set()
        assert waiting.wait(60)
        return uneven(chunk)

    second = Recorded()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(run, job(hold), threads=1, folder=tmp_path)
        assert holding.wait(60)  # a chunk runs only under the lock of the checkpoint
        assert run(job(second), folder=tmp_path, progress=listen).tobytes() == expected()
        assert first.result().tobytes() == expected()
    assert second.chunks == []
    assert heard[0].waiting
    assert "waiting for another process" in str(heard[0])
    assert [*tmp_path.iterdir()] == []


def test_a_run_that_waits_can_be_stopped(tmp_path: Path) -> None:
    def stop(report: Report) -> None:
        raise StopIteration(report.note)

    with (
        Checkpoint(tmp_path / "totals.checkpoint", "any"),
        pytest.raises(StopIteration, match="waiting for another process"),
    ):
        run(job(), folder=tmp_path, progress=stop)


def test_a_run_with_other_inputs_starts_anew_after_its_wait(tmp_path: Path) -> None:
    holding, waiting = Event(), Event()

    def hold(chunk: int) -> Floats:
        holding.set()
        assert waiting.wait(60)
        return uneven(chunk)

    second = Recorded()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(run, job(hold), threads=1, folder=tmp_path)
        assert holding.wait(60)  # a chunk runs only under the lock of the checkpoint
        other = job(second, parameters={"seed": 2})
        run(other, folder=tmp_path, progress=lambda report: waiting.set())
        first.result()
    assert sorted(second.chunks) == list(range(40))


def test_bad_input() -> None:
    with pytest.raises(BadInputError, match=r"1\.5 is not the name of a file"):
        run(job(), folder=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match="threads must be a whole number from 1 to 1,024"):
        run(job(), threads=0)
    with pytest.raises(BadInputError, match="not both"):
        run(job(), threads=2, engine=LocalThreads(2))
