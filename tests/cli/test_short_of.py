"""Short of memory, of a writable home, or of patience: one line each, and the same everywhere."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from children import Child
from cli.conftest import Result

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits and signals")

LIMITED = """
import resource, sys
from astragal.__main__ import main
import astragal.cli.ur
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv.pop(1)),) * 2)
main()
"""


@POSIX
@pytest.mark.parametrize("megabytes", [320, 360, 400, 480])
@pytest.mark.skipif(sys.platform != "linux", reason="macOS does not enforce the limit")
def test_too_little_memory_is_one_line(megabytes: int, new_home: Path) -> None:
    command = ["ur", "solve", "--pieces", "5", "--threads", "2", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(megabytes << 20), *command],
        capture_output=True,
        text=True,
        env=os.environ | {"ASTRAGAL_HOME": str(new_home)},
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith('{"error": "not enough memory')
    assert done.stderr.count("\n") == 1


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set a home in which nobody can write, not even root: a file."""
    home = tmp_path / "file"
    home.touch()
    monkeypatch.setenv("ASTRAGAL_HOME", str(home))
    return str(home)


def run_there(command: str, home: str) -> Result:
    done = subprocess.run(
        [sys.executable, "-m", "astragal", *command.split()],
        capture_output=True,
        text=True,
        env=os.environ | {"ASTRAGAL_HOME": home},
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "command", ["ur solve --pieces 1", "preflop", "preflop --game omaha", "pushfold 5"]
)
def test_a_table_without_a_writable_home_is_exit_code_3(command: str, unwritable: str) -> None:
    done = run_there(command, unwritable)
    assert (done.code, done.out) == (3, "")
    *notice, line = done.err.splitlines()
    assert len(notice) <= 1
    assert "can't be written: " in line
    assert line.endswith("; ASTRAGAL_HOME can name another folder")


def test_a_match_needs_no_writable_home(unwritable: str) -> None:
    done = run_there("ur match --games 2 --pieces 1 --json", unwritable)
    assert done.code == 0
    assert done.json["games"] == 2
    assert done.err.count("\n") == 1
    assert "ASTRAGAL_HOME can name another folder; without it, nothing is saved" in done.err


def test_a_file_name_that_is_too_long_is_exit_code_3(astragal: Callable[..., Result]) -> None:
    astragal("ur", "solve", "--pieces", "1", "--path", "p" * 5000).assert_refused(
        "can't be written: ", code=3
    )


# The command holds at the report of its first layer or chunk until the file "go" is there.
HELD = """
import os, sys, time
from astragal import progress
from astragal.cli import main

go = sys.argv.pop(1)
report = progress.Reporter.report

def hold(self, *arguments, **metrics):
    while not os.path.exists(go):
        time.sleep(0.01)
    report(self, *arguments, **metrics)

progress.Reporter.report = hold
main(sys.argv[1:])
"""


@POSIX
@pytest.mark.parametrize("rebuild", [[], ["--rebuild"]], ids=["", "rebuild"])
@pytest.mark.parametrize(
    "command", ["ur solve --pieces 2", "preflop --game short", "ur match --games 300"]
)
def test_the_same_command_twice(command: str, rebuild: list[str], new_home: Path) -> None:
    if rebuild and "match" in command:
        pytest.skip("a match makes no table")
    environment = os.environ | {"ASTRAGAL_HOME": str(new_home)}
    words = [*command.split(), *rebuild, "--json"]
    go = new_home / "go"
    with Child(
        [sys.executable, "-c", HELD, str(go), *words],
        stdout=subprocess.PIPE, text=True, env=environment,
    ) as first:  # fmt: skip
        while not [path for path in new_home.rglob("*.checkpoint") if path.stat().st_size]:
            assert first.poll() is None
            sleep(0.02)
        with Child(
            [sys.executable, "-m", "astragal", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        ) as second:  # fmt: skip
            assert second.stderr is not None
            line = second.stderr.readline()
            assert line.startswith("astragal: waiting for another process that uses ")
            go.touch()
            out, err = second.communicate()
            assert (second.returncode, err) == (0, "")
        mine, _ = first.communicate()
    assert first.returncode == 0
    assert out.replace('"solved_before": true', '"solved_before": false') == mine


# Chunks hold until the process is told to go, which nobody does.
STUCK = """
import os, time
from astragal.__main__ import main
from astragal.ur import match

def hold(*arguments):
    open(os.environ["BEGUN"], "w").close()
    time.sleep(1000)

match._play_games = hold
main()
"""


@POSIX
@pytest.mark.parametrize("interrupts", [2, 3, 5])
def test_several_ctrl_c_end_at_once_with_one_line(interrupts: int, new_home: Path) -> None:
    begun = new_home / "begun"
    command = ["ur", "match", "--games", "300", "--threads", "2"]
    with Child(
        [sys.executable, "-c", STUCK, *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"ASTRAGAL_HOME": str(new_home), "BEGUN": str(begun)},
    ) as child:  # fmt: skip
        while not begun.exists():
            assert child.poll() is None
            sleep(0.02)
        for _ in range(interrupts):
            child.send_signal(signal.SIGINT)
            try:
                child.wait(0.3)
                break
            except subprocess.TimeoutExpired:
                pass
        out, err = child.communicate(timeout=20)
    assert (child.returncode, out) == (130, "")
    assert err == "astragal: interrupted; the same command resumes\n"


@pytest.mark.parametrize("value", ["false", "true", "1", "no"])
def test_a_flag_takes_no_value(astragal: Callable[..., Result], value: str) -> None:
    refused = astragal("ur", "show", f"--json={value}")
    assert refused.code == 2
    assert f"--json={value}: --json takes no value" in refused.err


def test_standard_input_is_one_argument(astragal: Callable[..., Result]) -> None:
    astragal("equity", "-", "-").assert_refused("'-'")
