"""Every page in a real browser: by mouse, by keyboard, on a phone, in dark colours."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from astragal import poker

from web.conftest import served_here
from web.watched import Watched

ROOMS = ["/", "/paigow", "/asia", "/ur", "/poker", "/words", "/docs"]


def test_pages_work_below_a_root_path(browser: Browser) -> None:
    with served_here(root_path="/games") as address:
        watched = Watched(browser, f"{address}/games/")  # complains of other requests
        page = watched.open("/games/")
        expect(page.locator("#paigow")).to_contain_text("53,524,680")
        page.get_by_role("link", name="Set this hand").click()
        expect(page.locator("#best .card")).to_have_count(7)
        page = watched.open("/games/docs")
        expect(page.locator("#docs")).to_contain_text("/api/asia/best")
        watched.end()
        watched.close()


def test_a_proxy_may_remove_the_root_path(browser: Browser) -> None:
    """The page is at the root for the browser, as behind a proxy that removes the prefix."""
    with served_here(root_path="/games") as address:
        watched = Watched(browser, f"{address}/")
        page = watched.open("/")
        expect(page.locator("#paigow")).to_contain_text("53,524,680")
        page = watched.open("/docs")
        expect(page.locator("#docs")).to_contain_text("/api/asia/best")
        watched.end()
        watched.close()


def test_the_json_interface_has_one_main_part(watched: Watched) -> None:
    page = watched.open("/docs")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(page.get_by_role("main")).to_have_count(1)


def test_poker_shows_the_value_of_a_hand(watched: Watched) -> None:
    page = watched.open("/poker#hand=AhKhQhJh2c")
    found = poker.showdown("Ah Kh", "Qh Jh 2c")
    expect(page.locator("#value")).to_have_text(found.value.text)
    expect(page.locator("#hand-value")).to_contain_text(f"{100 * found.share:.1f}")
    expect(page.locator("#made")).to_contain_text("nut flush draw")
    expect(page.locator("#hand-value .improving tr")).to_have_count(len(found.improving))
    expect(page.locator(".improve")).to_have_text(
        "18 cards improve your hand: 38.3\u00a0% with the next card, 62.4\u00a0% by the river"
    )
    expect(page.locator("#versus .figure")).to_contain_text("76.3")
    page.click(".pick[data-card='Th']")
    expect(page.locator("#value")).to_have_text("royal flush")
    expect(page.locator("#hand-value")).to_contain_text("the nuts")
    page.click("#hand-own .slot >> nth=0")
    expect(page.locator("#text")).to_have_value("__ Kh Qh Jh 2c Th")  # the others stay in place


def test_the_equity_of_a_hand_stays_in_its_place(watched: Watched) -> None:
    page = watched.visit("/poker#hand=AhKh")
    figure, equity = page.locator("#versus .figure"), page.locator("#versus")
    expect(figure).to_contain_text("67.0")
    height = "one => one.getBoundingClientRect().height"
    before = equity.evaluate(height)
    page.click("#hand-deck .pick[data-card='Qh']")
    expect(equity).to_contain_text("Complete the flop.")
    expect(figure).to_contain_text("67.0")  # dimmed
    assert abs(equity.evaluate(height) - before) < 60
    # No cards are a link, too.
    page.click("#hand-clear")
    expect(equity).to_contain_text("Pick your two cards.")
    expect(figure).to_have_count(0)
    page.reload()
    expect(page.locator("#text")).to_have_value("")
    expect(equity).to_contain_text("Pick your two cards.")


def test_the_deck_of_a_hand_stays_for_the_flop_on_a_phone(narrow: Watched) -> None:
    page = narrow.visit("/poker#hand=AhKhQhJh2c")
    expect(page.locator("#value")).to_contain_text("high card")
    expect(page.locator("#hand-deck .deck")).to_have_count(0)
    page.click("#hand-clear")
    for card in ("As", "9c", "9d"):
        page.tap(f"#hand-deck .pick[data-card='{card}']")
    expect(page.locator("#text")).to_have_value("As 9c 9d")
    own = page.locator("#versus h2 + .cards .card")
    expect(own).to_have_count(2)
    expect(own.first).to_be_visible()  # those above are far away
    page.click("#hand-pick")
    expect(own.first).to_be_hidden()
    assert narrow.fits()


def test_docs_explain_the_interface_and_try_it(watched: Watched) -> None:
    page = watched.open("/")
    page.get_by_role("link", name="the JSON interface", exact=True).click()
    expect(page.locator("#docs")).to_contain_text("/api/asia/best")
    expect(page.locator("#docs .opblock-tag").first).to_have_text("Asia Poker")
    groups = page.locator("#docs .opblock-tag").all_text_contents()
    assert all(group[0].isupper() for group in groups)
    left = "one => one.getBoundingClientRect().x"
    assert page.eval_on_selector("#docs .opblock", left) == page.eval_on_selector("h1", left)
    assert "`" not in page.inner_text("#docs")
    question = page.locator("#docs .opblock", has_text="/api/poker/eval")
    expect(question).to_contain_text("Evaluate 0 to 7 cards")
    question.locator("button").first.click()
    expect(question.get_by_text("Evaluate 0 to 7 cards")).to_have_count(1)
    question.locator(".execute").click()
    expect(question).to_contain_text("full house, sevens over fours")


@pytest.mark.parametrize("path", ROOMS)
def test_pages_fit_a_dark_phone(narrow: Watched, path: str) -> None:
    page = narrow.open(path)
    if path == "/docs":
        expect(page.locator(".opblock-summary-control").last).to_be_visible()
    assert narrow.fits()
    assert narrow.small_targets(24, 40) == []
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
        Slip("/words#check", "#toml", "name =", None, "#report", "not TOML"),
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
    with page.expect_console_message(lambda message: "192.0.2.1" in message.text):
        page.evaluate("fetch('http://192.0.2.1/').catch(() => {})")
    with page.expect_console_message(lambda message: message.text == "something"):
        page.evaluate("console.error('something')")
    assert any("leaves" in one or "192.0.2.1" in one for one in watched.complaints)
    assert "something" in watched.complaints
    watched.complaints.clear()
