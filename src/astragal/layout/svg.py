"""The same drawing as an SVG image, which takes its colours from the page around it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
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
    """Draw rows as a stand-alone image; with a word, fill in its values."""
    drawing = _Drawing(word, BIT_WIDTH[row_bits])
    for row in rows:
        drawing.add_row(row)
    box = f"-1 0 {row_bits * drawing.bit_width + 2} {drawing.top}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img"'
            ' font-family="ui-monospace, monospace" font-size="12" text-anchor="middle"'
            ' fill="currentColor" stroke="none">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>",
            *drawing.shapes,
            "</svg>",
            "",
        ]
    )


@dataclass
class _Drawing:
    word: int | None
    bit_width: int
    top: int = 0
    shapes: list[str] = field(default_factory=list)

    def add_row(self, row: Row) -> None:
        cells = [cell for block in row for cell in block]
        labelled = any(label_of(cell) for cell in cells)
        box_top = self.top + NUMBERS_HEIGHT
        height = PADDING + LINE_HEIGHT * (1 + labelled + (self.word is not None))
        left_bit = cells[0].high
        for block in row:
            self._add_block(block, left_bit, box_top, height)
            for cell in block:
                self._text(cell, label_of(cell), left_bit, box_top, 1)
                if self.word is not None:
                    value = value_of(cell, self.word, self._room(cell))
                    self._text(cell, value, left_bit, box_top, 1 + labelled)
        self.top = box_top + height + ROW_GAP

    def _add_block(self, block: list[Cell], left_bit: int, top: int, height: int) -> None:
        span = join(block)
        left, right = self._left(span, left_bit), self._left(span, left_bit) + self._width(span)
        fill = "#d33" if len(span.owners) > 1 else "currentColor" if span.owners else "none"
        self.shapes.append(
            f'<rect x="{left}" y="{top}" width="{right - left}" height="{height}" fill="{fill}"'
            f' fill-opacity="{0.4 if len(span.owners) > 1 else 0.06}" stroke="currentColor"/>'
        )
        if span.owners and span.high != span.low:
            self._number(span.high, left + 3, top, "start")
        if span.owners:
            self._number(span.low, right - 3, top, "end")
        self._text(span, heading(block), left_bit, top, 0)
        for cell in block[1:]:
            x = self._left(cell, left_bit)
            self.shapes.append(
                f'<line x1="{x}" y1="{top + PADDING + LINE_HEIGHT / 2:g}" x2="{x}"'
                f' y2="{top + height}" stroke="currentColor" stroke-opacity="0.4"/>'
            )

    def _text(self, cell: Cell, text: str, left_bit: int, top: int, line: int) -> None:
        if text:
            x = self._left(cell, left_bit) + self._width(cell) / 2
            y = top + PADDING / 2 + LINE_HEIGHT * line + 12
            weight = ' font-weight="bold"' if line == 0 and cell.owners else ""
            content = escape(text[: self._room(cell)])
            self.shapes.append(f'<text x="{x:g}" y="{y:g}"{weight}>{content}</text>')

    def _number(self, bit: int, x: int, top: int, anchor: str) -> None:
        self.shapes.append(
            f'<text x="{x}" y="{top - 4}" font-size="10" text-anchor="{anchor}">{bit}</text>'
        )

    def _left(self, cell: Cell, left_bit: int) -> int:
        return (left_bit - cell.high) * self.bit_width

    def _width(self, cell: Cell) -> int:
        return (cell.high - cell.low + 1) * self.bit_width

    def _room(self, cell: Cell) -> int:
        return int(self._width(cell) / CHARACTER_WIDTH)
