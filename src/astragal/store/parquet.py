"""Parquet files, for polars, DuckDB and pandas.

pyarrow writes them; the extra `export` installs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from os import PathLike
from typing import Any, TypeAlias

from numpy.typing import NDArray

from astragal.errors import BadInputError, TableError, how_to_install
from astragal.store.canonical import Json, canonical
from astragal.store.files import check_ending
from astragal.store.replace import whole_file

SUFFIX = ".parquet"

Columns: TypeAlias = Mapping[str, NDArray[Any] | list[str]]


def write_parquet(
    path: str | PathLike[str], columns: Columns, metadata: Mapping[str, Json]
) -> None:
    """Write `columns` to a Parquet file; on failure, the file at `path` is unchanged.

    `metadata` describes the table; each entry goes into the metadata of the schema as JSON, under
    `astragal.` and its name.
    """
    write_parquet_blocks(path, [columns], metadata)


def write_parquet_blocks(
    path: str | PathLike[str], blocks: Iterable[Columns], metadata: Mapping[str, Json]
) -> None:
    """Write a Parquet file in blocks of rows, for tables larger than memory."""
    pyarrow, parquet = _pyarrow()
    described = {f"astragal.{name}": canonical(value) for name, value in metadata.items()}
    tables = (pyarrow.table(dict(columns), metadata=described) for columns in blocks)
    try:
        with whole_file(path) as file:
            first = next(tables)
            with parquet.ParquetWriter(file, first.schema, compression="zstd") as writer:
                for table in chain([first], tables):
                    writer.write_table(table)
    except OSError as error:
        raise TableError(f"{path}: can't be written: {error}") from error


def check_parquet(path: str | PathLike[str]) -> None:
    """Raise if `write_parquet` can't write to `path`; call it before long work."""
    _pyarrow()
    check_ending(path, "a Parquet file", SUFFIX)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        install = how_to_install("astragal[export]")
        raise BadInputError(f"Parquet needs pyarrow: {install}") from error
    return pyarrow, parquet
