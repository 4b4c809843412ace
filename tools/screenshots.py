"""Take the screenshots of the docs: run the app, visit its pages, and write docs/pictures.

.venv/bin/python tools/screenshots.py [NAME ...]
"""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from astragal.ur import solve  # noqa: E402

from web.chromium import launched  # noqa: E402

WIDTH, HEIGHT = 1120, 760
COLOURS = 128  # enough for flat colours and smooth letters, in a quarter of the size

# A small generator in place of the browser's gives the same dice and cards each time.
SAME_DICE = """
let state = 20;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
Math.random = () => next() / 2 ** 32;
crypto.getRandomValues = (array) => array.map(() => next());
"""


def home(page: Page) -> None:
    """Show the first page, with a choice of moves, a flop and a setting."""
    page.goto("/")
    expect(page.locator("#controls .moves button").first).to_be_visible()
    expect(page.locator("#paigow")).to_contain_text("53,524,680")
    expect(page.locator("#poker .figure").first).to_contain_text("%")
    bottom = page.evaluate("document.querySelector('.strips').getBoundingClientRect().bottom")
    page.set_viewport_size({"width": WIDTH, "height": round(bottom) + 20})


def paigow(page: Page) -> None:
    """Show a hand that the house way does not set best."""
    page.goto("/paigow#hand=JkQsQhQdAs7s2s")
    expect(page.locator("#house .card")).to_have_count(7)
    for card in ("Qs", "Qh"):
        page.click(f".tray [data-card='{card}']")
    expect(page.locator(".yours .notice")).to_be_visible()


def asia(page: Page) -> None:
    """Show the best setting of a hand."""
    page.goto("/asia#hand=AsKdQhJc9s7d4h&rules=casino")
    expect(page.locator("#best .card")).to_have_count(7)
    for card in ("Qh", "Kd", "Jc"):
        page.click(f".tray [data-card='{card}']")
    expect(page.locator(".yours .notice")).to_be_visible()


def equity(page: Page) -> None:
    """Show a hand against a range."""
    page.goto("/poker#p=AhKh&p=QQ%2B%2C+AKs%2C+JTs%3A0.5&board=2c7dJh")
    page.locator(".grid, [role=grid]").last.wait_for()
    page.wait_for_load_state("networkidle")


def solve_page(page: Page) -> None:
    """Show a river that is solved, and what each combo of AK does."""
    page.set_viewport_size({"width": WIDTH + 400, "height": HEIGHT + 240})
    page.goto(
        "/poker#oop=66%2B%2C+A8s%2B%2C+AJo%2B%2C+KQo&ip=QQ-22%2C+AQs-A2s%2C+KTo%2B&board=Td9d6hQc2s"
    )
    page.locator(".does [data-cell='AKo']").click()
    page.locator(".combos").wait_for()


def ur(page: Page) -> None:
    """Show a mistake in a game of Ur."""
    page.add_init_script("""localStorage["astragal.ur.settings"] = '{ "speed": "instant" }'""")
    page.goto("/ur")
    for _ in range(12):
        page.locator("#roll[aria-disabled=false], #moves button").first.wait_for()
        while not page.locator("#moves button").count():
            page.keyboard.press("r")
            page.locator("#roll[aria-disabled=false], #moves button").first.wait_for()
        page.locator("#moves button").last.click()
    page.locator(".turn-row.mistake, .turn-row.blunder").first.click()
    page.locator(".board .arrow").first.wait_for()


def words(page: Page) -> None:
    """Show the layouts of the package."""
    page.goto("/words")
    page.wait_for_load_state("networkidle")


SHOTS: dict[str, Callable[[Page], None]] = {
    "home": home,
    "paigow": paigow,
    "asia": asia,
    "equity": equity,
    "solve": solve_page,
    "ur": ur,
    "words": words,
}


@contextmanager
def served() -> Iterator[str]:
    """Run the app with a table of Ur for four pieces, and yield its address."""
    command = [sys.executable, "-m", "astragal", "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        solve("finkel", pieces=4, path=Path(folder, "data", "ur", "finkel.table"))
        environment = os.environ | {"ASTRAGAL_HOME": folder}
        app = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert app.stdout is not None
            yield app.stdout.readline().split()[3]
        finally:
            app.terminate()
            app.wait()


def main(names: list[str]) -> None:
    """Take the screenshots with these names, or all screenshots."""
    with served() as address, launched() as browser:
        for name in names or SHOTS:
            context = browser.new_context(
                base_url=address,
                viewport={"width": WIDTH, "height": HEIGHT},
                color_scheme="light",
                reduced_motion="reduce",
            )
            context.add_init_script(SAME_DICE)
            context.set_default_timeout(60_000)
            page = context.new_page()
            SHOTS[name](page)
            file = ROOT / "docs" / "pictures" / f"app-{name}.png"
            picture = Image.open(io.BytesIO(page.screenshot()))
            picture.convert("RGB").quantize(COLOURS).save(file, optimize=True)
            context.close()
            print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    expect.set_options(timeout=60_000)
    main(sys.argv[1:])
