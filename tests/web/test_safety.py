"""What the app refuses, and the headers and the error body of its responses."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Queue

import httpx
import pytest

from astragal.web import safety, server

from web.conftest import served_here

PAGES = ["/", "/paigow", "/asia", "/ur", "/poker", "/words", "/docs"]
JSON = {"Content-Type": "application/json"}
STRICT = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
}


@pytest.mark.parametrize("path", [*PAGES, "/static/style.css", "/api/layout/list", "/nothing"])
def test_every_answer_has_strict_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    for name, value in STRICT.items():
        assert headers[name] == value
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_nothing_inline_and_nothing_foreign(client: httpx.Client, path: str) -> None:
    text = client.get(path).text
    assert re.findall(r"<script(?![^>]* src=)", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []
    assert re.findall(r"(?:src|href)=\"(?:[\w+.-]+:|/)", text) == []  # relative: any root path


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "[::1", "", "127.0.0.1.nip.io"]
)
def test_foreign_hosts_are_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "localhost:8642", "[::1]:8642", "LOCALHOST"])
def test_names_of_this_machine_are_answered(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_requests_of_foreign_pages_are_refused(
    client: httpx.Client, headers: dict[str, str]
) -> None:
    body = {"rules": "finkel", "pieces": 1}
    before = client.get("/api/ur/solve").json()
    assert client.post("/api/ur/solve", json=body, headers=headers).status_code == 403
    assert client.get("/api/ur/solve").json() == before


def test_own_pages_are_answered(client: httpx.Client) -> None:
    own = {"Origin": str(client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    answer = client.post("/api/poker/eval", json={"cards": "As"}, headers=own)
    assert answer.status_code == 200


def test_large_bodies_are_refused(client: httpx.Client) -> None:
    answer = client.post("/api/layout/check", json={"toml": "x" * safety.MOST_BYTES})
    assert answer.status_code == 413


def test_large_bodies_in_chunks_are_refused_too(client: httpx.Client) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(1 + safety.MOST_BYTES // 1024):
            yield b"x" * 1024

    assert client.post("/api/layout/check", content=chunks()).status_code == 413


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/ur/choose", {"state": "0x3f", "roll": 1, "rules": "/etc/own.toml"}),
        ("/api/ur/solve", {"rules": "own.toml"}),
        ("/api/asia/best", {"hand": "As Kd Qh Jc 9s 7d 4h", "dealer": "own.toml"}),
        ("/api/paigow/hint", {"hand": "As Kd Qh Jc 9s 7d 4h", "dealer": "own.toml"}),
        ("/api/layout/decode", {"layout": "examples/clock.toml", "word": "0"}),
    ],
)
def test_no_file_is_named_by_a_request(
    client: httpx.Client, path: str, body: dict[str, object]
) -> None:
    assert client.post(path, json=body).status_code in (404, 422)


def test_static_files_do_not_lead_out_of_their_folder(client: httpx.Client) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"):
        assert client.get(path).status_code == 404


def test_no_get_starts_work(client: httpx.Client) -> None:
    for path in (
        "asia/best",
        "asia/explain",
        "paigow/best",
        "ur/choose",
        "ur/review",
        "layout/decode",
        "equity",
        "range",
    ):
        assert client.get(f"/api/{path}").status_code == 405


def test_errors_of_the_framework_have_the_documented_field(client: httpx.Client) -> None:
    number = b'{"players": [], "seed": ' + b"9" * 5000 + b"}"
    for answer, status in (
        (client.get("/nothing"), 404),
        (client.get("/static/nothing.js"), 404),
        (client.get("/api/equity"), 405),
        (client.post("/api/equity", content=number, headers=JSON), 400),
        (client.get("/", headers={"Origin": "http://["}), 403),
        (client.get("/", headers={"Host": "evil.example"}), 421),
    ):
        assert answer.status_code == status
        assert isinstance(answer.json()["error"], str)


def test_a_defect_is_answered_in_the_documented_form(
    here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("astragal.web.poker.poker.evaluate", break_down)
    answer = httpx.post(f"{here}/api/poker/eval", json={"cards": "As"})
    assert answer.status_code == 500
    assert answer.json() == {"error": "internal error; see the server log"}
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: local", b""),
        (b"POST /api/range HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", b" 408 "),
    ],
    ids=["nothing", "half of the headers", "half of the body"],
)
def test_half_sent_requests_end(
    monkeypatch: pytest.MonkeyPatch, sent: bytes, answer: bytes
) -> None:
    monkeypatch.setattr(safety, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(server, "MOST_SECONDS", 0.3)
    with served_here() as address, connect(address) as connection:
        connection.sendall(sent)
        assert answer in connection.recv(1000)
        while connection.recv(1000):
            pass


def test_bytes_of_headers_in_drips_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_SECONDS", 0.3)
    with served_here() as address, connect(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError, match=r"."):  # noqa: PT012
            for _ in range(100):
                connection.sendall(b"A: b\r\n")
                time.sleep(0.05)


def test_a_client_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its requests stand in line; the answers fill the buffers of both sides."""
    monkeypatch.setattr(server, "MOST_SECONDS_TO_READ", 0.3)
    lost: Queue[Exception | None] = Queue()
    connection_lost = server.PromptProtocol.connection_lost

    def note(protocol: server.PromptProtocol, error: Exception | None) -> None:
        lost.put(error)
        connection_lost(protocol, error)

    monkeypatch.setattr(server.PromptProtocol, "connection_lost", note)
    with served_here() as address, connect(address) as connection:
        connection.setblocking(False)
        ask = b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with suppress(BlockingIOError):
            for _ in range(100_000):
                connection.sendall(ask)
        lost.get(timeout=20)


def connect(address: str) -> socket.socket:
    port = httpx.URL(address).port
    assert port is not None
    return socket.create_connection(("127.0.0.1", port), timeout=5)


@pytest.mark.parametrize("path", ["/", "/ur", "/healthz", "/api/layout/list", "/static/style.css"])
def test_head_is_answered_like_get_without_the_body(path: str) -> None:
    with served_here() as address, httpx.Client(base_url=address) as client:
        head, get = client.head(path), client.get(path)
    assert head.status_code == get.status_code == 200
    assert head.headers["content-length"] == get.headers["content-length"]
    assert head.content == b""
