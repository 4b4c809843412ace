"""`astragal serve` where it can't: one line that says why, and what would do."""

import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE
from threading import Thread

import httpx
import pytest

from children import Child
from cli.conftest import Result

Run = Callable[..., Result]


@pytest.mark.parametrize("module", ["fastapi", "fastapi_swagger", "uvicorn"])
def test_a_missing_extra_is_named(astragal: Run, module: str) -> None:
    astragal("serve", without=(module,)).assert_refused(
        f"the web app needs {module}, which is not installed", "pip install 'astragal[web]'"
    )


def test_a_port_in_use_is_named(astragal: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        astragal("serve", "--port", port).assert_refused(
            f"'127.0.0.1', port {port}", "in use; --port 0 picks a free port"
        )


@pytest.mark.parametrize("name", ["", "http://games.example", "games.example:80", "a/b"])
def test_an_allowed_host_is_a_name(astragal: Run, name: str) -> None:
    astragal("serve", "--port", "0", "--allow-host", name).assert_refused(
        f"--allow-host {name!r}", "without scheme and port"
    )


@pytest.mark.parametrize("port", ["65536", "-1"])
def test_a_port_that_can_not_be(astragal: Run, port: str) -> None:
    astragal("serve", "--port", port).assert_refused(f"port {port} is not in 0..65535")


def test_a_port_that_is_no_number(astragal: Run) -> None:
    astragal("serve", "--port", "http").assert_refused("--port: 'http' is not an integer")


@pytest.mark.parametrize(
    "host", ["192.0.2.1", "no such host", "é" * 70], ids=["foreign", "unknown", "unwritable"]
)
def test_a_host_that_is_not_here(astragal: Run, host: str) -> None:
    astragal("serve", "--host", host, "--port", "0").assert_refused("can't listen at", repr(host))


@contextmanager
def running(*options: str) -> Iterator[tuple[Child, str]]:
    """Start the app with options and yield the process and the first line that it prints."""
    command = [sys.executable, "-m", "astragal", "serve", "--port", "0", *options]
    with Child(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline()
        process.terminate()
        process.communicate(timeout=20)


def test_beyond_this_machine() -> None:
    options = ("--allow-host", "Games.example", "--allow-host", "10.0.0.7", "--access-log")
    with running("--host", "0.0.0.0", *options, "--root-path", "astragal/") as (process, line):
        address = re.fullmatch(r"Astragal is at (http://games\.example:(\d+)/astragal/) .*\n", line)
        assert address is not None, line
        with httpx.Client(base_url=f"http://127.0.0.1:{address[2]}") as client:
            for host, status in {
                "games.example": 200, "10.0.0.7": 200, "localhost": 200, "evil.example": 421,
            }.items():  # fmt: skip
                pages = ("/", "/ur", "/api/layout/list", "/static/ur.js", "/swagger/swagger-ui.css")
                for path in [*pages, *(f"/astragal{page}" for page in pages), "/astragal/healthz"]:
                    answer = client.get(path, headers={"Host": f"{host}:{address[2]}"})
                    assert answer.status_code == status, (host, path)
            schema = client.get("/astragal/api/openapi.json").json()
        assert schema["servers"] == [{"url": "/astragal"}]
        process.terminate()
        log, _ = process.communicate(timeout=20)
    assert '"GET /astragal/healthz HTTP/1.1" 200' in log


def test_behind_a_proxy() -> None:
    with running("--allow-host", "games.example", "--root-path", "/astragal") as (process, line):
        address = re.fullmatch(r"Astragal is at (http://127\.0\.0\.1:\d+/astragal/) .*\n", line)
        assert address is not None, line
        assert process.stdout is not None
        told = "A proxy on this machine can show it as games.example/astragal.\n"
        assert process.stdout.readline() == told
        question, api = {"cards": "As Ks"}, "api/poker/eval"
        with httpx.Client(base_url=address[1]) as client:
            for host, origin, status in (
                ("games.example", "https://games.example", 200),
                ("games.example:443", "https://games.example", 200),
                ("games.example:8443", "https://games.example:8443", 200),
                ("games.example", "https://games.example:8443", 403),
                ("games.example", "https://evil.example", 403),
                ("localhost:1", "http://localhost:2", 403),
            ):
                headers = {"Host": host, "Origin": origin, "Sec-Fetch-Site": "same-origin"}
                answer = client.post(api, json=question, headers=headers)
                assert answer.status_code == status, (host, origin)
                assert status == 200 or repr(host) in answer.json()["error"]
            refused = client.get("", headers={"Host": "evil.example"})
            assert (refused.status_code, "'evil.example'" in refused.json()["error"]) == (421, True)
            for host in ("localhost#evil", "localhost?evil", "localhost/evil", "a@localhost", ""):
                assert client.get("healthz", headers={"Host": host}).status_code == 421, host
            plain = client.post(api, content='{"cards": "As"}')
        assert "Content-Type: application/json" in plain.json()["error"]


def test_all_addresses_without_a_name_to_answer_to_and_an_interrupt() -> None:
    with running("--host", "0.0.0.0") as (process, line):
        assert line.startswith("Astragal is at http://127.0.0.1:")
        assert process.stdout is not None
        name = socket.gethostname()
        hint = f"Other machines are refused; --allow-host {name} lets them in.\n"
        assert process.stdout.readline() == hint
        health = httpx.get(f"{line.split()[3]}/healthz")
        assert (health.status_code, health.json()["status"]) == (200, "ok")
        process.send_signal(signal.SIGINT)
        # There is no access log unless asked for.
        assert process.communicate(timeout=20) == ("Stopped.\n", "")
        assert process.returncode == 0


def test_an_interrupt_of_an_app_in_the_background() -> None:
    """A shell starts it with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with running() as (process, _):
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20) == ("Stopped.\n", "")
            assert process.returncode == 0
    finally:
        signal.signal(signal.SIGINT, before)


HANG = """
from pathlib import Path
from time import sleep
def hang(position, roll):
    Path("called").touch()
    sleep(1000)
"""
PATIENT = """
from astragal.web import server
server.MOST_SECONDS_TO_END = 1000
"""
"""Lets the first Ctrl-C wait longer than the test does."""


@contextmanager
def hanging(
    folder: Path, monkeypatch: pytest.MonkeyPatch, patience: str = ""
) -> Iterator[tuple[Child, str]]:
    """Start the app with a player that hangs, and ask it."""
    (folder / "hanging.py").write_text(HANG + patience)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.chdir(folder)
    turn = {"state": "0x0000084040000d40", "roll": 2, "player": "hang"}

    def ask(address: str) -> None:
        with suppress(httpx.TransportError):  # the app leaves the request
            httpx.post(f"{address}/api/ur/choose", json=turn, timeout=60)

    with running("--player", "hanging:hang") as (process, line):
        address = line.split()[3]
        asking = Thread(target=ask, args=(address,))
        asking.start()
        while not (folder / "called").exists():
            time.sleep(0.01)
        yield process, address
        asking.join()


@pytest.mark.parametrize(
    ("number", "code", "told"),
    [(signal.SIGINT, 130, "astragal: interrupted\n"), (signal.SIGTERM, -signal.SIGTERM, "")],
)
def test_a_player_that_hangs_does_not_keep_the_app(
    number: signal.Signals,
    code: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hanging(tmp_path, monkeypatch) as (process, _):
        process.send_signal(number)
        assert process.communicate(timeout=60) == ("", told)
        assert process.returncode == code


def is_listening(address: str) -> bool:
    """Return whether the app takes connections."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", int(address.rsplit(":", 1)[1]))) == 0


def test_a_second_interrupt_ends_the_app_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hanging(tmp_path, monkeypatch, PATIENT) as (process, address):
        process.send_signal(signal.SIGINT)
        while is_listening(address):  # until the first is heard
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "astragal: interrupted\n")
        assert process.returncode == 130


@pytest.mark.parametrize("path", ["a?b#c", "a b", "é", "<b>"])
def test_a_root_path_that_no_address_can_have_is_refused(astragal: Run, path: str) -> None:
    astragal("serve", "--root-path", path).assert_refused(repr(path), "letters, digits")
