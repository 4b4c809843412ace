"""Tables of results: as text for `str`, as HTML for `_repr_html_`."""

import re
from collections.abc import Iterable, Sequence
from html import escape

_NUMBER = re.compile(r"[-+±]?\.?\d[\d,.]*(%|%? .*)?")


def text_table(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text: columns of numbers are aligned right, others left.

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


def _row(tag: str, cells: Sequence[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


class Tabular:
    """A value that is shown as a table: `str` as text, and in a notebook as HTML."""

    __slots__ = ()

    def _table(self) -> tuple[Sequence[object], Iterable[Sequence[object]], str]:
        """Return the headings, the rows, and a line of text that follows the table, or ""."""
        raise NotImplementedError

    def __str__(self) -> str:
        headings, rows, summary = self._table()
        return text_table(headings, rows) + (summary and f"\n{summary}")

    def _repr_html_(self) -> str:
        return html_table(*self._table())
