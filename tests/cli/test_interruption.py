"""Signals to the program itself in the middle of long work: the same command goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from children import Child
from cli.conftest import Result

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# All chunks but the first two hold until the file "go" is there, so that a signal arrives in the
# middle for certain; Ctrl-C, once heard, lets them go.
PROGRAM = """
import os, signal, sys, time
from astragal.cli import main
from astragal.ur import match

go = sys.argv[1]
play = match._play_games

def play_or_hold(*arguments):
    while arguments[-1].start >= 216 and not os.path.exists(go):
        time.sleep(0.01)
    return play(*arguments)

def heard(number, frame):
    open(go, "w").close()
    signal.default_int_handler(number, frame)

match._play_games = play_or_hold
signal.signal(signal.SIGINT, heard)
main(sys.argv[2:])
"""
# Chunks of 108 games.
MATCH = [
    "ur", "match", "--a", "expectimax-3", "--b", "greedy", "--games", "500", "--pieces", "1",
    "--threads", "1", "--json",
]  # fmt: skip
TWO_CHUNKS = 400
"""Bytes: a checkpoint with more has two finished chunks, not only one."""


def start(home: Path) -> Child:
    return Child(
        [sys.executable, "-c", PROGRAM, str(home / "go"), *MATCH],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"ASTRAGAL_HOME": str(home)},
    )


def wait_for_checkpoint(home: Path) -> Path:
    """Return the checkpoint, once it has the two chunks that do not hold."""
    while True:
        for found in home.glob("data/*.checkpoint"):
            if found.stat().st_size > TWO_CHUNKS:
                return found
        time.sleep(0.01)


def test_a_match_goes_on(new_home: Path, astragal: Callable[..., Result]) -> None:
    with start(new_home) as child:
        checkpoint = wait_for_checkpoint(new_home)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert out == ""
    assert child.returncode == 130
    assert json.loads(err) == {"error": "interrupted; the same command resumes"}
    assert checkpoint.stat().st_size > TWO_CHUNKS
    resumed = astragal(*MATCH)
    assert resumed.err == ""
    assert not checkpoint.exists()
    undisturbed = astragal(*MATCH)
    assert (undisturbed.err, undisturbed.json) == ("", resumed.json)
