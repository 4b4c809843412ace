"""Files for other programs and for people: there whole, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from secrets import token_hex

from astragal.errors import BadInputError


@contextmanager
def whole_file(path: str | PathLike[str]) -> Iterator[Path]:
    """Give a name beside `path` to write to; when the block ends well, that file is renamed.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/note.txt") as temporary:
    ...         _ = temporary.write_text("all of it")
    ...     Path(folder, "note.txt").read_text()
    'all of it'
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{token_hex(6)}")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def check_ending(path: str | PathLike[str], what: str, *endings: str) -> None:
    """Raise unless the name ends in one of `endings` and its folder is there.

    >>> check_ending("chart.jpg", "a picture", ".png", ".svg")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'chart.jpg': a picture's name ends in .png or .svg
    """
    path = Path(path)
    if path.suffix not in endings:
        raise BadInputError(f"{str(path)!r}: {what}'s name ends in {' or '.join(endings)}")
    if not path.parent.is_dir():
        raise BadInputError(f"{str(path)!r}: there is no folder {str(path.parent)!r}")
