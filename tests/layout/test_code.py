"""Shifts and masks of C and Python, read as layouts."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import LayoutError
from astragal.layout import check, find_layout, read_code


def fields(code: str) -> dict[str, tuple[int, int]]:
    """Return the lowest and the highest bit of each field."""
    found = read_code(code)
    return {one.name: (one.offset, one.offset + one.width - 1) for one in found.fields}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("rank = (w >> 24) & 0xF; suit = w & 3;", {"suit": (0, 1), "rank": (24, 27)}),
        ("flag = w & (1 << 20)", {"flag": (20, 20)}),
        ("bool on = !!(flags & 0x80u);", {"on": (7, 7)}),
        ("w |= suit << 12;\nw |= (rank & 15) << 16;", {"suit": (12, 15), "rank": (16, 19)}),
        ("#define RANK_MASK 0x00F0\n#define SUIT 0x3", {"suit": (0, 1), "rank": (4, 7)}),
        ("#define S 20\nuint32_t rank = (w >> S) & 0xF;", {"rank": (20, 23)}),
        ("#define GET(w) (((w) >> 4) & 0x7)", {"get": (4, 6)}),
        ("static int low(uint64_t w) { return w & 0xFFull; }", {"low": (0, 7)}),
        ("def hour(w):\n    return (w >> 6) & 31  # of a day", {"hour": (6, 10)}),
        ("return ((uint64_t)type << 56) | (rank << 52) | kicker;",
         {"kicker": (0, 51), "rank": (52, 55), "type": (56, 63)}),
        ("w &= ~(0xFu << 4); w |= (x & 0xF) << 4;", {"x": (4, 7)}),
        ("card.rank = w >> 8 & 15", {"card_rank": (8, 11)}),
        ("odd = w & 0x101", {"odd": (0, 0), "odd_2": (8, 8)}),
    ],
)  # fmt: skip
def test_reads(code: str, expected: dict[str, tuple[int, int]]) -> None:
    assert fields(code) == expected


def test_overlaps_are_found() -> None:
    report = check(read_code("minute = w & 0x3F; hour = (w >> 5) & 0x1F;"))
    assert [(one.low, one.high) for one in report.overlaps] == [(5, 5)]


@pytest.mark.parametrize("code", ["", "hello world", "w |= 1 << suit;", "x = (a + b) * 3;"])
def test_code_without_fields_is_refused(code: str) -> None:
    with pytest.raises(LayoutError, match="no shifts or masks found"):
        read_code(code)


def test_bits_that_do_not_exist_are_refused() -> None:
    with pytest.raises(LayoutError, match="bit 1000000000 does not exist"):
        read_code("w |= a << 1; w |= b << 1000000000;")


@given(st.text(alphabet="w=&|<>~()0123456789xXfF;#define \n_a,.[]", max_size=120))
def test_any_text_is_read_or_refused(code: str) -> None:
    with suppress(LayoutError):
        assert read_code(code).fields


def test_files_of_code_are_layouts(tmp_path: Path) -> None:
    path = tmp_path / "card.c"
    path.write_text("suit = w & 3; rank = (w >> 2) & 15;", encoding="utf-8")
    assert [one.name for one in find_layout(path).fields] == ["suit", "rank"]


def test_masks_without_a_bit_are_refused() -> None:
    with pytest.raises(LayoutError, match="every mask is 0"):
        read_code("a = (w >> 3) & 0;")
