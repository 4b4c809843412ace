"""Data frames of polars or pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Literal, TypeAlias

from astragal.errors import BadInputError, UnknownNameError, how_to_install, quoted

Library: TypeAlias = Literal["polars", "pandas"]
LIBRARIES: tuple[Library, ...] = ("polars", "pandas")
_PLAIN = {bool, int, float, str, type(None)}


def make_frame(columns: Mapping[str, Any], library: Library | None = None) -> Any:
    """Return a data frame; without `library`, of polars if it is installed, or else of pandas."""
    if library not in (None, *LIBRARIES):
        raise UnknownNameError(
            f"no data frames of {quoted(library)}; there are {', '.join(LIBRARIES)}"
        )
    for name in LIBRARIES if library is None else [library]:
        try:
            return import_module(name).DataFrame(dict(columns))
        except ModuleNotFoundError as error:
            if error.name != name:  # the library is installed, but one of its dependencies is not
                raise
    wanted = library or " or ".join(LIBRARIES)
    install = how_to_install(library or LIBRARIES[0])
    raise BadInputError(f"a data frame needs {wanted}: {install}")


def columns_of(records: Iterable[Mapping[str, object]]) -> dict[str, list[object]]:
    """Return the columns of a table from its rows.

    Numbers, text and missing values are kept. The items of a list are joined with spaces, a mapping
    gives a column for each key, and any other value is converted with `str`.

    >>> columns_of([{"hand": ["As", "Kd"], "wins": 3, "interval": {"low": 0.1}}, {"wins": 4}])
    {'hand': ['As Kd', None], 'wins': [3, 4], 'interval_low': [0.1, None]}
    """
    rows = [dict(flat_cells(record)) for record in records]
    headings = dict.fromkeys(key for row in rows for key in row)
    return {heading: _column([row.get(heading) for row in rows]) for heading in headings}


def _column(values: list[object]) -> list[object]:
    """Convert integers to floats if any value is a float: polars wants one type per column."""
    if not any(isinstance(value, float) for value in values):
        return values
    return [float(value) if isinstance(value, int) else value for value in values]


def flat_cells(record: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """Yield the cells of a row: lists as text, a mapping as a cell for each key."""
    for key, value in record.items():
        if isinstance(value, Mapping):
            yield from ((f"{key}_{inner}", cell) for inner, cell in value.items())
        elif isinstance(value, list | tuple):
            yield key, " ".join(map(str, value))
        else:
            yield key, value if type(value) in _PLAIN else str(value)
