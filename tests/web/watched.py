"""A browser page that records errors and requests to other machines."""

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect

SMALL = """([width, height]) => {
  const targets = "button, select, input, summary, textarea, a.button, nav a";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  return [...document.querySelectorAll(targets)].filter(shown).map((one) => {
    const ticked = one.matches("[type=checkbox], [type=radio]") && one.closest("label");
    const box = (ticked || one).getBoundingClientRect();
    const small = box.width < width - .5 || box.height < height - .5;
    return small && `${one.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`;
  }).filter(Boolean);
}"""
REFUSED = "Failed to load resource"
PATIENCE = 40_000  # milliseconds; the machine may be busy

expect.set_options(timeout=PATIENCE)


class Watched:
    """A page of the app, for one test after the other: a new browser page takes twice the time."""

    def __init__(self, browser: Browser, address: str, **options: Any) -> None:
        motion = {"reduced_motion": "reduce"} | options
        self._context = browser.new_context(base_url=address, **motion)
        self._context.set_default_timeout(PATIENCE)
        self._address = address
        self._colours = options.get("color_scheme", "light")
        self.page: Page = self._context.new_page()
        self._size = self.page.viewport_size
        self.complaints: list[str] = []
        self.requests: list[Request] = []
        self.stopped: list[Request] = []
        self.expects_refusals = False
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._note_request)
        self.page.on("requestfailed", self._note_stop)
        self.begin()

    def begin(self) -> None:
        """Forget the test before: leave its page, restore the window, and clear what is stored."""
        self.page.unroute_all()
        self.page.goto("healthz")  # of the app, but no page
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.emulate_media(color_scheme=self._colours)
        if self._size is not None and self.page.viewport_size != self._size:
            self.page.set_viewport_size(self._size)
        self.page.mouse.move(0, 0)
        # Leaving aborts requests; errors about that do not count.
        for notes in (self.complaints, self.requests, self.stopped):
            notes.clear()
        self.expects_refusals = False

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

    def small_targets(self, width: int, height: int) -> list[str]:
        """Return the controls that are smaller than this, with their sizes."""
        found: list[str] = self.page.evaluate(SMALL, [width, height])
        return found

    def end(self) -> None:
        """Fail the test after an error."""
        self.page.evaluate("0")  # waits for all messages of the page so far
        assert not self.complaints, self.complaints

    def close(self) -> None:
        """Close the browser page."""
        self._context.close()

    def _note_message(self, message: ConsoleMessage) -> None:
        # A browser logs every 4xx response; tests of errors cause them on purpose.
        if message.type in ("error", "warning") and not (
            self.expects_refusals and message.text.startswith(REFUSED)
        ):
            self.complaints.append(message.text)

    def _note_request(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith((self._address, "blob:", "data:")):
            self.complaints.append(f"a request leaves the machine: {request.url}")

    def _note_stop(self, request: Request) -> None:
        self.stopped.append(request)
