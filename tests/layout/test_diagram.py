import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given

from astragal.errors import BadInputError, FieldError
from astragal.layout import Field, Layout, find_layout, names

from layout.strategies import layouts

LAYOUTS = [find_layout(name) for name in names()]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("row_bits", [8, 16, 32])
@pytest.mark.parametrize("layout", LAYOUTS, ids=names())
def test_catalog_drawings_fit_a_terminal(layout: Layout, row_bits: int) -> None:
    lines = layout.draw(row_bits=row_bits).splitlines()
    assert max(map(len, lines)) <= 80
    boxes = [line for line in lines if line.startswith("┌")]
    assert len(boxes) == -(-layout.bits // row_bits)


@given(layouts())
def test_every_row_is_a_closed_box(layout: Layout) -> None:
    for row_bits in (8, 16, 32):
        width = 0
        for line in layout.draw(layout.mask, row_bits=row_bits).splitlines():
            if line.startswith("┌"):
                width = len(line)
            if line[:1] in ("┌", "│", "└"):
                assert len(line) == width
                assert line[-1] in "┐│┘"


def test_a_value_fills_the_cells_by_name_where_there_is_room() -> None:
    layout = Layout(
        "card",
        8,
        (
            Field("suit", 0, 2, values={0: "c", 3: "spades"}),
            Field("rank", 2, 4, values={12: "ace"}),
        ),
    )
    assert layout.draw(0x33) == (
        "         5             2 1     0\n"
        "┌───────┬───────────────┬───────┐\n"
        "│   ·   │      rank     │  suit │\n"
        "│       │      ace      │ spades│\n"
        "└───────┴───────────────┴───────┘"
    )
    assert "│  ace  │ 3 │" in layout.draw(0x33, row_bits=32)


def test_flags_are_drawn_as_bits_where_their_names_do_not_fit() -> None:
    layout = Layout("flags", 8, (Field("f", 0, 3, flags=("red", "green", "blue")),))
    assert "│green | red│" in layout.draw(0b011)
    assert "│    111    │" in layout.draw(0b111)


def test_colliding_bits_are_marked() -> None:
    layout = Layout("bad", 8, (Field("a", 0, 5), Field("b", 4, 4)), allow_overlaps=True)
    assert "│     b     │ ✗ │       a       │" in layout.draw()


@pytest.mark.parametrize("layout", LAYOUTS, ids=names())
def test_svg_is_well_formed_and_has_a_box_for_each_block(layout: Layout) -> None:
    for word in (None, layout.mask):
        root = ET.fromstring(layout.svg(word))
        texts = [text.text for text in root.iter(f"{SVG}text")]
        assert root.find(f"{SVG}title") is not None
        assert all(field.name[:3] in "".join(t or "" for t in texts) for field in layout.fields)
        boxes = layout.draw().count("┬") + layout.draw().count("┌")
        assert len(list(root.iter(f"{SVG}rect"))) == boxes


def test_svg_escapes_what_a_user_wrote() -> None:
    layout = Layout("odd", 8, (Field("a", 0, 8),), meaning="<script>&")
    assert "<script>" not in layout.svg()
    assert ET.fromstring(layout.svg()).findtext(f"{SVG}desc") == "<script>&"


def test_markdown_lists_the_highest_field_first_and_escapes_bars() -> None:
    fields = (Field("low", 0, 1, "a | b"), Field("high", 7, 1, "top"))
    assert Layout("two", 8, fields).markdown().splitlines()[2:] == [
        "| 7 | `high` | top |",
        "| 0 | `low` | a \\| b |",
    ]


def test_bad_rows_and_bad_words_are_refused() -> None:
    layout = find_layout("card32")
    draws: list[Callable[..., str]] = [layout.draw, layout.svg]
    for draw in draws:
        with pytest.raises(BadInputError, match="row_bits must be one of 8, 16, 32, not 12"):
            draw(row_bits=12)
        with pytest.raises(FieldError):
            draw(1 << 32)
