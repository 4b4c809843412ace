"""TOML files: layouts, rules of Ur, house ways. Unknown keys and wrong types are errors."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, TypeAlias

from astragal.errors import BadInputError, quoted

MOST_DOTS = 200
"""The most dots in a line, without strings and comments: the time that `tomllib` takes for a key
grows with the square of its dots."""
_STRING_OR_COMMENT = re.compile(r"""\"(?:[^"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*""")

Kinds: TypeAlias = Mapping[str, type | tuple[type, ...]]
"""The type, or types, of each key of a table."""


def parse_toml(text: str, error: type[BadInputError] = BadInputError) -> dict[str, Any]:
    """Parse a TOML document, or raise; its integers must fit in 64 bits.

    >>> parse_toml("bits = 0x1_0000_0000_0000_0000")
    Traceback (most recent call last):
    astragal.errors.BadInputError: this is not TOML: an integer does not fit in 64 bits
    """
    if not isinstance(text, str):
        raise error(f"{quoted(text)} is not text: give a TOML document")
    if any(line.count(".") > MOST_DOTS for line in _STRING_OR_COMMENT.sub("", text).splitlines()):
        raise error(f"this TOML is too long: a line has more than {MOST_DOTS} dots")
    try:
        document = tomllib.loads(text)
        _check_integers(document)
    except (tomllib.TOMLDecodeError, RecursionError) as reason:
        raise error(f"this is not TOML: {reason}") from None
    except ValueError:  # also raised for an integer with more digits than Python reads
        raise error("this is not TOML: an integer does not fit in 64 bits") from None
    return document


def _check_integers(value: Any) -> None:
    if isinstance(value, int) and value.bit_length() > 64:
        raise ValueError
    if isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            _check_integers(item)


def check_keys(
    table: Any,
    what: str,
    *,
    required: Kinds,
    optional: Kinds,
    error: type[BadInputError] = BadInputError,
) -> None:
    """Raise unless `table` has every required key, no unknown key, and values of the right type.

    >>> hour = {"name": "hour", "width": True}
    >>> check_keys(hour, "field", required={"name": str}, optional={"width": int})
    Traceback (most recent call last):
    astragal.errors.BadInputError: field 'hour': width = True is not of type int
    """
    if not isinstance(table, dict):
        raise error(f"{what} = {quoted(table)}: write it as a table, [[{what}]]")
    where = f"{what} {quoted(table['name'])}" if "name" in table else what
    kinds = {**required, **optional}
    for key, value in table.items():
        if key not in kinds:
            raise error(f"{where}: unknown key {quoted(key)}; the keys are {', '.join(kinds)}")
        kind = kinds[key]
        allowed = kind if isinstance(kind, tuple) else (kind,)
        # `isinstance` would accept `width = true` for an int.
        if type(value) not in allowed:
            names = " or ".join(type_.__name__ for type_ in allowed)
            raise error(f"{where}: {key} = {quoted(value)} is not of type {names}")
    if missing := [key for key in required if key not in table]:
        raise error(f"{where}: {quoted(missing[0])} is missing")
