"""How work is kept off the event loop, and expensive requests out of the way of cheap ones.

An endpoint is `async def` only if it takes microseconds. A plain `def` runs in a worker thread. One
that can take longer than a look-up also depends on `IN_TURN` or `ALONE`, so that however many of
them wait, threads stay free for the rest.
"""

from asyncio import Semaphore, create_task
from collections.abc import AsyncIterator, Callable
from threading import Event

from fastapi import Depends, HTTPException, Request
from fastapi.params import Depends as Dependency

from astragal.jobs import usable_cores
from astragal.progress import Report

CLIENT_CLOSED_REQUEST = 499


def most_threads() -> int:
    """Return how many threads long work has; one core stays free for the pages."""
    return max(1, usable_cores() - 1)


class Queue:
    """A dependency that lets some requests of an app run at a time; the others wait.

    Its scope is the endpoint's function: a client that is slow to read its answer blocks nobody.
    """

    def __init__(self, name: str, at_once: int) -> None:
        self._name = name
        self._at_once = at_once

    async def __call__(self, request: Request) -> AsyncIterator[None]:
        """Wait for a turn. If the client has gone by then, the request is dropped."""
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
    """Return a `progress` that stops the work of a queued request when its client has gone."""

    def check(report: Report) -> None:
        if request.state.gone.is_set():
            raise HTTPException(CLIENT_CLOSED_REQUEST)

    return check


IN_TURN: Dependency = Depends(Queue("work", 2), scope="function")
"""For work of one core and up to about a tenth of a second."""

ALONE: Dependency = Depends(Queue("alone", 1), scope="function")
"""For work of all cores and up to about a second: more at a time would slow each other down."""
