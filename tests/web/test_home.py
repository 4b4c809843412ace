"""The first page: a game that plays itself until somebody takes over, two strips, and a word."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from astragal import equity, ur

from web.conftest import Served
from web.watched import PATIENCE, Watched


@pytest.fixture
def moving(browser: Browser, served: Served) -> Iterator[Watched]:
    """A page in which things may move."""
    page = Watched(browser, served.address, reduced_motion="no-preference")
    yield page
    page.end()
    page.close()


SAME_DICE = """let state = 7;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
crypto.getRandomValues = (array) => array.map(() => next());"""
IS_IN_SIGHT = """all => all.every((one) => {
  const box = one.getBoundingClientRect();
  const inside = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
  return box.top >= 0 && box.bottom <= innerHeight && one.contains(inside);
})"""


def shares(texts: list[str]) -> list[float]:
    return [float(text.split()[0]) for text in texts]


def test_home_plays_by_itself_and_pauses(moving: Watched) -> None:
    page = moving.visit("/")
    expect(page.locator("#board .piece")).to_have_count(14)
    expect(page.locator("#controls .dice.thrown")).to_be_visible()
    expect(page.locator("#controls .message")).to_contain_text(re.compile("(Light|Dark) rolled"))
    assert sum(shares(page.locator(".odds b").all_text_contents())) == pytest.approx(100, abs=0.11)
    # The flop comes card by card, the counter runs, and both go on until they are paused.
    page.locator("#paigow").scroll_into_view_if_needed()
    expect(page.locator("#poker .dealt").first).to_be_visible()
    expect(page.locator("#paigow .counter")).to_contain_text(",")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Go on")
    shown = page.inner_text("main")
    page.wait_for_timeout(1200)
    assert page.inner_text("main") == shown
    # It stands still in a hidden tab, too.
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Pause")
    shown = page.inner_text("main")
    page.wait_for_timeout(1200)
    assert page.inner_text("main") == shown
    page.evaluate("document.hidden = false")
    expect(page.locator("main")).not_to_have_text(shown, use_inner_text=True)
    # The person takes over at once, and the game gives the light pieces a choice.
    page.click("#mine")
    expect(page.locator("#board")).to_contain_text("You")
    expect(page.locator(".try").first).to_be_visible(timeout=30_000)
    # Whoever watches again instead of choosing sees the game go on.
    page.get_by_role("button", name="Watch").click()
    shown = page.inner_text("#controls")
    expect(page.locator("#mine")).to_be_visible()
    expect(page.locator("#controls")).not_to_have_text(shown, use_inner_text=True)


def test_home_tells_the_chance_of_each_move_afterwards(watched: Watched, tmp_path: Path) -> None:
    """Without motion it is the person's turn from the beginning."""
    page = watched.visit("/")
    tries = page.locator(".try")
    expect(tries.first).to_be_visible()
    words = tries.all_text_contents()
    tries.first.click()
    told = page.locator(".told")
    expect(told).to_have_count(len(words))
    assert sorted(told.locator("span").all_text_contents()) == sorted(words)
    asked = [request.url for request in watched.requests if "/api/ur/best" in request.url]
    query = parse_qs(urlsplit(asked[-1]).query)
    table = ur.solve(pieces=3, path=tmp_path / "three.table")
    ranked = table.rank_moves(query["state"][0], int(query["roll"][0]))
    chances = shares(told.locator("b").all_text_contents())
    assert chances == [round(100 * one.win, 1) for one in ranked]
    expect(page.locator("#controls .score")).to_contain_text("of 1. Points lost:")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_have_count(0)
    page.get_by_role("link", name="Play the whole game").click()
    page.click("#roll")
    page.locator("#roll[aria-disabled=false], #moves button").first.wait_for()
    if page.locator("#moves button").count():  # not a roll of nothing
        page.locator("#moves button").first.click()
    expect(page.locator(".turn-row").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Go on with your game")).to_be_visible()


def test_home_leads_on_with_what_it_shows(watched: Watched) -> None:
    page = watched.visit("/")
    expect(page.locator("#poker .dealt")).to_have_count(3)
    expect(page.locator("#poker")).to_contain_text("all 990 boards to come")
    link = page.get_by_role("link", name="Count equity").get_attribute("href") or ""
    *players, board = re.findall("=(\\w+)", link)
    counted = [equity.calculate(players, board=board[: 2 * at]) for at in range(4)]
    swing = [round(100 * one.players[0].equity, 1) for one in counted]
    assert shares(page.locator("#poker .swing b").all_text_contents()) == swing
    expect(page.locator("#paigow .counter")).to_have_text("53,524,680")
    labels = "all => all.map(one => one.getAttribute('aria-label')).sort()"
    shown = page.eval_on_selector_all("#paigow .card", labels)
    page.get_by_role("link", name="Set this hand").click()
    expect(page.locator(".tray .card")).to_have_count(7)
    assert page.eval_on_selector_all(".tray .card", labels) == shown
    page.goto("/")
    page.locator("#words").scroll_into_view_if_needed()
    page.click("#words [data-bit='24']")
    expect(page.locator("#words output")).to_have_text("0x21077744")
    page.get_by_role("link", name="Decode words").click()
    expect(page.locator("#decode output")).to_have_text("0x21077744")


def test_the_first_page_is_light(browser: Browser, served: Served) -> None:
    watched = Watched(browser, served.address)  # one that has nothing in its cache
    page = watched.open("/")
    expect(page.locator("#paigow")).to_contain_text("53,524,680")
    sizes = page.evaluate("""() => Object.fromEntries(
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .map((one) => [new URL(one.name).pathname, one.transferSize]))""")
    # All of it, with the answers that its examples ask for.
    assert {"/", "/static/style.css", "/static/home.js", "/api/paigow/best"} <= set(sizes)
    assert sum(sizes.values()) < 150_000, sizes
    watched.end()
    watched.close()


@pytest.fixture
def handheld(browser: Browser, served: Served) -> Iterator[Watched]:
    """A phone."""
    phone = Watched(
        browser,
        served.address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    yield phone
    phone.end()
    phone.close()


def test_home_is_for_fingers(handheld: Watched) -> None:
    page = handheld.visit("/")
    expect(page.locator("#poker .dealt")).to_have_count(3)
    expect(page.locator(".try").first).to_be_visible()
    alone = page.locator("main a:not(p a), main button")
    assert alone.count() > 10
    sizes = alone.evaluate_all("""all => all.map((one) => [one.innerText,
      Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)])""")
    assert [name for name, size in sizes if size < 40 and name] == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_home_keeps_its_place_while_the_strips_run(
    browser: Browser, served: Served, width: int
) -> None:
    watched = Watched(
        browser,
        served.address,
        reduced_motion="no-preference",
        viewport={"width": width, "height": 2600},
    )
    page = watched.visit("/")
    expect(page.locator("#poker .dealt").first).to_be_visible()
    heights = """(id) => new Promise((done) => {
      const [place, seen] = [document.getElementById(id), new Set()];
      const timer = setInterval(() => seen.add(Math.round(place.offsetHeight)), 30);
      setTimeout(() => (clearInterval(timer), done([...seen])), 6500);
    })"""
    page.get_by_role("button", name="Other hands").click()
    assert len(page.evaluate(heights, "poker")) == 1
    page.get_by_role("button", name="Another hand").click()
    assert len(page.evaluate(heights, "paigow")) == 1
    watched.end()
    watched.close()


def test_home_shows_no_numbers_of_other_hands(watched: Watched) -> None:
    page = watched.visit("/")
    expect(page.locator("#poker")).to_contain_text("for ")
    page.route("**/api/equity", lambda route: None)  # an answer that is long under way
    page.route("**/api/paigow/best", lambda route: None)
    page.get_by_role("button", name="Other hands").click()
    page.get_by_role("button", name="Another hand").click()
    expect(page.locator("#poker .answered")).to_have_text("Counting every board…")
    expect(page.locator("#poker .figure")).to_have_text(["…", "…"])
    expect(page.locator("#paigow .answered")).to_have_text("Counting every dealer hand…")
    # The new hands and flop are there at once.
    expect(page.locator("#poker .dealt")).to_have_count(3)


@pytest.mark.parametrize("width", [320, 390, 1024, 1280])
def test_home_keeps_its_place_while_somebody_plays(
    browser: Browser, served: Served, width: int
) -> None:
    watched = Watched(browser, served.address, viewport={"width": width, "height": 844})
    watched.page.add_init_script(SAME_DICE)
    page = watched.visit("/")
    page.locator("#paigow .counter").wait_for()
    # On a phone the moves stick to the bottom, so measure them from the end of the controls.
    places = """() => [document.querySelector(".exact").offsetTop,
      ...["#next", ".tries"].map((one) => document.querySelector(one).getBoundingClientRect().top -
        document.querySelector("#controls").getBoundingClientRect().top)]"""
    seen = set()
    for _ in range(6):
        page.locator(".try, #next[aria-disabled=false]").first.wait_for()
        seen.add(tuple(page.evaluate(places)))
        message = page.locator("#controls .message").inner_text()
        assert len(re.findall("rolled", message)) <= 2, message  # the last event, and the prompt
        if page.locator(".try").count():
            page.locator(".try").last.click()
            page.locator(".told").first.wait_for()
            seen.add(tuple(page.evaluate(places)))
        page.click("#next")
        page.locator("#next[aria-disabled=true]").wait_for()
    assert len(seen) == 1
    watched.end()
    watched.close()


@pytest.mark.parametrize("height", [844, 664])
def test_home_shows_a_phone_the_board_with_the_moves(
    browser: Browser, served: Served, height: int
) -> None:
    watched = Watched(
        browser,
        served.address,
        reduced_motion="no-preference",
        viewport={"width": 390, "height": height},
        has_touch=True,
        is_mobile=True,
    )
    page = watched.visit("/")
    page.locator("#controls .dice.thrown").wait_for()
    page.tap("#mine")
    page.locator(".try").first.wait_for(timeout=PATIENCE)
    board_and = "#board .board, #board .odds, #controls .dice, #next, "
    assert page.eval_on_selector_all(f"{board_and} .try", IS_IN_SIGHT)
    page.locator(".try").first.tap()
    page.locator("#next[aria-disabled=false]").wait_for()
    assert page.eval_on_selector_all(f"{board_and} .told", IS_IN_SIGHT)
    page.tap("#next")  # the reply of the other side
    page.wait_for_timeout(500)
    assert page.eval_on_selector_all("#board .board, #controls .message", IS_IN_SIGHT)
    watched.end()
    watched.close()


def test_home_names_the_sides_and_the_curve(browser: Browser, served: Served) -> None:
    watched = Watched(
        browser,
        served.address,
        reduced_motion="no-preference",
        viewport={"width": 1280, "height": 800},
    )
    page = watched.visit("/")
    page.locator("#controls .dice.thrown").wait_for()
    expect(page.locator("#board")).to_contain_text("Light’s chance in this game")
    before = page.locator(".exact").bounding_box()
    page.click("#mine")
    page.locator(".try").first.wait_for(timeout=PATIENCE)
    assert page.locator(".exact").bounding_box() == before
    names = page.locator(".board .tray").all_text_contents()
    assert sorted(name.strip("▸ ") for name in names) == ["Dark", "You"]
    assert page.locator(".odds > span").all_inner_texts()[1].startswith("Dark")
    expect(page.locator("#board")).to_contain_text("Your chance in this game")
    # The board's column has no empty block at its end.
    rest = page.evaluate("""document.querySelector(".hero").getBoundingClientRect().bottom -
      document.querySelector("#board").lastElementChild.getBoundingClientRect().bottom""")
    assert rest < 60
    watched.end()
    watched.close()
