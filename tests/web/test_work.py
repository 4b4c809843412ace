"""The event loop is never busy, and expensive requests do not hold up cheap ones."""

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any, Literal

import httpx
import pytest
from fastapi import HTTPException
from fastapi.routing import APIRoute

from astragal.equity import NextCards
from astragal.equity.next_cards import next_cards_of
from astragal.errors import BadInputError, TableError
from astragal.poker import find_variant
from astragal.progress import Report
from astragal.ur import RULES
from astragal.web import asia, equity, layout, paigow, poker, ur
from astragal.web.server import make_server
from astragal.web.solver import Solver

LAYOUT = "name = 'x'\nbits = 8\nfield = [{name='f',offset=0,width=8}]"
HAND = "As Kd Qh Jc 9s 7d 4h"
ON_THE_LOOP = {"/api/ur/show", "/api/ur/moves", "/api/ur/solve"}
"""What needs no table and no drawing: less than a millisecond."""


@contextmanager
def blocked(monkeypatch: pytest.MonkeyPatch, *names: str) -> Iterator[None]:
    """Let these functions wait until the end, and then refuse."""
    free = Event()

    def wait(*arguments: object, **options: object) -> None:
        free.wait()
        raise BadInputError("enough")

    for name in names:
        monkeypatch.setattr(name, wait)
    try:
        yield
    finally:
        free.set()


def test_look_ups_are_answered_while_expensive_requests_wait(
    here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived = threading.Semaphore(0)

    class NotedSemaphore(asyncio.Semaphore):
        async def acquire(self) -> Literal[True]:
            arrived.release()
            return await super().acquire()

    def post(path: str, body: dict[str, Any]) -> int:
        return client.post(path, json=body).status_code

    monkeypatch.setattr("astragal.web.work.Semaphore", NotedSemaphore)
    expensive: list[tuple[str, dict[str, Any]]] = [
        *[("/api/asia/best", {"hand": HAND})] * 45,  # more than there are worker threads
        *[("/api/equity", {"players": ["AA", "KK"]})] * 5,
        *[("/api/layout/check", {"toml": LAYOUT})] * 5,
    ]
    cheap = ["/", "/static/setting.js", "/api/layout/show/pokerval", "/api/ur/show?state=9"]
    with (
        httpx.Client(base_url=here, timeout=None) as client,
        ThreadPoolExecutor(len(expensive)) as pool,
    ):
        slow = ("astragal.equity.calculate", "astragal.setting.Game.rank", "astragal.layout.check")
        with blocked(monkeypatch, *slow):
            waiting = [pool.submit(post, path, body) for path, body in expensive]
            for _ in expensive:  # until all of them are in their queues
                while not arrived.acquire(timeout=1):
                    assert [one.result() for one in waiting if one.done()] == []
            for path in cheap:
                assert client.get(path, timeout=10).status_code == 200
            assert [one.result() for one in waiting if one.done()] == []
        assert {one.result() for one in waiting} == {422}


def test_work_stops_when_its_client_has_gone(here: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Event()

    def work(*arguments: object, progress: Callable[[Report], None], **options: object) -> None:
        for second in range(300):
            time.sleep(0.1)
            try:
                progress(Report(what="equity", done=second))
            except HTTPException:
                stopped.set()
                raise

    monkeypatch.setattr("astragal.equity.calculate", work)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{here}/api/equity", json={"players": ["AA", "KK"]}, timeout=0.5)
    assert stopped.wait(10)


def test_only_what_takes_microseconds_runs_on_the_event_loop() -> None:
    on_the_loop = {
        route.path
        for room in (asia, paigow, equity, poker, ur, layout)
        for route in room.router.routes
        if isinstance(route, APIRoute) and asyncio.iscoroutinefunction(route.endpoint)
    }
    assert on_the_loop == ON_THE_LOOP


def test_the_largest_layout_is_checked(here: str) -> None:
    """128 fields on the same 64 bits, of which each pair overlaps: the most that is allowed."""
    fields = (f"{{name='f{i}',offset=0,width=64}}" for i in range(128))
    body = {"toml": f"name = 'x'\nbits = 64\nfield = [{','.join(fields)}]"}
    answer = httpx.post(f"{here}/api/layout/check", json=body, timeout=60)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("omaha5", ["random"] * 9),
        ("omaha5-hilo", ["random"] * 9),
        ("omaha6", ["random"] * 7),
        ("omaha", ["AAxx ds", "JT98+", "random"]),
        ("holdem", ["random"] * 9),
    ],
)
def test_all_next_cards_together_have_a_bound(
    here: str, monkeypatch: pytest.MonkeyPatch, game: str, players: list[str]
) -> None:
    """Counted in evaluations and deals, so that it holds on any machine."""
    found: list[NextCards] = []

    def noted(*arguments: Any, **options: Any) -> NextCards:
        found.append(next_cards_of(*arguments, **options))
        return found[-1]

    monkeypatch.setattr("astragal.web.equity.next_cards_of", noted)
    question = {"players": players, "board": "2c 7d Jh", "game": game}
    answer = httpx.post(f"{here}/api/equity/next-cards", json=question, timeout=60).json()
    (cards,) = found
    assert len(answer["next"]) == len(cards) == 49
    assert all(one.equity.deals > 0 for one in cards)
    deals = sum(one.equity.deals for one in cards)
    rules = find_variant(game)
    if rules.two_of_own:
        assert deals * len(players) * rules.evaluations <= equity.MOST_SAMPLED
    else:
        assert deals <= equity.MOST_DEALS


def test_a_failed_solve_shows_no_path_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any, **options: Any) -> None:
        raise TableError("/home/somebody/finkel.table can't be written: No space left on device")

    monkeypatch.setattr("astragal.ur.solve", fail)
    solver = Solver()
    assert solver.solve(RULES["finkel"], 1)
    solver.wait()
    assert solver.error == "the server can't read or write one of its files; see the server log"


def test_threads_take_turns_quickly_while_the_server_runs() -> None:
    """A look-up waits for the threads of expensive requests at each of its steps."""
    seen: list[float] = []

    def ready() -> None:
        seen.append(sys.getswitchinterval())
        server.should_exit = True

    before = sys.getswitchinterval()
    server = make_server(announce=ready)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        # A thread of its own: browser tests leave their event loop running in this one.
        thread = threading.Thread(target=server.run, args=([free],))
        thread.start()
        thread.join()
    assert seen == [pytest.approx(0.0005)]
    assert sys.getswitchinterval() == before
