"""What users declare in TOML: every key is known and of its type, and an error names the file.

Layouts, rules of Ur and house ways are read so.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from astragal.errors import BadInputError

Kinds: TypeAlias = Mapping[str, type | tuple[type, ...]]
"""What each key of a table must hold."""

Declared = TypeVar("Declared")


def parse_toml(text: str, error: type[BadInputError] = BadInputError) -> dict[str, Any]:
    """Return the document that a text is."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as why:
        raise error(f"this is not TOML: {why}") from None


def check_keys(
    table: Any,
    what: str,
    *,
    required: Kinds,
    optional: Kinds,
    error: type[BadInputError] = BadInputError,
) -> None:
    """Raise unless `table` is one, has the required keys, and no others than these.

    >>> hour = {"name": "hour", "width": True}
    >>> check_keys(hour, "field", required={"name": str}, optional={"width": int})
    Traceback (most recent call last):
    astragal.errors.BadInputError: field 'hour': width = True is not of type int
    """
    if not isinstance(table, dict):
        raise error(f"{what} = {table!r}: a table headed [[{what}]] is wanted")
    where = f"{what} {table.get('name', '')!r}"
    kinds = {**required, **optional}
    for key, value in table.items():
        if key not in kinds:
            raise error(f"{where}: unknown key {key!r}; the keys are {', '.join(kinds)}")
        kind = kinds[key]
        allowed = kind if isinstance(kind, tuple) else (kind,)
        # A bool is an int to Python, but not to whoever writes `width = true`.
        if type(value) not in allowed:
            names = " or ".join(one.__name__ for one in allowed)
            raise error(f"{where}: {key} = {value!r} is not of type {names}")
    if missing := [key for key in required if key not in table]:
        raise error(f"{where}: {missing[0]!r} is missing")


def read_toml(
    path: Path, parse: Callable[[str], Declared], error: type[BadInputError] = BadInputError
) -> Declared:
    """Return what `parse` makes of a file's text."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as why:
        raise error(f"{str(path)!r} is not UTF-8 text: {why.reason}") from None
    except OSError as why:
        raise error(f"{str(path)!r} can't be read: {why.strerror}") from None
    except BadInputError as why:
        raise error(f"{str(path)!r}: {why}") from None
