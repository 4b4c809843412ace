"""The checks that every request passes: its host, the page it comes from, its size, its duration.

A foreign page can make a browser send requests here, but it can't choose their `Host`, `Origin` or
`Sec-Fetch-Site` headers, so these decide. A foreign name that resolves to 127.0.0.1 is refused by
its `Host`.
"""

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from astragal.errors import quoted

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
MOST_BYTES = 64 * 1024
MOST_SECONDS = 10.0
"""How long a client may take to send a request."""

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
        """Refuse a request or pass it on; add the strict headers to any response."""
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
            # Whatever else the client sends is not read.
            response = JSONResponse({"error": message}, status, {"Connection": "close"})
            await response(scope, receive, send_with_headers)

        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _host_of(f"//{host}", "hostname") not in self._hosts:
            hint = "to let it, start the app with --allow-host and that name"
            await refuse(421, f"this app does not answer to the host {quoted(host)}; {hint}")
            return
        if not _own_page(headers):
            origin = f"the request has the host {quoted(host)} and comes from another page"
            await refuse(403, f"requests from pages of other sites are refused: {origin}")
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
                await refuse(500, "this is a defect of the app; its terminal says more")
            raise  # for the terminal


def _own_page(headers: Headers) -> bool:
    """Return whether a request comes from a page of this app, or from no page at all."""
    origin = headers.get("origin")
    if origin is not None:
        here = f"//{headers['host']}"
        # A proxy may have another port than the one that it passes on, and it has its own name.
        part = "netloc" if _host_of(here, "hostname") in LOCAL_HOSTS else "hostname"
        if _host_of(origin, part) != _host_of(here, part):
            return False
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")


def _host_of(url: str, part: str) -> str | None:
    """Return the host of an address, with its port (`netloc`) or without (`hostname`).

    >>> _host_of("//localhost:8642", "hostname"), _host_of("//[::1]:8642", "netloc")
    ('localhost', '[::1]:8642')
    >>> _host_of("//[::1", "hostname")
    """
    try:
        return str(getattr(urlsplit(url), part))
    except ValueError:
        return None


async def _read(receive: Receive) -> bytes | None:
    """Return the body, or None if it is too large.

    It is read to its end either way: a client that still sends would not see the refusal.
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
    """Return a `receive` that gives a body that was read before, then what comes after it."""
    parts = [body]

    async def receive_again() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return receive_again
