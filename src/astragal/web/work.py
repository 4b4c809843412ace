"""Queues, which keep threads free for cheap requests while expensive requests wait.

An endpoint is `async def` only if it takes microseconds; a plain `def` runs in a worker thread. An
endpoint that takes longer than a look-up also depends on `IN_TURN` or `ALONE`: its requests wait in
a queue and not in worker threads.
"""

from asyncio import Semaphore, create_task
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Event

from fastapi import Depends, HTTPException, Request
from fastapi.params import Depends as Dependency

from astragal.jobs.threads import usable_cores
from astragal.progress import Report

CLIENT_CLOSED_REQUEST = 499


def most_threads() -> int:
    """Return the number of threads for long work; one core stays free for the pages."""
    return max(1, usable_cores() - 1)


class Queue:
    """A dependency that runs at most `at_once` requests of an app at a time; the others wait.

    Its scope is the function of the endpoint, so a client that reads its response slowly blocks
    nobody.
    """

    def __init__(self, name: str, at_once: int) -> None:
        self._name = name
        self._at_once = at_once

    async def __call__(self, request: Request) -> AsyncIterator[None]:
        """Hold a turn until the request is answered."""
        async with self.turn(request):
            yield

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Wait for a turn; drop the request if its client has disconnected."""
        queues: dict[str, Semaphore] = request.app.state.queues
        async with queues.setdefault(self._name, Semaphore(self._at_once)):
            if await request.is_disconnected():
                raise HTTPException(CLIENT_CLOSED_REQUEST)
            request.state.gone = Event()
            watch = create_task(_note_disconnect(request))
            try:
                yield
            finally:
                watch.cancel()


async def _note_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    request.state.gone.set()


def while_connected(request: Request) -> Callable[[Report], None]:
    """Return a `progress` function that stops the work when the client disconnects."""

    def check(report: Report) -> None:
        if request.state.gone.is_set():
            raise HTTPException(CLIENT_CLOSED_REQUEST)

    return check


QUICK = Queue("work", 2)
IN_TURN: Dependency = Depends(QUICK, scope="function")
"""For work on one core of up to about a tenth of a second."""

OWN_PLAYERS = Queue("own players", 2)
"""For players of the user, which may never answer."""

SWEEP: Dependency = Depends(Queue("sweep", 1), scope="function")
"""For work on all cores of up to some seconds; shorter requests do not wait for it."""

ALONE: Dependency = Depends(Queue("alone", 1), scope="function")
"""For work on all cores of up to about a second, one request at a time."""

LONG: Dependency = Depends(Queue("long", 1), scope="function")
"""For work on all cores of up to some minutes, one request at a time."""
