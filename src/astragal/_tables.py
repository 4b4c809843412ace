"""Tables as text and as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

_NUMBER = re.compile(r"[-+±]?\.?\d[\d,.]*(%|%? .*)?")


class TextTable(NamedTuple):
    """A table of cells with lines of text above and below it."""

    headings: Sequence[object]
    rows: Iterable[Sequence[object]]
    below: str = ""
    above: str = ""

    def to_text(self) -> str:
        """Return the table as text, with the lines above and below."""
        table = text_table(self.headings, self.rows)
        return "\n".join(filter(None, (self.above, table, self.below)))

    def to_html(self) -> str:
        """Return the table as HTML; the lines above and below become its caption."""
        caption = ". ".join(filter(None, (self.above, self.below)))
        return html_table(self.headings, self.rows, caption)


def text_table(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text. Columns of numbers are aligned right, the others left.

    >>> print(text_table(["hand", "equity"], [["AhKh", "46.2%"], ["QsQd", "53.8%"], ["22", "0%"]]))
    hand  equity
    ────────────
    AhKh   46.2%
    QsQd   53.8%
    22        0%
    """
    cells = [[str(cell) for cell in row] for row in (headings, *rows)]
    columns = list(zip(*cells, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(map(_NUMBER.fullmatch, column[1:])) for column in columns]
    lines = [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]
    lines.insert(1, "─" * max(map(len, lines)))
    return "\n".join(lines)


def html_table(
    headings: Sequence[object], rows: Iterable[Sequence[object]], caption: str = ""
) -> str:
    """Return an HTML table; all text is escaped.

    >>> html_table(["hand"], [["A<K"]])
    '<table><thead><tr><th>hand</th></tr></thead><tbody><tr><td>A&lt;K</td></tr></tbody></table>'
    """
    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    if headings:
        head += f"<thead>{_row('th', headings)}</thead>"
    return f"<table>{head}<tbody>{''.join(_row('td', row) for row in rows)}</tbody></table>"


def fact_rows(facts: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return a row for each fact that is not None; items of a list are joined with spaces.

    >>> fact_rows({"best": ["As", "Kd"], "kev": None, "strength": 7})
    [('best', 'As Kd'), ('strength', '7')]
    """
    return [
        (name, " ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in facts.items()
        if value is not None
    ]


def _row(tag: str, cells: Sequence[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"
