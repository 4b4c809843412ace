"""The first page: one roll of Ur to solve, two strips, and a word."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from astragal import equity, ur
from astragal.ur.players import find_player
from astragal.ur.study.puzzles import LEAST_STAKE, SOLVERS
from astragal.web.pages import STATIC

from web.conftest import Served
from web.watched import Watched


@pytest.fixture
def moving(browser: Browser, served: Served) -> Iterator[Watched]:
    """A page in which things may move."""
    page = Watched(browser, served.address, reduced_motion="no-preference")
    yield page
    page.end()
    page.close()


IS_IN_SIGHT = """all => all.every((one) => {
  const box = one.getBoundingClientRect();
  const inside = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
  return box.top >= 0 && box.bottom <= innerHeight && one.contains(inside);
})"""


def shares(texts: list[str]) -> list[float]:
    return [float(text.split()[0]) for text in texts]


def puzzles() -> list[tuple[str, int, int]]:
    """Return the positions of the first page, with the roll, and how many bots miss each."""
    text = (STATIC / "home" / "ur.js").read_text(encoding="utf-8")
    found = re.findall(r'state: "(0x[0-9a-f]{16})", roll: (\d), missed: (\d)', text)
    return [(state, int(roll), int(missed)) for state, roll, missed in found]


def test_the_rolls_to_solve_are_missed_by_as_many_bots_as_it_says(tmp_path: Path) -> None:
    table = ur.solve(pieces=3, path=tmp_path / "three.table")
    shown = puzzles()
    assert len(shown) >= 6
    for state, roll, missed in shown:
        position = ur.Position(state)
        ranked = table.rank_moves(position, roll)
        assert len(ranked) >= 3
        assert ranked[1].cost_win >= LEAST_STAKE
        states, rolls = np.array([position.state], np.uint64), np.array([roll], np.uint8)
        legal = ur.moves_many(states, rolls)
        chosen = [
            find_player(one).choose(states, rolls, legal, np.random.default_rng(0))[0]
            for one in SOLVERS
        ]
        best = position.moves(roll).index(ranked[0].move)
        assert sum(move != best for move in chosen) == missed


def test_the_strips_of_home_move_and_pause(moving: Watched) -> None:
    page = moving.visit("/")
    page.locator("#words").scroll_into_view_if_needed()  # which loads it
    expect(page.locator("#words")).not_to_contain_text("Drawing")
    page.locator("#paigow").scroll_into_view_if_needed()
    expect(page.locator("#poker .dealt").first).to_be_visible()
    expect(page.locator("#paigow .counter")).to_contain_text(",")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Go on")
    shown = page.inner_text("main")
    page.wait_for_timeout(1200)
    assert page.inner_text("main") == shown
    # They stand still in a hidden tab, too.
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    page.click("#pause")
    expect(page.locator("#pause")).to_have_text("Pause")
    shown = page.inner_text("main")
    page.wait_for_timeout(1200)
    assert page.inner_text("main") == shown
    page.evaluate("document.hidden = false")
    expect(page.locator("main")).not_to_have_text(shown, use_inner_text=True)


def test_home_opens_as_one_roll_to_solve(watched: Watched, tmp_path: Path) -> None:
    page = watched.visit("/")
    moves = page.locator("#controls .moves button")
    expect(moves.first).to_be_visible()
    expect(page.locator("#board .piece")).to_have_count(6)
    asked = [request.url for request in watched.requests if "/api/ur/best" in request.url]
    query = parse_qs(urlsplit(asked[-1]).query)
    state, roll = query["state"][0], int(query["roll"][0])
    missed = next(missed for one, _, missed in puzzles() if one == state)
    table = ur.solve(pieces=3, path=tmp_path / "three.table")
    ranked = table.rank_moves(ur.Position(state), roll)
    assert moves.count() == len(ranked)
    best, worst = (
        str(one.move).split("-")[-1].replace("off", "home") for one in (ranked[0], ranked[-1])
    )
    wrong = next(
        at for at, text in enumerate(moves.all_inner_texts()) if worst in text and best not in text
    )
    moves.nth(wrong).click()
    expect(page.locator("#said [role=status]")).to_contain_text("Try once more.")
    expect(page.locator(".option")).to_have_count(0)
    right = next(at for at, text in enumerate(moves.all_inner_texts()) if best in text)
    moves.nth(right).click()
    expect(page.locator("#said [role=status]")).to_contain_text(f"{missed} of 5 bots miss it.")
    chances = shares(page.locator(".option .number:not(.cost)").all_text_contents())
    assert chances == [round(100 * one.win, 1) for one in ranked]
    assert shares(page.locator(".odds b").all_text_contents())[0] == chances[0]
    expect(page.locator("#next")).to_be_focused()
    link = page.locator("#play-on").get_attribute("href")
    page.reload()  # which keeps the answer
    expect(page.locator(".option")).to_have_count(len(ranked))
    page.click("#next")
    expect(page.locator(".option")).to_have_count(0)
    expect(moves.first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("#said [role=status]")).to_be_visible()
    page.goto(f"/{link}")
    # One's own game, at once, after the move that was made.
    expect(page.locator(".turn-row").first).to_contain_text(best)
    expect(page.locator("#roll[aria-disabled=false], #moves button").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Go on with your game")).to_be_visible()


def test_home_leads_on_with_what_it_shows(watched: Watched) -> None:
    page = watched.visit("/")
    expect(page.locator("#poker .dealt")).to_have_count(4)
    expect(page.locator("#poker")).to_contain_text("all 44 boards to come")
    link = page.get_by_role("link", name="Count equity").get_attribute("href") or ""
    *players, board = re.findall("=(\\w+)", link)
    counted = [equity.calculate(players, board=board[: 2 * cards]) for cards in (0, 3, 4)]
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
    # All of it, with the answers of its examples: a tenth of a second at 16 Mbit/s. Nothing is
    # compressed: the server is on this machine, and a proxy before it compresses by itself.
    assert {"/", "/static/style.css", "/static/home.js", "/api/paigow/best"} <= set(sizes)
    assert sum(sizes.values()) < 200_000, sizes
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
    expect(page.locator("#poker .dealt")).to_have_count(4)
    expect(page.locator("#controls .moves button").first).to_be_visible()
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


def test_home_keeps_room_for_the_word(narrow: Watched) -> None:
    """The foot of the page moved when the word was drawn, below the screen of a phone."""
    page = narrow.visit("/")
    words = page.locator("#words")
    expect(words).to_have_text("Drawing…")
    before = words.bounding_box()
    words.scroll_into_view_if_needed()
    expect(words.locator(".picture")).to_be_visible()
    after = words.bounding_box()
    assert before
    assert after
    assert after["height"] == before["height"]


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
    # The new hands and board are there at once.
    expect(page.locator("#poker .dealt")).to_have_count(4)


@pytest.mark.parametrize("height", [844, 740])
def test_home_shows_a_phone_the_board_with_the_moves(
    browser: Browser, served: Served, height: int
) -> None:
    """Each roll to solve is the first one for some visitors."""
    watched = Watched(
        browser,
        served.address,
        viewport={"width": 390, "height": height},
        has_touch=True,
        is_mobile=True,
    )
    watched.page.add_init_script("Math.random = () => Number(sessionStorage.chance ?? 0)")
    shown = "#board .board, #board .odds, #controls .dice, #controls .moves button"
    for puzzle in range(len(puzzles())):
        watched.page.evaluate(
            "chance => (sessionStorage.chance = chance)", puzzle / len(puzzles()) + 0.01
        )
        page = watched.visit("/")
        page.locator("#controls .moves button").first.wait_for()
        assert page.eval_on_selector_all(shown, IS_IN_SIGHT), f"puzzle {puzzle}"
    watched.end()
    watched.close()
