"""Solve in a real browser: a river at once, a turn by the button, and its address."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from web.conftest import served_here
from web.test_accessibility import check
from web.watched import Watched

TURN = "/poker#oop=any&ip=any&board=Td9d6hQc&stack=1500"
RIVER = "/poker#oop=QQ%2B&ip=JJ,TT&board=Td9d6hQc2s"
EXAMPLE = (
    "/poker#oop=66%2B%2C+A8s%2B%2C+AJo%2B%2C+KQo&ip=QQ-22%2C+AQs-A2s%2C+KTo%2B%2C+QJs"
    "&board=Td9d6hQc2s&bets=50%25%2C+a&raises=60%25"
)
PROVED = "Nobody can gain more than"


@pytest.fixture
def phone_alone(browser: Browser) -> Iterator[Watched]:
    """A dark phone with an app of its own: an app keeps one solution."""
    with served_here() as address:
        page = Watched(browser, address, viewport={"width": 390, "height": 844}, has_touch=True)
        yield page
        page.end()
        page.close()


def test_the_example_is_solved_when_the_tab_is_chosen(watched_alone: Watched) -> None:
    page = watched_alone.open("/poker")
    page.get_by_role("radio", name="Solve").click()
    expect(page.locator(".proved")).to_contain_text(PROVED)
    page.locator(".act", has_text="check").click()
    expect(page.locator(".said")).to_contain_text("In position")
    page.locator(".does [data-cell='AQs']").click()
    expect(page.locator(".combos tbody tr")).not_to_have_count(0)
    check(page)
    assert watched_alone.small_targets(24, 24) == []


def test_a_turn_is_solved_and_its_river_dealt(watched_alone: Watched) -> None:
    page = watched_alone.open(TURN)
    expect(page.locator("#solve-plan")).to_contain_text("2,700 decisions on 48 boards")
    assert not page.locator(".proved").is_visible()
    page.click("#solve-run")
    expect(page.locator(".proved")).to_contain_text(PROVED)
    for said in ("In position", "A card comes"):
        page.locator(".act", has_text="check").click()
        expect(page.locator(".said")).to_contain_text(said)
    page.locator("[data-card='2c']").press("Enter")
    expect(page.locator(".path")).to_contain_text("2♣")
    expect(page.locator("#solve-line :focus")).to_have_count(1)
    page.reload()  # the server still has the solution
    expect(page.locator(".path")).to_contain_text("2♣")
    page.locator(".path button").first.click()
    expect(page.locator(".said")).to_contain_text("Out of position")


def test_a_spot_comes_from_equity_and_goes_back(watched_alone: Watched) -> None:
    page = watched_alone.open("/poker#p=QQ%2B&p=AKs&board=2c7dJh")
    page.click("#eq-solve")
    expect(page.locator("#solve-oop")).to_have_value("QQ+")
    expect(page.locator("#solve-plan")).to_contain_text("decisions")
    page.get_by_role("link", name="Equity of these ranges").click()
    expect(page.locator("#eq-result")).to_be_visible()
    page.go_back()
    expect(page.locator("#solve-oop")).to_have_value("QQ+")


def test_a_wrong_size_is_quoted(watched_alone: Watched) -> None:
    page = watched_alone.open(TURN)
    page.fill("#solve-bets", "50%, zz")
    expect(page.locator("#solve-plan .notice")).to_contain_text("zz")
    expect(page.locator("#solve-run")).to_have_attribute("aria-disabled", "true")


def test_a_link_in_another_tab_leaves_the_first_its_solution(watched_alone: Watched) -> None:
    page = watched_alone.open(TURN)
    page.click("#solve-run")
    expect(page.locator(".said")).to_be_visible()
    page.locator(".act", has_text="check").click()
    expect(page.locator(".said")).to_contain_text("In position")
    expect(page).to_have_url(re.compile("line=check"))
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".path")).to_contain_text("check")
    other.goto("/poker")
    other.get_by_role("radio", name="Solve").click()
    expect(other.locator(".proved")).to_contain_text(PROVED)
    other.close()
    page.locator(".act", has_text="check").click()
    expect(page.locator(".said")).to_contain_text("A card comes")


def test_back_takes_a_step_back_in_the_line_and_then_leaves_the_tab(watched_alone: Watched) -> None:
    page = watched_alone.open("/poker")
    page.get_by_role("radio", name="Solve").click()
    page.locator(".act", has_text="check").click()
    expect(page.locator(".path button")).to_have_text(["start", "check"])
    page.locator(".act", has_text="bet 100").click()
    expect(page.locator(".path button")).to_have_text(["start", "check", "bet 100"])
    for line in (["start", "check"], ["start"]):
        page.go_back()
        expect(page.locator(".path button")).to_have_text(line)
    page.go_back()
    expect(page.locator("#eq-result")).to_be_visible()


def test_an_action_keeps_its_colour_under_the_mouse(watched_alone: Watched) -> None:
    page = watched_alone.open(RIVER)
    act = page.locator(".act", has_text="check")
    look = "one => getComputedStyle(one).backgroundImage + getComputedStyle(one).borderLeftWidth"
    before = act.evaluate(look)
    assert before.startswith("linear-gradient")
    assert before.endswith(")1px")
    act.hover()
    assert act.evaluate(look) == before


def test_solve_fits_a_phone(phone_alone: Watched) -> None:
    page = phone_alone.open(RIVER)
    expect(page.locator(".proved")).to_contain_text(PROVED)
    assert phone_alone.fits()
    page.locator(".does [data-cell='QQ']").click()
    assert phone_alone.fits()


@pytest.mark.parametrize("name", ["watched_alone", "phone_alone"])
def test_the_result_comes_into_view(name: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(name).open(TURN)
    if name == "watched_alone":
        page.click("#solve-ranges details:not(.notation) summary")
    page.locator("#solve-run").scroll_into_view_if_needed()
    page.click("#solve-run")
    page.wait_for_function(
        "() => { const { top } = document.getElementById('solve-result').getBoundingClientRect();"
        " return document.querySelector('.said') && top > -1 && top < innerHeight / 2; }"
    )


def test_the_combos_fit_a_phone(phone_alone: Watched) -> None:
    page = phone_alone.open(EXAMPLE)
    page.locator(".does [data-cell='AQs']").click()
    wide = "one => one.scrollWidth > one.clientWidth"
    assert not page.locator(".combos .scroll").evaluate(wide)


def test_an_action_by_key_keeps_the_focus_in_the_line(watched_alone: Watched) -> None:
    page = watched_alone.open(EXAMPLE)
    for action, player in (("bet 100", "In position"), ("raise 340", "Out of position")):
        page.locator(".acts button", has_text=action).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".said")).to_contain_text(player)
        expect(page.locator("#solve-line :focus")).to_have_count(1)


def test_tabs_have_short_addresses(watched_alone: Watched) -> None:
    for tab, name in (("solve", "Solve"), ("hand", "One hand"), ("equity", "Equity")):
        page = watched_alone.visit(f"/poker#{tab}")
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        expect(page.locator("#complaint")).to_be_empty()
        expect(page.locator(f"#{tab} .panel").first).to_be_visible()
        # The browser scrolls to the element with this name, but the head stays in sight.
        expect(page.locator(".top")).to_be_in_viewport(ratio=1)


def test_a_key_skips_to_the_solution(watched_alone: Watched) -> None:
    page = watched_alone.open(EXAMPLE)
    expect(page.locator(".proved")).to_be_visible()
    page.get_by_role("radio", name="Solve").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Skip to the solution")).to_be_in_viewport()
    for key in ("Enter", "Tab"):
        page.keyboard.press(key)
    expect(page.locator(".path button").first).to_be_focused()


def test_a_phone_shows_a_solution_before_the_fields_of_its_spot(phone_alone: Watched) -> None:
    page = phone_alone.open(RIVER)
    expect(page.locator(".said")).to_be_in_viewport()
    expect(page.locator(".folded")).to_contain_text("pot 200, stacks 900")
    page.click("#solve-change")
    expect(page.locator("#solve-pick")).to_be_focused()
    page.fill("#solve-board", "Td 9d 6h Qc 2s")  # pasted
    page.click("#solve-run")
    expect(page.locator(".folded")).to_be_visible()
    phone_alone.open(TURN)
    expect(page.locator("#solve-run")).to_be_visible()
