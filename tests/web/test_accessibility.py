"""Accessibility: axe-core finds nothing serious in any page or state, in light and dark colours."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page

from web.watched import Watched

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PATHS = ["/", "/paigow", "/ur", "/poker", "/words", "/nothing"]
NO_STYLES = {"preload": {"assets": ["media"]}}  # no rule that is on by default reads them again


def serious(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe-core finds, of what stops people: the rule and the first element.

    The pot of an old answer is left out: it is dimmed on purpose, and the players have its numbers.
    """
    dimmed = {"include": [["html"]], "exclude": [[".stale .pot"]]}
    found = page.evaluate("([part, options]) => axe.run(part, options)", [dimmed, options])
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def check(page: Page) -> None:
    """Let axe-core look at the page as it is now."""
    page.evaluate(AXE)
    assert serious(page, {"resultTypes": ["violations"], **NO_STYLES}) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page, {"runOnly": ["color-contrast"]}) == []


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing_serious(watched: Watched, path: str) -> None:
    watched.expects_refusals = path == "/nothing"
    check(watched.open(path))
    assert watched.small_targets(24, 24) == []


def asia_trainer(page: Page) -> None:
    """A hand of the trainer, set and checked."""
    page.goto("/asia#train")
    page.locator("#check").wait_for()
    page.locator(".tray .slot").first.wait_for()
    for key in "123":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.locator("#scores").wait_for()


def paigow_deck(page: Page) -> None:
    """How to play, the deck, the house ways, and the card to print, all unfolded."""
    page.goto("/paigow")
    page.click("#pick")
    for fold in ("#how summary", "#switches > summary", "#printed summary"):
        page.click(fold)
    page.locator("#printed table").wait_for()
    page.locator("#dealer").wait_for()


def ur_help(page: Page) -> None:
    """The drawer with the rules."""
    page.goto("/ur")
    page.locator("dialog[open]").wait_for()  # it opens by itself on a first visit


def ur_question(page: Page) -> None:
    """A question before a game is given up."""
    page.evaluate("""localStorage["astragal.ur.settings"] = '{ "speed": "instant" }'""")
    page.goto("/ur")
    page.locator("#roll[aria-disabled=false]").wait_for()
    while not page.locator(".turn-row").count():
        page.locator("#roll[aria-disabled=false], #moves button").first.click()
        page.wait_for_timeout(100)
    page.click("#new")
    page.locator("dialog[open]").wait_for()


def ur_editor(page: Page) -> None:
    """The position editor, and a game to load."""
    page.goto("/ur")
    page.click("#start")
    page.click("#edit")
    page.click("text=Load, save or share a game")
    page.locator("#p-editor .panel").first.wait_for()


def ur_review(page: Page) -> None:
    """A mistake in a game, with all legal moves of the turn."""
    page.goto("/ur#game=[Rules finkel]%0A[Pieces 2]%0A%0A1. A@A1 * A@A3 / C@C3%0A2. A3B1")
    page.locator(".turn-row.mistake").first.click()
    page.locator(".option").nth(1).wait_for()


def ur_puzzle(page: Page) -> None:
    """A puzzle that has been tried."""
    page.goto("/ur")
    page.click("#start")
    page.click("#puzzles-easy")
    page.locator("#moves button").first.click()
    if page.locator("#moves button").count():  # a second try
        page.locator("#moves button").first.click()
    page.locator(".board .arrow").first.wait_for(state="attached")  # a level one has no height


def equity_flop(page: Page) -> None:
    """A flop: suits, notation, next cards, final hands; and a range that is being named."""
    page.goto("/poker#p=AhKh&p=QQ%2B&board=2c7dJh")
    page.click("[data-cell=AKs]")
    for fold in (".notation summary", "#eq-hands summary", "#save"):
        page.click(fold)
    for part in (".suit-pair", "#eq-next .heat", "#eq-made tr", "#eq-table tr"):
        page.locator(part).first.wait_for()


def equity_wrong(page: Page) -> None:
    """A mistake, and the answer before it, dimmed."""
    page.goto("/poker")
    page.locator(".seat .figure").first.wait_for()
    page.fill("#eq-board", "Xx")
    page.locator("[role=alert]").first.wait_for()


def words_overlap(page: Page) -> None:
    """A layout whose fields overlap, and the broken mask bit by bit."""
    page.goto("/words#layout=bitval-legacy&word=0x3000000001102000")
    page.locator("#decode .notice").first.wait_for()
    page.click("[data-choice=check]")
    page.locator("#report .clash").first.wait_for()


STATES: list[Callable[[Page], None]] = [
    asia_trainer,
    paigow_deck,
    ur_help,
    ur_question,
    ur_editor,
    ur_puzzle,
    ur_review,
    equity_flop,
    equity_wrong,
    words_overlap,
]


@pytest.mark.parametrize("reach", STATES, ids=lambda reach: reach.__name__)
def test_axe_finds_nothing_serious_later(watched: Watched, reach: Callable[[Page], None]) -> None:
    watched.expects_refusals = reach is equity_wrong
    reach(watched.page)
    watched.page.wait_for_load_state("networkidle")
    check(watched.page)
