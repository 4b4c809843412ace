import os
import subprocess
from pathlib import Path

import pytest

from astragal.errors import UnknownNameError
from astragal.layout import Field, Layout, check, cpp_header, find_layout, names
from astragal.layout.catalog import native_layouts

ROOT = Path(__file__).parents[1]
LAYOUTS = {name: find_layout(name) for name in names()}
NATIVE_LAYOUTS = native_layouts()


def test_the_catalog_has_ten_layouts() -> None:
    assert [*LAYOUTS] == [
        "pokerval", "mask64", "lowval", "made-hand", "bitval-legacy", "card32", "asia-value",
        "paigow-value", "setting-value", "ur-state",
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "bitval-legacy"])
def test_every_layout_but_the_broken_one_is_sound(name: str) -> None:
    assert check(LAYOUTS[name]).sound


@pytest.mark.parametrize(
    ("name", "word", "fields"),
    [
        # specs: pokerval
        ("pokerval", 0x20077744, {"type": 0x20, "rank": (7, 7, 7, 4, 4)}),
        ("pokerval", 0x000ED000, {"type": 0, "rank": (14, 13, 0, 0, 0)}),
        ("pokerval", 0x01022000, {"type": 1, "rank": (2, 2, 0, 0, 0)}),
        ("pokerval", 0x08054321, {"type": 8, "rank": (5, 4, 3, 2, 1)}),
        ("pokerval", 0xFF0EEEEE, {"type": 255, "rank": (14, 14, 14, 14, 14)}),
        # mask64: sevens full of fours, and the other way round
        (
            "mask64",
            0x2000100010000000,
            {"type": 32, "made": 1 << 5, "second": 1 << 2, "kickers": 0},
        ),
        (
            "mask64",
            0x2000020080000000,
            {"type": 32, "made": 1 << 2, "second": 1 << 5, "kickers": 0},
        ),
        # lowval: a wheel, a flush, three cards of badugi
        ("lowval", 0x090ABCDE, {"type": 9, "rank": (10, 11, 12, 13, 14)}),
        ("lowval", 0x0408ABCD, {"type": 4, "rank": (8, 10, 11, 12, 13)}),
        ("lowval", 0x0C0BCE00, {"type": 12, "rank": (11, 12, 14, 0, 0)}),
        # made-hand: ace high, with a nut flush draw and two overcards; the ace of a flush
        ("made-hand", 0x02010100, {"made": 2, "draws": 0x101, "blockers": 0}),
        ("made-hand", 0x02000001, {"made": 2, "draws": 0, "blockers": 1}),
        # card32: the ace of spades, and seven of them
        ("card32", 37 << 23 | 1479181, {"suit": 37, "face": 1479181}),
        ("card32", 259 << 23 | 7825759, {"suit": 259, "face": 7825759}),
        # asia: a pair of sevens with ace and king; the lowest straight; a setting's three places
        ("asia-value", 0x17ED0, {"category": 1, "rank": (7, 14, 13, 0)}),
        ("asia-value", 0x44321, {"category": 4, "rank": (4, 3, 2, 1)}),
        # paigow: a pair of sevens with ace, king and nine; the wheel, second highest
        ("paigow-value", 0x17ED90, {"category": 1, "rank": (7, 14, 13, 9, 0)}),
        ("paigow-value", 0x4E5432, {"category": 4, "rank": (14, 5, 4, 3, 2)}),
        ("setting-value", 2534 << 11 | 90 << 4 | 12, {"high": 2534, "two": 90, "one": 12}),
    ],
)
def test_words_decode(name: str, word: int, fields: dict[str, int | tuple[int, ...]]) -> None:
    assert LAYOUTS[name].unpack(word) == fields
    assert LAYOUTS[name].pack(**fields) == word


def test_ur_start_and_end_game() -> None:
    state = LAYOUTS["ur-state"]
    start = state.unpack(0x3F)
    assert (start["a_hand"], start["b_hand"], start["turn"]) == (7, 7, 0)
    late = state.unpack(0x2000000010000D80)
    squares = dict(zip(state.field("square").indices, late["square"], strict=True))  # type: ignore[arg-type]
    assert {square: who for square, who in squares.items() if who} == {6: 1, 22: 2}
    assert (late["a_done"], late["b_done"]) == (6, 6)
    assert state.pack(extra=1) == 1 << 24


def test_the_broken_layout_is_wrong_as_its_author_wrote_and_more() -> None:
    legacy = LAYOUTS["bitval-legacy"]
    report = check(legacy)
    assert [(o.low, o.first.label, o.second.label) for o in report.overlaps] == [
        (24, "king", "seven"),
        (20, "nine", "six"),
        (16, "five", "five"),
    ]
    unused, ascending = report.claims
    assert [text.split()[1] for text in unused.objections] == ["48", "44", "40", "36", "32", "28"]
    assert not ascending.holds
    # Its full house example: sevens and fours, with no word on which are the three.
    assert (
        legacy.pack(type="full house", made={"seven": 1, "four": 1}) == 1 << 61 | 1 << 24 | 1 << 12
    )


def test_words_hpp_is_up_to_date() -> None:
    committed = (ROOT / "native" / "words.hpp").read_text()
    assert committed == cpp_header(*NATIVE_LAYOUTS), "run `make generate`"


@pytest.mark.parametrize("layout", NATIVE_LAYOUTS, ids=lambda layout: layout.name)
def test_every_word_of_the_loops_is_sound(layout: Layout) -> None:
    assert check(layout).sound


RESERVED_NAMES = Layout(
    "odd",
    64,
    (Field("switch", 0, 3), Field("get", 3, 1), Field("double", 8, 4, count=2), Field("w", 16, 48)),
)


def test_cpp_reads_and_writes_the_words_as_python_does(tmp_path: Path) -> None:
    layouts = {layout.name: layout for layout in (*LAYOUTS.values(), *NATIVE_LAYOUTS)}
    layouts["odd"] = RESERVED_NAMES
    checks = []
    for layout in layouts.values():
        space = f"astragal::words::{layout.name.replace('-', '_')}"
        word = f"{space}::Word"
        for field in layout.fields:
            get = f"{space}::{field.name}" + "_" * (field.name in {"switch", "get", "double"})
            put = f"{space}::with_{field.name}"
            for number, item in zip(field.indices, field.items, strict=True):
                index = f", {number}" if field.repeated else ""
                mask, limit = f"{word}{{{item.mask:#x}u}}", f"{item.limit:#x}u"
                checks += [
                    f"{get}({mask}{index}) == {limit} && {get}(~{mask}{index}) == 0",
                    f"{put}({word}{{0}}{index}, ~{word}{{0}}) == {mask}",
                    f"{put}(~{word}{{0}}{index}, 0) == static_cast<{word}>(~{mask})",
                ]
    (tmp_path / "words.hpp").write_text(cpp_header(*layouts.values()))
    source = tmp_path / "words.cpp"
    source.write_text(
        '#include "words.hpp"\n' + "\n".join(f"static_assert({check});" for check in checks)
    )
    compiler = os.environ.get("CXX", "c++")
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
    subprocess.run([compiler, "-std=c++20", *strict, "-fsyntax-only", str(source)], check=True)


def test_an_unknown_layout_is_quoted_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="no layout 'pokerva'; there are pokerval, mask64"):
        find_layout("pokerva")
