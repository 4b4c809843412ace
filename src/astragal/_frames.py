"""Data frames of polars or pandas.

A column has the same type in every frame of one function, so that frames can be concatenated: a
library can't tell the type of a column without values, or of counts that may be weights. So such
columns are `Floats`, `Integers`, `Booleans` or `Texts`. NumPy arrays have a type of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Literal, TypeAlias

from astragal._checks import require_name
from astragal.errors import BadInputError, how_to_install

Library: TypeAlias = Literal["polars", "pandas"]
LIBRARIES: tuple[Library, ...] = ("polars", "pandas")
_PLAIN = {bool, int, float, str, type(None)}


class Floats(list["float | None"]):
    """A column of floats; None where a value is missing."""


class Integers(list["int | None"]):
    """A column of integers; None where a value is missing."""


class Booleans(list["bool | None"]):
    """A column of booleans; None where a value is missing."""


class Texts(list["str | None"]):
    """A column of text; None where a value is missing."""


TYPES: dict[str, dict[type, str]] = {
    "polars": {Floats: "Float64", Integers: "Int64", Booleans: "Boolean", Texts: "String"},
    "pandas": {Floats: "float64", Integers: "Int64", Booleans: "boolean", Texts: "str"},
}
"""The names of the types of columns."""


def make_frame(columns: Mapping[str, Any], library: Library | None = None) -> Any:
    """Return a data frame; without `library`, of polars if it is installed, or else of pandas."""
    if library is not None:
        require_name(library, LIBRARIES, "library of data frames")
    for name in LIBRARIES if library is None else [library]:
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:  # the library is installed, but one of its dependencies is not
                raise
        else:
            return module.DataFrame(
                {heading: _typed(values, module, name) for heading, values in columns.items()}
            )
    wanted = library or " or ".join(LIBRARIES)
    install = how_to_install(library or LIBRARIES[0])
    raise BadInputError(f"a data frame needs {wanted}: {install}")


def _typed(values: Any, module: Any, library: str) -> Any:
    """Return a column with its type as a series; other columns as they are."""
    kind = TYPES[library].get(type(values))
    if kind is None:
        return values
    if library == "polars":
        return module.Series(values, dtype=getattr(module, kind), strict=False)
    return module.Series(values, dtype=kind)


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
