"""Checks of every request: its host, its origin, its size, and the time it takes to arrive.

A foreign page can make a browser send requests to the app, but it can't choose the headers `Host`,
`Origin` and `Sec-Fetch-Site`, so these identify it. The `Host` of a foreign name that resolves to
127.0.0.1 is refused (DNS rebinding).
"""

import asyncio
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from astragal.errors import quoted

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
MOST_BYTES = 64 * 1024
MOST_SECONDS = 10.0
"""The longest time in which a client may send a request."""
_HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-f:.]+\](:\d+)?", re.ASCII | re.IGNORECASE)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = LOCAL_HOSTS) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on; add the strict headers to every response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        async def refuse(status: int, message: str) -> None:
            # The rest of the request is not read.
            response = JSONResponse({"error": message}, status, {"Connection": "close"})
            await response(scope, receive, send_with_headers)

        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not _HOST.fullmatch(host) or _place(f"//{host}")[0] not in self._hosts:
            hint = "whoever started the app can allow this name"
            await refuse(421, f"the host {quoted(host)} is not allowed; {hint}")
            return
        if origin is not None and not _same_place(origin, host):
            hint = "a proxy must pass on the Host header of the browser"
            from_to = f"from {quoted(origin)} to {quoted(host)}"
            await refuse(403, f"requests from pages of other sites are refused, {from_to}; {hint}")
            return
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            await refuse(403, "requests from pages of other sites are refused")
            return
        if "content-length" in headers or "transfer-encoding" in headers:
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    body = await _read(receive)
            except TimeoutError:
                await refuse(408, f"a request takes at most {MOST_SECONDS:g} seconds to send")
                return
            if body is None:
                await refuse(413, f"a request has at most {MOST_BYTES:,} bytes")
                return
            receive = _replay(body, receive)
        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            if not started:
                await refuse(500, "internal error; see the server log")
            raise  # uvicorn logs it


def _same_place(origin: str, host: str) -> bool:
    """Return whether a page and the app have the same host and port.

    >>> _same_place("https://games.example", "games.example:443")
    True
    >>> _same_place("http://localhost:8000", "localhost:8642")
    False
    """
    scheme = origin.partition("://")[0]
    return None not in (place := _place(origin)) and place == _place(f"{scheme}://{host}")


def _place(url: str) -> tuple[str | None, int | None]:
    """Return the host and the port of an address; None for a missing part.

    >>> _place("//[::1]:8642"), _place("https://games.example"), _place("//[::1")
    (('::1', 8642), ('games.example', 443), (None, None))
    """
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None, None


async def _read(receive: Receive) -> bytes | None:
    """Return the body, or None if it is too large.

    A body that is too large is read to its end, too: a client that is still sending would not see
    the refusal.
    """
    body = b""
    size = 0
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        size += len(part)
        if size <= MOST_BYTES:
            body += part
        if not message.get("more_body", False):
            return body if size <= MOST_BYTES else None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first returns a body that was already read."""
    parts = [body]

    async def receive_again() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return receive_again
