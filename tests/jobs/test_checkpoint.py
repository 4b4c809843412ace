"""The checkpoint file: what it says it has is right, whatever happened to the file."""

import errno
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal.errors import JobError, TableError
from astragal.jobs.checkpoint import Checkpoint
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.store import disk

from faults import FaultyDisk, KilledError

RESULTS: dict[int, NDArray[Any]] = {
    index: np.arange(index + 1, dtype=np.uint16) for index in (4, 0, 2, 7)
}


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't flush: these tests write thousands of files, and none cuts the power."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A checkpoint with four records."""
    path = tmp_path / "folder" / "some.checkpoint"
    with Checkpoint(path, "fingerprint") as checkpoint:
        for index, result in RESULTS.items():
            checkpoint.append(index, result)
    return path


def found(path: Path, fingerprint: str = "fingerprint") -> list[int]:
    """Return the chunks that the file has, having compared each with what was appended."""
    with Checkpoint(path, fingerprint) as checkpoint:
        indices = [index for index in range(10) if index in checkpoint]
        assert len(checkpoint) == len(indices)
        for index in indices:
            result = checkpoint.read(index)
            assert isinstance(result, np.ndarray)
            np.testing.assert_array_equal(result, RESULTS[index])
            assert result.dtype == RESULTS[index].dtype
        return indices


@pytest.mark.parametrize(
    "result",
    [
        np.array(3.5),
        np.zeros((0, 3), np.uint8),
        np.arange(24, dtype=">i8").reshape(2, 3, 4),
        np.array([(1, 2.5)], [("n", "u1"), ("x", "f8")]),
        np.arange(200_000, dtype=">i8").reshape(2, 100, 1000),
        np.arange(200_000, dtype=np.float64).reshape(2, 100, 1000).T,
        {},
        {"": np.arange(3)},
        {"wins": np.arange(3, dtype=np.uint64), "½": np.array([np.nan, -0.0])},
    ],
    ids=str,
)
def test_every_result_makes_the_round_trip(tmp_path: Path, result: Any) -> None:
    with Checkpoint(tmp_path / "c", "f") as checkpoint:
        checkpoint.append(5, result)
    with Checkpoint(tmp_path / "c", "f") as checkpoint:
        back: Any = checkpoint.read(5)
    assert type(back) is type(result)
    if isinstance(result, np.ndarray):
        result, back = {"": result}, {"": back}
    assert list(back) == list(result)
    for name in result:
        assert back[name].dtype == result[name].dtype
        assert back[name].shape == result[name].shape
        assert back[name].tobytes() == result[name].tobytes()


def test_a_cut_at_every_length_loses_only_what_it_cut(path: Path) -> None:
    content = path.read_bytes()
    counts, sizes = set(), set()
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        indices = found(path)
        assert indices == sorted(list(RESULTS)[: len(indices)])
        counts.add(len(indices))
        sizes.add(path.stat().st_size)
        # And what is appended afterwards is found again.
        with Checkpoint(path, "fingerprint") as checkpoint:
            checkpoint.append(7, RESULTS[7])
        assert found(path) == sorted({*indices, 7})
    assert counts == {0, 1, 2, 3, 4}
    assert len(sizes) == 5  # torn tails are cut off


def test_a_flip_of_every_byte_costs_one_record_and_none_in_the_header(path: Path) -> None:
    content = path.read_bytes()
    header = content.index(b"\n", content.index(b"fingerprint")) + 1
    for position, byte in enumerate(content):
        path.write_bytes(content[:position] + bytes([byte ^ 0x10]) + content[position + 1 :])
        assert len(found(path)) == (4 if position < header else 3)
        if position < header:
            assert path.read_bytes() == content  # mended


def test_records_of_another_job_are_never_used(path: Path) -> None:
    content = path.read_bytes()
    for position in range(content.index(b"\n", content.index(b"fingerprint")) + 1):
        damaged = bytearray(content)
        damaged[position] ^= 0x10
        path.write_bytes(damaged)
        assert found(path, "fingersnail") == []


def test_one_thread_appends_while_another_one_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all = disk.write_all
    both = Barrier(2)

    def write_late(file: Any, content: bytes | memoryview) -> None:
        time.sleep(0.001)  # a reader that moved the position of the file would do so here
        write_all(file, content)

    monkeypatch.setattr(disk, "write_all", write_late)
    results = [np.full(500 + index, index) for index in range(60)]
    with Checkpoint(tmp_path / "c", "f") as checkpoint:

        def save(index: int) -> None:
            both.wait()
            checkpoint.append(index, results[index])

        checkpoint.append(0, results[0])
        with ThreadPoolExecutor(1) as saver:
            savings = [saver.submit(save, index) for index in range(1, 60)]
            try:
                for _ in savings:
                    both.wait()
                    for index in (len(checkpoint) - 1, 0):
                        np.testing.assert_array_equal(checkpoint.read(index), results[index])
            except BaseException:
                both.abort()
                raise
    assert [saving.exception() for saving in savings] == [None] * 59
    with Checkpoint(tmp_path / "c", "f") as checkpoint:
        assert len(checkpoint) == 60
        for index in range(60):
            np.testing.assert_array_equal(checkpoint.read(index), results[index])


def test_notes(path: Path) -> None:
    with Checkpoint(path, "fingerprint") as checkpoint:
        assert checkpoint.note == "resumed"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with Checkpoint(path, "fingerprint") as checkpoint:
        assert checkpoint.note == "resumed, without 1 damaged chunks"
    with Checkpoint(path, "another") as checkpoint:
        assert checkpoint.note == "the inputs have changed: starting over"
        assert len(checkpoint) == 0
    assert found(path, "another") == []
    path.write_bytes(b"something else altogether, and long enough")
    with Checkpoint(path, "fingerprint") as checkpoint:
        assert checkpoint.note == "the checkpoint is unreadable: starting over"
    with Checkpoint(path.with_name("new"), "fingerprint") as checkpoint:
        assert checkpoint.note == ""


def test_one_run_at_a_time(path: Path) -> None:
    with Checkpoint(path, "fingerprint"), pytest.raises(JobError, match="another run"):
        Checkpoint(path, "another")
    assert len(found(path)) == 4


def test_a_record_that_failed_half_way_is_written_over(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Any, content: bytes) -> None:
        file.write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Checkpoint(path, "fingerprint") as checkpoint:
        with monkeypatch.context() as patch:
            patch.setattr(disk, "write_all", full)
            with pytest.raises(TableError, match=os.strerror(errno.ENOSPC)):
                checkpoint.append(9, np.arange(1000))
        assert 9 not in checkpoint
        checkpoint.append(7, RESULTS[7])
        np.testing.assert_array_equal(checkpoint.read(7), RESULTS[7])
    assert found(path) == sorted(RESULTS)


def test_damage_while_we_run_is_an_error_not_an_answer(path: Path) -> None:
    with Checkpoint(path, "fingerprint") as checkpoint:
        with path.open("r+b") as file:
            file.seek(-1, os.SEEK_END)
            file.write(b"\xff")
        with pytest.raises(JobError, match="chunk 7 is damaged"):
            checkpoint.read(7)


def test_remove(path: Path) -> None:
    with Checkpoint(path, "fingerprint") as checkpoint:
        checkpoint.remove()
    assert not path.exists()


@pytest.mark.parametrize("killed", [False, True])
def test_each_operation_on_the_disk_fails_in_turn(tmp_path: Path, killed: bool) -> None:
    def work(folder: Path) -> int:
        job = Job("job", range(4), lambda number: np.arange(100 * number), total)
        return run(job, folder=folder, threads=1)

    def total(results: Iterator[Any]) -> int:
        return sum(int(result.sum()) for result in results)

    whole = FaultyDisk(tmp_path)
    with whole.installed():
        answer = work(tmp_path)
    outcomes = set()
    for at, operation in enumerate(whole.operations):
        folder = tmp_path / str(at)
        folder.mkdir()
        with suppress(TableError, KilledError), FaultyDisk(folder, at, killed=killed).installed():
            assert work(folder) == answer
            outcomes.add(operation)
        assert work(folder) == answer
    assert outcomes == (set() if killed else {"unlink"})  # the answer is not lost at the end
