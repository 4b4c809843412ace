import json
from collections.abc import Callable
from pathlib import Path

import pytest

from astragal.layout import cpp_header, find_layout, names

from cli.conftest import Result

Run = Callable[..., Result]


def test_list(astragal: Run) -> None:
    assert [row["name"] for row in astragal("layout", "list", "--json").json] == names()
    plain = astragal("layout", "list")
    assert plain.code == 0
    assert all(name in plain.out for name in names())


def test_show_in_each_form(astragal: Run) -> None:
    layout = find_layout("pokerval")
    assert str(layout) in astragal("layout", "show", "pokerval").out
    wide = astragal("layout", "show", "pokerval", "--row-bits", "32")
    assert layout.draw(row_bits=32) in wide.out
    assert astragal("layout", "show", "pokerval", "--as", "svg").out == layout.svg()
    assert layout.markdown() in astragal("layout", "show", "pokerval", "--as", "markdown").out
    header = astragal("layout", "show", "examples/clock.toml", "--as", "cpp").out
    assert header == cpp_header("examples/clock.toml")
    assert "make generate" not in header
    shown = astragal("layout", "show", "ur-state", "--json").json
    squares = next(field for field in shown["fields"] if field["name"] == "square")
    assert squares["items"][-1] == {"name": "square[C8]", "high": 63, "low": 62}


def test_decode(astragal: Run) -> None:
    result = astragal("layout", "decode", "pokerval", "0x20077744", "--json")
    assert result.json["word"] == "0x20077744"
    assert result.json["fields"] == {"type": 32, "rank": [7, 7, 7, 4, 4]}
    assert result.json["names"]["type"] == ["full house"]
    assert result.json["names"]["rank[5]"] == ["four"]
    decimal = astragal("layout", "decode", "pokerval", str(0x20077744))
    assert find_layout("pokerval").draw(0x20077744) in decimal.out


def test_a_short_word_is_padded_in_json(astragal: Run) -> None:
    result = astragal("layout", "decode", "ur-state", "0x3f", "--json")
    assert result.json["word"] == "0x000000000000003f"


def test_check_of_the_broken_layout_finds_what_is_wrong(astragal: Run) -> None:
    result = astragal("layout", "check", "bitval-legacy", "--json")
    assert result.code == 1
    assert [overlap["items"] for overlap in result.json["overlaps"]] == [
        ["kicker[king]", "made[seven]"],
        ["kicker[nine]", "made[six]"],
        ["kicker[five]", "made[five]"],
    ]
    unused = result.json["claims"][0]
    assert (unused["says"], unused["holds"]) == ("bits 51..26 are unused", False)
    plain = astragal("layout", "check", "bitval-legacy")
    assert plain.code == 1
    assert "bit 24: kicker[king] and made[seven]" in plain.out


def test_check_of_a_sound_layout(astragal: Run) -> None:
    result = astragal("layout", "check", "pokerval", "--json")
    assert result.code == 0
    assert result.json["sound"]
    assert result.json["gaps"] == [{"high": 23, "low": 20}]


def test_the_examples_are_what_they_say(astragal: Run) -> None:
    assert astragal("layout", "check", "examples/clock.toml").code == 0
    shown = astragal("layout", "decode", "examples/clock.toml", "0x1f130d", "--json")
    assert shown.json["fields"]["day"] == [1, 1, 1, 1, 1, 0, 0]
    assert shown.json["names"]["hour"] == ["noon"]
    broken = astragal("layout", "check", "examples/collision.toml", "--json")
    assert broken.code == 1
    assert [overlap["high"] for overlap in broken.json["overlaps"]] == [24, 20, 16]


def test_boxes_are_drawn_whatever_the_locale_says(
    astragal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert astragal("layout", "decode", "pokerval", "0x20077744").code == 0


def test_bad_input_is_quoted(astragal: Run, tmp_path: Path) -> None:
    astragal("layout", "show", "pokerva").assert_refused("'pokerva'", "pokerval")
    astragal("layout", "decode", "pokerval", "full").assert_refused("'full'", "0x20077744")
    stray = astragal("layout", "decode", "pokerval", "0x00100000")
    assert stray.out.endswith("\n\nbit 20 is set, where no field is\n")
    astragal("layout", "show", "pokerval", "--row-bits", "12").assert_refused(
        "one of 8, 16, 32, not 12"
    )
    unused = astragal("layout", "decode", "pokerval", "1", "--json", "--row-bits", "8")
    assert json.loads(unused.err) == {"error": "--row-bits is for drawings, not for --json"}
    astragal("layout", "check", "none.toml").assert_refused("none.toml", "can't be read")
    overlapping = "examples/collision.toml"
    astragal("layout", "show", overlapping).assert_refused("overlap at bit 24")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000)
    astragal("layout", "check", str(tmp_path / "deep.toml")).assert_refused("not TOML")
    (tmp_path / "bad.toml").write_text("name = ")
    astragal("layout", "check", str(tmp_path / "bad.toml")).assert_refused("bad.toml", "not TOML")
