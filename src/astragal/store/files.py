"""Files that users name: which names are allowed, reading them, and what is checked before writing.

Only regular files are read and replaced: a named pipe or a device may never end.
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
"""Bytes of the largest text file that is read; layouts, rules, house ways and games are small."""

Read = TypeVar("Read")


def read_path(path: str | PathLike[str], *within: str) -> Path:
    """Return the name of a file, or of one `within` a folder, as a path, or raise if it is none.

    >>> read_path(None)
    Traceback (most recent call last):
    astragal.errors.BadInputError: None is not the name of a file
    """
    try:
        found = Path(path, *within)
        if found.name and b"\0" not in bytes(found):
            return found
    except (TypeError, UnicodeEncodeError):
        pass
    raise BadInputError(f"{quoted(path)} is not the name of a file")


def require_regular(path: Path) -> None:
    """Raise an OSError if `path` is a folder, a named pipe or a device."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))


def read_file(
    path: str | PathLike[str],
    parse: Callable[[str], Read],
    error: type[BadInputError] = BadInputError,
) -> Read:
    """Read a text file and return what `parse` makes of it; every error names the file."""
    path = read_path(path)
    try:
        require_regular(path)
        with path.open("rb") as file:
            content = file.read(LARGEST_TEXT + 1)
    except OSError as why:
        raise error(f"{quoted(str(path))} can't be read: {why.strerror}") from None
    if len(content) > LARGEST_TEXT:
        raise error(
            f"{quoted(str(path))} has more than {LARGEST_TEXT >> 20} MiB, too much for text"
        )
    try:
        return parse(content.decode())
    except UnicodeDecodeError as why:
        raise error(f"{quoted(str(path))} is not UTF-8 text: {why.reason}") from None
    except ValueError as why:
        raise error(f"{quoted(str(path))}: {why}") from None


def check_file(path: str | PathLike[str]) -> None:
    """Raise if no file can be written at `path`, before the work whose result goes there."""
    path = read_path(path)
    name, folder = quoted(str(path)), path.parent
    try:
        if path.is_dir():
            raise BadInputError(f"{name} is a folder: give the name of a file")
        if not folder.is_dir():
            raise BadInputError(f"{name}: there is no folder {quoted(str(folder))}")
        require_regular(path)
        TemporaryFile(dir=folder).close()
    except OSError as why:
        raise BadInputError(f"{name} can't be written: {why.strerror}") from None


def check_ending(path: str | PathLike[str], what: str, *endings: str) -> None:
    """Raise unless the name ends in one of `endings` and the file can be written.

    >>> check_ending("chart.jpg", "a picture", ".png", ".svg")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'chart.jpg': the name of a picture must end in .png or .svg
    """
    path = read_path(path)
    if path.suffix not in endings:
        wanted = " or ".join(endings)
        raise BadInputError(f"{quoted(str(path))}: the name of {what} must end in {wanted}")
    check_file(path)
