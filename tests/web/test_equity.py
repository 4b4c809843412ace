"""Equity in a real browser: ranges typed and painted, by mouse, finger and keyboard."""

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from astragal import cards
from astragal.equity import Range, by_hand, calculate, final_hands, made_hands, next_cards
from astragal.poker import VARIANTS

from web.watched import Watched

RIVER = "/poker#p=AhKh&p=QQ%2B%2C+AKs&board=2c+7d+Jh+4s+9c"
"""A table that is counted at once, for tests of something else."""


def seat(page: Page, number: int) -> Locator:
    return page.locator(".seat").nth(number - 1)


def write(page: Page, number: int, text: str) -> None:
    seat(page, number).locator("textarea").fill(text)


def cell(page: Page, name: Any) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def next_card(page: Page, name: str) -> Locator:
    return page.locator(f"#eq-next [data-card='{name}']")


def painted(page: Page) -> dict[str, float]:
    """Return how far each cell of the range is filled."""
    found = page.eval_on_selector_all(
        ".cell[aria-selected=true]",
        "all => all.map(one => [one.dataset.cell, one.style.getPropertyValue('--fill')])",
    )
    return {name: float(fill.rstrip("%")) / 100 for name, fill in found}


def expect_text(page: Page, number: int, text: str) -> None:
    """Wait until a player has this text."""
    expect(seat(page, number).locator("textarea")).to_have_value(text)
    assert Range(text)


def expect_equities(page: Page, *equities: str) -> None:
    expect(page.locator(".seat .figure")).to_have_text([re.compile(one) for one in equities])


def test_the_main_path(watched: Watched) -> None:
    page = watched.visit("/poker")
    page.get_by_role("radio", name="Equity").click()
    expect_equities(page, "37.67", "62.33")
    expect(page.locator("#eq-how")).to_contain_text("All 25,684,560 deals counted in ")
    expect(seat(page, 2)).to_contain_text(re.compile("22 combos, 1.7.% of hands, 15 live"))
    expect(seat(page, 2)).to_contain_text("wins 53.47")
    expect(seat(page, 2)).to_contain_text("ties 17.73")
    assert painted(page) == {"AA": 1, "KK": 1, "QQ": 1, "AKs": 1}
    write(page, 1, "AhKh")
    write(page, 2, "QsQd")
    expect_equities(page, "46.21", "53.79")
    page.click("#eq-pick")
    for card in ("Jh", "7h", "2c"):
        page.click(f"#eq-deck .pick[data-card='{card}']")
    expect(page.locator("#eq-board")).to_have_value("Jh 7h 2c")
    expect(page.locator("#eq-how")).to_contain_text("All 990 deals")
    page.click("#eq-add")
    write(page, 3, "random")
    expect(page.locator("#eq-pot i")).to_have_count(3)
    page.fill("#eq-dead", "Qc Qh")
    expect(page.locator("#eq-how")).to_contain_text("counted")
    page.click("#eq-hands summary")
    expect(page.locator("#eq-table")).to_contain_text("straight flush")
    seat(page, 3).get_by_role("button", name="Remove player 3").click()
    expect(page.locator("#eq-pot i")).to_have_count(2)


def test_a_link_reproduces_the_table(watched: Watched) -> None:
    page = watched.visit("/poker")
    for number, text in ((1, "20%"), (2, "random")):
        write(page, number, text)
    page.click("#eq-add")
    write(page, 3, "99, AhKh:0.5")
    page.fill("#eq-board", "2c 7d Jh")
    expect(page.locator("#eq-how")).to_contain_text("All 1,427,670,090 deals counted")
    shown = page.locator(".seat .figure").all_text_contents()
    assert len(shown) == 3
    address = page.url
    page.goto("/words")
    page.goto(address)
    expect(page.locator("#eq-how")).to_contain_text("All 1,427,670,090 deals counted")
    assert page.locator(".seat .figure").all_text_contents() == shown
    expect(page.locator("#eq-board")).to_have_value("2c 7d Jh")


def test_typed_text_paints_and_paint_writes_text(watched: Watched) -> None:
    page = watched.visit(RIVER)
    write(page, 2, "QQ+, AhKh, JTs:0.5")
    expect(cell(page, "JTs")).to_have_attribute(
        "aria-label", re.compile("jack ten suited, 50\u00a0% in")
    )
    assert painted(page) == {"AA": 1, "KK": 1, "QQ": 1, "AKs": 0.25, "JTs": 0.5}
    cell(page, "KK").click()  # out
    cell(page, "T9s").click()  # in
    # A few hands of a class stay as they are.
    expect_text(page, 2, "AA, QQ, T9s, JTs:0.5, AhKh")
    cell(page, "AKs").click()  # the rest of it too
    expect_text(page, 2, "AA, QQ, AKs, T9s, JTs:0.5")
    assert painted(page) == {"AA": 1, "QQ": 1, "AKs": 1, "T9s": 1, "JTs": 0.5}
    expect(seat(page, 2)).to_contain_text("% of hands, 18 live, weighing 16.5")
    page.locator("#brush").select_option("0.25")
    cell(page, "72o").click()
    expect_text(page, 2, "AA, QQ, AKs, T9s, JTs:0.5, 72o:0.25")
    page.locator(".painter button:text-is('Clear')").click()
    expect(page.locator(".cell[aria-selected=true]")).to_have_count(0)
    expect(page.locator("#eq-how")).to_contain_text("Each player needs a hand")
    page.locator(".best input").fill("15")
    expect_text(page, 2, "15%")
    expect(seat(page, 2)).to_contain_text("200 combos, the best 15\u00a0%")


def test_the_slider_shows_what_it_writes(watched: Watched) -> None:
    page = watched.visit(RIVER)
    slider, shown = page.locator(".best input"), page.locator(".best output")
    slider.fill("28")  # 378 hands, which are 28.5 %
    expect(seat(page, 2)).to_contain_text("378 combos, the best 28\u00a0%")
    expect(shown).to_have_text("28\u00a0%")
    expect(slider).to_have_value("28")
    slider.press("ArrowLeft")
    expect_text(page, 2, "27%")
    write(page, 2, "22+, A2s+")
    expect(seat(page, 2)).to_contain_text("9.5\u00a0% of hands")
    expect(shown).to_have_text("9.5\u00a0% of hands")
    expect(page.locator(".best.other")).to_be_visible()
    write(page, 2, "any")
    expect(shown).to_have_text("100\u00a0% of hands")
    watched.expects_refusals = True
    write(page, 2, "AKx")
    expect(seat(page, 2).locator("[role=alert]")).to_contain_text("AKx")
    expect(shown).to_have_text("–")


def test_a_drag_paints_and_erases(watched: Watched) -> None:
    page = watched.visit(RIVER)
    page.locator(".painter button:text-is('Clear')").click()
    stroke(page, "22", "33", "44", "55")
    expect_text(page, 2, "55-22")
    stroke(page, "33", "44")  # begins on one that is in: takes out
    expect_text(page, 2, "55, 22")
    stroke(page, "32s", "22", "32o")  # begins on one that is out: 22 stays in
    expect_text(page, 2, "55, 22, 32")


def middles(page: Page, names: tuple[str, ...]) -> list[tuple[float, float]]:
    cell(page, names[0]).scroll_into_view_if_needed()
    boxes = [cell(page, name).bounding_box() for name in names]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]


def stroke(page: Page, *names: str) -> None:
    """Drag over cells with the button held."""
    first, *others = middles(page, names)
    page.mouse.move(*first)
    page.mouse.down()
    for x, y in others:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()


def swipe(page: Page, *names: str, pressed: bool = False) -> None:
    """Draw a finger over cells; if it is pressed, once the first of them is painted."""
    finger = page.context.new_cdp_session(page)
    places = [[{"x": x, "y": y}] for x, y in middles(page, names)]
    for kind, points in [("touchStart", places[0]), *(("touchMove", one) for one in places[1:])]:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        if pressed:
            expect(cell(page, names[0])).to_have_attribute("aria-selected", "true")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def test_a_finger_scrolls_unless_it_moves_sideways_or_is_pressed(narrow: Watched) -> None:
    page = narrow.visit(RIVER)
    expect_equities(page, "10.00", "90.00")
    cell(page, "AQo").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    swipe(page, "A2o", "A5o", "A9o", "AQo")
    page.wait_for_function("(before) => scrollY > before + 30", arg=before)
    expect_text(page, 2, "QQ+, AKs")
    assert "AQo" not in painted(page)
    swipe(page, "A2o", "A3o", "A4o", pressed=True)
    expect_text(page, 2, "QQ+, AKs, A4o-A2o")


def test_a_change_is_undone_by_a_key_and_by_the_button(watched: Watched) -> None:
    page = watched.visit(RIVER)
    stroke(page, "22", "33")
    expect_text(page, 2, "QQ+, 33-22, AKs")
    page.keyboard.press("Control+z")
    expect_text(page, 2, "QQ+, AKs")
    expect(page.locator("#eq-undo")).to_be_disabled()
    page.click("#eq-new")
    expect(seat(page, 1).locator("textarea")).to_have_value("")
    page.click("#eq-undo")
    expect_text(page, 1, "AhKh")
    expect(page.locator("#eq-board")).to_have_value("2c 7d Jh 4s 9c")
    # A field undoes what is typed in it.
    field = seat(page, 2).locator("textarea")
    field.press_sequentially("!")
    field.press("Control+z")
    expect(field).to_have_value("QQ+, AKs")


def test_a_fast_drag_leaves_no_holes(watched: Watched) -> None:
    page = watched.visit(RIVER)
    page.locator(".painter button:text-is('Clear')").click()
    (x, y), last = middles(page, ("22", "99"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*last)
    page.mouse.up()
    expect_text(page, 2, "99-22")


def test_painting_by_keyboard_alone(watched: Watched) -> None:
    page = watched.visit(RIVER)
    page.focus(".seat:nth-of-type(1) textarea")
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    while page.evaluate("document.activeElement.dataset.cell") != "AA":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect_text(page, 1, "AA")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect_text(page, 1, "KK+")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect_text(page, 1, "KK+, KTs+")
    page.keyboard.press("Enter")
    expect_text(page, 1, "KK+, KJs+")
    assert page.evaluate("document.activeElement.dataset.cell") == "KTs"
    expect(page.locator("#announcer")).to_contain_text("player 1")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.dataset.cell") == "AKo"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.cell") == "K2s"
    expect_text(page, 1, "KK+, KJs+")
    page.keyboard.press("Control+Z")
    expect_text(page, 1, "KK+, KTs+")


def test_tabs_by_keyboard(watched: Watched) -> None:
    page = watched.visit("/poker")
    page.focus("[data-choice=equity]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#value")).to_contain_text("high card")
    expect(page.locator("#equity")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#equity")).to_be_visible()
    expect(page.locator("#hand")).to_be_hidden()


def test_one_hand_of_a_cell_is_painted(watched: Watched) -> None:
    page = watched.visit("/poker#p=2c2d&p=QQ%2B")
    cell(page, "AKs").click()
    expect_text(page, 2, "QQ+, AKs")
    page.get_by_role("button", name="ace of hearts, king of hearts").click()
    expect_text(page, 2, "QQ+, AsKs, AdKd, AcKc")
    expect(cell(page, "AKs")).to_have_attribute(
        "aria-label", re.compile("ace king suited, 75\u00a0% in")
    )


def test_presets_and_ranges_of_ones_own(watched: Watched) -> None:
    page = watched.visit(RIVER)
    page.select_option("#presets", label="suited connectors")
    expect_text(page, 2, "JTs-54s")
    page.click("#save")
    page.fill("#range-name", "mine")
    page.keyboard.press("Enter")
    expect(page.locator("#save")).to_be_focused()
    page.select_option("#presets", label="all pairs")
    expect_text(page, 2, "22+")
    page.reload()
    page.select_option("#presets", label="mine")
    expect_text(page, 2, "JTs-54s")
    # An empty range can't be saved, and a name can be given up.
    page.click("#save")
    page.keyboard.press("Escape")
    page.locator(".painter button:text-is('Clear')").click()
    expect(page.locator("#save")).to_be_disabled()


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-hilo", "short"])
def test_presets_are_what_they_say(watched: Watched, game: Any) -> None:
    page = watched.visit(f"/poker#p=&p=&game={game}")
    options = page.eval_on_selector_all(
        "#presets optgroup option", "all => all.map(one => [one.text, one.value])"
    )
    assert len(options) >= 5
    for name, text in options:
        hands = Range(text, game)
        assert hands
        if share := re.search(r"(\d+) %$", name):
            # A share in the text takes whole starting hands.
            assert text == f"{share[1]}%" or round(100 * hands.share) == int(share[1]), name


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_begins_with_hands_that_it_reads(watched: Watched, game: Any) -> None:
    page = watched.visit("/poker#p=AhKh&p=QsQd")
    expect_equities(page, "46.21", "53.79")
    page.select_option("#eq-game", game)
    expect(page.locator("#eq-how")).to_contain_text(re.compile("sampled|counted"))
    expect(page.locator("#eq-result:not(.stale)")).to_be_visible()
    expect(page.locator("#equity [role=alert]")).to_have_count(0)
    # So does the table that tells how ranges are written.
    page.get_by_text("How to write a range").click()
    for text in page.locator(".notation th").all_text_contents():
        assert Range(text, game)


def test_a_hand_shows_cards_and_a_range_its_square(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B")
    expect(page.locator(".square")).to_be_visible()
    seat(page, 1).locator("textarea").focus()
    expect(page.locator(".painter .pick[aria-pressed=true]")).to_have_count(2)
    page.click(".painter .pick[data-card='Kh']")  # put back; the deck stays
    expect(page.locator(".painter .pick[aria-pressed=true]")).to_have_count(1)
    page.click(".painter .pick[data-card='Qh']")
    expect_text(page, 1, "AhQh")
    page.get_by_role("radio", name="A range").click()
    expect(cell(page, "AQs")).to_have_attribute(
        "aria-label", re.compile("ace queen suited, 25\u00a0% in")
    )
    page.click("#eq-new")
    expect(page.locator("#eq-how")).to_contain_text("Each player needs a hand")
    expect(page.locator(".seat textarea").first).to_have_value("")


def test_cells_are_tinted_and_next_cards_ranked(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B%2C+AKs&board=2c+7d+Jh")
    shares = calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh")
    expect_equities(page, *(f"{100 * player.equity:.2f}" for player in shares.players))
    each = by_hand("QQ+, AKs", "AhKh", board="2c 7d Jh").starting_hands
    expect(cell(page, "QQ")).to_have_attribute(
        "aria-label", re.compile(f"equity {100 * each['QQ']:.1f}")
    )
    cell(page, "QQ").hover()
    expect(page.locator(".painter .readout")).to_contain_text(f"{100 * each['QQ']:.1f}")
    turns = next_cards(["AhKh", "QQ+, AKs"], board="2c 7d Jh")
    best = max(turns, key=lambda turn: turn.equity.players[1].equity)
    figure = f"{100 * best.equity.players[1].equity:.1f}"
    expect(page.locator("#eq-next .readout")).to_contain_text(f"{figure}\u00a0%, worst")
    expect(next_card(page, cards.card_name(best.card))).to_have_attribute(
        "aria-label", re.compile(figure)
    )
    assert page.locator("#eq-next [data-card]").count() == len(turns)
    for name, part in made_hands("QQ+, AKs", "2c 7d Jh", dead="AhKh").to_dict()["made"].items():
        expect(page.locator("#eq-made tr", has_text=name).first).to_contain_text(
            f"{100 * part:.1f}"
        )
    page.click("#eq-swap")
    expect_text(page, 1, "QQ+, AKs")
    next_card(page, "4s").hover()
    expect(page.locator("#eq-next .readout")).to_contain_text("4♠")
    next_card(page, "4s").click()
    expect(page.locator("#eq-board")).to_have_value("2c 7d Jh 4s")
    expect(page.locator("#eq-how")).to_contain_text("deals counted")
    page.click("#eq-clear")
    expect(page.locator("#eq-next")).to_have_count(0)


def test_cards_are_tapped_and_those_of_others_are_out_of_reach(watched: Watched) -> None:
    page = watched.visit("/poker")
    page.get_by_role("radio", name="Two cards").click()
    expect(page.locator(".painter .pick[data-card='Ah']")).to_be_disabled()
    for card in ("Qs", "Qd"):
        page.click(f".painter .pick[data-card='{card}']")
    expect_text(page, 2, "QsQd")
    expect_equities(page, "46.21", "53.79")
    page.click(".painter .pick[data-card='Qc']")  # one card more replaces the first
    expect_text(page, 2, "QdQc")


def test_other_games(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhAdKhKd&p=JsTs9c8c&game=omaha")
    expect_equities(page, "61.48", "38.52")
    expect(page.locator(".square")).to_have_count(0)
    page = watched.visit("/poker#p=AhKh&p=99&game=short")
    expect(page.locator(".cell")).to_have_count(81)
    expect(seat(page, 2)).to_contain_text("6 combos, 1.0\u00a0% of hands")
    page.select_option("#eq-game", "holdem")
    expect(page.locator(".cell")).to_have_count(169)
    expect(seat(page, 2)).to_contain_text("6 combos, 0.5\u00a0% of hands")


def test_what_one_game_can_not_read_another_can(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=55&game=holdem")
    expect_equities(page, "4", "5")
    watched.expects_refusals = True
    page.select_option("#eq-game", "short")
    expect(seat(page, 2).locator("[role=alert]")).to_contain_text("short has no 5")
    expect(page.locator("#eq-result.stale")).to_be_visible()
    page.select_option("#eq-game", "holdem")
    expect_equities(page, "4", "5")
    expect(page.locator("#equity [role=alert]")).to_have_count(0)


def test_skipping_to_the_content_changes_nothing(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QsQd")
    expect_equities(page, "46.21", "53.79")
    page.focus(".skip")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    expect(page.locator("#equity")).to_be_visible()


class Slip(NamedTuple):
    """A mistake, and the number of the player it belongs to; 0 is the board."""

    hands: tuple[str, str]
    board: str
    words: dict[int, str]


SLIPS = [
    Slip(("AhKh", "QQ+, AKx"), "", {2: "'AKx' in range 'QQ+, AKx'"}),
    Slip(("AhKh", "AhQs"), "", {1: "'Ah' is in two places", 2: "'Ah' is in two places"}),
    Slip(("AhKh", "QQ"), "Ah 2c 3c", {1: "'Ah' is in two places"}),
    Slip(("77", "AhKh"), "Xx", {0: "unknown card 'Xx'"}),
    Slip(("77", "AhKh"), "7c 7d 7h", {1: "is empty"}),
]


def test_errors_stand_where_they_belong(watched: Watched) -> None:
    page = watched.visit("/poker")
    expect_equities(page, "37.67", "62.33")  # which is dimmed later
    watched.expects_refusals = True
    places = {0: page.locator("#eq-board-wrong"), 1: seat(page, 1), 2: seat(page, 2)}
    for slip in SLIPS:
        set_table(page, *slip.hands, board=slip.board)
        for number, words in slip.words.items():
            expect(places[number].locator("[role=alert]")).to_contain_text(words)
        expect(page.locator("#equity [role=alert]")).to_have_count(len(slip.words))
        expect(page.locator("#eq-result.stale")).to_be_visible()
        set_table(page, "AsKs", "QsQd", board="2c 7d Jh")
        expect(page.locator("#equity [role=alert]")).to_have_count(0)
        expect_equities(page, "24.75", "75.25")


def test_half_a_text_is_no_error(watched: Watched) -> None:
    """Until the typing pauses, or the field is left; until then the page stays where it is."""
    page = watched.visit("/poker#p=AhKh&p=QQ%2B")
    how = page.locator("#eq-how")
    alerts = page.locator("#equity [role=alert]")
    watched.expects_refusals = True
    top = "document.querySelector('#eq-add').getBoundingClientRect().top"
    quiet = f"""(top) => document.querySelector("#eq-how").textContent === "Reading…"
      && !document.querySelector("#equity [role=alert]") && {top} === top"""
    fields = ((seat(page, 2).locator("textarea"), "QQ+, A"), (page.locator("#eq-board"), "2"))
    for field, half in fields:
        expect(how).to_contain_text("counted")
        place, whole = page.evaluate(top), field.input_value()
        field.fill(half)
        page.wait_for_function(quiet, arg=place)
        field.blur()
        expect(alerts).to_have_count(1)
        field.fill(whole)
        expect(alerts).to_have_count(0)
        expect(how).to_contain_text("counted")
        field.fill(half)  # and stays
        expect(alerts).to_have_count(1)
        expect(field).to_be_focused()
        field.fill(whole)


def test_buttons_stay_below_the_pointer(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B")
    expect(page.locator("#eq-how")).to_contain_text("counted")
    buttons = [page.locator(one) for one in ("#eq-pick", "#eq-random", "#eq-clear", "#eq-swap")]
    places = [button.bounding_box() for button in buttons]
    expect(page.locator("#eq-clear")).to_be_disabled()
    copy = page.get_by_role("button", name="Copy results")
    expect(copy).to_be_enabled()
    page.route("**/api/equity", lambda _: None)  # takes for ever
    page.click("#eq-random")
    expect(page.locator("#eq-clear")).to_be_enabled()
    expect(copy).to_be_disabled()
    assert [button.bounding_box() for button in buttons] == places


def test_final_hands_of_many_players(narrow: Watched) -> None:
    hands = ["AhKh", "QQ", "JTs", "22", "AsQs", "9c9d"]
    page = narrow.visit(f"/poker#{'&'.join(f'p={hand}' for hand in hands)}&board=2c+7d+Jh+4s")
    page.click("#eq-hands summary")
    row = page.locator(".final-table tr", has_text="four of a kind")
    expect(row.locator("td").first).to_have_text("–")  # what can't be is not 0.0 %
    quads = final_hands(hands, board="2c 7d Jh 4s").players[3].categories
    assert quads
    expect(row.locator("td").nth(3)).to_contain_text(re.compile("[1-9]"))
    row.locator("td").last.scroll_into_view_if_needed()
    scrolled, name = row.locator("td").last.bounding_box(), row.locator("th").bounding_box()
    assert scrolled
    assert name
    assert name["x"] > 0  # the names of the hands stay
    assert scrolled["x"] + scrolled["width"] < 390
    assert narrow.fits()


def set_table(page: Page, first: str, second: str, board: str) -> None:
    write(page, 1, first)
    write(page, 2, second)
    page.fill("#eq-board", board)


def test_a_panel_shows_the_player_of_its_answer(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=22%2B%2C+A2s%2B&board=7h8cKc")
    heading = page.locator("#eq-next h2")
    expect(heading).to_have_text("Next card: equity of player 2")
    shown = page.locator("#eq-next .readout").inner_text()
    expect(page.locator("#eq-made h2")).to_contain_text("player 2")
    page.click("#eq-hands summary")
    expect(page.locator("#eq-table tr").first).to_be_visible()
    page.click("#eq-add")  # no answer is about player 3
    expect(page.locator(".painter h3")).to_have_text("Player 3")
    expect(heading).to_have_text("Next card: equity of player 2")
    assert page.locator("#eq-next .readout").inner_text() == shown
    expect(page.locator("#eq-made h2")).to_contain_text("player 2")
    expect(page.locator("#eq-next.old")).to_be_visible()
    assert "NaN" not in page.inner_text("main")
    write(page, 3, "any")
    expect(heading).to_have_text("Next card: equity of player 3")
    expect(page.locator("#eq-made h2")).to_contain_text("player 3")
    assert "NaN" not in page.inner_text("main")
    seat(page, 1).get_by_role("button", name="Remove player 1").click()
    expect(page.locator("#eq-next:not(.old) h2")).to_have_text("Next card: equity of player 2")
    page.get_by_role("button", name="Next card for player 1").click()
    expect(heading).to_have_text("Next card: equity of player 1")
    expect(page.locator(".painter h3")).to_have_text("Player 1")
    page.get_by_role("button", name="Next card for player 2").click()
    # The suits of a cell are those of the chosen player, whose range it is.
    cell(page, "AKs").click()
    expect(page.locator(".suit-pair")).to_have_count(4)
    seat(page, 1).locator("textarea").focus()
    expect(page.locator(".suit-pair[aria-pressed=true]")).to_have_count(4)


def test_clear_all_leaves_no_answer(watched: Watched) -> None:
    page = watched.visit("/poker#p=30%25&p=30%25&p=25%25&board=2c+7d+Jh")
    expect(page.locator("#eq-all")).to_be_visible()
    expect(page.locator("#eq-pot i")).to_have_count(3)
    page.click("#eq-new")
    expect(page.locator("#eq-how")).to_contain_text("Each player needs a hand")
    for part in ("#eq-pot i", "#eq-all", "#eq-next", "#eq-made"):
        expect(page.locator(part)).to_have_count(0)
    expect_equities(page, "^$", "^$")


def test_a_sample_is_counted_on_request(watched: Watched) -> None:
    page = watched.visit("/poker#p=30%25&p=30%25&p=25%25&board=2c+7d+Jh")
    expect(page.locator("#eq-how")).to_contain_text("sampled")
    expect(page.locator("#eq-all")).to_have_text(
        re.compile(r"Count all \(about [\d,]+\s(s|minutes)\)")
    )
    page.click("#eq-all")
    result = calculate(["30%", "30%", "25%"], board="2c 7d Jh", method="exact")
    expect(page.locator("#eq-how")).to_contain_text(f"All {result.deals:,} deals counted in ")
    expect_equities(page, *(f"{100 * player.equity:.2f}" for player in result.players))
    expect(page.locator("#eq-all")).to_have_count(0)
    page.goto("/poker#p=any&p=any&p=any&p=any")
    expect(page.locator("#eq-result")).to_contain_text("too many deals to count")


def test_what_takes_a_second_is_counted_at_once(watched: Watched) -> None:
    page = watched.visit("/poker#p=any&p=any")
    expect(page.locator("#eq-how")).to_contain_text("All 2,781,381,002,400 deals counted in ")
    expect(page.locator("#eq-all")).to_have_count(0)


def test_high_low_and_scoop(watched: Watched) -> None:
    hands = ["AhAs2h3s", "KsKdQsQd"]
    page = watched.visit(f"/poker#p={hands[0]}&p={hands[1]}&game=omaha-hilo&board=2c+9h+Ts")
    result = calculate(hands, board="2c 9h Ts", game="omaha-hilo")
    for number, player in enumerate(result.players, 1):
        for name, share in (("high", player.high), ("low", player.low), ("scoops", player.scoop)):
            assert share is not None
            expect(seat(page, number)).to_contain_text(f"{name} {100 * share:.1f}")
        expect(seat(page, number)).to_contain_text("of deals")
        bar, scoops = (
            seat(page, number).locator(one).bounding_box() for one in (".bar", ".scoops")
        )
        assert bar
        assert scoops
        assert scoops["width"] / bar["width"] == pytest.approx(player.scoop, abs=0.005)
    widths = page.eval_on_selector_all(
        "#eq-pot i", "all => all.map(one => one.getBoundingClientRect().width)"
    )
    halves = [share for player in result.players for share in (player.high, player.low)]
    assert [width / sum(widths) for width in widths] == pytest.approx(halves, abs=0.005)


def test_long_ranges_wrap_and_any_hand_is_read(watched: Watched) -> None:
    page = watched.visit("/poker#p=*&p=any&board=2c+7d+Jh+4s+9c")
    expect_equities(page, "50.00", "50.00")
    expect(seat(page, 1)).to_contain_text("1,326 combos, 100\u00a0% of hands, 1,081 live")
    field = seat(page, 1).locator("textarea")
    field.fill(", ".join(f"{rank}{rank}" for rank in "AKQJT98765432") + ", 72s, 83s, 94s" * 9)
    field.blur()
    one, all_lines = field.evaluate("f => [f.clientHeight, f.scrollHeight]")
    assert one == all_lines > 50
    field.press("Enter")  # a range has no lines
    assert "\n" not in field.input_value()


def test_small_parts_are_not_rounded_to_nothing(watched: Watched) -> None:
    page = watched.visit("/poker#hand=7h2c")
    row = page.locator("#river tr", has_text="straight flush")
    expect(row).to_contain_text(re.compile(r"you 0\.0\d*[1-9]"))


def test_the_tabs_keep_the_cards(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B%2C+AK&board=7h+8c+Kc")
    expect(page.locator("#eq-how")).to_contain_text("counted")
    page.click("[data-choice=hand]")
    expect(page.locator("#text")).to_have_value("Ah Kh 7h 8c Kc")
    expect(page.locator("#versus-range")).to_have_value("QQ+, AK")
    result = calculate(["AhKh", "QQ+, AK"], board="7h 8c Kc")
    expect(page.locator("#versus .figure")).to_contain_text(f"{100 * result.players[0].equity:.1f}")
    page.select_option("#versus-presets", label="any two cards")
    expect(page.locator("#versus-range")).to_have_value("any")
    page.fill("#versus-range", "TT+")
    page.click("#hand-deck [data-card='2d']")
    page.click("#open-equity")
    expect_text(page, 1, "AhKh")
    expect_text(page, 2, "TT+")
    expect(page.locator("#eq-board")).to_have_value("7h 8c Kc 2d")
    # Where nothing was changed, the table stays as it is.
    page.click("#eq-add")
    write(page, 3, "AsQs")
    page.click("[data-choice=hand]")
    expect(page.locator("#text")).to_have_value("As Qs 7h 8c Kc 2d")
    page.click("[data-choice=equity]")
    expect(page.locator(".seat")).to_have_count(3)
    expect_text(page, 2, "TT+")
    watched.expects_refusals = True
    page.goto("/poker#hand=AhKh7h8cKc&versus=QQ%2B")
    expect(page.locator("#versus-range")).to_have_value("QQ+")
    page.fill("#versus-range", "AKx")
    expect(page.locator("#versus [role=alert]")).to_contain_text("'AKx': write QQ+")


def test_nine_players_and_no_more(watched: Watched) -> None:
    page = watched.visit(f"/poker#{'&'.join(['p=random'] * 8)}")
    page.click("#eq-add")
    expect(page.locator("#eq-add")).to_be_disabled()
    expect(page.locator(".more")).to_contain_text("9 players at most")
    write(page, 9, "AhKh")
    expect(page.locator("#eq-pot i")).to_have_count(9)
    expect(page.locator("#eq-how")).to_contain_text("sampled")


def test_a_newer_question_takes_the_place_of_an_older(watched: Watched) -> None:
    page = watched.visit("/poker")
    expect_equities(page, "37.67", "62.33")
    watched.requests.clear()
    field = seat(page, 2).locator("textarea")
    # Faster than anybody types, on any machine.
    field.evaluate(
        """(field, texts) => texts.forEach((text) => {
          field.value = text;
          field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        })""",
        ["", "Q", "Qs", "QsQ", "QsQd"],
    )
    expect_equities(page, "46.21", "53.79")
    asked = [one for one in watched.requests if one.url.endswith("/equity")]
    assert len(asked) == 1  # it was asked when the typing paused, not at each key
    # A slow answer that comes after a newer one changes nothing.
    page.evaluate("""() => {
      const real = window.fetch;
      let note;
      window.held = new Promise((done) => { note = done; });
      window.fetch = async (...question) => {
        const slow = !window.release && String(question[0]).endsWith("/equity");
        if (slow) await new Promise((done) => { window.release = done; note(); });
        return real(...question);
      };
    }""")
    write(page, 2, "AsAd")
    page.evaluate("held")
    write(page, 2, "JsJd")
    expect_equities(page, "46.1", "53.8")
    page.evaluate("release()")
    page.wait_for_timeout(500)
    expect_equities(page, "46.1", "53.8")


def test_what_is_refused_is_not_asked_again_and_again(watched: Watched) -> None:
    page = watched.visit("/poker#p=2c2d&p=QQ%2B")
    cell(page, "AKs").click()  # its suits are shown
    expect(page.locator(".suit-pair")).to_have_count(4)
    watched.expects_refusals = True
    seat(page, 2).locator("textarea").fill("")
    seat(page, 2).locator("textarea").press_sequentially("AKx", delay=60)
    expect(seat(page, 2).locator("[role=alert]")).to_contain_text("AKx")
    page.wait_for_timeout(1000)
    refused = [
        one.url.rsplit("/api/", 1)[-1] for one in watched.requests if "AKx" in (one.post_data or "")
    ]
    assert "range/combo-weights" not in refused
    assert len(refused) < 4, refused


def test_what_is_counted_for_an_old_question_stops(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B&board=2c+7d+Jh")
    expect(page.locator("#eq-next .heat").first).to_be_visible()
    watched.stopped.clear()
    page.route("**/api/equity/by-hand", lambda _: None)  # takes for ever
    with page.expect_request("**/api/equity/by-hand"):
        write(page, 2, "TT+")
    page.click("#eq-random")  # a turn
    expect(page.locator("#eq-how")).to_contain_text("deals counted")
    assert any(one.url.endswith("/by-hand") for one in watched.stopped)
    # The last answer stays until the next one, and then is about four cards.
    expect(page.locator("#eq-next:not(.old) .heat").first).to_be_visible()


def test_on_a_dark_phone(narrow: Watched) -> None:
    page = narrow.visit("/poker")
    expect_equities(page, "37.67", "62.33")
    assert narrow.fits()
    cell(page, "JTs").tap()
    expect_text(page, 2, "QQ+, AKs, JTs")
    seat(page, 1).locator("textarea").tap()
    expect(page.locator(".painter h3")).to_have_text("Player 1")
    # The square comes right below its player.
    box, square = seat(page, 1).bounding_box(), page.locator(".painter").bounding_box()
    assert box is not None
    assert square is not None
    assert 0 <= square["y"] - box["y"] - box["height"] < 40
    assert narrow.fits()
    page.get_by_role("radio", name="A range").click()
    swipe(page, "22", "32o", "42o")
    expect_text(page, 1, "22, 42o, 32o, AhKh")
    page.click("#eq-add")  # with three players a field has a row of its own
    for number in (1, 2, 3):
        field = seat(page, number).locator("textarea").bounding_box()
        assert field
        assert field["width"] > 300
    assert narrow.fits()


def test_on_the_narrowest_phone_nothing_runs_into_another(narrow: Watched) -> None:
    narrow.page.set_viewport_size({"width": 320, "height": 640})
    page = narrow.visit("/poker#p=AhKh&p=15%25&board=Qh+7h+2c")
    ten = next_card(page, "Ts")
    expect(ten).to_be_visible()
    for text, place in (
        (ten.locator("span"), ten),
        (page.locator(".best output"), page.locator(".best")),
    ):
        overlap = text.evaluate("one => one.scrollWidth - one.clientWidth")
        inner, outer = text.bounding_box(), place.bounding_box()
        assert inner
        assert outer
        assert overlap <= 0
        assert outer["x"] <= inner["x"]
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]


def test_on_a_phone_the_hand_is_followed_by_what_it_makes(narrow: Watched) -> None:
    narrow.page.set_viewport_size({"width": 320, "height": 640})
    page = narrow.visit("/poker#hand=JhTh9h8h2c")
    expect(page.locator("#river table")).to_be_visible()
    panels = ["#picked", "#hand-value", "#versus", "#river"]
    tops = [box["y"] for name in panels if (box := page.locator(name).bounding_box())]
    assert len(tops) == len(panels)
    assert tops == sorted(tops)
    cards = page.locator(".improving tr", has_text="7 cards").locator(".card")
    assert len({round(one["y"]) for card in cards.all() if (one := card.bounding_box())}) == 1


def test_all_answers_to_a_hand_fade_beside_a_text_that_is_wrong(watched: Watched) -> None:
    watched.expects_refusals = True
    page = watched.visit("/poker#hand=9s8s7h6d2c")
    expect(page.locator("#river table")).to_be_visible()
    page.fill("#text", "AhKhQh7h2x")
    page.locator("#text").blur()
    expect(page.locator("#wrong [role=alert]")).to_contain_text("2x")
    for panel in ("#hand-value", "#versus", "#river"):
        expect(page.locator(panel)).to_have_css("opacity", "0.5")


def test_back_returns_to_the_other_tab(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B&board=2h7h9c")
    expect(page.locator("#eq-how")).to_contain_text("counted")
    page.get_by_role("radio", name="One hand").click()
    expect(page.locator("#text")).to_have_value("Ah Kh 2h 7h 9c")
    page.go_back()
    expect(seat(page, 2).locator("textarea")).to_have_value("QQ+")
    expect(page.locator("#eq-board")).to_have_value("2h7h9c")
    page.goto("/poker#hand=AsAs")
    complaint = page.locator("#complaint [role=alert]")
    expect(complaint).to_contain_text("hand “AsAs”")
    page.click("#deal")  # the page is used
    expect(complaint).to_have_count(0)
    page.goto("/poker#ip=JJ")
    expect(page.get_by_role("radio", name="Solve")).to_be_checked()
    expect(complaint).to_have_count(0)


def test_the_range_stays_solid_beside_the_equity(watched: Watched) -> None:
    """Near 50 % a cell in the range looked empty."""
    page = watched.visit("/poker#p=AhKh&p=QQ%2B,AKs&board=2h7h9c")
    expect(page.locator(".cell.tinted")).to_have_count(4)
    paint = "one => getComputedStyle(one).backgroundImage"
    tinted = page.locator("[data-cell=QQ]").evaluate(paint)
    page.get_by_label("Show equity").uncheck()
    expect(page.locator(".cell.tinted")).to_have_count(0)
    assert page.locator("[data-cell=QQ]").evaluate(paint) == tinted


def test_a_made_hand_points_to_its_combos(watched: Watched) -> None:
    page = watched.visit("/poker#p=AhKh&p=QQ%2B,J9s,98s&board=2h7h9c")
    page.locator("#eq-made").get_by_role("button", name="top pair").click()
    marked = page.locator(".cell.marked")
    expect(marked).to_have_count(2)
    assert {one.get_attribute("data-cell") for one in marked.all()} == {"J9s", "98s"}
    page.locator("#eq-made").get_by_role("button", name="top pair").click()
    expect(page.locator(".cell:is(.marked, .unmarked)")).to_have_count(0)
