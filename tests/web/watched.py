"""A browser page that takes note of whatever should not happen in it."""

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

NO_MOTION: dict[str, Any] = {"reduced_motion": "reduce"}
REFUSED = "Failed to load resource"
PATIENCE = 15_000  # milliseconds; a machine may have other things to do

expect.set_options(timeout=PATIENCE)


class Watched:
    """A page of the app."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        self._context = browser.new_context(base_url=address, **options)
        self._context.set_default_timeout(PATIENCE)
        self._address = address
        self.page: Page = self._context.new_page()
        self.complaints: list[str] = []
        self.expects_refusals = False
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._note_request(request.url))

    def visit(self, path: str) -> Page:
        """Go to a page, whose scripts have then run; what they asked for may be on its way."""
        self.page.goto(path)
        return self.page

    def open(self, path: str) -> Page:
        """Go to a page and wait until it has what it asked for."""
        self.visit(path).wait_for_load_state("networkidle")
        return self.page

    def find(self, selector: str) -> Locator:
        """Return what a selector finds."""
        return self.page.locator(selector)

    def fits(self) -> bool:
        """Tell whether the page is no wider than the screen."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))

    def close(self) -> None:
        """Close it; complaints up to here fail the test."""
        self.page.evaluate("0")  # all that the page has said so far is heard before its answer
        # Closing breaks off what is under way, and a page that complains of that does no wrong.
        complaints = list(self.complaints)
        self._context.close()
        assert not complaints, complaints

    def _note_message(self, message: ConsoleMessage) -> None:
        # A browser logs every answer of 4xx itself; a test of errors causes some on purpose.
        if message.type in ("error", "warning") and not (
            self.expects_refusals and message.text.startswith(REFUSED)
        ):
            self.complaints.append(message.text)

    def _note_request(self, url: str) -> None:
        if not url.startswith((self._address, "blob:", "data:")):
            self.complaints.append(f"a request leaves the machine: {url}")
