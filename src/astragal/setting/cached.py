"""Arrays that take long to compute, kept in a table file of the cache folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from numpy.typing import NDArray

from astragal.errors import TableError
from astragal.store import cache_folder
from astragal.store.canonical import Parameters, short_hash
from astragal.store.table import open_table
from astragal.store.writer import write_table

Arrays = Mapping[str, NDArray[Any]]


def cached_arrays(
    name: str, make: Callable[[], Arrays], *, kind: str, version: int, parameters: Parameters
) -> Arrays:
    """Return the arrays of the cache file, or of `make`, which are then kept there.

    A file that is missing, damaged or of another version is made anew. A cache that can't be
    written costs time, not an answer.
    """
    path = cache_folder() / f"{name}-{short_hash(parameters)}"
    with suppress(TableError):
        table = open_table(
            path, kind=kind, version=version, parameters=parameters, rebuild="use it once more"
        )
        return {array: table[array] for array in table}
    arrays = make()
    with suppress(TableError):
        write_table(path, arrays, kind=kind, version=version, parameters=parameters)
    return arrays
