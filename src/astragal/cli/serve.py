"""`astragal serve`: the web app on this machine."""

import os
import socket
import webbrowser
from threading import Thread
from typing import Annotated

import typer

from astragal.errors import BadInputError

HOST = "127.0.0.1"
PORT = 8642
GREATEST_PORT = 65535


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on, and the host name to answer to.")
    ] = HOST,
    port: Annotated[int, typer.Option(help="The port; 0 picks a free one.")] = PORT,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Start the web app and print its address; Ctrl-C stops it."""
    try:
        from astragal.web.safety import LOCAL_HOSTS
        from astragal.web.server import make_server
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"the web app needs {error.name}, which is not installed: pip install 'astragal[web]'"
        ) from None
    with _listen(host, port) as listener:
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"

        def announce() -> None:
            print(f"Astragal is at {address}  (Ctrl-C stops it)", flush=True)
            if open_browser:
                Thread(target=webbrowser.open, args=[address], daemon=True).start()

        make_server(LOCAL_HOSTS | {host.lower()}, announce).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= GREATEST_PORT:
        raise BadInputError(f"port {port} is not in 0..{GREATEST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # If the protocol is named, asyncio turns off Nagle's algorithm, which delays answers by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on Windows it would let two apps share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except (OSError, TypeError) as error:  # TypeError: a host name that can't be encoded
        listener.close()
        raise BadInputError(f"can't listen at {host!r}, port {port}: {error}") from None
    return listener
