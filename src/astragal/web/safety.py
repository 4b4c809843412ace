"""What every request passes: names of this machine only, no foreign pages, bodies of some size.

A page elsewhere can make a browser send requests here. It can't choose their `Host`, `Origin` or
`Sec-Fetch-Site`, so those decide; a name that somebody else's server points to 127.0.0.1 is refused
by its `Host`.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
MOST_BYTES = 64 * 1024

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
        """Refuse a request, or hand it on; either way the answer gets the strict headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(Headers(scope=scope))
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
        body = await _read(receive)
        if body is None:
            await _too_large()(scope, receive, send_with_headers)
        else:
            await self._app(scope, _replay(body, receive), send_with_headers)

    def _refusal(self, headers: Headers) -> JSONResponse | None:
        if _host_name(headers.get("host", "")) not in self._hosts:
            return _error(421, "this app answers to names of its own machine only")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != headers["host"]:
            return _error(403, "requests from pages of other sites are refused")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return _error(403, "requests from pages of other sites are refused")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return _too_large()
        return None


def _host_name(host: str) -> str | None:
    """Return a host without its port.

    >>> _host_name("localhost:8642"), _host_name("[::1]:8642"), _host_name("[::1")
    ('localhost', '::1', None)
    """
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


async def _read(receive: Receive) -> bytes | None:
    """Return a body, or None if it is too large: one in chunks does not say its length before."""
    body = b""
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return body


def _replay(body: bytes, receive: Receive) -> Receive:
    """Hand out a body that has been read, and then whatever comes."""
    parts = [body]

    async def receive_again() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return receive_again


def _too_large() -> JSONResponse:
    return _error(413, f"a request has at most {MOST_BYTES:,} bytes")


def _error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status)
