"""Tables of results: as text for `str`, as HTML for `_repr_html_`, as data frames."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any, Literal, TypeAlias

from astragal.errors import BadInputError, UnknownNameError

Library: TypeAlias = Literal["polars", "pandas"]
LIBRARIES: tuple[Library, ...] = ("polars", "pandas")

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


def make_frame(columns: Mapping[str, Any], library: Library | None = None) -> Any:
    """Return a data frame of polars or of pandas; of the first that is installed if None."""
    if library not in (None, *LIBRARIES):
        raise UnknownNameError(f"no data frames of {library!r}; there are {', '.join(LIBRARIES)}")
    for name in LIBRARIES if library is None else [library]:
        try:
            return import_module(name).DataFrame(dict(columns))
        except ModuleNotFoundError as error:
            if error.name != name:  # it is installed, and something that it needs is not
                raise
    wanted = library or " or ".join(LIBRARIES)
    raise BadInputError(f"a data frame needs {wanted}: pip install {library or LIBRARIES[0]}")


def columns_of(records: Iterable[Mapping[str, object]]) -> dict[str, list[object]]:
    """Return the columns of a table from its rows.

    Numbers and missing values stay what they are. A list of cards becomes a text, a mapping a
    column for each key, everything else its name.

    >>> columns_of([{"hand": ["As", "Kd"], "wins": 3, "interval": {"low": 0.1}}, {"wins": 4}])
    {'hand': ['As Kd', None], 'wins': [3, 4], 'interval_low': [0.1, None]}
    """
    rows = [dict(_cells(record)) for record in records]
    headings = dict.fromkeys(key for row in rows for key in row)
    return {heading: _column([row.get(heading) for row in rows]) for heading in headings}


def _column(values: list[object]) -> list[object]:
    """Return the values with integers as floats if one is a float: polars takes one type only."""
    if not any(isinstance(value, float) for value in values):
        return values
    return [float(value) if isinstance(value, int) else value for value in values]


def _cells(record: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    for key, value in record.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}_{inner}", one) for inner, one in value.items())
        elif isinstance(value, list | tuple):
            yield key, " ".join(map(str, value))
        else:
            plain = value is None or type(value) in (bool, int, float, str)
            yield key, value if plain else str(value)


class Framed:
    """A result that is a table of values, and can become a data frame."""

    __slots__ = ()

    def _records(self) -> Iterable[Mapping[str, object]]:
        """Return the rows, with numbers as numbers."""
        raise NotImplementedError

    def _columns(self) -> Mapping[str, Any]:
        return columns_of(self._records())

    def to_frame(self, library: Library | None = None) -> Any:
        """Return the table as a data frame of polars or pandas, with numbers that aren't rounded.

        If both are installed, it is polars, unless `library` says "pandas".
        """
        return make_frame(self._columns(), library)


class Tabular(Framed):
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
