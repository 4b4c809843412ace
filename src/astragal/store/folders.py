"""The folders of files, and the names of files.

All files are in the folder `ASTRAGAL_HOME` if it is set, otherwise in the standard folders of the
operating system. The cache folder, which systems and users may empty, is for files that are rebuilt
in seconds. The data folder is for files that take minutes or days.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryFile

from astragal.errors import BadInputError, TableError, quoted

HOME_VARIABLE = "ASTRAGAL_HOME"

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def cache_folder() -> Path:
    """Return the folder of files that can be rebuilt quickly. It may not exist yet."""
    return _folder("cache")


def data_folder() -> Path:
    """Return the folder of files that are expensive to rebuild. It may not exist yet."""
    return _folder("data")


def unwritable(path: Path, error: OSError) -> TableError:
    """Return the error about a file that can't be written; it names the variable if that helps."""
    reason = f"{path}: can't be written: {error.strerror or error}"
    folders = cache_folder(), data_folder()
    if any(path.is_relative_to(folder) for folder in folders):
        reason += f"; {HOME_VARIABLE} can name another folder"
    return TableError(reason)


def writing_problem(folder: Path) -> TableError | None:
    """Return the error that writing into a folder would raise; None if files can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        return unwritable(folder, error)
    return None


def check_name(name: str, what: str) -> str:
    """Return `name`, or raise unless it is safe as part of a file name on every system.

    >>> check_name("../../x", "rules")
    Traceback (most recent call last):
    astragal.errors.BadInputError: rules '../../x': a name has only small letters, digits and -
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadInputError(f"{what} {quoted(name)}: a name has only small letters, digits and -")
    return name


def _folder(name: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if not home:
        import platformdirs  # here, so that importing the package stays fast

        return Path(getattr(platformdirs, f"user_{name}_path")("astragal", appauthor=False))
    try:
        return Path(home).expanduser() / name
    except RuntimeError:  # ~name of an unknown user
        raise BadInputError(f"{HOME_VARIABLE} = {quoted(home)}: there is no such user") from None
