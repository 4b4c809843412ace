"""Drawings of a word: for a terminal, as SVG, and as a Markdown table; all from the declaration.

A drawing goes from the highest bit to the lowest, in rows of 16 or 32 bits. Neighbouring items of
one field stand under its name as one block. Drawn with a word, each item shows its value.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from astragal.errors import BadInputError
from astragal.layout.field import Bit, Field, Item
from astragal.layout.word import Layout, Word

# Characters of one bit's column, its border included: a row is 65 wide either way.
COLUMNS = {8: 4, 16: 4, 32: 2}

GAP = "·"
COLLISION = "✗"


@dataclass(frozen=True, slots=True)
class Cell:
    """Bits of one row that belong to the same item, or to none, or to several that collide."""

    high: Bit
    low: Bit
    owners: tuple[tuple[Field, Item], ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """The items it belongs to."""
        return tuple(item for _, item in self.owners)

    @property
    def block(self) -> tuple[str, ...]:
        """The names of the fields it belongs to: neighbours with the same are drawn as one."""
        return tuple(field.name for field, _ in self.owners)


Row: TypeAlias = list[list[Cell]]
"""A row of blocks of cells: a block is a field's cells side by side."""


def join(cells: list[Cell]) -> Cell:
    """Return the stretch that neighbouring cells cover."""
    return Cell(cells[0].high, cells[-1].low, cells[0].owners)


def draw_text(layout: Layout, word: Word | None = None, *, row_bits: int = 16) -> str:
    """Draw for a terminal, 65 columns wide at most; with a word, its values are filled in.

    >>> from astragal.layout import Field, Layout
    >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
    >>> print(draw_text(clock, 0x5FB))
                         10                6 5                     0
    ┌───────────────────┬───────────────────┬───────────────────────┐
    │         ·         │        hour       │         minute        │
    │                   │         23        │           59          │
    └───────────────────┴───────────────────┴───────────────────────┘
    """
    rows = rows_of(layout, word, row_bits)
    return "\n".join(line for row in rows for line in _text_row(row, word, COLUMNS[row_bits]))


def markdown_table(layout: Layout) -> str:
    """Write the fields as a Markdown table, the highest first.

    >>> from astragal.layout import Field, Layout
    >>> clock = Layout("clock", 16, (Field("minute", 0, 6, "0..59"), Field("hour", 6, 5, "0..23")))
    >>> print(markdown_table(clock))
    | bits | field | meaning |
    |---|---|---|
    | 10..6 | `hour` | 0..23 |
    | 5..0 | `minute` | 0..59 |
    """
    fields = sorted(layout.fields, key=lambda field: -field.mask)
    lines = [
        f"| {bits_of(field)} | `{field.name}` | {describe(field).replace('|', chr(92) + '|')} |"
        for field in fields
    ]
    return "\n".join(["| bits | field | meaning |", "|---|---|---|", *lines])


def bits_of(field: Field) -> str:
    """Name the bits of a field: each item's, or where they begin and how far apart they lie."""
    if len(field.items) <= 5:
        return ", ".join(item.bits for item in field.items)
    first, second, last = field.items[0], field.items[1], field.items[-1]
    return f"{first.bits}, {second.bits}, … {last.bits}"


def describe(field: Field) -> str:
    """Say what a field means, with the names of its items, values or flags."""
    parts = [field.meaning] if field.meaning else []
    if field.labels:
        parts.append("items " + ", ".join(field.labels))
    elif field.runs:
        parts.append(f"items {field.runs}")
    elif field.repeated:
        parts.append(f"items 0..{field.count - 1}")
    if field.flags:
        parts.append("flags from the lowest bit: " + ", ".join(field.flags))
    if field.values:
        parts.append(", ".join(f"{value} {name}" for value, name in field.values.items()))
    return "; ".join(parts)


def rows_of(layout: Layout, word: Word | None, row_bits: int) -> list[Row]:
    """Cut the word into rows of blocks of cells, the highest bit first."""
    if row_bits not in COLUMNS:
        raise BadInputError(f"rows of {row_bits} bits can't be drawn; rows of 8, 16 or 32 can")
    if word is not None:
        word = layout.check_word(word)
    pairs = [(field, item) for field in layout.fields for item in field.items]
    rows = []
    for low in reversed(range(0, layout.bits, row_bits)):
        bits = range(min(low + row_bits, layout.bits) - 1, low - 1, -1)
        single = [
            Cell(bit, bit, tuple(pair for pair in pairs if pair[1].mask >> bit & 1)) for bit in bits
        ]
        cells = [join(list(run)) for _, run in groupby(single, lambda cell: cell.items)]
        rows.append([list(block) for _, block in groupby(cells, lambda cell: cell.block)])
    return rows


def heading(block: list[Cell]) -> str:
    """Return what stands on top of a block."""
    names = block[0].block
    return GAP if not names else COLLISION if len(names) > 1 else names[0]


def label_of(cell: Cell) -> str:
    """Return what tells a cell from the others of its block."""
    if len(cell.owners) > 1:
        return COLLISION
    return cell.owners[0][1].label if cell.owners else ""


def value_of(cell: Cell, word: Word, room: int) -> str:
    """Show an item's value: by name where there is room, else as a number."""
    if not cell.owners:
        return ""
    field, item = cell.owners[0]
    value = item.of(word)
    named = " | ".join(reversed(field.names_of(value)))
    plain = f"{value:0{item.width}b}" if field.flags and item.width <= room else str(value)
    return named if named and len(named) <= room else plain


def _text_row(row: Row, word: Word | None, column: int) -> list[str]:
    def room(cell: Cell) -> int:
        return (cell.high - cell.low + 1) * column - 1

    def line(cells: list[Cell], texts: list[str]) -> str:
        return "".join(
            "│" + text[: room(cell)].center(room(cell))
            for cell, text in zip(cells, texts, strict=True)
        )

    cells = [cell for block in row for cell in block]
    spans = [join(block) for block in row]
    lines = [
        "".join(" " + _bit_numbers(span, room(span)) for span in spans),
        "┌" + "┬".join("─" * room(span) for span in spans) + "┐",
        line(spans, [heading(block) for block in row]) + "│",
    ]
    labels = [label_of(cell) for cell in cells]
    if any(labels):
        lines.append(line(cells, labels) + "│")
    if word is not None:
        lines.append(line(cells, [value_of(cell, word, room(cell)) for cell in cells]) + "│")
    lines.append("└" + "┴".join("─" * room(cell) for cell in cells) + "┘")
    return [text.rstrip() for text in lines]


def _bit_numbers(span: Cell, room: int) -> str:
    """Write the numbers of a block's end bits as far as there is room, the low one first."""
    high, low = str(span.high), str(span.low)
    if not span.owners:
        return " " * room
    if span.high != span.low and len(high) + len(low) < room:
        return high + low.rjust(room - len(high))
    return low.rjust(room) if len(low) <= room else " " * room
