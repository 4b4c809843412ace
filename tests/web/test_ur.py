"""The page of the Royal Game of Ur: a game, its review, exercises, the editor, the first visit."""

import json
import re
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from astragal import ur
from astragal.ur.record import replay

from web.conftest import Served, served_here
from web.watched import Watched

INSTANT = """localStorage["astragal.ur.settings"] = '{ "speed": "instant" }'"""
GAME = "[Rules finkel]\n[Pieces 2]\n\n1. A@A1 * A@A3 / C@C3\n2. A1B1"


def open_ur(watched: Watched, path: str = "/ur", ready: str = "#roll") -> Page:
    watched.page.evaluate(INSTANT)
    page = watched.visit(path)
    page.locator(ready).first.wait_for()
    return page


def play_link(watched: Watched, game: dict[str, str]) -> Page:
    """Open a shared game, and play on from its end."""
    page = open_ur(watched, "/ur#" + urlencode(game), ready="#play-shared")
    page.click("#play-shared")
    return page


def can_act(page: Page) -> bool:
    """Wait until the person rolls or moves; return False if the game is over."""
    page.locator("#roll[aria-disabled=false], #moves button, #status:text('won')").first.wait_for()
    return "won" not in page.inner_text("#status")


def take_turn(page: Page, move: str = "1") -> None:
    """Roll, or play a move, by the keyboard."""
    if can_act(page):
        page.keyboard.press(move if page.locator("#moves button").count() else "r")


def reach_moves(page: Page) -> list[str]:
    """Roll until there are moves to choose from; return their names."""
    while can_act(page) and not page.locator("#moves button").count():
        page.keyboard.press("r")
    return page.locator("#moves button").all_text_contents()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def long_game(seed: int = 72) -> str:
    """Return a game of two pieces, with random moves, as RGN."""
    random = np.random.default_rng(seed)
    position, turns = ur.start(pieces=2), []
    while position.winner is None:
        roll = position.throw(random)
        moves = position.moves(roll)
        turns.append((roll, moves[random.integers(len(moves))] if moves else None))
        position = position.play(turns[-1][1], roll)
    return str(replay(ur.start(pieces=2), turns))


def test_a_long_game_leaves_no_blank_tail(watched: Watched) -> None:
    """Hidden labels of costs once hung from the body, some hundred pixels below the page."""
    page = watched.open("/ur#" + urlencode({"game": long_game()}))
    expect(page.locator(".turn-row .cost .unseen")).not_to_have_count(0)
    assert page.locator(".turn-row").count() == 60
    page.keyboard.press("Home")
    expect(page.locator(".turn-row").first).to_have_attribute("aria-current", "true")
    # Rows are one line each, and the list shows whole rows, wherever it is scrolled.
    shown = """(() => {
      const [list] = document.getElementsByClassName("turns");
      const heights = [...list.children].map((one) => one.offsetHeight);
      return [new Set(heights).size, list.scrollTop % heights[0], list.clientHeight % heights[0]];
    })()"""
    for key in ("End", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        assert page.evaluate(shown) == [1, 0, 0]
    page_height, content = page.evaluate(
        """[document.documentElement.scrollHeight,
            document.querySelector("footer").getBoundingClientRect().bottom + scrollY]"""
    )
    assert page_height <= content + 2


@pytest.mark.parametrize("width", [320, 901, 1160])
def test_the_columns_of_the_turns_do_not_touch(watched: Watched, width: int) -> None:
    """A move ran into the chance beside it."""
    page = watched.page
    page.set_viewport_size({"width": width, "height": 768})
    open_ur(
        watched, "/ur#" + urlencode({"game": long_game()}), ready=".turn-row .number:has-text('%')"
    )
    gaps = page.locator(".turn-row").evaluate_all("""all => all.map((row) => {
      const [move, number] = [".move", ".number"].map((one) => {
        const range = new Range();
        range.selectNodeContents(row.querySelector(one));
        return range.getBoundingClientRect();
      });
      return number.left - move.right;
    })""")
    assert min(gaps) > 4
    bar = page.locator(".eval b").evaluate("one => [one.scrollWidth, one.clientWidth]")
    assert bar[0] <= bar[1]


def test_a_game_is_played_by_keyboard_reviewed_and_never_lost(watched: Watched) -> None:
    page = open_ur(watched)
    assert page.input_value("#pieces") == "2"  # as far as the table reaches
    assert "Perfect play" in page.locator("#opponent").inner_text()
    page.select_option("#pieces", "1")  # a short game
    while can_act(page):
        take_turn(page)
    turns = page.locator(".turn-row").count()
    expect(page.locator(".turn-row .number").nth(2 * turns - 2)).to_contain_text("%")
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator(".side").first).to_contain_text("You")
    page.keyboard.press("Home")
    for turn in range(1, turns + 1):  # up to the first that is no pass
        expect(page.locator("#status")).to_contain_text(f"Turn {turn} of {turns}.")
        if page.locator(".board .arrow").count():
            break
        page.keyboard.press("ArrowRight")
    expect(page.locator(".board .arrow")).not_to_have_count(0)
    expect(page.locator(".turn-row[aria-current]")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#status")).to_contain_text("won")
    # The browser keeps the game, and so does the address.
    page.reload()
    expect(page.locator(".turn-row")).to_have_count(turns)
    address = page.url
    page.evaluate("localStorage.removeItem('astragal.ur.game')")
    page.goto("/words")
    page.goto(address)
    expect(page.locator(".turn-row")).to_have_count(turns)


def test_a_game_against_a_player_of_ones_own(
    browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player of `astragal serve --player` chooses all moves of its side, to the end."""
    monkeypatch.setenv("ASTRAGAL_HOME", str(served.home))
    asked: list[ur.Position] = []

    def foremost(position: ur.Position, roll: int) -> ur.Move:
        asked.append(position)
        return position.moves()[-1]

    with served_here(own_players=[ur.player("foremost", foremost)]) as address:
        watched = Watched(browser, address)
        page = open_ur(watched)
        page.select_option("#pieces", "2")
        page.select_option("#opponent", "foremost")
        while can_act(page):
            take_turn(page)
        expect(page.locator("#status")).to_contain_text("won")
        page.wait_for_load_state("networkidle")  # the server writes the game of the address
        record = ur.read_game(dict(parse_qsl(urlsplit(page.url).fragment))["game"])
        watched.end()
        watched.close()
    assert record.last.winner is not None
    played = {turn.position.with_roll(turn.roll): turn.move for turn in record.turns}
    assert len({position.turn for position in asked}) == 1
    assert {played[position] == position.moves()[-1] for position in asked} == {True}


def test_the_dice_stay_as_they_fell(watched: Watched) -> None:
    """In a hint, an undo, the editor and a reload."""
    page = open_ur(watched)
    page.select_option("#opponent", "friend")
    moves = reach_moves(page)
    dice = page.locator(".dice").get_attribute("aria-label")
    page.click("#hint")
    expect(page.locator("#moves .best")).to_have_count(1)
    assert "%" in page.locator("#moves .best").inner_text()
    page.click("#edit")
    expect(page.locator("#editor")).to_contain_text("Your game waits")
    page.click("#edit")
    expect(page.locator("#moves button")).to_have_count(len(moves))
    assert page.locator(".dice").get_attribute("aria-label") == dice
    page.locator(".board .target").first.click()
    page.locator("#roll[aria-disabled=false]").wait_for()
    page.click("#undo")
    expect(page.locator("#moves button")).to_have_count(len(moves))
    page.reload()
    expect(page.locator("#moves button")).to_have_count(len(moves))
    assert page.locator(".dice").get_attribute("aria-label") == dice
    assert page.locator("#moves button").all_text_contents() == moves


def test_a_link_without_a_readable_game_says_so(watched: Watched) -> None:
    watched.expects_refusals = True
    page = open_ur(watched, "/ur#game=foo")
    notice = page.locator("#p-play [role=alert]")
    expect(notice).to_contain_text("This link has no readable game.")
    page.evaluate("hash => { location.hash = hash; }", urlencode({"game": GAME}))
    expect(page.locator(".turn-row")).to_have_count(4)
    expect(notice).to_have_count(0)
    page.evaluate("location.hash = 'side=1'")
    expect(notice).to_have_text("This link has no game, only side.")
    page.evaluate("location.hash = 'game=1. Z9'")
    expect(notice).to_contain_text("Z9")
    expect(page.locator(".turn-row")).to_have_count(4)
    page.click("#new")
    expect(page.locator(".turn-row")).to_have_count(0)
    expect(notice).to_have_count(0)


def test_the_status_tells_the_last_turn_of_the_opponent_and_no_other(watched: Watched) -> None:
    """After a new game and an undo it told of a turn that was no longer there."""
    game = {"game": GAME.split("\n2.", maxsplit=1)[0], "opponent": "greedy", "side": "0"}
    page = play_link(watched, game)
    status = page.locator("#status")
    told = "Greedy rolled 2: enter at C3. Your turn: roll."
    expect(status).to_have_text(told)
    page.click("#undo")
    expect(page.locator(".turn-row")).to_have_count(1)
    expect(status).to_have_text("You have a 2. Choose a move.")
    page.evaluate("hash => { location.hash = hash; }", urlencode(game))
    page.click("#play-shared")
    page.click("dialog >> text=Play on")
    expect(status).to_have_text(told)
    page.click("#new")
    page.click("dialog button:text-is('New game')")
    expect(status).to_have_text("Your turn: roll.")


def test_a_shared_game_leaves_ones_own_as_it_is(watched: Watched) -> None:
    page = open_ur(watched)
    page.select_option("#opponent", "friend")
    moves = reach_moves(page)
    dice = page.locator(".dice").get_attribute("aria-label")
    turns = page.locator(".turn-row").count()
    saved = page.evaluate("localStorage['astragal.ur.game']")
    page.goto("/healthz")
    page.goto("/ur#" + urlencode({"game": long_game(), "opponent": "greedy", "side": "0"}))
    expect(page.locator(".turn-row")).to_have_count(60)
    assert page.evaluate("localStorage['astragal.ur.game']") == saved
    page.click("#leave")
    expect(page.locator(".turn-row")).to_have_count(turns)
    expect(page.locator("#moves button")).to_have_text(moves)
    assert page.locator(".dice").get_attribute("aria-label") == dice
    page.goto("/ur#game=1.%20A@A1&side=7")
    expect(page.locator("#p-play [role=alert]")).to_contain_text("side “7”: 0 (light) or 1 (dark)")
    assert page.evaluate("localStorage['astragal.ur.game']") == saved


def test_two_tabs_play_one_game(watched: Watched) -> None:
    """The tab with fewer turns replaced the game of the other."""
    page = open_ur(watched)
    page.select_option("#opponent", "friend")
    other = page.context.new_page()
    other.goto("/ur")
    other.locator("#roll").wait_for()
    reach_moves(page)
    page.keyboard.press("1")
    expect(page.locator(".turn-row")).not_to_have_count(0)
    page.locator("#roll[aria-disabled=false]").wait_for()
    turns = page.locator(".turn-row").count()
    expect(other.locator(".turn-row")).to_have_count(turns)
    expect(other.locator("#status")).to_contain_text("in another tab")
    other.click("#here")
    expect(page.locator("#here")).to_be_visible()  # before the other one has moved
    other.close()


def test_a_reload_keeps_the_dice_of_a_game_with_turns(watched: Watched) -> None:
    """The address has the turns, not the dice; the browser has both."""
    page = play_link(watched, {"game": GAME, "opponent": "friend"})
    moves = reach_moves(page)
    dice = page.locator(".dice").get_attribute("aria-label")
    page.reload()
    expect(page.locator("#moves button")).to_have_count(len(moves))
    assert page.locator(".dice").get_attribute("aria-label") == dice


def test_a_new_game_is_asked_for_first(watched: Watched) -> None:
    page = open_ur(watched)
    reach_moves(page)
    page.keyboard.press("1")
    expect(page.locator(".turn-row")).not_to_have_count(0)
    page.select_option("#rules", "blitz")
    page.click("text=Keep playing")
    assert page.input_value("#rules") == "finkel"
    page.select_option("#opponent", "random")
    turns = page.locator(".turn-row").count()
    page.click("text=Same game, new opponent")
    assert page.locator(".turn-row").count() >= turns
    can_act(page)
    page.select_option("#side", "1")
    expect(page.get_by_text("Keep playing")).to_be_focused()
    page.click("dialog button:text-is('New game')")
    expect(page.locator(".board")).to_have_attribute("aria-label", re.compile("^Random: .*You: "))
    # One's own side is at the bottom.
    heights = page.evaluate("[...document.querySelectorAll('.tray')].map((one) => one.getBBox().y)")
    assert heights[1] > heights[0]


def test_the_focus_returns_from_a_dialog(watched: Watched) -> None:
    page = open_ur(watched)
    page.click("#help")
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_focused()
    page.keyboard.press("Enter")
    page.click("#start")
    expect(page.locator("#help")).to_be_focused()
    reach_moves(page)
    page.keyboard.press("1")
    page.locator("#roll[aria-disabled=false]").wait_for()
    page.focus("#opponent")
    page.select_option("#opponent", "friend")
    page.click("text=Keep playing")
    expect(page.locator("#opponent")).to_be_focused()
    # What opened the dialog is gone: the focus is on what comes next.
    page.locator(".turn-row").first.click()
    page.focus("text=Play on from here")
    page.keyboard.press("Enter")
    page.click("dialog >> text=Play on")
    expect(page.locator("#roll, #moves button").locator("visible=true").first).to_be_focused()


def test_a_loaded_game_is_looked_through_and_saved(watched: Watched) -> None:
    page = open_ur(watched)
    page.click("summary:text('Load, save')")
    watched.expects_refusals = True
    page.fill("#record", "1. Z9")
    page.click("#load")
    expect(page.locator("#p-record [role=alert]")).to_contain_text("Z9")
    page.fill("#record", GAME)
    expect(page.locator("#p-record [role=alert]")).to_have_count(0)
    page.click("#load")
    expect(page.locator("#status")).to_contain_text("Turn 1 of 4.")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".board")).to_have_attribute(
        "aria-label", re.compile("Light: 0 in hand, on A3 B1, 0 home")
    )
    expect(page.locator(".side")).to_have_count(2)
    # Two choices are too few for an accuracy; it was "accuracy 0 %".
    light = page.locator(".side").first
    expect(light).to_contain_text("lost 1.2 points in 2 choices")
    expect(light).not_to_contain_text("accuracy")
    with page.expect_download() as download:
        page.click("#save-rgn")
    assert "A@A1 * A@A3 / C@C3" in download.value.path().read_text()


def test_an_ending_leads_to_its_moves_and_to_a_rematch(watched: Watched) -> None:
    game = {"game": long_game(), "opponent": "greedy", "side": "0"}
    page = open_ur(watched, "/ur#" + urlencode(game), ready=".ending .figure")
    ending = page.locator(".ending")
    expect(page.locator(".eval")).to_have_attribute(
        "aria-label", re.compile("Light: 100.0.% to win")
    )
    expect(page.locator(".eval b")).to_have_text("100%")
    expect(ending).to_contain_text("Light won")
    expect(ending).to_contain_text("points lost in")
    # One number of luck, here and beside the turns.
    luck = ending.locator(".figures > div", has_text="luck than Dark").locator(".figure")
    expect(page.locator(".luck")).to_contain_text(luck.inner_text())
    page.click(".worst")
    page.mouse.move(0, 0)  # away from the moves
    expect(page.locator("#status")).to_contain_text(
        re.compile(r"Turn \d+ of 60\. (Light|Dark) rolled")
    )
    # All legal moves, best first; pointing at one draws its arrow alone, and so does its focus.
    options = page.locator(".option")
    expect(options.first).to_contain_text("best")
    costs = [float(text.replace("\u2212", "-").replace("best", "0")) for text in
             page.locator(".option .cost").all_text_contents()]  # fmt: skip
    assert len(costs) > 1
    assert costs == sorted(costs, reverse=True)
    expect(page.locator(".option .tag")).to_have_text("played")
    expect(page.locator(".board .arrow")).to_have_count(2)
    heights = page.evaluate(
        """[...document.querySelectorAll(".option")].map((one) => {
          const { height } = one.getBoundingClientRect();
          return height === one.closest("li").getBoundingClientRect().height;
        })"""
    )
    assert set(heights) == {True}
    options.last.hover()
    expect(page.locator(".board .arrow")).to_have_count(1)
    page.mouse.move(0, 0)
    expect(page.locator(".board .arrow")).to_have_count(2)
    options.first.focus()
    expect(page.locator(".board .arrow.best")).to_have_count(1)
    expect(page.locator(".board .arrow")).to_have_count(1)
    page.keyboard.press("End")
    page.click("#learn-now")
    expect(page.locator("#status")).to_contain_text("Mistake 1 of")
    page.keyboard.press("Escape")
    page.click("#new")
    expect(page.locator(".turn-row")).to_have_count(0)


def test_the_path_of_a_first_game_goes_with_its_end(watched: Watched) -> None:
    page = open_ur(watched)
    expect(page.locator(".board .pathhead")).not_to_have_count(0)
    # The labels are drawn over the path.
    order = (
        "[...document.querySelectorAll('.board .path, .board text.tray')].map((one) => one.tagName)"
    )
    assert page.evaluate(order) == ["g", "text", "text"]
    page.select_option("#pieces", "1")
    while can_act(page):
        take_turn(page)
    page.click("#rematch")
    page.locator("#roll[aria-disabled=false]").wait_for()
    expect(page.locator(".board .pathhead")).to_have_count(0)


def test_pieces_are_dragged_and_forced_moves_played(watched: Watched) -> None:
    page = open_ur(watched)
    page.select_option("#opponent", "friend")
    reach_moves(page)
    turns = page.locator(".turn-row").count()

    def drag(to: str) -> None:
        page.mouse.move(*middle(page, ".board .piece.can >> nth=-1"))
        page.mouse.down()
        page.mouse.move(*middle(page, to), steps=4)
        page.mouse.up()

    drag(".board text.edge")  # nowhere: the piece returns
    expect(page.locator(".turn-row")).to_have_count(turns)
    drag(".board .target")
    expect(page.locator(".turn-row")).to_have_count(turns + 1)
    # Somebody with one piece has no choice.
    page.click("summary:text('forced moves')")
    page.check("#forced")
    page.select_option("#pieces", "1")
    page.click("dialog button:text-is('New game')")
    for turn in range(1, 4):
        page.locator("#roll[aria-disabled=false]").wait_for()
        page.keyboard.press("r")
        expect(page.locator(".turn-row")).to_have_count(turn)


def test_a_finger_drags_a_piece_and_not_the_page(narrow: Watched) -> None:
    page = open_ur(narrow)
    reach_moves(page)
    turns = page.locator(".turn-row").count()
    page.evaluate("scrollTo(0, 0)")
    start, end = middle(page, ".board .piece.can"), middle(page, ".board .target")
    protocol = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", start)
    for part in (0.25, 0.5, 0.75, 1.0):
        x, y = (a + part * (b - a) for a, b in zip(start, end, strict=True))
        touch("touchMove", (x, y))
    touch("touchEnd")
    expect(page.locator(".turn-row")).not_to_have_count(turns)
    assert page.evaluate("scrollY") == 0


def test_a_phone_shows_board_roll_and_moves_at_once(narrow: Watched) -> None:
    page = open_ur(narrow)
    # In a first game the path is there, with arrowheads; a tap on a name shows it at any time.
    expect(page.locator(".board .pathhead")).not_to_have_count(0)
    reach_moves(page)
    expect(page.locator(".board .pathhead")).to_have_count(0)
    page.locator(".board .tray").last.tap()
    expect(page.locator(".board .pathhead")).not_to_have_count(0)
    square, board, dock, moves = (
        page.locator(selector).first.bounding_box()
        for selector in (".board .square", ".board", ".dock", ".moves button >> nth=-1")
    )
    assert square
    assert board
    assert dock
    assert moves
    assert square["width"] > 55
    assert board["height"] > 2 * board["width"] / 1.5  # upright
    assert board["y"] + board["height"] <= dock["y"]
    assert moves["y"] + moves["height"] <= 844
    assert moves["height"] >= 40
    page.mouse.wheel(0, 500)
    assert page.locator(".dock").bounding_box() == dock  # it is fixed
    assert narrow.fits()
    # Nobody here has keys or a mouse.
    page.click("#help")
    expect(page.locator("dialog")).to_contain_text("Tap a name")
    expect(page.get_by_text("Point at", exact=True)).to_be_hidden()
    expect(page.locator("dialog .keys")).to_be_hidden()
    expect(page.locator("kbd").first).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_all_of_a_turn_under_review(narrow: Watched, width: int) -> None:
    """The line of the turn was cut, and words left their buttons."""
    narrow.page.set_viewport_size({"width": width, "height": 640})
    game = {"game": long_game(), "opponent": "greedy", "side": "0"}
    page = open_ur(narrow, "/ur#" + urlencode(game), ready=".worst")
    # At the end the board is seen above the dock.
    board, dock = (page.locator(one).bounding_box() for one in (".board", ".dock"))
    assert board
    assert dock
    assert board["y"] + board["height"] <= dock["y"] + 1
    page.click(".worst")
    expect(page.locator(".option")).not_to_have_count(0)
    wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".dock button").evaluate_all(wide) == 0
    parts = (".dock .controls", "#status", ".dock .options")
    controls, line, options = (page.locator(one).bounding_box() for one in parts)
    assert controls
    assert line
    assert options
    assert controls["y"] + controls["height"] <= line["y"]
    assert line["y"] + line["height"] <= options["y"]
    assert narrow.fits()


def test_a_notice_leaves_the_buttons_beside_it(watched: Watched) -> None:
    watched.expects_refusals = True
    watched.page.set_viewport_size({"width": 820, "height": 1000})
    page = open_ur(watched, "/ur#game=foo")
    notice, button = (page.locator(one).bounding_box() for one in ("#p-play [role=alert]", "#new"))
    assert notice
    assert button
    assert notice["x"] + notice["width"] <= button["x"]


def test_the_editor_of_a_phone_scrolls_to_the_board(narrow: Watched) -> None:
    page = open_ur(narrow)
    page.select_option("#opponent", "friend")

    def is_in_sight() -> None:
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.9)

    for leave in ("Play from here", "Back to the game"):
        page.locator("#edit").scroll_into_view_if_needed()
        expect(page.locator(".board")).not_to_be_in_viewport(ratio=0.5)
        page.click("#edit")
        is_in_sight()
        page.locator(f"text={leave}").scroll_into_view_if_needed()
        page.evaluate("scrollBy(0, 300)")
        expect(page.locator(".board")).not_to_be_in_viewport(ratio=0.9)
        page.evaluate("text => [...document.querySelectorAll('#editor button')].find((one) => "
                      "one.textContent === text).click()", leave)  # fmt: skip
        is_in_sight()


def test_a_phone_keeps_the_size_of_the_board(narrow: Watched) -> None:
    """Whether there is a roll or moves, before a try and after it."""
    page = open_ur(narrow)
    page.select_option("#opponent", "friend")
    size = "document.querySelector('.board').getBoundingClientRect().height"
    settled = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))"
    sizes = set()
    for _ in range(8):
        take_turn(page)
        can_act(page)
        page.evaluate(settled)
        sizes.add(page.evaluate(size))
    assert len(sizes) == 1
    page.click("#puzzles-medium")
    expect(page.locator("#status")).to_contain_text("Medium puzzle")
    page.locator("#moves button").first.wait_for()
    page.evaluate(settled)
    before = page.evaluate(size)
    for _ in range(2):  # the first try may be wrong
        if page.locator("#moves button").count():
            page.locator("#moves button").first.click()
    page.locator(".option").first.wait_for()
    page.evaluate(settled)
    assert page.evaluate(size) == before
    expect(page.locator(".dock button:text('Back to the game')")).to_be_in_viewport()
    page.click("text=Back to the game")
    assert not [one for one in narrow.small_targets(40, 40) if "steps" in one or "turn" in one]


def test_a_phone_on_its_side_shows_board_roll_and_moves_at_once(narrow: Watched) -> None:
    page = open_ur(narrow)
    for width, height in ((844, 390), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(4):
            can_act(page)
            for part in (".board", "#roll:visible, .moves button >> nth=-1", "#status"):
                expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
            take_turn(page)
        assert narrow.fits()


def test_luck_is_told_of_a_side_that_has_rolled(watched: Watched) -> None:
    """A luck of +0.0 stood beside a side that had not rolled yet."""
    page = open_ur(
        watched,
        "/ur#" + urlencode({"game": GAME.split(" /", 1)[0], "opponent": "friend"}),
        ready="#play-shared",
    )
    expect(page.locator(".side")).to_have_count(1)
    expect(page.locator(".side")).to_contain_text("Light")


def test_mistakes_are_tried_again(watched: Watched, client: httpx.Client, served: Served) -> None:
    """A game of two pieces in which light always plays the worst move."""
    table = ur.open_table("finkel", served.home / "data" / "ur" / "finkel.table")
    position, states = ur.start(pieces=2), []
    for roll in (2, 2, 1, 3, 2, 2, 1, 4, 2, 1, 3, 2):
        ranked = table.rank_moves(position, roll)
        states.append(position.with_roll(roll).name)
        move = (ranked[-1] if position.turn == ur.Side.A else ranked[0]).move if ranked else None
        position = position.play(move, roll)
        if position.winner is not None:
            break
    game = "\n".join([*states, position.name])
    found = client.post("/api/ur/review", json={"game": game}).json()
    wrong = [turn for turn in found["turns"] if turn["label"] in ("mistake", "blunder")]
    assert wrong
    page = open_ur(watched)
    page.click("summary:text('Load, save')")
    page.fill("#record", game)
    page.click("#load")
    # The line of the card that knows better stands beside the mistake.
    number, line = next(
        (number, turn["line"]) for number, turn in enumerate(found["turns"]) if turn["line"]
    )
    page.locator(".turn-row").nth(number).click()
    expect(page.locator(".dock .card-line")).to_contain_text(line[1:])
    page.click("#learn")
    expect(page.locator("#status")).to_contain_text(f"Mistake 1 of {len(wrong)}")
    best = ur.Move(wrong[0]["best"]["move"])
    moves = page.locator("#moves button")
    expect(moves.first).to_be_visible()
    at = [
        number
        for number in range(moves.count())
        if (str(best).split("-")[1].replace("off", "home")) in moves.nth(number).inner_text()
    ]
    moves.nth(at[0]).click()
    expect(page.locator("#p-turns .notice")).to_contain_text("Best.")
    expect(page.locator(".board .arrow.best")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#learn")).to_be_visible()


def test_puzzles(watched: Watched) -> None:
    page = open_ur(watched)
    lines = [
        {
            "state": "0x0000000000008012", "roll": 2, "grade": "easy",
            "stake": 0.1, "missed_by": [],
            "best": {"move": "hand-A3", "from": "hand", "to": "A3"},
            "moves": [
                {"move": "hand-A3", "from": "hand", "to": "A3", "win": 0.6, "cost_win": 0.0}
            ],
        }
    ]  # fmt: skip
    page.route(
        "**/api/ur/puzzles", lambda route: route.fulfill(body=json.dumps({"puzzles": lines}))
    )
    page.click("#puzzles-easy")
    expect(page.locator("#status")).to_contain_text("Easy puzzle 1 of 1: you have a 2")
    page.reload()  # which keeps it
    expect(page.locator("#status")).to_contain_text("Easy puzzle 1 of 1: you have a 2")
    page.keyboard.press("1")
    expect(page.locator("#p-turns .notice")).to_contain_text("Best. enter at A3 wins 60.0")
    page.reload()  # which keeps the answer, and counts it once
    expect(page.locator("#p-turns .notice")).to_contain_text("Best.")
    expect(page.locator("#p-turns")).not_to_contain_text("of 1 solved")  # that says nothing
    page.keyboard.press("Escape")
    expect(page.locator("#puzzles-easy")).to_contain_text("1 solved")
    expect(page.locator("#learning")).to_contain_text("1 in a row now, 1 at best")


def test_a_puzzle_and_the_editor_are_places_between_back_and_forward(watched: Watched) -> None:
    """The page had one place: Back from a puzzle left it, and the editor forgot its position."""
    page = open_ur(watched)
    page.select_option("#opponent", "friend")
    moves = reach_moves(page)
    best = {"move": "hand-A3", "from": "hand", "to": "A3", "win": 0.6, "cost_win": 0.0}
    line = {"roll": 2, "grade": "easy", "stake": 0.1, "missed_by": [], "best": best}
    lines = [line | {"state": f"{state:#018x}", "moves": [best]} for state in (0x8012, 0x801B)]
    page.route(
        "**/api/ur/puzzles", lambda route: route.fulfill(body=json.dumps({"puzzles": lines}))
    )
    status, game = page.locator("#status"), page.locator("#moves button")
    page.click("#puzzles-easy")
    expect(game).to_be_focused()  # it was on the body
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("n")
    expect(status).to_contain_text("Easy puzzle 2 of 2")
    page.go_back()
    expect(game).to_have_text(moves)
    page.go_forward()
    expect(status).to_contain_text("Easy puzzle 2 of 2")
    page.keyboard.press("Escape")
    expect(game).to_have_text(moves)
    page.click("#edit")
    page.locator("#editor summary").click()
    page.click("#editor button:text('B4: –')")
    board = page.locator(".board")
    expect(board).to_have_attribute("aria-label", re.compile("Light: .*on B4"))
    watched.visit("/words")
    page.go_back()
    expect(board).to_have_attribute("aria-label", re.compile("Light: .*on B4"))
    page.reload()
    expect(board).to_have_attribute("aria-label", re.compile("Light: .*on B4"))
    page.go_back()
    expect(game).to_have_text(moves)
    expect(page.locator("#editor")).to_have_count(0)


def test_a_link_to_a_puzzle_shows_a_newcomer_the_puzzle(watched: Watched) -> None:
    """How to play covered it, and a number of pieces that was chosen there threw it away."""
    page = watched.visit("/ur#puzzle=0x0000000000008012&rules=finkel")
    expect(page.locator("#moves button")).not_to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)
    page.click("#help")
    expect(page.locator("dialog")).to_contain_text("Goal.")
    expect(page.locator("dialog [aria-label=Pieces]")).to_have_count(0)


def test_the_editor_shows_the_value_of_each_roll_and_move(
    watched: Watched, client: httpx.Client
) -> None:
    page = open_ur(watched)
    page.click("#edit")
    page.locator("#editor summary").click()
    state = "[aria-label='State, in hexadecimal']"
    page.fill(state, ur.start(pieces=2).name)
    page.press(state, "Enter")
    win = client.get("/api/ur/value", params={"state": ur.start(pieces=2).name}).json()["win"]
    expect(page.locator("#editor")).to_contain_text(f"{100 * win:.2f}")
    page.click("#editor button:text('B4: –')")
    expect(page.locator(".board")).to_have_attribute("aria-label", re.compile("You: .*on B4"))
    # Each roll has the same rows as a review; pointing at one draws its arrow.
    row = page.locator("#editor [aria-label='Moves of a 1'] .option:has-text('B4 to B5')")
    expect(row).to_contain_text("%")
    row.hover()
    expect(page.locator(".board .arrow")).to_have_count(1)
    # A click on a tray brings a piece home, or back in hand.
    board = page.locator(".board")
    page.locator(".board .home.settable").nth(1).click()
    expect(board).to_have_attribute("aria-label", re.compile("You: 0 in hand, on B4, 1 home"))
    page.locator(".board .home.settable").nth(0).click()
    expect(board).to_have_attribute("aria-label", re.compile("You: 1 in hand, on B4, 0 home"))
    page.click("text=Play from here")
    page.locator("#roll[aria-disabled=false]").wait_for()
    # The address has the position, before a turn is played.
    page.wait_for_url(re.compile("#game=.*State"))
    address, position = page.url, board.get_attribute("aria-label")
    page.evaluate("localStorage.removeItem('astragal.ur.game')")
    page.goto("/words")
    page.goto(address)
    shared = (position or "").replace("You", "Light").replace("Greedy", "Dark")
    expect(page.locator(".board")).to_have_attribute("aria-label", shared)


def test_the_first_visit(browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With rules of two pieces, so that the solve, which begins by itself, takes a moment."""
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
        watched = Watched(browser, address)
        page = watched.visit("/ur")
        expect(page.locator("dialog.drawer")).to_contain_text("Bring all your pieces home")
        expect(page.locator("dialog progress")).to_be_visible()
        assert begun.wait(10)
        page.click("dialog >> text=Start playing")
        # What is not there is not offered by its name.
        assert "erfect" not in page.locator("#opponent").inner_text()
        take_turn(page)
        take_turn(page)
        go_on.set()
        page.click("text=Play against perfect play")
        assert page.input_value("#opponent") == "perfect"
        expect(page.locator(".curve")).to_be_visible()
        expect(page.locator("#solve-panel")).to_have_count(0)
        watched.end()
        watched.close()


def test_a_solve_shows_an_estimate_and_can_be_cancelled(watched_alone: Watched) -> None:
    page = open_ur(watched_alone)
    plan = {"states": 1000, "memory": 2e9, "disk": 1e9, "seconds": 250}
    page.route("**/api/ur/plan", lambda route: route.fulfill(body=json.dumps(plan)))
    page.select_option("#rules", "blitz")
    expect(page.locator("#solve-start")).to_have_text("Unlock 2 pieces")
    expect(page.locator("#solve-panel")).to_contain_text(
        "Takes about 4 minutes, 2.0 GB of memory, 1.0 GB of disk."
    )
    page.click("summary:text('Another number')")
    page.select_option("#solve-pieces", "5")
    expect(page.locator("#solve-start")).to_contain_text("Unlock the full game")
    page.click("#solve-start")
    expect(page.locator("#solve-panel progress")).to_be_visible()
    expect(page.locator("#solve-panel")).to_contain_text("you can play on: Blitz, 5 pieces.")
    page.click("#solve-panel button:text('Cancel')")
    expect(page.locator("#solve-panel")).to_contain_text("Stopped")
