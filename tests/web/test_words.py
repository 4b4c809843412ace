"""The page about words: decode one, and check a layout."""

import numpy as np
from playwright.sync_api import expect

from astragal import layout

from web.watched import Watched


def test_words_have_tabs_that_the_address_keeps(watched: Watched) -> None:
    page = watched.open("/words")
    expect(page.locator("#decode .fields")).to_contain_text("full house")
    expect(page.locator("#check")).to_be_hidden()
    page.click("[data-choice=check]")
    expect(page.locator("#report")).to_contain_text("clock: 1 overlap found.")
    expect(page.locator("#report")).to_contain_text("bit 5: minute and hour overlap")
    expect(page.locator("#decode")).to_be_hidden()
    page.fill("#toml", page.input_value("#toml").replace("offset = 5", "offset = 4"))
    page.fill("#toml", page.input_value("#toml").replace("10..15", "8..15"))
    expect(page.locator("#report")).to_contain_text("1 overlap found; 1 claim does not hold")
    page.fill("#toml", 'name = "ok"\nbits = 8\n[[field]]\nname = "a"\noffset = 0\nwidth = 8')
    expect(page.locator("#report")).to_contain_text("ok: No overlaps.")
    page.click("[data-choice=decode]")
    expect(page.locator("#decode output")).to_have_text("0x20077744")


def test_words_are_drawn_as_the_hand_or_the_board(watched: Watched) -> None:
    page = watched.open("/words")
    picture = page.locator("#decode .picture")
    expect(page.locator(".layouts strong")).to_have_text(layout.names())
    shade = "all => all.map(one => getComputedStyle(one).backgroundColor)"
    for name in layout.names():
        page.click(f"[data-layout={name}]")
        found = layout.decode(name, page.input_value("#word")).to_dict()
        expect(page.locator("#decode output")).to_have_text(found["word"])
        assert any(np.any(value) for value in found["fields"].values())
        shown = page.locator("#decode .field dt").all_text_contents()
        assert [one.split()[0] for one in shown] == list(found["fields"])
        colours = page.eval_on_selector_all("#decode .field", shade)
        assert len(set(colours)) == len(colours)
        expect(picture.locator(".card")).to_have_count(len(found["cards"] or []))
        if found["text"] and name != "card32":
            expect(picture).to_contain_text(found["text"])
        expect(picture.locator(".board")).to_have_count(int(name == "ur-state"))
        expect(picture.locator(".notice")).to_have_count(0)
    fill = "one => getComputedStyle(one).fill"  # the style sheet of the board is there
    assert page.eval_on_selector("#decode .board .square", fill) != "rgb(0, 0, 0)"
    # An impossible word says so.
    page.click("[data-layout=pokerval]")
    page.click("#decode [data-bit='28']")
    expect(page.locator("#decode .fields")).to_contain_text("flush, full house")
    expect(picture).to_have_text("No hand has this value.")
    page.get_by_role("button", name="Example").click()
    expect(page.locator("#word")).to_be_focused()
    expect(page.locator("#decode output")).to_have_text("0x20077744")
    # The address keeps the word, and a link shows it again.
    page.fill("#word", "553649988")
    expect(page.locator("#decode output")).to_have_text("0x21000744")
    page.reload()
    expect(page.locator("#decode output")).to_have_text("0x21000744")
    expect(page.locator("#decode .fields")).to_contain_text("one pair, full house")


def test_a_word_that_fails_leaves_no_other_word(watched: Watched) -> None:
    page = watched.open("/words")
    watched.expects_refusals = True
    shown, alert = page.locator("#decode .fields"), page.locator("#decode [role=alert]")
    expect(shown).to_contain_text("full house")
    page.fill("#word", "0x1ffffffff")
    expect(alert).to_contain_text("is not a word of 32 bits")
    expect(page.locator("#word")).to_have_attribute("aria-invalid", "true")
    expect(shown).to_have_count(0)
    page.fill("#word", "")
    expect(alert).to_have_count(0)
    page.fill("#word", "0x20077744")
    expect(shown).to_contain_text("full house")
    page.fill("#word", "")  # is no mistake
    expect(shown).to_have_count(0)
    page.locator("#word").blur()
    page.wait_for_timeout(100)
    expect(alert).to_have_count(0)


def test_a_bit_without_a_field_is_framed_and_cleared_by_a_click(watched: Watched) -> None:
    page = watched.open("/words#layout=pokerval&word=0x20477744")
    stray = page.locator("#decode .bit.stray")
    expect(page.locator("#decode .picture")).to_have_text("Bit 22 is set, where no field is.")
    expect(page.locator("#decode .fields")).to_contain_text("full house")
    expect(stray).to_have_attribute("data-bit", "22")
    stray.click()
    expect(page.locator("#decode output")).to_have_text("0x20077744")
    expect(stray).to_have_count(0)
    page.fill("#word", "537,360,196")
    expect(page.locator("#decode output")).to_have_text("0x20077744")


def test_back_returns_to_the_layout_before(watched: Watched) -> None:
    page = watched.open("/words")
    page.click("[data-layout=mask64]")
    expect(page.locator("#decode output")).to_have_text("0x2000100010000000")
    page.click("#decode [data-bit='1']")
    expect(page.locator("#word")).to_have_value("0x2000100010000002")
    page.go_back()
    expect(page.locator("#word")).to_have_value("0x20077744")
    expect(page.locator("[data-layout=pokerval]")).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    expect(page.locator("#word")).to_have_value("0x2000100010000002")


def test_names_of_properties_are_not_layouts(watched: Watched) -> None:
    page = watched.visit("/words#layout=constructor&word=0x20077744")
    expect(page.locator("#complaint")).to_contain_text("“constructor”: one of pokerval")
    expect(page.locator("#decode output")).to_have_text("0x20077744")
    expect(page.locator(".layouts strong")).to_have_text(layout.names())


def test_a_position_has_the_room_of_its_board_before_that_is_there(watched: Watched) -> None:
    page = watched.open("/words")
    page.evaluate("""() => {
      const real = window.fetch;
      const isHeld = (asked) => String(asked[0]).includes("ur/rules"); // for ever
      window.fetch = (...asked) => isHeld(asked) ? new Promise(() => {}) : real(...asked);
    }""")
    page.click("[data-layout=ur-state]")
    room = page.locator("#decode .picture.position")
    expect(room.locator("svg")).to_have_count(0)
    reserved = room.bounding_box()
    page.reload()
    expect(room.locator("svg").first).to_be_visible()
    drawn = room.bounding_box()
    assert reserved
    assert drawn
    assert abs(reserved["height"] - drawn["height"]) < 2


def test_bits_that_fields_share_are_framed(watched: Watched) -> None:
    page = watched.open("/words#check")
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


WIDE = """name = "wide"
bits = 32
field = [
  {name = "a_very_long_register_field_name_one", offset = 0, width = 15},
  {name = "top", offset = 31, width = 1},
]"""


def test_long_names_stay_in_their_card_and_rows_without_fields_are_as_high(
    narrow: Watched, watched: Watched
) -> None:
    for one in (narrow, watched):
        page = one.open("/words#check")
        page.fill("#toml", WIDE)
        name = page.locator("#report dt").first
        expect(name).to_contain_text("a_very_long")
        assert name.evaluate("dt => dt.scrollWidth <= dt.parentElement.clientWidth")
        grounds = page.locator("#report .ground").evaluate_all(
            "all => all.map(a => a.offsetHeight)"
        )
        assert len(set(grounds)) == 1
        assert grounds[0] >= 24


def test_words_keep_a_layout_of_ones_own_and_decode_its_words(watched: Watched) -> None:
    page = watched.open("/words")
    page.click("[data-choice=check]")
    toml = "name = 'mine'\nbits = 8\nfield = [{name = 'low', offset = 0, width = 4}]"
    page.fill("#toml", toml)
    expect(page.locator("#report")).to_contain_text("mine: No overlaps")
    page.fill("#own-word", "0x0b")
    expect(page.locator("#report output")).to_have_text("0x0b")
    expect(page.locator("#report .values")).to_have_text("11")
    page.click("#report [data-bit='0']")
    expect(page.locator("#own-word")).to_have_value("0x0a")
    expect(page.locator("#report .values")).to_have_text("10")
    page.reload()
    expect(page.locator("#toml")).to_have_value(toml)
    expect(page.locator("#report output")).to_have_text("0x0a")
    page.get_by_role("button", name="Example").click()
    expect(page.locator("#toml")).to_be_focused()
    expect(page.locator("#report")).to_contain_text("clock: 1 overlap found.")
    page.go_back()
    expect(page.locator("#decode output")).to_be_visible()
    page.goto("/words#foo")
    expect(page.locator("#complaint [role=alert]")).to_contain_text("“foo” is not a part")
