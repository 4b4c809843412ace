"""Checks of arguments. Each returns the value, or raises an error that quotes it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import islice
from math import inf
from numbers import Real
from operator import index
from typing import Any, SupportsIndex, TypeVar

from astragal.errors import BadInputError, UnknownNameError, quoted

Item = TypeVar("Item")

_DECIMAL = re.compile("[+-]?[0-9]+")
_WORD = re.compile(
    "[+-]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0+|[1-9][0-9]*"
    "|0[xX][0-9a-fA-F]{1,4}(_[0-9a-fA-F]{4})+|0[bB][01]{1,4}(_[01]{4})+|[1-9][0-9]{0,2}(,[0-9]{3})+)"
)
"""Digits, or groups of digits as people write them: 0x2007_7744, 537,360,196."""
MAX_UINT64 = 2**64 - 1
MOST_ITEMS = 1_000_000
"""The longest list of an argument that is not an array."""


def whole(number: Any) -> int:
    """Return a whole number as an int; raise TypeError for other values, booleans included."""
    if isinstance(number, bool):
        raise TypeError
    return index(number)


def parse_int(text: str) -> int:
    """Return the number of ASCII digits, with or without a sign; raise ValueError for other text.

    `int` would also read the digits of other scripts, and underscores.

    >>> parse_int("-12")
    -12
    >>> parse_int("1_000")
    Traceback (most recent call last):
    ValueError: '1_000' is not an integer
    """
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{quoted(text)} is not an integer")
    return int(text)


def parse_word(text: str) -> int:
    """Return the number of a word, 0x and hexadecimal digits, or decimal; else raise ValueError.

    >>> parse_word("0x3f"), parse_word(" 63 "), parse_word("0x1_0000"), parse_word("65,536")
    (63, 63, 65536, 65536)
    """
    if not _WORD.fullmatch(text.strip()):
        raise ValueError(f"{quoted(text)} is not a word")
    return int(text.replace(",", ""), 0)


def parse_number(text: str) -> float:
    """Return the number of ASCII text as `float` does, but without underscores.

    >>> parse_number("1e-3")
    0.001
    """
    if not text.isascii() or "_" in text:
        raise ValueError(f"{quoted(text)} is not a number")
    return float(text)


def require_int(number: SupportsIndex, name: str, least: int, most: float) -> int:
    """Return a whole number as an int, or raise unless it is from `least` to `most`.

    >>> require_int(2.5, "deals", 1, inf)
    Traceback (most recent call last):
    astragal.errors.BadInputError: deals must be a whole number of at least 1, not 2.5
    >>> require_int(-1, "rank", 0, 1325)
    Traceback (most recent call last):
    astragal.errors.BadInputError: rank must be a whole number from 0 to 1,325, not -1
    """
    try:
        value = whole(number)
    except TypeError:
        value = None
    if value is not None and least <= value <= most:
        return value
    if least == most:
        right = f"{least:,}"
    elif most == inf:
        right = f"a whole number of at least {least:,}"
    elif most == MAX_UINT64:  # twenty digits that nobody recognises
        right = f"a whole number from {least:,} to 2**64 - 1"
    else:
        right = f"a whole number from {least:,} to {most:,}"
    raise BadInputError(f"{name} must be {right}, not {quoted(number)}")


def require_choice(value: Any, choices: Collection[int], name: str) -> int:
    """Return a whole number as an int, or raise unless it is one of these.

    >>> require_choice(24, (16, 32, 64), "bits")
    Traceback (most recent call last):
    astragal.errors.BadInputError: bits must be one of 16, 32, 64, not 24
    """
    try:
        number = whole(value)
    except TypeError:
        number = None
    if number is not None and number in choices:
        return number
    allowed = ", ".join(map(str, choices))
    raise BadInputError(f"{name} must be one of {allowed}, not {quoted(value)}")


def require_flag(value: Any, name: str) -> bool:
    """Return a boolean, or raise: other values would count as true or false by accident.

    >>> require_flag("no", "rebuild")
    Traceback (most recent call last):
    astragal.errors.BadInputError: rebuild must be True or False, not 'no'
    """
    if isinstance(value, bool):
        return value
    from numpy import bool_  # here, so that importing the package stays fast

    if isinstance(value, bool_):
        return bool(value)
    raise BadInputError(f"{name} must be True or False, not {quoted(value)}")


def require_number(number: float, name: str, least: float, most: float) -> float:
    """Return a number as a float, or raise unless it is from `least` to `most`.

    >>> require_number(-1, "ante", 0, inf)
    Traceback (most recent call last):
    astragal.errors.BadInputError: ante must be a number from 0 up, not -1
    >>> require_number("all", "share", 0, 0.5)
    Traceback (most recent call last):
    astragal.errors.BadInputError: share must be a number from 0 to 0.5, not 'all'
    """
    plain = isinstance(number, Real) and not isinstance(number, bool)
    if plain and least <= number <= most:
        return float(number)
    right = "up" if most == inf else f"to {most:,.12g}"
    raise BadInputError(f"{name} must be a number from {least:,.12g} {right}, not {quoted(number)}")


def require_instance(value: object, kind: type, hint: str) -> None:
    """Raise unless a value is an instance of a class; the hint names a function that returns one.

    >>> require_instance(None, dict, "dict() makes one")
    Traceback (most recent call last):
    astragal.errors.BadInputError: None is not a dict: dict() makes one
    """
    if not isinstance(value, kind):
        raise BadInputError(f"{quoted(value)} is not a {kind.__name__}: {hint}")


def has_items(value: object) -> bool:
    """Return whether a value is a list, a column or an array; text and 0-d arrays are not."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        return False
    return getattr(value, "ndim", 1) != 0


def require_list(
    values: Iterable[Item], name: str, of: str, most: int | None = MOST_ITEMS
) -> list[Item]:
    """Return an iterable as a list, or raise if it is text or a single value, or too long.

    At most `most` + 1 items are read, because an iterable may be endless.

    >>> require_list("greedy", "players", "names")
    Traceback (most recent call last):
    astragal.errors.BadInputError: players must be a list of names, not 'greedy'
    """
    if not has_items(values):
        raise BadInputError(f"{name} must be a list of {of}, not {quoted(values)}")
    items = list(islice(values, None if most is None else most + 1))
    if most is not None and len(items) > most:
        raise BadInputError(f"{name} must be a list of at most {most:,} {of}")
    return items


def require_name(name: str, known: Iterable[str], what: str, also: str = "") -> str:
    """Return a name, or raise unless it is known. The error lists the known names, then `also`.

    >>> require_name("Flop", ["flop", "turn"], "street")
    Traceback (most recent call last):
    astragal.errors.UnknownNameError: no street 'Flop'; there are flop, turn; did you mean flop?
    """
    names = list(known)
    if isinstance(name, str) and name in names:
        return name
    from difflib import get_close_matches  # here, so that importing the package stays fast

    near = get_close_matches(name.lower()[:99], names, 1) if isinstance(name, str) else []
    meant = "".join(f"; did you mean {match}?" for match in near)
    raise UnknownNameError(f"no {what} {quoted(name)}; there are {', '.join(names)}{also}{meant}")


def require_seed(seed: SupportsIndex) -> int:
    """Return the seed of a random generator, or raise unless it fits in 64 bits.

    >>> require_seed(-1)
    Traceback (most recent call last):
    astragal.errors.BadInputError: seed must be a whole number from 0 to 2**64 - 1, not -1
    """
    return require_int(seed, "seed", 0, MAX_UINT64)
