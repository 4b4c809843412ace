"""Tables for other programs: Parquet files, which polars, DuckDB and pandas read.

pyarrow writes them; it comes with the extra `export`.
"""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeAlias

from numpy.typing import NDArray

from astragal.errors import BadInputError, TableError
from astragal.store.canonical import Json, canonical

SUFFIX = ".parquet"

Columns: TypeAlias = Mapping[str, NDArray[Any] | list[str]]


def write_parquet(
    path: str | PathLike[str], columns: Columns, metadata: Mapping[str, Json]
) -> None:
    """Write `columns` to a Parquet file: whole, or not at all.

    `metadata` says what the table is; each entry is kept in the schema's metadata as JSON, under
    `astragal.` and its name.
    """
    write_parquet_blocks(path, [columns], metadata)


def write_parquet_blocks(
    path: str | PathLike[str], blocks: Iterable[Columns], metadata: Mapping[str, Json]
) -> None:
    """Do the same for a table too large for memory, which comes in blocks of rows."""
    pyarrow, parquet = _pyarrow()
    path = Path(path)
    described = {f"astragal.{name}": canonical(value) for name, value in metadata.items()}
    temporary = path.with_name(f".{path.name}.{token_hex(6)}")
    try:
        with ExitStack() as files:
            writer = None
            for columns in blocks:
                arrays = {name: pyarrow.array(column) for name, column in columns.items()}
                table = pyarrow.table(arrays).replace_schema_metadata(described)
                if writer is None:
                    writer = files.enter_context(
                        parquet.ParquetWriter(temporary, table.schema, compression="zstd")
                    )
                writer.write_table(table)
        temporary.replace(path)
    except OSError as error:
        raise TableError(f"{path}: can't be written: {error}") from error
    finally:
        temporary.unlink(missing_ok=True)


def check_parquet(path: str | PathLike[str]) -> None:
    """Raise now, not after hours of work, if `write_parquet` could not write there."""
    _pyarrow()
    folder = Path(path).parent
    if Path(path).suffix != SUFFIX:
        raise BadInputError(f"{str(path)!r}: a Parquet file's name ends in {SUFFIX}")
    if not folder.is_dir():
        raise BadInputError(f"{str(path)!r}: there is no folder {str(folder)!r}")


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise BadInputError("Parquet needs pyarrow: pip install 'astragal[export]'") from error
    return pyarrow, parquet
