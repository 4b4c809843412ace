"""What all pages share: the theme, and the page for wrong addresses."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, expect

from web.conftest import Served
from web.watched import Watched

PATHS = ["/", "/paigow", "/asia", "/ur", "/poker", "/words", "/docs", "/no/such/page"]
COLOUR = "getComputedStyle(document.body).backgroundColor"


def brightness(colour: str) -> int:
    return max(int(part) for part in re.findall(r"\d+", colour)[:3])


def test_the_theme_is_switched_and_kept(watched: Watched) -> None:
    page = watched.visit("/docs")
    light = page.evaluate(COLOUR)
    page.get_by_role("button", name="Use the dark theme").click()
    dark = page.evaluate(COLOUR)
    assert brightness(dark) < 60
    assert brightness(light) > 200
    expect(page.locator("html.dark-mode")).to_have_count(1)  # for Swagger UI
    page.goto("/words")
    assert page.evaluate(COLOUR) == dark
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Use the light theme").click()
    assert page.evaluate(COLOUR) == light
    page.reload()
    assert page.evaluate(COLOUR) == light


def test_the_theme_needs_no_storage(browser: Browser, served: Served) -> None:
    watched = Watched(browser, served.address)
    watched.page.add_init_script("""Object.defineProperty(globalThis, "localStorage", {
      get() { throw new DOMException("no storage here", "SecurityError"); } });""")
    page = watched.visit("/words")
    page.get_by_role("button", name="Use the dark theme").click()
    assert brightness(page.evaluate(COLOUR)) < 60
    watched.end()
    watched.close()


def test_an_address_without_a_page_leads_on(watched: Watched) -> None:
    watched.expects_refusals = True
    page = watched.visit("/no/such/page")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    expect(page.locator(".lead")).to_contain_text("/no/such/page is not an address here.")
    expect(page.locator(".tiles")).to_contain_text("how to play after the flop")
    page.locator(".tiles").get_by_role("link", name="The Royal Game of Ur").click()
    expect(page.locator("#p-play .board")).to_be_visible()
    page.goto("/games/Pai-Gow")
    page.get_by_role("link", name="Pai gow and Asia Poker", exact=True).click()
    assert page.url.endswith("/paigow")


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/equity", "poker"),
        ("/pai-gow", "paigow"),
        ("/royal-ur", "ur"),
        ("/asia.html", "asia"),
        ("/layouts", "words"),
        ("/api/", "docs"),
        ("/index.html", "./"),
        ("/<b>zzz", None),
    ],
)
def test_a_wrong_address_suggests_a_page(
    client: httpx.Client, path: str, meant: str | None
) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<b>" not in answer.text
    links = re.findall('class="meant" href="([^"]*)"', answer.text)
    assert [link.removeprefix("../") for link in links] == ([meant] if meant else [])
    assert client.get(path).json() == {"error": "Not Found"}  # for programs


@pytest.fixture
def slim(browser: Browser, served: Served) -> Iterator[Watched]:
    """The smallest phone."""
    slim = Watched(
        browser,
        served.address,
        viewport={"width": 320, "height": 568},
        has_touch=True,
        is_mobile=True,
    )
    yield slim
    slim.end()
    slim.close()


@pytest.mark.parametrize("path", PATHS)
def test_pages_fit_the_smallest_phone(slim: Watched, path: str) -> None:
    slim.expects_refusals = path == "/no/such/page"
    page = slim.open(path)
    # A phone shows a page that is too wide in a wider window, so ask for the width of the screen.
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    tops = page.eval_on_selector_all(".top nav a", "all => all.map((one) => one.offsetTop)")
    assert len(set(tops)) == 1  # one line


def test_the_head_of_the_page_is_for_fingers(slim: Watched) -> None:
    page = slim.visit("/words")
    for selector in (".brand", "#theme", *(f".top nav a:nth-child({at})" for at in range(1, 4))):
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, selector


# Each answer comes after the page was painted without it; the first page shows a chosen puzzle.
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => list.getEntries().filter((one) => !one.hadRecentInput)
  .forEach((one) => shifts.push(one.value))).observe({ type: "layout-shift", buffered: true });
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const answer = fetch;
globalThis.fetch = async (...asked) => {
  const found = await answer(...asked);
  await painted();
  await painted();
  return found;
};
const { chance } = sessionStorage;
if (chance) Math.random = () => Number(chance);"""
SHIFTED = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  done(shifts.reduce((sum, one) => sum + one, 0)))))"""
PUZZLES = 6
UNDER_WAY = {
    "game": "1. A@A1 * A@A3 / C@C3\n2. A1B1 / C3C1 * C1B3",
    "opponent": "greedy",
    "play": "1",
}


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (820, 800), (820, 1000), (1280, 800), (1280, 1000)]
)
def test_nothing_moves_while_a_page_loads(
    browser: Browser, served: Served, width: int, height: int
) -> None:
    """Layout shifts sum up to 0.66 before the room of answers was reserved."""
    watched = Watched(browser, served.address, viewport={"width": width, "height": height})
    page = watched.page
    page.add_init_script(SHIFTS)
    found = {}

    def load(name: str, path: str) -> None:
        watched.open("/healthz")
        watched.open(path)
        found[name] = page.evaluate(SHIFTED)

    for puzzle in range(PUZZLES):
        page.evaluate(
            "chance => (sessionStorage.clear(), sessionStorage.chance = chance)",
            (puzzle + 0.01) / PUZZLES,
        )
        load(f"puzzle {puzzle}", "/")
    spots = ("/poker#p=AhKh&p=QQ%2B&board=2h7h9c", "/poker#hand=AhKhQhJh2c")
    for path in ("/ur", "/paigow", "/asia", "/asia#train", "/poker", *spots, "/words"):
        load(path, path)
    watched.open("/ur#" + urlencode(UNDER_WAY))
    expect(page.locator(".turn-row")).not_to_have_count(0)
    load("a game of Ur", "/ur")
    assert {name: shift for name, shift in found.items() if shift >= 0.05} == {}
    assert found["/words"] < 0.02
    watched.close()


def test_a_server_that_is_gone_is_waited_for(watched: Watched) -> None:
    watched.expects_refusals = True
    page = watched.open("/paigow")
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.click("#deal")
    banner = page.locator("#offline")
    expect(banner).to_have_text("The server does not answer; trying again.")
    expect(page.locator("[role=alert]")).to_have_count(0)
    page.unroute_all()
    expect(banner).to_be_hidden()
    expect(page.locator("#best .card")).to_have_count(7)
