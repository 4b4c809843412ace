"""`astragal postflop`: solves, files, certificates and reports from the command line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from astragal import postflop

from children import Child
from cli.conftest import Result

Run = Callable[..., Result]
BOARD = "Td9d6hQc2s"
SPOT = [
    "--oop", "QQ, AJ, 87s", "--ip", "KJ, AT", "--pot", "100", "--stack", "150", "--bets", "50%,a",
    "--raises", "60%",
]  # fmt: skip


def python_spot() -> postflop.Spot:
    return postflop.Spot(
        BOARD, oop="QQ, AJ, 87s", ip="KJ, AT", pot=100, stack=150, bets="50%,a", raises="60%"
    )


def test_the_contract(astragal: Run) -> None:
    done = astragal("postflop", BOARD, *SPOT, "--to", "0.1%", "--at", "check, bet 50", "--json")
    assert done.code == 0
    solution = python_spot().solve("0.1%")
    answer = done.json
    assert answer["ev"] == {"oop": solution.ev.oop, "ip": solution.ev.ip}
    assert answer["exploitability"] == solution.exploitability <= 0.1
    assert answer["certified"] is True
    assert [row["action"] for row in answer["actions"]] == ["fold", "call", "all-in 150"]
    node = solution.node("x b50")
    assert np.array_equal([*answer["strategy"].values()], node.strategy)
    assert answer["spot"] == solution.spot.to_dict()


def test_text(astragal: Run) -> None:
    done = astragal("postflop", BOARD, *SPOT)
    assert "bets: 50%, a" in done.out
    assert "nobody can gain more than" in done.out
    assert "out of position acts" in done.out
    assert done.err == ""


def test_sizes_by_player_and_street(astragal: Run) -> None:
    spot = [*SPOT[:8], "--bets", "oop river: 75%, a; ip: 50%", "--donk", "river: 25%"]
    answer = astragal("postflop", BOARD, *spot, "--json").json
    assert answer["spot"]["bets"]["oop"]["river"] == "75%, a"
    assert answer["spot"]["bets"]["ip"]["river"] == "50%"
    assert answer["spot"]["raises"]["ip"]["river"] == ""
    astragal("postflop", BOARD, *SPOT[:8], "--bets", "oop rivre: 75%").assert_refused(
        "'oop rivre: 75%'", "write a player or a street before the colon"
    )


def test_a_plan_solves_nothing(astragal: Run) -> None:
    done = astragal("postflop", "Td9d6h", *SPOT, "--plan", "--json")
    assert done.json["boards"] == 49 * 48
    assert done.json["memory"] > 1 << 20


def test_a_saved_file_is_shown(astragal: Run, tmp_path: Path) -> None:
    file = tmp_path / "spot.postflop"
    saved = astragal("postflop", BOARD, *SPOT, "--save", str(file), "--bits", "8", "--json")
    assert saved.code == 0
    answer = astragal("postflop", "show", str(file), "--at", "check", "--json").json
    assert answer["line"] == "check"
    assert answer["spot"] == saved.json["spot"]
    assert answer["exploitability"] == pytest.approx(saved.json["exploitability"], abs=1)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    damaged = astragal("postflop", "show", str(file))
    damaged.assert_refused("damaged", "solve the spot again", code=3)
    astragal("postflop", "show", str(tmp_path / "none")).assert_refused("no such table", code=3)


def test_texas_solver_is_certified(astragal: Run, tmp_path: Path) -> None:
    hands = {"oop": ["QhQd"], "ip": ["AcTc"]}
    file = tmp_path / "output_result.json"
    file.write_text(
        json.dumps(
            {
                "actions": ["CHECK"], "player": 1, "node_type": "action_node",
                "strategy": {"actions": ["CHECK"], "strategy": {"QhQd": [1.0]}},
                "childrens": {
                    "CHECK": {
                        "actions": ["CHECK"], "player": 0, "node_type": "action_node",
                        "strategy": {"actions": ["CHECK"], "strategy": {"AcTc": [1.0]}},
                    }
                },
            }
        )
    )  # fmt: skip
    options = [
        "--oop", *hands["oop"], "--ip", *hands["ip"], "--pot", "100", "--stack", "150",
    ]  # fmt: skip
    done = astragal("postflop", "certify", str(file), BOARD, *options, "--json")
    assert done.json["ev"] == {"oop": 100, "ip": 0}
    assert abs(done.json["exploitability"]) <= done.json["rounding"]
    astragal("postflop", "certify", str(file), BOARD, *options, "--bets", "50%").assert_refused(
        "has CHECK, but not bet 50"
    )


def test_a_report(astragal: Run) -> None:
    done = astragal("postflop", "report", BOARD, "AdKd2h3c3s", *SPOT, "--json")
    rows = done.json["boards"]
    assert [len(row["board"]) for row in rows] == [5, 5]
    assert sum(row["chance"] for row in rows) == pytest.approx(1)
    assert done.json["actions"] == ["check", "bet 50", "all-in 150"]
    for row in rows:
        assert sum(row["frequencies"]) == pytest.approx(1)
        assert sum(row["ev"].values()) == pytest.approx(100, abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Td9d", *SPOT], ["2 cards on the board 'Td9d'"]),
        ([BOARD, *SPOT, "--to", "0.1"], ["target '0.1'", "like '0.5%'"]),
        ([BOARD, *SPOT, "--at", "bet 51"], ["no action 'bet 51'", "bet 50"]),
        ([BOARD, *SPOT, "--at", "x x 2c"], ["the hand is over after 'check, check'"]),
        ([BOARD, *SPOT, "--at", "x x"], ["the hand is over after 'check, check'", "shorter"]),
        ([BOARD, *SPOT[2:]], ["--oop", "needs a value"]),
        ([BOARD, *SPOT, "--bits", "8"], ["--bits is for --save FILE"]),
        ([BOARD, *SPOT, "--regrets"], ["--regrets is for --save FILE"]),
        ([BOARD, *SPOT, "--save", "nowhere/x.postflop"], ["there is no folder"]),
        ([BOARD, *SPOT, "--chip", "0.3"], ["is no multiple of the chip 0.3: write chip=0.1"]),
        (["report", "all", *SPOT, "--oop", "AhKh"], ["--oop is given twice"]),
    ],
)
def test_wrong_input(astragal: Run, arguments: list[str], words: list[str]) -> None:
    astragal("postflop", *arguments).assert_refused(*words)


INTERRUPTED = """
import signal, sys
from astragal.cli import main
from astragal.postflop.solver import Solver

iterate = Solver.iterate

def iterate_and_interrupt(self, iterations=1):
    iterate(self, iterations)
    if self.iterations >= 20:
        Solver.iterate = iterate
        signal.raise_signal(signal.SIGINT)

Solver.iterate = iterate_and_interrupt
main(sys.argv[1:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_prints_the_solution_so_far(new_home: Path) -> None:
    arguments = ["postflop", BOARD, *SPOT, "--to", "0.0000001%", "--json"]
    with Child(
        [sys.executable, "-c", INTERRUPTED, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"ASTRAGAL_HOME": str(new_home)},
    ) as child:
        out, err = child.communicate()
    assert child.returncode == 128 + signal.SIGINT, err
    answer = json.loads(out)
    assert answer["stopped"] is True
    assert answer["iterations"] >= 20
    assert answer["exploitability"] > 0
