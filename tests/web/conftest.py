"""The app as a user starts it, and a browser."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Browser

from astragal import ur
from astragal.web.server import make_server

from web.chromium import launched
from web.watched import Watched

ROOT = Path(__file__).parents[2]


class Served:
    """A running app."""

    def __init__(self, home: Path) -> None:
        self.home = home
        command = [sys.executable, "-m", "astragal", "serve", "--port", "0"]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=self.environment
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Astragal is at http://127.0.0.1:"), line
        self.address = line.split()[3]

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which a program uses the same files."""
        return os.environ | {"ASTRAGAL_HOME": str(self.home)}

    def stop(self) -> None:
        """Stop the app as Ctrl-C does."""
        self._process.terminate()
        self._process.communicate(timeout=20)


@pytest.fixture(scope="session")
def served(
    tmp_path_factory: pytest.TempPathFactory, make_home: Callable[[Path], Path]
) -> Iterator[Served]:
    """An app that has solved Ur with two pieces, which takes a moment."""
    home = make_home(tmp_path_factory.mktemp("home"))
    ur.solve("finkel", pieces=2, path=home / "data" / "ur" / "finkel.table")
    app = Served(home)
    yield app
    app.stop()


@pytest.fixture(scope="session")
def client(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.address, timeout=60) as client:
        yield client


@contextmanager
def served_here(root_path: str = "", own_players: Sequence[ur.Player] = ()) -> Iterator[str]:
    """Run an app in this process, for tests that replace a part of it; yield its address."""
    server = make_server(root_path=root_path, own_players=own_players)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, new_home: Path) -> Iterator[str]:
    """The address of an app in this process, with its own home folder."""
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))
    with served_here() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def desk(browser: Browser, served: Served) -> Iterator[Watched]:
    page = Watched(browser, served.address)
    yield page
    page.close()


@pytest.fixture(scope="session")
def phone(browser: Browser, served: Served) -> Iterator[Watched]:
    page = Watched(
        browser,
        served.address,
        viewport={"width": 390, "height": 844},
        color_scheme="dark",
        has_touch=True,
    )
    yield page
    page.close()


@pytest.fixture
def watched(desk: Watched) -> Iterator[Watched]:
    """A wide, light page that fails the test after an error or a request to another machine."""
    desk.begin()
    yield desk
    desk.end()


@pytest.fixture
def watched_alone(
    browser: Browser, served: Served, new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Watched]:
    """The same, of an app of this test alone, whose state the test may change."""
    shutil.copytree(served.home / "data", new_home / "data")
    monkeypatch.setenv("ASTRAGAL_HOME", str(new_home))
    with served_here() as address:
        page = Watched(browser, address)
        yield page
        page.end()
        page.close()


@pytest.fixture
def narrow(phone: Watched) -> Iterator[Watched]:
    """The same on a dark phone."""
    phone.begin()
    yield phone
    phone.end()
