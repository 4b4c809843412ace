"""`astragal asia table` as a user meets it: slices, look-ups, interruptions, damage."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from astragal.asia import PROFILES, build_table, find_way, suit_class_hands, tabulate
from astragal.asia.table import table_identity
from astragal.cards import cards_name
from astragal.progress import Report

from children import Child
from cli.conftest import ROOT, Result

Run = Callable[..., Result]
PUSH = PROFILES["push"]


def name_of_class(number: int) -> str:
    return cards_name(int(suit_class_hands(range(number, number + 1))[0][0]))


def test_slices_add_up_and_best_looks_them_up(astragal: Run, tmp_path: Path) -> None:
    hand = name_of_class(1_010)
    counted = astragal("asia", "best", hand, "--json").json
    parquet = tmp_path / "t.parquet"
    first = astragal("asia", "table", "--classes", "1000:1020", "--json").json
    assert (first["profile"], first["dealer"]) == ("push", "standard")
    assert (first["classes"], first["rows"], first["complete"]) == ([[1000, 1020]], 20, False)
    both = astragal(
        "asia", "table", "--classes", "1015:1040", "--threads", "1", "--parquet", str(parquet),
        "--json",
    ).json  # fmt: skip
    assert (both["path"], both["classes"]) == (first["path"], [[1000, 1040]])
    assert both["parquet"] == str(parquet)
    assert len(pq.read_table(parquet)) == both["rows"] == 40
    assert both["deals"] == both["hands"] * 53_524_680
    assert both["wins"] >= both["house"]["wins"]
    assert both["edge"] == (both["losses"] - both["wins"]) / both["deals"]

    looked_up = astragal("asia", "best", hand, "--top", "1", "--json").json
    assert looked_up["method"] == "table"
    assert counted["method"] == "exact"
    expected = counted | {"method": "table", "settings": counted["settings"][:1]}
    assert looked_up == expected
    # All settings, dead cards, and other rules are counted, table or not.
    for others in (["--top", "2"], ["--top", "1", "--dead", "2c"], ["--top", "1", "--rule",
                   "copies=dealer"]):  # fmt: skip
        assert astragal("asia", "best", hand, *others, "--json").json["method"] == "exact"
    assert astragal("asia", "best", name_of_class(1_040), "--top", "1", "--json").json[
        "method"
    ] == ("exact")
    plain = astragal("asia", "table", "--classes", "1000:1040").out
    assert "40 of 6,972,147 suit classes: 1000:1040" in plain


def test_a_damaged_table_is_refused(astragal: Run, tmp_path: Path) -> None:
    path = Path(astragal("asia", "table", "--classes", "0:5", "--json").json["path"])
    content = bytearray(path.read_bytes())
    content[5_000] ^= 0x10
    path.write_bytes(content)
    hand = name_of_class(3)
    for command in (["best", hand, "--top", "1"], ["table", "--classes", "0:5"]):
        refused = astragal("asia", *command)
        refused.assert_refused("damaged", "astragal asia table --rebuild", code=3)
    assert astragal("asia", "best", hand, "--json").code == 0
    assert astragal("asia", "table", "--classes", "0:5", "--rebuild", "--json").code == 0
    assert astragal("asia", "best", hand, "--top", "1").code == 0


def test_bad_input(astragal: Run, tmp_path: Path) -> None:
    table = ("asia", "table", "--classes")
    astragal(*table, "12").assert_refused("'12' is not a slice", "1000:2000")
    astragal(*table, "20:10").assert_refused("no classes 20:10", "0:6972147")
    astragal(*table, "0:7000000").assert_refused("no classes 0:7000000")
    astragal(*table, "0:5", "--parquet", str(tmp_path / "t.csv")).assert_refused(".parquet")
    astragal(*table, "0:5", "--threads", "2", "--workers", "2").assert_refused(
        "--threads and --workers"
    )
    astragal(*table, "0:5", "--dealer", "macau").assert_refused("no house way 'macau'")
    assert list(tmp_path.rglob("asia-table*")) == []


# Chunks from a class on hold until the file "go" is there, so that a signal arrives in the middle
# for certain; Ctrl-C, once heard, lets them go.
HOLDING = """
import os, signal, sys, time
from astragal.asia import tabulate
from astragal.cli import main

go, first_held = sys.argv[1], int(sys.argv[2])
work = tabulate.BestSettings.__call__

def work_or_hold(self, classes):
    while classes.start >= first_held and not os.path.exists(go):
        time.sleep(0.01)
    return work(self, classes)

def heard(number, frame):
    open(go, "w").close()
    signal.default_int_handler(number, frame)

tabulate.BestSettings.__call__ = work_or_hold
signal.signal(signal.SIGINT, heard)
main(sys.argv[3:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_interrupted_and_killed_it_goes_on_where_it_was(tmp_path: Path) -> None:
    chunks = tabulate.chunks_of([range(100_000)])[:4]
    classes = range(chunks[-1].stop)
    folder = tmp_path / "home" / "data"

    def interrupt(number: int, held: range) -> "subprocess.CompletedProcess[str]":
        """Start the program and send a signal when all chunks before `held` are on disk."""
        go = tmp_path / "go"
        go.unlink(missing_ok=True)
        command = [sys.executable, "-c", HOLDING, str(go), str(held.start), "asia", "table",
                   "--classes", f"0:{classes.stop}", "--threads", "1"]  # fmt: skip
        environment = os.environ | {"ASTRAGAL_HOME": str(tmp_path / "home")}
        with Child(command, cwd=ROOT, env=environment, text=True, stderr=subprocess.PIPE) as child:
            while sum(map(size, folder.glob("*.checkpoint"))) < 20 * held.start:
                assert child.poll() is None
                time.sleep(0.01)
            child.send_signal(number)
            _, err = child.communicate()
        return subprocess.CompletedProcess(command, child.returncode, "", err)

    def size(path: Path) -> int:
        return path.stat().st_size

    stopped = interrupt(signal.SIGINT, chunks[1])
    assert stopped.returncode == 130
    assert stopped.stderr == "astragal: interrupted; the same command goes on from here\n"
    assert interrupt(signal.SIGKILL, chunks[3]).returncode == -signal.SIGKILL
    way = find_way("standard", PUSH)
    assert not (folder / table_identity(PUSH, way)[0]).exists()

    heard: list[Report] = []
    resumed = build_table(PUSH, way, classes, folder=folder, progress=heard.append)
    assert heard[0].note == "resumed"
    assert (heard[0].head_start, heard[0].total) == (3, 4)
    undisturbed = build_table(PUSH, way, classes, folder=tmp_path / "other")
    assert resumed.path.read_bytes() == undisturbed.path.read_bytes()
    assert [file.name for file in folder.glob("[!.]*")] == [resumed.path.name]
