"""Layouts by name, decoded words and reports: what they print and what programs get."""

from pathlib import Path
from typing import Any

import pytest

from astragal import layout
from astragal.errors import FieldError, UnknownNameError
from astragal.layout import Field, Layout, Unused

CLOCK = Layout(
    "clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5, values={12: "noon"})), "A <time>"
)
TOML = 'name = "bad"\nbits = 8\n' + "".join(
    f'[[field]]\nname = "{name}"\noffset = 0\nwidth = 2\n' for name in "ab"
)


def test_a_layout_is_given_by_name_by_file_or_itself(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(TOML)
    assert layout.find_layout(CLOCK) is CLOCK
    assert layout.find_layout("ur-state") is layout.find_layout("ur-state")
    assert [str(one) for one in layout.check(str(file)).overlaps] == ["bits 1..0: a and b"]
    assert layout.check(file) == layout.check(str(file))
    for wrong in ("clock", 5):
        with pytest.raises(UnknownNameError, match=rf"no layout {wrong!r}; there are pokerval, .*"):
            layout.decode(wrong, 0)  # type: ignore[arg-type]


def test_a_layout_knows_itself() -> None:
    assert repr(CLOCK) == "<Layout clock, 16 bits: minute, hour>"
    assert str(CLOCK) == CLOCK.draw()
    assert CLOCK._repr_svg_() == CLOCK.svg(row_bits=32)
    assert CLOCK.to_dict()["fields"][1]["values"] == {"12": "noon"}


@pytest.mark.parametrize("word", [0x31E, "0x31e", "798", "0b1100011110"])
def test_a_decoded_word_knows_itself(word: Any) -> None:
    decoded = layout.decode(CLOCK, word)
    assert repr(decoded) == "<clock 0x031e: minute=30, hour=12>"
    assert CLOCK.draw(0x31E) in str(decoded)
    assert str(decoded).splitlines()[-4:] == [
        " bits  item    value  name",
        "──────────────────────────",
        " 5..0  minute     30",
        "10..6  hour       12  noon",
    ]
    assert "<td>noon</td>" in decoded._repr_html_()
    assert decoded.to_dict() == {
        "layout": "clock",
        "word": "0x031e",
        "fields": {"minute": 30, "hour": 12},
        "names": {"hour": ["noon"]},
        "text": None,
        "cards": None,
        "problems": [],
    }


def test_words_that_cannot_be_are_quoted() -> None:
    with pytest.raises(FieldError, match="'noon' is not a word; write hexadecimal like 0x20077744"):
        layout.decode(CLOCK, "noon")
    with pytest.raises(FieldError, match="9999999999 was read as decimal, write 0x9999999999"):
        layout.decode("pokerval", "9999999999")
    with pytest.raises(FieldError, match="0x10000 is not a word of 16 bits"):
        layout.decode(CLOCK, "0x10000")


def test_bits_without_a_field_are_a_problem_of_the_word() -> None:
    decoded = layout.decode("pokerval", "0x20b77744")
    assert decoded.fields == layout.decode("pokerval", 0x20077744).fields
    assert decoded.reading == (None, None, ("bits 23, 21..20 are set, where no field is",))
    assert "│      1011     │" in str(decoded)
    assert ">1011</text>" in decoded._repr_svg_()
    one = layout.decode("pokerval", 1 << 20).reading
    assert one.problems == ("bit 20 is set, where no field is",)
    (problem,) = layout.decode("pokerval", "20077744").reading.problems
    assert problem.endswith("; 20077744 was read as decimal, write 0x20077744 for hexadecimal")


@pytest.mark.parametrize("text", ["537,360,196", "0x2007_7744", "0B10_0000"])
def test_words_are_read_as_people_write_them(text: str) -> None:
    expected = 0x20077744 if "3" in text or "x" in text else 32
    assert layout.decode("mask64", text).word == expected
    for wrong in (f"{text},", f"{text}_", text.replace("_", "__").replace(",", ",,")):
        with pytest.raises(FieldError, match="is not a word"):
            layout.decode("mask64", wrong)


def test_a_report_knows_itself() -> None:
    report = layout.check(Layout("odd", 16, CLOCK.fields, claims=(Unused(4, 4), Unused(11, 15))))
    assert repr(report) == "<LayoutCheck: odd is not sound; 0 overlaps, 1 broken claims>"
    assert str(report).splitlines() == [
        "claim    bit 4 is unused: does not hold",
        "           bits 5..0 belong to minute",
        "claim    bits 15..11 are unused: holds",
        "free     bits 15..11",
        "odd is not sound",
    ]
    assert "<caption>odd is not sound</caption>" in report._repr_html_()
    assert report.to_dict()["gaps"] == [{"high": 15, "low": 11}]
