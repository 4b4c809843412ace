"""The named layouts of the package, and the reader of every `layout` argument.

Later modules declare the named layouts. This one can't import them at the top, so it imports them
on first use.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from astragal._checks import require_flag
from astragal.errors import LayoutError, UnknownNameError, quoted
from astragal.layout.declaration import parse_layout
from astragal.layout.word import Layout
from astragal.store.files import read_file

AnyLayout: TypeAlias = Layout | str | Path
"""A layout, its name in the catalog, or a TOML file."""

MODULES = ("poker", "asia", "paigow", "setting", "ur")
"""The modules that declare layouts, in their file `layouts.py`."""


def names() -> list[str]:
    """Return the names of all layouts of the package.

    >>> names()[:6]
    ['pokerval', 'mask64', 'lowval', 'made-hand', 'bitval-legacy', 'card32']
    """
    return [layout.name for layout in _declared("LAYOUTS")]


def find_layout(layout: AnyLayout, *, allow_overlaps: bool | None = None) -> Layout:
    """Return the layout with this name, or of this file. `print` draws it.

    `allow_overlaps` tells whether fields of a TOML file may overlap; None leaves it to the file.

    >>> find_layout("card32")
    <Layout card32, 32 bits: suit, face>
    """
    if allow_overlaps is not None:
        require_flag(allow_overlaps, "allow_overlaps")
    if isinstance(layout, Layout):
        return layout
    if isinstance(layout, Path) or (isinstance(layout, str) and layout.endswith(".toml")):
        return read_file(layout, partial(parse_layout, allow_overlaps=allow_overlaps), LayoutError)
    for known in _declared("LAYOUTS"):
        if isinstance(layout, str) and known.name == layout:
            return known
    raise UnknownNameError(
        f"no layout {quoted(layout)}; there are {', '.join(names())}, or give a .toml file"
    )


def native_layouts() -> list[Layout]:
    """Return the layouts shared with native code; some are internal and have no public name."""
    return list(_declared("NATIVE_LAYOUTS"))


def _declared(group: str) -> Iterator[Layout]:
    for module in MODULES:
        yield from getattr(import_module(f"astragal.{module}.layouts"), group)
