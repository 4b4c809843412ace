"""Real signals to a real process: nothing finished is lost, and nothing is done twice."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from children import Child

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# Every chunk leaves a line in a log when it begins. Chunk 12 (and 13 on a second thread) holds
# until the file "go" is there, so the signal arrives in the middle for certain.
PROGRAM = """
import os, signal, sys, threading, time
import numpy as np
from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.progress import Report

folder, threads = sys.argv[1], int(sys.argv[2])

def work(chunk):
    with open(f"{folder}/log", "a") as log:
        log.write(f"{chunk}\\n")
    while chunk in (12, 13) and not os.path.exists(f"{folder}/go"):
        if os.path.exists(f"{folder}/signal"):
            os.unlink(f"{folder}/signal")
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        time.sleep(0.01)
    return np.random.default_rng(chunk).normal(size=1000)

def total(results):
    answer = np.zeros(1000)
    for result in results:
        answer += result
    return answer

def tell(report: Report):
    print(report.done, report.note, flush=True)

def heard(number, frame):
    os.write(1, b"heard\\n")
    signal.default_int_handler(number, frame)

signal.signal(signal.SIGINT, heard)
job = Job("long", range(30), work, total, {"seed": 5})
try:
    answer = run(job, threads=threads, progress=tell, folder=folder)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(130)
print(answer.tobytes().hex())
"""


def start(folder: Path, threads: int) -> Child:
    return Child(
        [sys.executable, "-c", PROGRAM, str(folder), str(threads)],
        stdout=subprocess.PIPE,
        text=True,
    )


def finish(folder: Path, threads: int) -> list[str]:
    (folder / "go").touch()
    with start(folder, threads) as child:
        assert child.stdout is not None
        lines = child.stdout.read().splitlines()
    assert child.returncode == 0
    return lines


def begun(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "log").read_text().split()]


def wait_for_chunk(chunk: int, folder: Path) -> None:
    while chunk not in begun(folder):
        time.sleep(0.01)


def read_until(child: Child, line: str) -> None:
    assert child.stdout is not None
    for heard in child.stdout:
        if heard.strip() == line:
            return
    pytest.fail(f"never heard {line!r}")


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a run says that nobody disturbs."""
    folder = tmp_path_factory.mktemp("undisturbed")
    answer = finish(folder, 1)[-1]
    assert len(answer) == 16000
    return answer


@pytest.mark.parametrize("threads", [1, 2])
def test_kill_and_resume(tmp_path: Path, threads: int, answer: str) -> None:
    with start(tmp_path, threads) as child:
        read_until(child, "12")
        wait_for_chunk(12, tmp_path)
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    assert sorted(begun(tmp_path))[:13] == list(range(13))

    (tmp_path / "log").unlink()
    lines = finish(tmp_path, 3 - threads)
    assert lines[0] == "12 resumed"
    assert lines[-1] == answer
    assert sorted(begun(tmp_path)) == list(range(12, 30))
    assert not (tmp_path / "long.checkpoint").exists()


def test_kill_in_the_middle_of_a_record(tmp_path: Path, answer: str) -> None:
    with start(tmp_path, 1) as child:
        read_until(child, "12")
        wait_for_chunk(12, tmp_path)
        child.send_signal(signal.SIGKILL)
    checkpoint = tmp_path / "long.checkpoint"
    os.truncate(checkpoint, checkpoint.stat().st_size - 100)

    (tmp_path / "log").unlink()
    lines = finish(tmp_path, 2)
    assert lines[0] == "11 resumed"
    assert lines[-1] == answer
    assert sorted(begun(tmp_path)) == list(range(11, 30))


def test_ctrl_c_finishes_what_is_running_and_hands_out_no_more(tmp_path: Path, answer: str) -> None:
    with start(tmp_path, 2) as child:
        read_until(child, "12")
        wait_for_chunk(12, tmp_path)
        wait_for_chunk(13, tmp_path)
        child.send_signal(signal.SIGINT)
        read_until(child, "heard")
        time.sleep(0.2)  # the two chunks still hold, so the process must wait for them
        assert child.poll() is None
        (tmp_path / "go").touch()
        assert child.stdout is not None
        stopping = "12 storing the running chunks; Ctrl-C again gives them up"
        assert child.stdout.read().splitlines() == [stopping, "interrupted"]
    assert child.returncode == 130
    assert sorted(begun(tmp_path)) == list(range(14))

    (tmp_path / "log").unlink()
    lines = finish(tmp_path, 2)
    assert lines[0] == "14 resumed"
    assert lines[-1] == answer
    assert sorted(begun(tmp_path)) == list(range(14, 30))


def test_a_second_process_waits_and_uses_the_results_of_the_first(
    tmp_path: Path, answer: str
) -> None:
    with start(tmp_path, 1) as first:
        read_until(first, "12")
        with start(tmp_path, 1) as second:
            assert second.stdout is not None
            assert "waiting for another process" in second.stdout.readline()
            (tmp_path / "go").touch()
            assert second.stdout.read().splitlines()[-1] == answer
        assert first.stdout is not None
        assert first.stdout.read().splitlines()[-1] == answer
    assert sorted(begun(tmp_path)) == list(range(30))
    assert not (tmp_path / "long.checkpoint").exists()


def test_a_second_process_resumes_the_work_of_a_killed_one(tmp_path: Path, answer: str) -> None:
    with start(tmp_path, 1) as first:
        read_until(first, "12")
        with start(tmp_path, 1) as second:
            assert second.stdout is not None
            assert "waiting for another process" in second.stdout.readline()
            first.send_signal(signal.SIGKILL)
            (tmp_path / "go").touch()
            assert second.stdout.read().splitlines()[-1] == answer
    assert sorted(set(begun(tmp_path))) == list(range(30))


@pytest.mark.parametrize("direct", [True, False])
def test_a_second_ctrl_c_does_not_wait_for_running_chunks(
    tmp_path: Path, answer: str, direct: bool
) -> None:
    """Also if the system hands the signal to another thread, or just before the wait begins."""
    with start(tmp_path, 1) as child:
        read_until(child, "12")
        wait_for_chunk(12, tmp_path)
        child.send_signal(signal.SIGINT)
        read_until(child, "12 storing the running chunks; Ctrl-C again gives them up")
        if direct:
            child.send_signal(signal.SIGINT)
        else:
            (tmp_path / "signal").touch()
        read_until(child, "interrupted")
        assert not (tmp_path / "go").exists()
        (tmp_path / "go").touch()
    (tmp_path / "log").unlink()
    lines = finish(tmp_path, 1)
    assert lines[0] == "12 resumed"
    assert lines[-1] == answer
