"""`astragal serve`: the web app on this machine."""

import errno
import os
import re
import socket
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from astragal.cli.options import Flag, Integer, Texts
from astragal.errors import BadInputError, how_to_install, quoted

if TYPE_CHECKING:
    from astragal.ur import Player

HOST = "127.0.0.1"
PORT = 8642
GREATEST_PORT = 65535
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The address for a local browser if the app listens on all addresses."""
_PATH = re.compile(r"[\w./~-]*", re.ASCII)


def serve(
    *,
    host: Annotated[
        str, Parameter(help="The address to listen on; 0.0.0.0 is all addresses of this machine.")
    ] = HOST,
    port: Annotated[Integer, Parameter(help="The port; 0 picks a free one.")] = PORT,
    allow_host: Annotated[
        Texts | None,
        Parameter(help="A host name of this machine for others; can be repeated."),
    ] = None,
    root_path: Annotated[
        str | None, Parameter(help="The path of the app behind a proxy, such as /astragal.")
    ] = None,
    player: Annotated[
        Texts | None,
        Parameter(help="Your own opponent at Ur, as module:name; can be repeated."),
    ] = None,
    access_log: Annotated[Flag, Parameter(help="Print a line for each request.")] = False,
    open_browser: Annotated[Flag, Parameter(name="--open", help="Open the browser.")] = False,
) -> None:
    """Start the web app and print its address; Ctrl-C stops it."""
    try:
        from astragal.web.safety import LOCAL_HOSTS
        from astragal.web.server import make_server
    except ModuleNotFoundError as error:
        install = how_to_install("astragal[web]")
        raise BadInputError(
            f"the web app needs {error.name}, which is not installed: {install}"
        ) from None
    own_players = _own_players(player or ())
    allowed = [_host_name(name) for name in allow_host or ()]
    if not host:
        raise BadInputError("--host must be a name or an address, such as 127.0.0.1, not ''")
    root = (root_path or "").strip("/")
    if not _PATH.fullmatch(root):
        raise BadInputError(
            f"--root-path {quoted(root_path)}: a path has only letters, digits, / . _ ~ and -"
        )
    root = root and f"/{root}"
    with _listen(host, port) as listener:
        only_here = host in LOCAL_HOSTS
        name = allowed[0] if allowed and not only_here else LOOPBACK.get(host, host)
        netloc = f"{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}"
        address = f"http://{netloc}{root and f'{root}/'}"

        def announce() -> None:
            print(f"Astragal is at {address}  (Ctrl-C stops it)", flush=True)
            if allowed and only_here:
                print(f"A proxy on this machine can show it as {allowed[0]}{root}.", flush=True)
            if host in LOOPBACK and not allowed:
                name = socket.gethostname()
                print(f"Other machines are refused; --allow-host {name} lets them in.", flush=True)
            if open_browser:
                Thread(target=webbrowser.open, args=[address], daemon=True).start()

        hosts = LOCAL_HOSTS | {host.lower(), *allowed}
        server = make_server(
            hosts, announce, root_path=root, access_log=access_log, own_players=own_players
        )
        with suppress(KeyboardInterrupt):  # uvicorn has stopped, and raises the signal again
            server.run(sockets=[listener])
        print("Stopped.", flush=True)


def _own_players(texts: Iterable[str]) -> "list[Player]":
    """Return the players of the texts, or raise if two have the same name."""
    named: dict[str, tuple[str, Player]] = {}
    for text in texts:
        made = _own_player(text)
        if made.name in named:
            raise BadInputError(
                f"--player {quoted(text)}: {quoted(named[made.name][0])} has the name "
                f"{quoted(made.name)}, too; give one of them another name"
            )
        named[made.name] = text, made
    return [made for _, made in named.values()]


def _own_player(text: str) -> "Player":
    """Return the player that `module:name` names; the app has the others already."""
    from astragal import ur
    from astragal.cli.own_player import read_player

    made = read_player(text)
    if isinstance(made, str):
        raise BadInputError(f"--player {quoted(text)}: give your own player as module:name")
    ur.find_player(made, getattr(made, "rules", None) or "finkel")  # checks it
    if made.name in (*ur.PLAYERS, "friend"):
        raise BadInputError(
            f"--player {quoted(text)}: the app has an opponent {quoted(made.name)}; "
            f"give yours another name"
        )
    return made


def _host_name(name: str) -> str:
    """Return a name in the form of a `Host` header, without the port.

    >>> _host_name("Games.example"), _host_name("[::1]")
    ('games.example', '::1')
    """
    bare = name.lower().removeprefix("[").removesuffix("]")
    if not bare or "/" in bare or bare.count(":") == 1:
        raise BadInputError(
            f"--allow-host {quoted(name)}: give a name without scheme and port, like games.example"
        )
    return bare


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= GREATEST_PORT:
        raise BadInputError(f"--port {quoted(port)} is not in 0..{GREATEST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With an explicit protocol, asyncio disables Nagle's algorithm, which delays answers by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on Windows, two apps could then share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except (OSError, TypeError) as error:  # TypeError: a host name that can't be encoded
        listener.close()
        in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = "it is in use; --port 0 picks a free port" if in_use else error
        raise BadInputError(f"can't listen at {quoted(host)}, port {port}: {reason}") from None
    return listener
