"""Drawings of a layout for a terminal.

The rows of a drawing have 8, 16 or 32 bits, from the highest bit to the lowest. Adjacent items of a
field form a block under its name. With a word, each item shows its value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from astragal._checks import require_choice
from astragal.layout.field import Bit, Field, Item

# The width of a bit in characters, border included: a row of 16 or 32 bits is 65 characters wide.
COLUMNS = {8: 4, 16: 4, 32: 2}

GAP = "·"
COLLISION = "✗"


@dataclass(frozen=True, slots=True)
class Cell:
    """Adjacent bits of a row with the same owners: an item, none, or several overlapping items."""

    high: Bit
    low: Bit
    owners: tuple[tuple[Field, Item], ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that own these bits."""
        return tuple(item for _, item in self.owners)

    @property
    def block(self) -> tuple[str, ...]:
        """The names of the owning fields; adjacent cells with equal names form a block."""
        return tuple(field.name for field, _ in self.owners)


Row: TypeAlias = list[list[Cell]]
"""A row of blocks; a block is a list of adjacent cells of one field."""


def join(cells: list[Cell]) -> Cell:
    """Return a cell that covers adjacent cells."""
    return Cell(cells[0].high, cells[-1].low, cells[0].owners)


def rows_of(fields: Iterable[Field], bits: int, row_bits: int) -> list[Row]:
    """Divide the bits of a word into rows of blocks of cells, the highest bit first."""
    require_choice(row_bits, [*COLUMNS], "row_bits")
    pairs = [(field, item) for field in fields for item in field.items]
    rows = []
    for low in reversed(range(0, bits, row_bits)):
        row = range(min(low + row_bits, bits) - 1, low - 1, -1)
        single = [
            Cell(bit, bit, tuple(pair for pair in pairs if pair[1].mask >> bit & 1)) for bit in row
        ]
        cells = [join(list(run)) for _, run in groupby(single, lambda cell: cell.items)]
        rows.append([list(block) for _, block in groupby(cells, lambda cell: cell.block)])
    return rows


def draw_text(rows: Iterable[Row], word: int | None, row_bits: int) -> str:
    """Draw rows for a terminal, at most 65 columns wide; with a word, add its values."""
    return "\n".join(line for row in rows for line in _text_row(row, word, COLUMNS[row_bits]))


def heading(block: list[Cell]) -> str:
    """Return the name above a block."""
    names = block[0].block
    return GAP if not names else COLLISION if len(names) > 1 else names[0]


def label_of(cell: Cell) -> str:
    """Return the label of a cell's item, if its field repeats."""
    if len(cell.owners) > 1:
        return COLLISION
    return cell.owners[0][1].label if cell.owners else ""


def value_of(cell: Cell, word: int, room: int) -> str:
    """Return the value of an item: its name if it fits in the room, otherwise the number.

    Bits without an owner are shown if one of them is set.
    """
    if not cell.owners:
        width = cell.high - cell.low + 1
        bits = f"{word >> cell.low & (1 << width) - 1:0{width}b}"
        return bits if "1" in bits else ""
    field, item = cell.owners[0]
    value = item.of(word)
    named = " | ".join(reversed(field.names_of(value)))
    plain = f"{value:0{item.width}b}" if field.flags and item.width <= room else str(value)
    return named if named and len(named) <= room else plain


def _text_row(row: Row, word: int | None, column: int) -> list[str]:
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
    """Return the numbers of the first and last bit of a block; if only one fits, the lower."""
    high, low = str(span.high), str(span.low)
    if not span.owners:
        return " " * room
    if span.high != span.low and len(high) + len(low) < room:
        return high + low.rjust(room - len(high))
    return low.rjust(room) if len(low) <= room else " " * room
