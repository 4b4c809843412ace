"""HTML for notebooks: what `_repr_html_` methods share."""

from collections.abc import Iterable, Sequence
from html import escape


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
