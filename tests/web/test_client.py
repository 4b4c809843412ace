"""A client that a generator from PyPI makes of the OpenAPI document: it is typed, and it works."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import httpx
import pytest

from astragal import equity, poker

from web.conftest import Served

PROGRAM = """
from astragal_client import Client
from astragal_client.api.equity import equity_calculate
from astragal_client.api.poker import poker_evaluate, poker_showdown
from astragal_client.models import (
    BoardHand, EquityJson, EquityQuestion, HandValueJson, PokerHand, PokerShowdownJson, Problem
)


def best_cards(client: Client, cards: str) -> list[str]:
    value = poker_evaluate.sync(client=client, body=PokerHand(cards=cards))
    assert isinstance(value, HandValueJson), value
    return value.best


def equities(client: Client, players: list[str]) -> tuple[int, list[float], list[float | None]]:
    result = equity_calculate.sync(client=client, body=EquityQuestion(players=players))
    assert isinstance(result, EquityJson), result
    rows = result.players
    return result.deals, [row.equity for row in rows], [row.error for row in rows]


def showdown(client: Client, hand: str, board: str) -> PokerShowdownJson | Problem | None:
    return poker_showdown.sync(client=client, body=BoardHand(hand=hand, board=board))


def error(client: Client, cards: str) -> str:
    problem = poker_evaluate.sync(client=client, body=PokerHand(cards=cards))
    assert isinstance(problem, Problem), problem
    return problem.error
"""
MISUSE = """
def misuse(client: Client) -> str:
    value = poker_evaluate.sync(client=client, body=PokerHand(cards="As"))
    assert isinstance(value, HandValueJson)
    return value.strength + value.no_such_field
"""


def run(folder: Path, *module: str) -> subprocess.CompletedProcess[str]:
    """Run a Python module in a folder."""
    command = [sys.executable, "-m", *module]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, client: httpx.Client) -> Path:
    """A folder with the client and a program that uses it."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(client.get("/api/openapi.json").text)
    (folder / "config.yml").write_text("post_hooks: []\n")
    command = [
        "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning", "--path",
        "openapi.json", "--output-path", "astragal_client", "--config", "config.yml",
    ]  # fmt: skip
    made = run(folder, *command)
    assert made.returncode == 0, made.stdout + made.stderr
    (folder / "program.py").write_text(PROGRAM)
    return folder


def test_the_client_answers_with_values(
    folder: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    astragal_client, program = map(import_module, ("astragal_client", "program"))
    with astragal_client.Client(base_url=served.address) as client:
        cards = "7h 7d 7s 4c 4h Kd 2s"
        assert program.best_cards(client, cards) == poker.evaluate(cards).to_dict()["best"]
        result = equity.calculate(["AhKh", "QQ"])
        assert program.equities(client, ["AhKh", "QQ"]) == (
            result.deals,
            [player.equity for player in result.players],
            [None, None],
        )
        shown = program.showdown(client, "Ah Kh", "Qh Jh 2c")
        assert shown.to_dict() == poker.showdown("Ah Kh", "Qh Jh 2c").to_dict()
        assert program.error(client, "Ah Xx").startswith("unknown card 'Xx'")


@pytest.mark.verify
def test_the_client_is_typed(folder: Path) -> None:
    """Mypy accepts the program, and finds two errors in a wrong one."""
    (folder / "misuse.py").write_text(PROGRAM + MISUSE)
    command = ["mypy", "--strict", "--follow-imports=silent"]
    right = run(folder, *command, "program.py")
    assert right.returncode == 0, right.stdout
    wrong = run(folder, *command, "misuse.py")
    assert '"HandValueJson" has no attribute "no_such_field"' in wrong.stdout
