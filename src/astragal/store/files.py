"""Files named by users: checks of their names, reading, and checks before writing.

Only regular files are read and replaced: reading a named pipe or a device may never end.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

from astragal.errors import BadInputError, quoted

LARGEST_TEXT = 16 << 20
"""The size of the largest text file in bytes; layouts, rules, house ways and games are small."""

Read = TypeVar("Read")


def read_path(path: str | PathLike[str], *within: str) -> Path:
    """Return a file name, or a name `within` a folder, as a path; raise if it is not a name.

    >>> read_path(None)
    Traceback (most recent call last):
    astragal.errors.BadInputError: None is not the name of a file
    """
    try:
        joined = Path(path, *within)
        if joined.name and b"\0" not in bytes(joined):
            return joined
    except (TypeError, UnicodeEncodeError):
        pass
    shown = str(path) if isinstance(path, Path) else path
    raise BadInputError(f"{quoted(shown)} is not the name of a file")


def require_regular(path: Path) -> None:
    """Raise an OSError if `path` is a folder, a named pipe or a device."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))


def read_file(
    path: str | PathLike[str],
    parse: Callable[[str], Read],
    error: type[BadInputError] = BadInputError,
) -> Read:
    """Return the result of `parse` for the text of a file; every error names the file."""
    path = read_path(path)
    try:
        require_regular(path)
        with path.open("rb") as file:
            content = file.read(LARGEST_TEXT + 1)
    except OSError as reason:
        raise error(f"{quoted(str(path))} can't be read: {reason.strerror}") from None
    if len(content) > LARGEST_TEXT:
        raise error(
            f"{quoted(str(path))} has more than {LARGEST_TEXT >> 20} MiB, too much for text"
        )
    try:
        return parse(content.decode("utf-8-sig"))  # editors on Windows write a byte order mark
    except UnicodeDecodeError as reason:
        where = f"{reason.reason} at byte {reason.start}"
        raise error(f"{quoted(str(path))} is not UTF-8 text: {where}") from None
    except ValueError as reason:
        raise error(f"{quoted(str(path))}: {reason}") from None


def check_file(path: str | PathLike[str]) -> None:
    """Raise if no file can be written at `path`; call it before long work."""
    path = read_path(path)
    name, folder = quoted(str(path)), path.parent
    try:
        if path.is_dir():
            raise BadInputError(f"{name} is a folder: give the name of a file")
        if not folder.is_dir():
            raise BadInputError(f"{name}: there is no folder {quoted(str(folder))}")
        require_regular(path)
        TemporaryFile(dir=folder).close()
    except OSError as reason:
        raise BadInputError(f"{name} can't be written: {reason.strerror}") from None


def check_ending(path: str | PathLike[str], what: str, *endings: str) -> None:
    """Raise unless the name has one of these endings and the file can be written.

    >>> check_ending("chart.jpg", "a picture", ".png", ".svg")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'chart.jpg': the name of a picture must end in .png or .svg
    """
    path = read_path(path)
    if path.suffix not in endings:
        wanted = " or ".join(endings)
        raise BadInputError(f"{quoted(str(path))}: the name of {what} must end in {wanted}")
    check_file(path)
