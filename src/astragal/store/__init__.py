"""The folders in which tables, checkpoints and results are stored.

>>> data_folder().name
'data'

Both folders are in `ASTRAGAL_HOME` if it is set, otherwise where the operating system keeps such
files.
"""

from astragal.store.folders import cache_folder, data_folder

__all__ = ["cache_folder", "data_folder"]


def __dir__() -> list[str]:
    return __all__
