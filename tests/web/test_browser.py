"""Every page in a real browser: by mouse, by keyboard, on a phone, in dark colours."""

import re
from typing import NamedTuple

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from astragal import layout, poker

from web.conftest import Served, served_here
from web.watched import Watched

ROOMS = ["/", "/asia", "/ur", "/poker", "/words", "/docs"]


def test_home_shows_a_live_example_of_each_task(watched: Watched) -> None:
    page = watched.visit("/")
    expect(page.locator("#asia")).to_contain_text("against all 53,524,680 dealer hands")
    expect(page.locator("#asia .card")).to_have_count(7)
    expect(page.locator("#poker .card")).to_have_count(4)
    expect(page.locator("#poker")).to_contain_text("over all 1,712,304 boards")
    shares = page.locator("#poker .figure").all_text_contents()
    assert sum(float(share.split()[0]) for share in shares) == pytest.approx(100, abs=0.11)
    expect(page.locator("#words .fields")).to_contain_text("full house")
    cards = page.locator("#poker").inner_html()
    page.click("text=Other hands")
    expect(page.locator("#poker .figure").first).to_contain_text("%")
    assert page.locator("#poker").inner_html() != cards


def test_home_leads_on_with_what_it_shows(watched: Watched) -> None:
    page = watched.visit("/")
    words = "all => all.map(one => one.getAttribute('aria-label')).sort()"
    for place, link, cards in (
        ("#asia", "Set this hand", ".tray .card"),
        ("#poker", "Count equity", ".seat-notes .card"),
    ):
        expect(page.locator(f"{place} .card").first).to_be_visible()
        shown = page.eval_on_selector_all(f"{place} .card", words)
        page.get_by_role("link", name=link).click()
        expect(page.locator(cards)).to_have_count(len(shown))
        assert page.eval_on_selector_all(cards, words) == shown
        page.goto("/")
    page.click("#words [data-bit='24']")
    expect(page.locator("#words output")).to_have_text("0x21077744")
    page.get_by_role("link", name="Decode words").click()
    expect(page.locator("#decode output")).to_have_text("0x21077744")
    page.goto("/")
    page.get_by_role("link", name="Train").click()
    expect(page.locator("#check")).to_be_visible()


def test_home_has_positions_to_try(watched: Watched) -> None:
    page = watched.visit("/")
    place = page.locator("#ur")
    expect(place.locator(".piece")).to_have_count(4)  # of the table that is there, with two pieces
    seen = place.locator(".tries button").all_text_contents()
    assert len(seen) > 1
    place.locator(".tries button").first.click()
    expect(place).to_contain_text(re.compile(r"wins \d+\.\d"))
    expect(place.locator(".arrow.best")).to_have_count(1)
    place.get_by_role("button", name="Another position").click()
    expect(place).to_contain_text("What would you play?")
    expect(place.locator(".tries button")).not_to_have_text(seen)
    place.get_by_role("link", name="Play Ur").click()
    page.click("#roll")
    page.locator("#roll[aria-disabled=false], #moves button").first.wait_for()
    if page.locator("#moves button").count():  # not a roll of nothing
        page.locator("#moves button").first.click()
    expect(page.locator(".turn-row").first).to_be_visible()
    page.goto("/")
    expect(place.get_by_role("link", name="Go on with your game")).to_be_visible()


def test_an_address_without_a_page_leads_back(watched: Watched) -> None:
    watched.expects_refusals = True
    page = watched.visit("/no/such/page")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="Game of Ur", exact=True).click()
    expect(page.locator("#p-play .board")).to_be_visible()
    assert httpx.get(f"{page.url.removesuffix('/ur')}/nothing").json() == {"error": "Not Found"}


def test_pages_work_below_a_root_path(browser: Browser) -> None:
    with served_here(root_path="/games") as address:
        watched = Watched(browser, f"{address}/games/")  # complains of other requests
        page = watched.open("/games/")
        expect(page.locator("#asia")).to_contain_text("53,524,680")
        page.get_by_role("link", name="Asia Poker").click()
        expect(page.locator("#best .card")).to_have_count(7)
        page = watched.open("/games/docs")
        expect(page.locator("#docs")).to_contain_text("/api/asia/best")
        watched.end()
        watched.close()


def test_the_first_page_is_light(browser: Browser, served: Served) -> None:
    watched = Watched(browser, served.address)  # one that has nothing in its cache
    page = watched.open("/")
    expect(page.locator("#asia")).to_contain_text("53,524,680")
    sizes = page.evaluate("""() => Object.fromEntries(
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .map((one) => [new URL(one.name).pathname, one.transferSize]))""")
    # All of it, with the answers that its examples ask for.
    assert {"/", "/static/style.css", "/static/home.js", "/api/asia/best"} <= set(sizes)
    assert sum(sizes.values()) < 150_000, sizes
    watched.end()
    watched.close()


def test_poker_shows_the_value_of_a_hand(watched: Watched) -> None:
    page = watched.open("/poker#hand=AhKhQhJh2c")
    found = poker.showdown("Ah Kh", "Qh Jh 2c")
    expect(page.locator("#value")).to_have_text(found.value.text)
    expect(page.locator("#hand-value")).to_contain_text(f"{100 * found.share:.1f}")
    expect(page.locator("#made")).to_contain_text("nut flush draw")
    expect(page.locator("#hand-value .outs tr")).to_have_count(len(found.outs))
    expect(page.locator("#hand-value")).to_contain_text("equity against a random hand")
    page.click(".pick[data-card='Th']")
    expect(page.locator("#value")).to_have_text("royal flush")
    expect(page.locator("#hand-value")).to_contain_text("the nuts")
    page.click("#pocket .slot >> nth=0")
    expect(page.locator("#text")).to_have_value("Kh Qh Jh 2c Th")


def test_poker_explains_a_hand_bit_by_bit(watched: Watched) -> None:
    page = watched.open("/poker#hand=7h6d9c8s5d")
    page.click("#programmers summary")
    expect(page.locator("#programmers")).to_contain_text("00110")
    expect(page.locator("#pokerval output")).to_have_text("0x08098765")
    page.click("#pokerval [data-bit='24']")
    expect(page.locator("#pokerval output")).to_have_text("0x09098765")
    expect(page.locator("#pokerval .fields")).to_contain_text("one pair, straight")
    page.get_by_role("button", name="Back to the hand").click()
    expect(page.locator("#pokerval output")).to_have_text("0x08098765")


def test_words_decode_check_and_compare(watched: Watched) -> None:
    page = watched.open("/words")
    expect(page.locator("#decode .fields")).to_contain_text("full house")
    expect(page.locator("#report")).to_contain_text("bit 5: minute and hour overlap")
    page.fill("#toml", page.input_value("#toml").replace("offset = 5", "offset = 6"))
    expect(page.locator("#report")).to_contain_text("clock is not sound")
    expect(page.locator("#report")).to_contain_text("does not hold")
    expect(page.locator("#masks")).to_contain_text("337,714")
    page.get_by_role("button", name="Show all 12").click()
    expect(page.locator("#masks tbody tr")).to_have_count(12)


def test_words_have_an_example_of_each_layout(watched: Watched) -> None:
    page = watched.open("/words")
    expect(page.locator(".layouts strong")).to_have_text(layout.names())
    for name in layout.names():
        page.click(f"[data-layout={name}]")
        word = page.input_value("#word")
        found = layout.decode(name, word)
        expect(page.locator("#decode output")).to_have_text(found.to_dict()["word"])
        assert any(np.any(value) for value in found.to_dict()["fields"].values())
        shown = page.locator("#decode .field dt").all_text_contents()
        assert [one.split()[0] for one in shown] == list(found.to_dict()["fields"])
    # The address keeps the word, and a link shows it again.
    page.fill("#word", "537360196")
    page.click("[data-layout=pokerval]")
    page.click("#decode [data-bit='24']")
    expect(page.locator("#decode output")).to_have_text("0x21077744")
    page.reload()
    expect(page.locator("#decode output")).to_have_text("0x21077744")
    expect(page.locator("#decode .fields")).to_contain_text("one pair, full house")


def test_what_a_layout_says_of_its_fields_can_be_pasted(watched: Watched) -> None:
    """The expressions beside the fields are those that the check reads as a layout."""
    page = watched.open("/words#layout=setting-value")
    fields = page.locator("#decode .field")
    expect(fields).to_have_count(3)
    code = "\n".join(
        f"{field.locator('dt').inner_text().split()[0]} = {field.locator('code').inner_text()}"
        for field in fields.all()
    )
    page.click("[data-choice=code]")
    page.fill("#toml", code)
    expect(page.locator("#report")).to_contain_text("is sound")
    titles = "all => all.map(one => one.title).sort()"
    drawn = page.eval_on_selector_all("#report .run", titles)
    assert drawn == page.eval_on_selector_all("#decode .run", titles)
    assert drawn == ["high, bits 23..11", "one, bits 3..0", "two, bits 10..4"]


def test_bits_that_fields_share_are_framed(watched: Watched) -> None:
    page = watched.open("/words")
    frame = page.locator("#report .clash")
    expect(frame).to_have_attribute("title", "bit 5: minute and hour")
    boxes = [one.bounding_box() for one in [frame, *page.locator("#report .run").all()]]
    shared, *runs = [box for box in boxes if box]
    assert len(runs) == 2
    for run in runs:  # one above the other, and the frame around both
        assert run["x"] <= shared["x"] + 1
        assert shared["x"] + shared["width"] <= run["x"] + run["width"] + 1
        assert shared["y"] <= run["y"] + 1
        assert run["y"] + run["height"] <= shared["y"] + shared["height"] + 1
    assert runs[0]["y"] != runs[1]["y"]


def test_docs_explain_the_interface_and_try_it(watched: Watched) -> None:
    page = watched.open("/")
    page.get_by_role("link", name="the JSON interface").click()
    expect(page.locator("#docs")).to_contain_text("/api/asia/best")
    question = page.locator("#docs .opblock", has_text="/api/poker/eval")
    expect(question).to_contain_text("Evaluate 0 to 7 cards")
    question.locator("button").first.click()
    question.locator(".execute").click()
    expect(question).to_contain_text("full house, sevens over fours")


@pytest.mark.parametrize("path", ROOMS)
def test_pages_fit_a_dark_phone(narrow: Watched, path: str) -> None:
    page = narrow.open(path)
    assert narrow.fits()
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert all(int(part) < 60 for part in re.findall(r"\d+", background)[:3])


class Slip(NamedTuple):
    """A typing mistake, what sends it off, and where the page shows it."""

    path: str
    field: str
    text: str
    button: str | None
    place: str
    words: str


@pytest.mark.parametrize(
    "slip",
    [
        Slip("/poker#hand=AhKh", "#text", "Xx", None, "#wrong", "unknown card 'Xx'"),
        Slip("/words", "#word", "0x1ffffffff", None, "#decode", "32"),
        Slip("/words", "#toml", "name =", None, "#report", "not TOML"),
    ],
)
def test_errors_are_shown_kindly(watched: Watched, slip: Slip) -> None:
    page = watched.open(slip.path)
    watched.expects_refusals = True
    page.fill(slip.field, slip.text)
    if slip.button:
        page.click(slip.button)
    alert = page.locator(f"{slip.place} [role=alert]")
    expect(alert).to_contain_text(slip.words)
    assert "Traceback" not in alert.inner_text()


def test_the_watch_notices(watched: Watched) -> None:
    page = watched.open("/")
    page.evaluate("fetch('http://192.0.2.1/').catch(() => {})")
    page.evaluate("console.error('something')")
    page.wait_for_timeout(50)
    assert any("leaves" in one or "192.0.2.1" in one for one in watched.complaints)
    assert "something" in watched.complaints
    watched.complaints.clear()
