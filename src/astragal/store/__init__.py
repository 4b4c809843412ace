"""Table files, which are replaced atomically and checked against damage.

>>> import tempfile, numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     write_table(f"{folder}/primes", {"primes": np.array([2, 3, 5, 7])}, kind="primes",
...                 version=1, parameters={"below": 10})
...     table = open_table(f"{folder}/primes", kind="primes", version=1,
...                        parameters={"below": 10}, rebuild="make primes")
...     table["primes"].tolist()
[2, 3, 5, 7]
"""

from astragal.store.canonical import Json, Parameters, canonical, full_hash, short_hash
from astragal.store.files import check_ending, check_file, read_file, read_path
from astragal.store.folders import cache_folder, check_name, data_folder
from astragal.store.parquet import check_parquet, write_parquet, write_parquet_blocks
from astragal.store.replace import update_lock, whole_file
from astragal.store.shared import close_shared, ensure_table, open_shared
from astragal.store.table import Table, open_table
from astragal.store.writer import TableWriter, create_table, write_table

__all__ = [
    "Json", "Parameters", "Table", "TableWriter", "cache_folder", "canonical", "check_ending",
    "check_file", "check_name", "check_parquet", "close_shared", "create_table", "data_folder",
    "ensure_table", "full_hash", "open_shared", "open_table", "read_file",
    "read_path", "short_hash", "update_lock", "whole_file", "write_parquet", "write_parquet_blocks",
    "write_table",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
