"""Reports over many boards."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal import jobs
from astragal.errors import BadInputError, UnknownNameError
from astragal.postflop import report as report_function
from astragal.postflop.report import all_flops
from astragal.postflop.spot import Spot
from astragal.progress import Report

from engines import ByPickle

FLOP = Spot("Td 9d 6h", oop="QQ, AK", ip="TT, AQ", pot=100, stack=50, bets="a")
BOARDS = ["Td 9d 6h", "As Kd 2c", "7c 7d 2h"]


def test_each_board_has_the_figures_of_its_solution() -> None:
    found = report_function(FLOP, BOARDS, target="1%")
    assert len(found) == 3
    for number, board in enumerate(BOARDS):
        solution = FLOP.on(board).solve("1%", threads=1)
        node = solution.node()
        row = found.to_dict()["boards"][number]
        assert row["ev"] == {"oop": solution.ev.oop, "ip": solution.ev.ip}
        assert row["equity"] == {"oop": node.range_equity.oop, "ip": node.range_equity.ip}
        assert row["frequencies"] == node.frequencies.tolist()
        assert row["exploitability"] == solution.exploitability
        assert row["iterations"] == solution.iterations
    assert found.actions == ("check", "all-in 50")
    json.dumps(found.to_dict(), allow_nan=False)


def test_frames_and_means() -> None:
    found = report_function(FLOP, BOARDS, target="5%")
    frame = found.to_frame()
    assert list(frame.columns) == [
        "board", "weight", "chance", "ev_oop", "ev_ip", "equity_oop", "equity_ip",
        "exploitability", "iterations", "check", "all-in 50",
    ]  # fmt: skip
    chance, ev = (np.array(frame[name].to_list()) for name in ("chance", "ev_oop"))
    assert chance.sum() == pytest.approx(1)
    assert found.mean("ev_oop") == pytest.approx(float(chance @ ev))
    assert "3 boards, each to 5 % of the pot; on average" in str(found)
    with pytest.raises(UnknownNameError, match="no column 'ev'; there are weight, chance, ev_oop"):
        found.mean("ev")


def test_a_report_resumes_and_has_the_same_bits(tmp_path: Path) -> None:
    whole = report_function(FLOP, BOARDS, target="5%", threads=2)

    class StopError(Exception):
        pass

    def stop(report: Report) -> None:
        if report.done:
            raise StopError

    with pytest.raises(StopError):
        report_function(FLOP, BOARDS, target="5%", threads=1, folder=tmp_path, progress=stop)
    starts: list[int] = []
    resumed = report_function(
        FLOP, BOARDS, target="5%", folder=tmp_path,
        progress=lambda report: starts.append(report.head_start),
    )  # fmt: skip
    assert starts[0] > 0
    assert np.array_equal(whole.figures, resumed.figures)
    for engine in (jobs.LocalThreads(2), ByPickle()):
        again = report_function(FLOP, BOARDS, target="5%", engine=engine)
        assert np.array_equal(whole.figures, again.figures)


def test_all_flops_are_1755_with_weights() -> None:
    flops, weights = all_flops()
    assert (len(flops), sum(weights)) == (1755, 22_100)
    assert {*weights} == {4, 12, 24}


def test_boards_on_which_the_ranges_do_not_meet_have_no_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of all flops; in a list they are refused."""
    aces = Spot("2c 3d 4h", oop="AA", ip="KK", pot=100, stack=50, bets="a")
    with pytest.raises(BadInputError, match=r"can't meet|does not meet"):
        report_function(aces, ["2c 3d 4h", "Ac Ad Ah"])
    flops = [Spot("Ac Ad Ah", oop="KK", ip="QQ", pot=1, stack=1).board, aces.board]
    module = sys.modules["astragal.postflop.report"]  # the package has a function of that name
    monkeypatch.setattr(module, "all_flops", lambda: (flops, [4, 24]))
    found = report_function(aces, "all", target="5%")
    dead, alive = found.to_dict()["boards"]
    assert (dead["ev"], dead["chance"], dead["weight"]) == (None, 0, 4)
    assert alive["chance"] == 1
    json.dumps(found.to_dict(), allow_nan=False)
    assert found.mean("ev_oop") == alive["ev"]["oop"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("flops", "message"),
    [
        ("some", "flops must be a list of boards, or 'all', not 'some'"),
        ([], "flops is empty"),
        (["Td 9d"], "2 cards on the board 'Td 9d'"),
        (["Td 9d 6h 2c"], "'2c 6h 9d Td' has 4 cards, the board of the spot has 3"),
        (None, "flops must be a list of boards"),
    ],
)
def test_flops_that_are_refused(flops: Any, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        report_function(FLOP, flops)


def test_spots_that_are_refused() -> None:
    suited = Spot("Td 9d 6h", oop="AhKh", ip="TT", pot=100, stack=50)
    with pytest.raises(BadInputError, match="'AhKh' of oop tells suits apart"):
        report_function(suited, "all")
    turn = Spot("Td 9d 6h Qc", oop="AK", ip="TT", pot=100, stack=50)
    with pytest.raises(BadInputError, match="flops='all' needs a spot on a flop, not on 6h 9d Td"):
        report_function(turn, "all")
    locked = FLOP.lock("", {"random": {"check": 1}})
    with pytest.raises(BadInputError, match="the spot has locks"):
        report_function(locked, BOARDS)
