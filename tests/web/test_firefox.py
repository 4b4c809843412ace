"""Every page in the system's Firefox, driven by WebDriver BiDi: Playwright drives only its own."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from web.conftest import Served

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 40.0  # seconds; the machine may be busy

pytestmark = pytest.mark.skipif(FIREFOX is None, reason="no firefox: its tests are left out")


class Firefox:
    """A tab, with the errors that its console has shown."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self._socket = socket
        self._asked = 0
        self._tab = ""
        self.complaints: list[str] = []

    async def ask(self, method: str, **params: Any) -> Any:
        """Send a command and return its result."""
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": params}
        await self._socket.write_message(json.dumps(message))
        while True:
            answer = json.loads(await self._socket.read_message() or "{}")
            if answer["type"] == "event" and answer["params"]["level"] in ("error", "warn"):
                self.complaints.append(answer["params"]["text"])
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    async def begin(self) -> None:
        """Begin a session and listen to the console."""
        await self.ask("session.new", capabilities={})
        await self.ask("session.subscribe", events=["log.entryAdded"])
        self._tab = (await self.ask("browsingContext.getTree"))["contexts"][0]["context"]

    async def visit(self, address: str) -> None:
        """Go to a page."""
        await self.ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    async def evaluate(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        options = {"target": {"context": self._tab}, "awaitPromise": False}
        found = await self.ask("script.evaluate", expression=script, **options)
        return found["result"].get("value")

    async def click(self, selector: str) -> None:
        """Wait for an element and click it."""
        await self.until(f"document.querySelector({selector!r})")
        await self.evaluate(f"document.querySelector({selector!r}).click()")

    async def until(self, script: str) -> None:
        """Wait until an expression is true."""
        async with asyncio.timeout(PATIENCE):
            while not await self.evaluate(f"Boolean({script})"):
                await asyncio.sleep(0.1)

    async def reads(self, selector: str, text: str) -> None:
        """Wait until an element has this text."""
        await self.until(f"document.querySelector({selector!r})?.textContent.includes({text!r})")


@asynccontextmanager
async def launched(profile: Path) -> AsyncIterator[Firefox]:
    command = [str(FIREFOX), "--headless", "--no-remote", "--remote-debugging-port=0"]
    with subprocess.Popen(
        [*command, "--profile", str(profile)], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        while "BiDi listening on" not in (line := process.stderr.readline()):
            assert line, "firefox has ended"
        socket = await websocket_connect(f"{line.split()[-1]}/session")
        tab = Firefox(socket)
        await tab.begin()
        try:
            yield tab
        finally:
            socket.close()
            process.terminate()


def test_every_page_works_in_firefox(served: Served, tmp_path: Path) -> None:
    async def visit_all() -> list[str]:
        async with launched(tmp_path) as tab:
            await tab.visit(f"{served.address}/")
            await tab.reads("#paigow", "53,524,680 dealer hands counted")
            await tab.reads("#poker", "over all 1,712,304 boards")
            await tab.visit(f"{served.address}/asia#hand=AsKdQhJc9s7d4h")
            await tab.until("document.querySelectorAll('#best .card').length === 7")
            await tab.click(".tray [data-card=Qh]")
            await tab.until("document.querySelectorAll('.tray .slot').length === 6")
            await tab.visit(f"{served.address}/ur")
            await tab.until("document.querySelectorAll('.board .piece').length === 4")
            await tab.click("#roll[aria-disabled=false]")
            await tab.reads("#status", "have a")
            await tab.visit(f"{served.address}/poker#p=AhKh&p=QsQd")
            await tab.reads("#eq-how", "all 1,712,304 deals counted")
            await tab.visit(f"{served.address}/poker#hand=AhKhQhJhTh")
            await tab.reads("#value", "royal flush")
            await tab.visit(f"{served.address}/words")
            await tab.reads("#decode", "full house")
            await tab.visit(f"{served.address}/docs")
            await tab.reads("#docs", "/api/asia/best")
            return tab.complaints

    # In a thread of its own: Playwright has a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: asyncio.run(visit_all())).result() == []
