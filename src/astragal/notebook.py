"""What results have in common: plain values for JSON, tables as text and HTML, data frames."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import numpy as np

from astragal._frames import Library, columns_of, flat_cells, make_frame
from astragal._tables import TextTable, html_table, text_table

_PLAIN = {bool, int, float, str, type(None)}


def plain(value: Any) -> Any:
    """Return a value as JSON writes it: results as objects, arrays as lists, others as their text.

    >>> plain({1: (2.5, None), "path": np.arange(2)})
    {'1': [2.5, None], 'path': [0, 1]}
    """
    if type(value) in _PLAIN:
        return value
    if type(value) in (list, tuple):
        return [one if type(one) in _PLAIN else plain(one) for one in value]
    if isinstance(value, Value) or hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else str(value)


class Field(NamedTuple):
    """A value that a result shows under a name."""

    key: str
    get: Callable[[Any], Any]
    optional: bool


@cache
def read_fields(cls: type, names: str) -> tuple[Field, ...]:
    """Read the names of attributes of a class.

    `rules=table.rules` takes the value from another attribute; a method is called. `seed?` is left
    out if it is None. `*move` stands for all values of the attribute `move`.
    """
    pairs = [entry.replace("*", "*=").partition("=")[::2] for entry in names.split()]
    return tuple(
        Field(name.removesuffix("?"), _getter(cls, path or name.removesuffix("?")), name[-1] == "?")
        for name, path in pairs
    )


def _getter(cls: type, path: str) -> Callable[[Any], Any]:
    get = attrgetter(path)
    if "." not in path and not callable(getattr(cls, path, None)):
        return get

    def get_or_call(value: object) -> Any:
        found = get(value)
        return found() if callable(found) else found

    return get_or_call


def plain_fields(value: Any, names: str) -> dict[str, Any]:
    """Return plain values of attributes, by name; see `read_fields`.

    >>> plain_fields(complex(3, 4), "x=real y=imag conjugate")
    {'x': 3.0, 'y': 4.0, 'conjugate': '(3-4j)'}
    """
    cls: Any = type(value)
    return _plain_values(value, read_fields(cls, names))


def _plain_values(value: object, fields: Iterable[Field]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, get, optional in fields:
        one = get(value)
        if key == "*":
            found |= plain(one)
        elif one is not None or not optional:
            found[key] = one if type(one) in _PLAIN else plain(one)
    return found


_JSON_FIELDS: dict[type, tuple[Field, ...]] = {}  # looking a class up here is quicker than a cache


class Value:
    """A result that knows its JSON, its `repr`, and how it looks in a notebook."""

    __slots__ = ()
    JSON: ClassVar[str] = ""
    """What `to_dict` returns, see `read_fields`."""
    REPR: ClassVar[str] = ""
    """What `repr` shows, in the same form; what is None is left out."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `--json` and the web app print them."""
        cls: Any = type(self)
        fields = _JSON_FIELDS.get(cls)
        if fields is None:
            fields = _JSON_FIELDS[cls] = read_fields(cls, self.JSON)
        return _plain_values(self, fields)

    def __repr__(self) -> str:
        cls: Any = type(self)
        values = [(field, field.get(self)) for field in read_fields(cls, self.REPR)]
        shown = (f"{of.key}={_brief(one)}" for of, one in values if one is not None)
        return f"{cls.__name__}({', '.join(shown)})"

    def __str__(self) -> str:
        return ", ".join(f"{key} {one}" for key, one in self.to_dict().items())

    def _repr_svg_(self) -> str | None:
        """Return a picture, if there is one."""
        return None

    def _repr_html_(self) -> str:
        return self._repr_svg_() or f"<pre>{escape(str(self))}</pre>"


def _brief(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return repr(value if type(value) in _PLAIN else str(value))


class Facts(Value):
    """A result that is shown as a list of names and values."""

    __slots__ = ()

    def _facts(self) -> dict[str, Any]:
        return self.to_dict()

    @property
    def shown(self) -> dict[str, object]:
        """The values as people read them, except the text."""
        facts = self._facts() | {"text": None}
        return dict(flat_cells({name: value for name, value in facts.items() if value is not None}))

    def _repr_html_(self) -> str:
        return html_table([], self.shown.items(), caption=str(self))


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


class Tabular(Value, Framed):
    """A result that is shown as a table: `str` as text, and in a notebook as HTML."""

    __slots__ = ()

    def _table(self) -> TextTable:
        columns = columns_of(self._records())
        return TextTable([*columns], zip(*columns.values(), strict=True))

    def __str__(self) -> str:
        headings, rows, below, above = self._table()
        return "\n".join(filter(None, (above, text_table(headings, rows), below)))

    def _repr_html_(self) -> str:
        headings, rows, below, above = self._table()
        table = html_table(headings, rows, ". ".join(filter(None, (above, below))))
        return (self._repr_svg_() or "") + table
