"""Base classes of results. A result is a small frozen dataclass.

`to_dict` returns its JSON, key by key. The `TypedDict` of the JSON is declared beside the class:

    class CoinJson(TypedDict):
        heads: int
        tosses: int
        error: float | None

    @dataclass(frozen=True, slots=True)
    class Coin(Result):
        heads: int
        tosses: int
        error: float | None = None

        def __str__(self) -> str:
            return f"{self.heads} of {self.tosses}"

        def to_dict(self) -> CoinJson:
            return {"heads": self.heads, "tosses": self.tosses, "error": self.error}
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from astragal._frames import Library, make_frame
from astragal._tables import TextTable


class Result(ABC):
    """A value with text, JSON and a notebook form; subclasses write `to_dict` and `__str__`."""

    __slots__ = ()

    @abstractmethod
    def to_dict(self) -> Mapping[str, Any]:
        """Return the JSON of this result, as `--json` and the web app print it."""

    def __dir__(self) -> list[str]:
        """Return the public names, for completion in a shell or a notebook."""
        return [name for name in super().__dir__() if not name.startswith("_")]

    def _repr_svg_(self) -> str | None:
        """Return an SVG picture, or None."""
        return None

    def _repr_html_(self) -> str:
        return self._repr_svg_() or f"<pre>{escape(str(self))}</pre>"


class TableResult(Result):
    """A result that prints as a table and converts to a data frame."""

    __slots__ = ()

    @abstractmethod
    def _table(self) -> TextTable:
        """Return the table that `str` and notebooks show."""

    @abstractmethod
    def _columns(self) -> Mapping[str, Sequence[object]]:
        """Return the columns of the data frame, with unrounded numbers."""

    def __str__(self) -> str:
        return self._table().to_text()

    def _repr_html_(self) -> str:
        return (self._repr_svg_() or "") + self._table().to_html()

    def to_frame(self, library: Library | None = None) -> Any:
        """Return the table as a data frame of polars or pandas, with unrounded numbers.

        Without `library`, polars is used if it is installed, or else pandas.
        """
        return make_frame(self._columns(), library)
