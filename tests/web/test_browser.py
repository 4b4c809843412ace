"""Every page in a real browser: by mouse, by keyboard, on a phone, in dark colours."""

import re
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from astragal import poker, ur

from web.conftest import served_here
from web.watched import NO_MOTION, Watched

ROOMS = ["/", "/asia", "/ur", "/poker", "/words", "/docs"]


def test_home_shows_a_live_example_of_each_room(watched: Watched) -> None:
    page = watched.open("/")
    expect(page.locator("#asia")).to_contain_text("53,524,680")
    expect(page.locator("#asia .card")).to_have_count(7)
    expect(page.locator("#ur .piece")).to_have_count(14)
    expect(page.locator("#poker .versus .card")).to_have_count(4)
    shares = page.locator("#poker .versus strong").all_text_contents()
    assert sum(float(share.split()[0]) for share in shares) == pytest.approx(100, abs=0.11)
    expect(page.locator("#poker .row .card")).to_have_count(7)
    expect(page.locator("#words svg")).to_contain_text("full house")
    page.get_by_role("link", name="Asia Poker").click()
    expect(page.get_by_role("heading", name="Asia Poker 4-2-1")).to_be_visible()


def test_pages_work_below_a_root_path(browser: Browser) -> None:
    with served_here(root_path="/games") as address:
        watched = Watched(browser, f"{address}/games/", **NO_MOTION)  # complains of other requests
        page = watched.open("/games/")
        expect(page.locator("#asia")).to_contain_text("53,524,680")
        page.get_by_role("link", name="Asia Poker").click()
        expect(page.locator("#best .card")).to_have_count(7)
        page = watched.open("/games/docs")
        expect(page.locator("#docs")).to_contain_text("/api/asia/best")
        watched.close()


def test_the_first_page_is_light(watched: Watched) -> None:
    page = watched.open("/")
    expect(page.locator("#asia")).to_contain_text("53,524,680")
    sizes = page.evaluate("""() => Object.fromEntries(
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .map((one) => [new URL(one.name).pathname, one.transferSize]))""")
    # All of it, with the answers that its examples ask for.
    assert {"/", "/static/style.css", "/static/home.js", "/api/asia/best"} <= set(sizes)
    assert sum(sizes.values()) < 150_000, sizes


def take_turns(page: Page, turns: int) -> None:
    """Play the first legal move, for some turns."""
    for _ in range(turns):
        page.locator("#roll:enabled, #moves button").first.wait_for()
        if page.locator("#roll:enabled").count():
            page.click("#roll")
        else:
            page.locator("#moves button").first.click()


def test_ur_is_played_by_expectimax_until_it_is_solved(watched: Watched) -> None:
    page = watched.open("/ur")
    expect(page.locator("#opponent-note")).to_contain_text("expectimax")
    expect(page.locator("#solve")).to_contain_text("137,870,097")
    take_turns(page, 6)
    page.locator("#roll:enabled, #moves button").first.wait_for()
    expect(page.locator("#undo")).to_be_enabled()


def test_ur_hint_and_undo_among_friends(watched: Watched) -> None:
    page = watched.open("/ur")
    page.select_option("#opponent", "friend")
    while not page.locator("#moves button").count():
        page.locator("#roll:enabled").wait_for()
        page.click("#roll")
        page.locator("#roll:enabled, #moves button").first.wait_for()
    before = page.locator("#moves button").all_text_contents()
    page.click("#hint")
    expect(page.locator("#status")).to_contain_text("three turns ahead")
    expect(page.locator("#moves .best")).to_have_count(1)
    page.locator(".board .target").first.click()
    page.locator("#roll:enabled").wait_for()
    page.click("#undo")
    expect(page.locator("#moves button")).to_have_count(len(before))
    assert page.locator("#moves button").all_text_contents() == before


def test_ur_record_review_and_download(watched: Watched, client: httpx.Client) -> None:
    solve_two_pieces(client)
    page = watched.open("/ur")
    page.fill("#record", "[Rules finkel]\n[Pieces 2]\n\n1. A@A1 * A@A3 / C@C3\n2. A1B1")
    page.click("#load")
    expect(page.locator("#board svg")).to_have_attribute(
        "aria-label", re.compile("A: 0 in hand, on A3 B1, 0 home")
    )
    page.click("#review-now")
    expect(page.locator("#review")).to_contain_text("accuracy")
    expect(page.locator("#chance .curve")).to_be_visible()
    with page.expect_download() as download:
        page.click("#save-rgn")
    text = download.value.path().read_text()
    assert "A@A1 * A@A3 / C@C3" in text
    with page.expect_download() as download:
        page.click("#save-hex")
    assert download.value.path().read_text().count("0x") == 5


def test_ur_editor_shows_the_value_of_each_roll_and_move(
    watched: Watched, client: httpx.Client
) -> None:
    solve_two_pieces(client)
    page = watched.open("/ur")
    page.click("#edit")
    page.fill("[aria-label='State, in hexadecimal']", ur.start(pieces=2).name)
    page.press("[aria-label='State, in hexadecimal']", "Enter")
    win = client.get("/api/ur/value", params={"state": ur.start(pieces=2).name}).json()["win"]
    expect(page.locator("#editor")).to_contain_text(f"{100 * win:.4f}")
    page.locator("#editor summary").click()
    page.click("#editor button:text('B4: –')")
    expect(page.locator("#board svg")).to_have_attribute("aria-label", re.compile("A: .*on B4"))
    expect(page.locator("#editor table")).to_contain_text("B4 → B5")
    page.click("text=Play from here")
    expect(page.locator("#roll")).to_be_enabled()


def solve_two_pieces(client: httpx.Client) -> None:
    client.post("/api/ur/solve", json={"pieces": 2})
    while client.get("/api/ur/solve").json()["running"]:
        pass


def test_ur_solve_shows_progress_and_can_be_cancelled(watched: Watched) -> None:
    page = watched.open("/ur")
    page.select_option("#rules", "blitz")
    page.click("#solve-start")
    expect(page.locator("#solve progress")).to_be_visible()
    page.click("#solve button:text('Cancel')")
    expect(page.locator("#solve")).to_contain_text("Stopped")


def test_ur_is_solved_by_a_click_and_played_perfectly_from_then_on(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With two pieces, which takes a moment."""
    monkeypatch.setenv("ASTRAGAL_HOME", str(tmp_path))
    monkeypatch.setitem(ur.RULES, "finkel", replace(ur.RULES["finkel"], pieces=2))
    begun, go_on = Event(), Event()
    solve = ur.solve

    def solve_when_told(*arguments: Any, **options: Any) -> ur.Tablebase:
        begun.set()
        go_on.wait(20)
        return solve(*arguments, **options)

    monkeypatch.setattr("astragal.ur.solve", solve_when_told)
    with served_here() as address:
        watched = Watched(browser, address, **NO_MOTION)
        page = watched.open("/ur")
        expect(page.locator("#opponent-note")).to_contain_text("expectimax")
        page.click("#solve-start")
        expect(page.locator("#solve progress")).to_be_visible()
        assert begun.wait(10)
        take_turns(page, 1)  # one plays on meanwhile
        go_on.set()
        expect(page.locator("#opponent-note")).to_contain_text("perfect play")
        expect(page.locator("#solve-panel")).to_be_hidden()
        expect(page.locator("#chance .curve")).to_be_visible()
        watched.close()
    with served_here() as address:
        watched = Watched(browser, address, **NO_MOTION)
        page = watched.open("/ur")
        expect(page.locator("#opponent-note")).to_contain_text("perfect play")
        expect(page.locator("#solve-panel")).to_be_hidden()
        win = httpx.get(
            f"{address}/api/ur/value", params={"state": ur.start(pieces=2).name}
        ).json()["win"]
        expect(page.locator("#chance")).to_contain_text(f"{100 * win:.1f}")
        watched.close()


def test_poker_tells_what_a_hand_is_worth(watched: Watched) -> None:
    page = watched.open("/poker#hand=AhKhQhJh2c")
    found = poker.standing("Ah Kh", "Qh Jh 2c")
    expect(page.locator("#value")).to_have_text(found.value.text)
    expect(page.locator("#worth")).to_contain_text(f"{100 * found.share:.1f}")
    expect(page.locator("#made")).to_contain_text("nut flush draw")
    expect(page.locator("#worth .outs tr")).to_have_count(len(found.outs))
    expect(page.locator("#worth")).to_contain_text("equity against a random hand")
    page.click(".pick[data-card='Th']")
    expect(page.locator("#value")).to_have_text("royal flush")
    expect(page.locator("#worth")).to_contain_text("the nuts")
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
    expect(page.locator("#masks tbody tr")).to_have_count(12)
    names = page.locator("#catalog h3").all_text_contents()
    assert {"pokerval", "mask64", "bitval-legacy", "card32", "ur-state"} <= set(names)


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


def test_ur_by_keyboard_alone(watched: Watched) -> None:
    page = watched.open("/ur")
    page.select_option("#opponent", "random")
    for _ in range(6):
        page.locator("#roll:enabled, #moves button").first.wait_for()
        page.keyboard.press("r" if page.locator("#roll:enabled").count() else "1")
    page.locator("#roll:enabled, #moves button").first.wait_for()
    expect(page.locator("#undo")).to_be_enabled()


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
        Slip("/ur", "#record", "1. Z9", "#load", "#record-wrong", "Z9"),
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
