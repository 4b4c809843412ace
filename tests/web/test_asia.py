"""The page of Asia Poker in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from astragal import asia
from astragal.setting.sentences import why_best

from web.conftest import Served
from web.watched import Watched

HAND = "As Kd Qh Jc 9s 7d 4h"
BEST = asia.rank(HAND).settings[0]


def own_cards(page: Page) -> list[str | None]:
    return [slot.get_attribute("data-card") for slot in page.locator(".yours .line .slot").all()]


def set_own(page: Page, *cards: str) -> None:
    """Tap cards: the one, then those of the two; the others follow."""
    for card in cards:
        page.click(f".tray [data-card='{card}']")


def test_seven_tapped_cards_are_ranked(watched: Watched) -> None:
    page = watched.open("/asia")
    page.click("#clear")
    expect(page.locator("#best")).to_have_count(0)
    for card in HAND.split():
        page.click(f".pick[data-card='{card}']")
    expect(page.locator(".deck")).to_have_count(0)  # it folds
    expect(page.locator("#best .legend [title]").first).to_have_attribute("title", f"{BEST.wins:,}")
    expect(page.locator("#best .part").first.locator(".card")).to_have_count(4)
    expect(page.locator("#house .card")).to_have_count(7)
    expect(page.locator("#table tbody tr")).to_have_count(8)
    page.click("#more")
    expect(page.locator("#table tbody tr")).to_have_count(len(asia.rank(HAND).settings))
    assert own_cards(page) == []


def test_it_says_that_it_is_counting(watched: Watched) -> None:
    held: list[Route] = []
    watched.page.route("**/api/asia/best", lambda route: held.append(route))  # noqa: PLW0108 (Playwright wants a function)
    watched.page.goto("/asia")
    expect(watched.find("#lines [role=status]")).to_contain_text("Counting…")
    held[0].continue_()
    expect(watched.find("#best .card")).to_have_count(7)
    expect(watched.find("[role=status]:text('Counting')")).to_have_count(0)


def test_an_own_setting_has_a_price_and_may_be_a_foul(watched: Watched) -> None:
    page = watched.open("/asia")
    set_own(page, *(str(BEST.setting).split(" / ")[part] for part in [2]))
    set_own(page, *str(BEST.setting).split(" / ")[1].split())
    expect(page.locator(".yours")).to_contain_text("This is the best setting")
    worse = asia.rank(HAND).settings[-1]
    page.click("#unset")
    set_own(page, *reversed(str(worse.setting).replace(" / ", " ").split()[4:]))
    expect(page.locator(".yours")).to_contain_text("points of winning chance")
    expect(page.locator(".yours")).to_contain_text(
        f"{100 * (BEST.wins - worse.wins) / 53524680:.3f}"
    )
    expect(page.locator("#best .differs").first).to_be_visible()
    page.click("#unset")
    set_own(page, "As", "Kd", "Qh")
    expect(page.locator(".yours")).to_contain_text("A foul: the four")
    page.drag_and_drop(".yours [data-card='As']", ".yours [data-card='4h']")
    assert own_cards(page)[-1] == "4h"


def test_rules_objective_and_dealer_change_the_answer(watched: Watched) -> None:
    page = watched.open("/asia")
    page.click("[data-choice=casino]")
    page.select_option("#dealer", "balanced")
    expect(page.locator("#about")).to_contain_text("balanced")
    expected = asia.rank(HAND, rules="casino", dealer="balanced").best
    expect(page.locator("#best .legend [title]").first).to_have_attribute(
        "title", f"{expected.wins:,}"
    )
    page.click("[data-choice=ev]")
    expect(page.locator("#best h2")).to_have_text("Earns most")
    page.click("#table th button:text('losses')")
    losses = page.locator("#table tbody tr td:nth-child(5)").all_text_contents()
    numbers = [float(text.split()[0]) for text in losses]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) > 1
    page.goto("/words")
    page.goto("/asia")  # remembered
    expect(page.locator("[data-choice=casino]")).to_have_attribute("aria-checked", "true")


def test_a_row_becomes_yours_and_a_link_keeps_it(watched: Watched) -> None:
    page = watched.open("/asia")
    page.fill("#text", "Jk Ks Kd 9h 8c 5d 2s")
    page.click("[data-choice=casino]")
    expect(page.locator("#house .card[aria-label=joker]")).to_have_count(1)
    expect(page.locator(".stale")).to_have_count(0)
    page.click("#table tbody tr:nth-child(3) .load")
    expect(page.locator("#table tbody tr:nth-child(3)")).to_contain_text("yours")
    expect(page.locator(".yours .notice")).to_be_visible()
    shown, address = own_cards(page), page.url
    assert len(shown) == 7
    page.goto("/words")
    page.goto(address)
    expect(page.locator(".yours .line .slot")).to_have_count(7)
    assert own_cards(page) == shown
    expect(page.locator("[data-choice=casino]")).to_have_attribute("aria-checked", "true")


def test_it_works_on_a_phone(narrow: Watched) -> None:
    page = narrow.open("/asia")
    for card in ("Jc", "Kd", "Qh"):
        page.tap(f".tray [data-card='{card}']")
    expect(page.locator(".yours .notice")).to_be_visible()
    page.tap("#deal")
    expect(page.locator(".tray .slot")).to_have_count(7)
    assert narrow.fits()


def test_it_works_by_keyboard_alone(watched: Watched) -> None:
    page = watched.open("/asia")
    page.focus("#clear")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for _ in range(7):  # spades from the ace down
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    expect(page.locator("#text")).to_have_value("As Ks Qs Js Ts 9s 8s")
    expect(page.locator("#pick")).to_be_focused()  # the deck folds
    page.focus(".tray .slot >> nth=0")
    for left in (6, 5, 0):
        page.keyboard.press("Enter")
        expect(page.locator(".tray .slot")).to_have_count(left)
    expect(page.locator(".yours .notice")).to_be_visible()


def test_no_key_is_lost_while_the_browser_does_not_paint(browser: Browser, served: Served) -> None:
    watched = Watched(browser, served.address)
    watched.page.add_init_script("globalThis.requestAnimationFrame = () => 0")
    page = watched.open("/asia")
    page.focus(".tray .slot >> nth=0")
    for left in (6, 5, 0):
        page.keyboard.press("Enter")
        expect(page.locator(".tray .slot")).to_have_count(left)
    expect(page.locator("#unset")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".tray .slot").first).to_be_focused()
    watched.end()
    watched.close()


def test_an_answer_leaves_the_focus_where_it_is(watched: Watched) -> None:
    held: list[Route] = []
    page = watched.open("/asia")
    page.route("**/api/asia/*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright wants a function)
    page.click("[data-choice=casino]")
    page.focus(".tray .slot >> nth=0")
    page.keyboard.press("Enter")
    expect(page.locator("#lines .stale")).to_be_visible()
    assert held
    page.unroute_all()  # which lets the requests go
    expect(page.locator(".stale")).to_have_count(0)
    expect(page.locator(".tray .slot").first).to_be_focused()


def test_a_wrong_card_is_quoted_until_it_is_corrected(watched: Watched) -> None:
    page = watched.open("/asia")
    watched.expects_refusals = True
    page.fill("#text", "As As Kd")
    page.keyboard.press("Enter")
    expect(page.locator("#hand [role=alert]")).to_contain_text("twice")
    page.fill("#text", HAND)
    expect(page.locator("#hand [role=alert]")).to_have_count(0)


def test_the_trainer_keeps_score_by_keyboard_alone(watched: Watched) -> None:
    page = watched.open("/asia")
    page.click("[data-choice=train]")
    for hands in (1, 2):
        expect(page.locator(".tray .slot")).to_have_count(7)
        expect(page.locator("#best, #house, #table table")).to_have_count(0)
        for key in "765":
            page.keyboard.press(key)
        expect(page.locator("#check")).to_be_enabled()
        page.keyboard.press("Enter")
        expect(page.locator("#score")).to_contain_text(f"of {hands}")
        expect(page.locator("#best .card")).to_have_count(7)
        expect(page.locator("#why")).to_contain_text("the bet wins")
        page.keyboard.press("Enter")
    page.goto("/words")
    page.goto("/asia")
    page.click("[data-choice=train]")
    expect(page.locator("#score")).to_contain_text("of 2")


def is_for_close_calls(response: Response) -> bool:
    return response.url.endswith("/practice") and "closeness" in (
        response.request.post_data_json or {}
    )


def test_the_trainer_deals_hands_of_a_kind(watched: Watched) -> None:
    page = watched.open("/asia")
    page.click("[data-choice=train]")
    page.select_option("#kind", "joker")
    expect(page.locator(".tray [data-card=Jk]")).to_be_visible()
    with page.expect_response(is_for_close_calls) as answer:
        page.select_option("#kind", "close calls")
    hand = answer.value.json()["hands"][0]
    for card in hand:
        expect(page.locator(f".tray [data-card='{card}']")).to_be_visible()
    page.click("[data-choice=analyse]")
    expect(page.locator("#why")).to_contain_text(why_best(asia.Game().hint(hand)))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (
            "AcAdKcKd5s4h2c",
            "The standard card would play Ad Ac 4h 2c / Kd Kc / 5s by its line (at least a pair of "
            "aces in the four, a pair in the two), which costs ",
        ),
        ("ThTs6c6dAdKh3s", "The line of the standard card that applies: at least a pair of sixes"),
    ],
)
def test_why_names_the_setting_of_the_card_if_it_is_another(
    watched: Watched, hand: str, words: str
) -> None:
    page = watched.open(f"/asia#hand={hand}")
    expect(page.locator("#why")).to_contain_text(words)


@pytest.mark.parametrize(("name", "choice"), [("short", None), ("standard", "All 24 lines")])
def test_a_card_prints_on_one_page(watched: Watched, name: str, choice: str | None) -> None:
    page = watched.open("/asia")
    page.click("#card summary")
    if choice:
        page.click(f"text={choice}")
    way = asia.read_way(name)
    rows = page.locator("#card tbody tr")
    expect(rows).to_have_count(len(way.rules))
    for row, rule in zip(rows.all(), way.rules, strict=True):
        for part in rule.name.split(" / "):
            expect(row).to_contain_text(part)
        expect(row).to_contain_text(f"{100 * rule.cost_ev:.2f}" if rule.cost_ev else "")
    assert len(re.findall(rb"/Type /Page\b", page.pdf())) == 1
