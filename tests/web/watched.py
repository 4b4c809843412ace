"""A browser page that records errors and requests to other machines."""

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

NO_MOTION: dict[str, Any] = {"reduced_motion": "reduce"}
REFUSED = "Failed to load resource"
PATIENCE = 40_000  # milliseconds; the machine may be busy

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
        """Go to a page and run its scripts; their requests may still be under way."""
        self.page.goto(path)
        return self.page

    def open(self, path: str) -> Page:
        """Go to a page and wait until its requests are answered."""
        self.visit(path).wait_for_load_state("networkidle")
        return self.page

    def find(self, selector: str) -> Locator:
        """Return the elements that a selector matches."""
        return self.page.locator(selector)

    def fits(self) -> bool:
        """Return whether the page is no wider than the screen."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))

    def close(self) -> None:
        """Close the page; recorded errors fail the test."""
        self.page.evaluate("0")  # waits for all messages of the page so far
        # Closing aborts requests; errors about that do not count.
        complaints = list(self.complaints)
        self._context.close()
        assert not complaints, complaints

    def _note_message(self, message: ConsoleMessage) -> None:
        # A browser logs every 4xx response; tests of errors cause them on purpose.
        if message.type in ("error", "warning") and not (
            self.expects_refusals and message.text.startswith(REFUSED)
        ):
            self.complaints.append(message.text)

    def _note_request(self, url: str) -> None:
        if not url.startswith((self._address, "blob:", "data:")):
            self.complaints.append(f"a request leaves the machine: {url}")
