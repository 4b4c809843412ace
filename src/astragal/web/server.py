"""The server: uvicorn, with limits on the time in which requests arrive and answers are read."""

import logging
import signal
import sys
from asyncio import TimerHandle, Transport, create_task, wait
from collections.abc import Callable, Sequence
from socket import socket
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from astragal._interrupts import leave_at_once
from astragal.ur import Player
from astragal.web.app import create_app
from astragal.web.safety import LOCAL_HOSTS, MOST_SECONDS

MOST_SECONDS_TO_READ = 60.0
"""How long a client may leave an answer in the server's buffer."""
MOST_SECONDS_TO_END = 5
"""How long requests may take after Ctrl-C."""
SECONDS_OF_A_THREAD = 0.0005
"""How long a thread runs Python code while others wait, ten times less than Python's own 0.005: a
look-up is handed from thread to thread a few times, and waits this long each time."""


class PromptProtocol(H11Protocol):
    """HTTP/1.1 with limits on the time for the headers of a request and for reading the answer.

    uvicorn has a limit between requests only. `Guard` limits the time for the body.
    """

    _deadline: TimerHandle | None = None
    _reading: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the deadline of the first request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # then any byte that waits pauses writing
        self._watch()

    def pause_writing(self) -> None:
        """Start the deadline for reading what waits in the buffer."""
        super().pause_writing()
        self._reading = self.loop.call_later(MOST_SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel that deadline: the buffer is empty."""
        super().resume_writing()
        self._stop_reading()

    def data_received(self, data: bytes) -> None:
        """Read data; more bytes of the same headers do not extend the deadline."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadlines."""
        self._stop_watching()
        self._stop_reading()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(MOST_SECONDS, self.transport.close)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None


class Server(uvicorn.Server):
    """A server that calls `announce` when it is ready for requests and signals.

    A request that does not end, such as that of an own player in an endless loop, can't be stopped:
    its thread is left, and with it the process. The first Ctrl-C waits some seconds for requests to
    end, the second does not.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce
        self._signal: signal.Signals | None = None
        self._usual_interval = sys.getswitchinterval()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start, and announce it; uvicorn has already installed its signal handlers."""
        self._usual_interval = sys.getswitchinterval()
        sys.setswitchinterval(SECONDS_OF_A_THREAD)
        await super().startup(sockets)
        self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when the requests have ended; at the second Ctrl-C at once."""
        if self.should_exit and sig == signal.SIGINT:
            leave_at_once(sig, frame)
        self._signal = signal.Signals(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Stop, and leave the requests that do not end."""
        sys.setswitchinterval(self._usual_interval)
        stopping = create_task(super().shutdown(sockets))
        await wait([stopping], timeout=MOST_SECONDS_TO_END)
        if self._signal is not None and self.server_state.tasks:
            await self.lifespan.shutdown()
            if self._signal == signal.SIGINT:
                leave_at_once(self._signal, None)
            signal.signal(self._signal, signal.SIG_DFL)
            signal.raise_signal(self._signal)
        await stopping


def make_server(
    hosts: frozenset[str] = LOCAL_HOSTS,
    announce: Callable[[], None] = lambda: None,
    *,
    root_path: str = "",
    access_log: bool = False,
    own_players: Sequence[Player] = (),
) -> Server:
    """Return a server of the app; `hosts` are its host names."""
    config = uvicorn.Config(
        create_app(hosts, root_path, own_players),
        http=PromptProtocol,
        log_level="warning",
        access_log=access_log,
        server_header=False,
    )
    if access_log:
        logging.getLogger("uvicorn.access").setLevel(logging.INFO)
    return Server(config, announce)
