"""Drawings of a layout as SVG images, with the colours of the surrounding page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from astragal.layout.diagram import Cell, Row, heading, join, label_of, value_of

BIT_WIDTH = {8: 44, 16: 44, 32: 24}
CHARACTER_WIDTH = 7.3
LINE_HEIGHT = 16
NUMBERS_HEIGHT = 16  # the line of bit numbers above a row's box
PADDING = 12
ROW_GAP = 10


def draw_svg(
    rows: Iterable[Row], word: int | None, row_bits: int, title: str, description: str
) -> str:
    """Draw rows as a stand-alone image; with a word, add its values."""
    shapes: list[str] = []
    bottom = 0
    for row in rows:
        top = bottom + NUMBERS_HEIGHT
        labelled = any(label_of(cell) for block in row for cell in block)
        height = PADDING + LINE_HEIGHT * (1 + labelled + (word is not None))
        shapes += _shapes(row, word, BIT_WIDTH[row_bits], top, height)
        bottom = top + height + ROW_GAP
    box = f"-1 0 {row_bits * BIT_WIDTH[row_bits] + 2} {bottom}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img"'
            ' font-family="ui-monospace, monospace" font-size="12" text-anchor="middle"'
            ' fill="currentColor" stroke="none">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>",
            *shapes,
            "</svg>",
            "",
        ]
    )


def _shapes(row: Row, word: int | None, bit_width: int, top: int, height: int) -> Iterator[str]:
    """Yield the boxes and texts of a row between `top` and `top + height`."""
    last_line = (height - PADDING) // LINE_HEIGHT - 1  # the line of the values

    def left(cell: Cell) -> int:
        return (row[0][0].high - cell.high) * bit_width

    def width(cell: Cell) -> int:
        return (cell.high - cell.low + 1) * bit_width

    def room(cell: Cell) -> int:
        return int(width(cell) / CHARACTER_WIDTH)

    def text(cell: Cell, content: str, line: int) -> Iterator[str]:
        if content:
            x, y = left(cell) + width(cell) / 2, top + PADDING / 2 + LINE_HEIGHT * line + 12
            weight = ' font-weight="bold"' if line == 0 and cell.owners else ""
            yield f'<text x="{x:g}" y="{y:g}"{weight}>{escape(content[: room(cell)])}</text>'

    def number(bit: int, x: int, anchor: str) -> str:
        return f'<text x="{x}" y="{top - 4}" font-size="10" text-anchor="{anchor}">{bit}</text>'

    for block in row:
        span = join(block)
        fill = "#d33" if len(span.owners) > 1 else "currentColor" if span.owners else "none"
        yield (
            f'<rect x="{left(span)}" y="{top}" width="{width(span)}" height="{height}"'
            f' fill="{fill}" fill-opacity="{0.4 if len(span.owners) > 1 else 0.06}"'
            ' stroke="currentColor"/>'
        )
        if span.owners and span.high != span.low:
            yield number(span.high, left(span) + 3, "start")
        if span.owners:
            yield number(span.low, left(span) + width(span) - 3, "end")
        yield from text(span, heading(block), 0)
        for cell in block[1:]:
            yield (
                f'<line x1="{left(cell)}" y1="{top + PADDING + LINE_HEIGHT / 2:g}"'
                f' x2="{left(cell)}" y2="{top + height}" stroke="currentColor"'
                ' stroke-opacity="0.4"/>'
            )
        for cell in block:
            yield from text(cell, label_of(cell), 1)
            if word is not None:
                yield from text(cell, value_of(cell, word, room(cell)), last_line)
