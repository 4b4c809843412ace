"""`astragal serve`: the web app on this machine."""

import os
import socket
import webbrowser
from threading import Timer
from typing import Annotated

import typer

from astragal.errors import BadInputError

HOST = "127.0.0.1"
PORT = 8642
GREATEST_PORT = 65535
BROWSER_DELAY = 0.5  # seconds; the socket listens already, so an early browser only waits


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at, and the only foreign name to answer to.")
    ] = HOST,
    port: Annotated[int, typer.Option(help="The port; 0: one that is free.")] = PORT,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Start the web app and print its address; Ctrl-C ends it."""
    try:
        import uvicorn

        from astragal.web import create_app
        from astragal.web.safety import LOCAL_HOSTS
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"the web app needs {error.name}, which is not installed: pip install 'astragal[web]'"
        ) from None
    with _listen(host, port) as listener:
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
        print(f"Astragal is at {address}  (Ctrl-C ends it)", flush=True)
        if open_browser:
            Timer(BROWSER_DELAY, webbrowser.open, [address]).start()
        app = create_app(LOCAL_HOSTS | {host.lower()})
        config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
        uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= GREATEST_PORT:
        raise BadInputError(f"port {port} is not in 0..{GREATEST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small answers at once; otherwise they wait 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two apps share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except (OSError, TypeError) as error:  # the latter of a name that can't be encoded
        listener.close()
        raise BadInputError(f"can't listen at {host!r}, port {port}: {error}") from None
    return listener
