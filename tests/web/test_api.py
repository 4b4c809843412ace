"""The interface: the same answers as the command line, errors in one line, solving in the back."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from astragal import ur

from web.conftest import Served

HAND = "As Kd Qh Jc 9s 7d 4h"
SETTING = "As Kd Qh Jc / 9s 7d / 4h"


def told(served: Served, *arguments: str) -> Any:
    """What the command line says."""
    command = [sys.executable, "-c", "from astragal.cli import main; main()", *arguments, "--json"]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env=served.environment
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("path", "body", "command"),
    [
        ("asia/best", {"hand": HAND}, ["asia", "best", HAND]),
        (
            "asia/best",
            {"hand": HAND, "profile": "casino"},
            ["asia", "best", HAND, "--profile", "casino"],
        ),
        ("asia/house", {"hand": HAND}, ["asia", "house", HAND]),
        ("asia/explain", {"setting": SETTING}, ["asia", "explain", SETTING]),
        ("poker/eval", {"cards": "7h 7d 7s 4c 4h"}, ["eval", "7h 7d 7s 4c 4h"]),
        (
            "poker/eval",
            {"cards": "Ah 2c", "board": "Ad As Kh"},
            ["eval", "Ah 2c", "--board", "Ad As Kh"],
        ),
        (
            "layout/decode",
            {"layout": "pokerval", "word": "0x20077744"},
            ["layout", "decode", "pokerval", "0x20077744"],
        ),
    ],
)
def test_answers_are_those_of_the_command_line(
    client: httpx.Client, served: Served, path: str, body: dict[str, str], command: list[str]
) -> None:
    answer = client.post(f"/api/{path}", json=body).json()
    expected = told(served, *command)
    assert {name: answer[name] for name in expected} == expected


def test_moves_are_those_of_the_command_line(client: httpx.Client, served: Served) -> None:
    answer = client.get("/api/ur/moves", params={"state": "0x3f"}).json()
    assert answer == told(served, "ur", "moves", "0x3f")


def test_a_foul_is_explained(client: httpx.Client) -> None:
    setting = "Qh Jc 9s 7d / As Kd / 4h"
    answer = client.post("/api/asia/explain", json={"setting": setting}).json()
    assert answer["fouls"] == ["high (queen jack nine seven) is below medium (ace king)"]
    assert "cost" not in answer


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("asia/best", {"hand": "As As"}, 422, "twice"),
        ("asia/best", {"hand": HAND, "dead": "4h"}, 422, "dead"),
        ("poker/eval", {"cards": "Xx"}, 422, "Xx"),
        ("poker/eval", {"cards": "As", "quirks": "openholdem"}, 422, "board"),
        ("layout/decode", {"layout": "nothing", "word": "0"}, 404, "pokerval"),
        ("layout/decode", {"layout": "pokerval", "word": "0x1ffffffff"}, 422, "32"),
        ("layout/check", {"toml": "bits = 1"}, 422, "missing"),
        ("ur/choose", {"state": "0x0", "roll": 1}, 422, "pieces"),
        ("ur/choose", {"state": "0x3f", "roll": 9}, 422, "roll"),
        ("ur/record", {"game": "nonsense"}, 422, "nonsense"),
        ("poker/eval", {"card": "As"}, 422, "card"),
    ],
)
def test_errors_are_one_line_that_says_what_is_wrong(
    client: httpx.Client, path: str, body: dict[str, object], status: int, words: str
) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_the_broken_mask_is_counted(client: httpx.Client) -> None:
    answer = client.post("/api/layout/masks").json()
    assert answer["values"] == 7462
    assert (answer["broken"]["tied"], answer["broken"]["inverted"]) == (276, 337714)
    assert (answer["corrected"]["tied"], answer["corrected"]["inverted"]) == (0, 0)
    for example in answer["examples"]:
        better, worse = (int(example[side]["broken"], 16) for side in ("better", "worse"))
        assert better <= worse
        better, worse = (int(example[side]["mask"], 16) for side in ("better", "worse"))
        assert better > worse


def test_a_record_goes_there_and_back(client: httpx.Client) -> None:
    first = client.post("/api/ur/record", json={"game": "1. A@A1 * A@A3 / 0 --"}).json()
    again = client.post("/api/ur/record", json={"game": " ".join(first["states"])}).json()
    assert again == first
    assert [one["roll"] for one in first["moves"]] == [4, 2, 0]


def wait_for_solve(client: httpx.Client) -> dict[str, Any]:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        status: dict[str, Any] = client.get("/api/ur/solve").json()
        if not status["running"]:
            return status
        time.sleep(0.02)
    pytest.fail("the solve does not end")


def test_solving_brings_the_perfect_player_also_after_a_restart(tmp_path: Path) -> None:
    state = hex(ur.start(2))
    turn = {"state": state, "roll": 2, "player": "perfect"}
    app = Served(tmp_path)
    try:
        with httpx.Client(base_url=app.address, timeout=60) as client:
            value = client.get("/api/ur/value", params={"state": state})
            assert value.status_code == 503
            assert "astragal ur solve" in value.json()["error"]
            assert client.post("/api/ur/choose", json=turn).json()["player"] == "expectimax-3"
            assert client.post("/api/ur/solve", json={"pieces": 2}).status_code == 202
            assert wait_for_solve(client)["outcome"] == "done"
            assert client.post("/api/ur/choose", json=turn).json()["player"] == "perfect"
            # More pieces than were solved: the other player stands in.
            full = turn | {"state": "0x3f"}
            assert client.post("/api/ur/choose", json=full).json()["player"] == "expectimax-3"
    finally:
        app.stop()
    app = Served(tmp_path)
    try:
        with httpx.Client(base_url=app.address, timeout=60) as client:
            assert client.post("/api/ur/choose", json=turn).json()["player"] == "perfect"
            win = client.get("/api/ur/value", params={"state": state}).json()["win"]
            assert 0.5 < win < 1
    finally:
        app.stop()


def test_a_solve_can_be_cancelled_and_there_is_only_one(tmp_path: Path) -> None:
    app = Served(tmp_path)
    try:
        with httpx.Client(base_url=app.address, timeout=60) as client:
            assert client.post("/api/ur/solve", json={"rules": "blitz"}).status_code == 202
            second = client.post("/api/ur/solve", json={"rules": "finkel"})
            assert second.status_code == 409
            assert "running" in second.json()["error"]
            # Pages stay quick meanwhile.
            assert client.get("/").status_code == 200
            client.delete("/api/ur/solve")
            assert wait_for_solve(client)["outcome"] == "cancelled"
            assert not (tmp_path / "data" / "ur" / "blitz.table").exists()
    finally:
        app.stop()
