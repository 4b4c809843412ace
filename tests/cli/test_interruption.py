"""Signals to the program itself in the middle of long work: the same command goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# Some 80 chunks of a few hundredths of a second.
MATCH = ["ur", "match", "--a", "expectimax-3", "--b", "greedy", "--games", "8000", "--pieces", "1"]
ONE_CHUNK = 200
"""Bytes: a checkpoint with more has a finished chunk."""


def start(home: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", "from astragal.cli import main; main()", *MATCH, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"ASTRAGAL_HOME": str(home)},
    )


def finish(home: Path) -> object:
    out, err = start(home).communicate()
    assert err == ""
    return json.loads(out)


def checkpoint_of(home: Path) -> Path:
    """Wait until there is a checkpoint with a finished chunk."""
    while True:
        for found in home.glob("data/*.checkpoint"):
            if found.stat().st_size > ONE_CHUNK:
                return found
        time.sleep(0.005)


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> object:
    """What a run says that nobody disturbs."""
    return finish(tmp_path_factory.mktemp("undisturbed"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_match_goes_on(tmp_path: Path, number: signal.Signals, answer: object) -> None:
    with start(tmp_path) as child:
        checkpoint = checkpoint_of(tmp_path)
        child.send_signal(number)
        out, err = child.communicate()
    assert out == ""
    if number == signal.SIGINT:
        assert child.returncode == 130
        assert err == "astragal: interrupted; the same command goes on from here\n"
    else:
        assert child.returncode == -signal.SIGKILL
    assert checkpoint.stat().st_size > ONE_CHUNK
    assert finish(tmp_path) == answer
    assert not checkpoint.exists()
