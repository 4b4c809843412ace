"""Checks of arguments: each returns the plain value, or raises an error that quotes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, wraps
from inspect import signature
from math import inf
from numbers import Real
from operator import index
from types import UnionType
from typing import Any, SupportsIndex, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np

from astragal.errors import BadInputError, UnknownNameError, quoted

Item = TypeVar("Item")
Function = TypeVar("Function", bound=Callable[..., Any])

MAX_UINT64 = 2**64 - 1


def whole(number: Any) -> int:
    """Return a whole number as an int; anything else is a TypeError, True and False too."""
    if isinstance(number, bool):
        raise TypeError
    return index(number)


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


def require_number(number: float, name: str, least: float, most: float) -> float:
    """Return a number as a float, or raise unless it is from `least` to `most`.

    >>> require_number(-1, "ante", 0, inf)
    Traceback (most recent call last):
    astragal.errors.BadInputError: ante must be a number from 0 up, not -1
    >>> require_number("all", "share", 0, 0.5)
    Traceback (most recent call last):
    astragal.errors.BadInputError: share must be a number from 0 to 0.5, not 'all'
    """
    if isinstance(number, Real) and least <= number <= most:
        return float(number)
    right = "up" if most == inf else f"to {most:,.12g}"
    raise BadInputError(f"{name} must be a number from {least:,.12g} {right}, not {quoted(number)}")


def require_instance(given: object, kind: type, hint: str) -> None:
    """Raise unless a value is of this class; the hint says where one comes from.

    >>> require_instance(None, dict, "dict() makes one")
    Traceback (most recent call last):
    astragal.errors.BadInputError: None is not a dict: dict() makes one
    """
    if not isinstance(given, kind):
        raise BadInputError(f"{quoted(given)} is not a {kind.__name__}: {hint}")


def has_items(given: object) -> bool:
    """Tell whether it is a list of values; a text is one value, and so is an array without axes."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        return False
    return getattr(given, "ndim", 1) != 0


def require_list(given: Iterable[Item], name: str, of: str) -> list[Item]:
    """Return the values as a list, or raise if it is a text or a single value.

    >>> require_list("greedy", "players", "names")
    Traceback (most recent call last):
    astragal.errors.BadInputError: players = 'greedy': a list of names is needed
    """
    if not has_items(given):
        raise BadInputError(f"{name} = {quoted(given)}: a list of {of} is needed")
    return list(given)


def require_name(name: str, known: Iterable[str], what: str, also: str = "") -> str:
    """Return a name, or raise unless it is one of those that are known; `also` follows their list.

    >>> require_name("Flop", ["flop", "turn"], "street")
    Traceback (most recent call last):
    astragal.errors.UnknownNameError: no street 'Flop'; there are flop, turn; did you mean flop?
    """
    names = list(known)
    if isinstance(name, str) and name in names:
        return name
    from difflib import get_close_matches  # here, so that importing the package stays fast

    near = get_close_matches(name.lower()[:99], names, 1) if isinstance(name, str) else []
    meant = "".join(f"; did you mean {one}?" for one in near)
    raise UnknownNameError(f"no {what} {quoted(name)}; there are {', '.join(names)}{also}{meant}")


def require_seed(seed: SupportsIndex) -> int:
    """Return the seed of random numbers, or raise unless it is a whole number of 64 bits.

    >>> require_seed(-1)
    Traceback (most recent call last):
    astragal.errors.BadInputError: seed must be a whole number from 0 to 2**64 - 1, not -1
    """
    return require_int(seed, "seed", 0, MAX_UINT64)


def require_types(value: Any, what: str, error: type[BadInputError] = BadInputError) -> None:
    """Raise unless the attributes of a dataclass have the types that it declares.

    A list or an array is taken for a tuple, a number of NumPy for one of Python. True and False are
    no numbers.
    """
    cls: Any = type(value)
    for name, kind in _declared_types(cls).items():
        given = getattr(value, name)
        several = get_origin(kind) is tuple and isinstance(given, list | tuple | np.ndarray)
        plain = tuple(map(_plain, given)) if several else _plain(given)
        object.__setattr__(value, name, plain)
        if not _has_type(plain, kind):
            raise error(f"{what}: {name} = {quoted(given)} is not of type {_type_name(kind)}")


def requires_types(function: Function) -> Function:
    """Have a function raise unless its arguments have the types that it declares.

    >>> @requires_types
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double("x")
    Traceback (most recent call last):
    astragal.errors.BadInputError: number = 'x' is not of type int
    """

    @wraps(function)
    def checked(*args: Any, **options: Any) -> Any:
        types = get_type_hints(function)
        for name, given in signature(function).bind(*args, **options).arguments.items():
            if not _has_type(given, types[name]):
                wanted = _type_name(types[name])
                raise BadInputError(f"{name} = {quoted(given)} is not of type {wanted}")
        return function(*args, **options)

    return cast("Function", checked)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


@cache
def _declared_types(cls: Any) -> dict[str, Any]:
    types = get_type_hints(cls)
    return {field.name: types[field.name] for field in fields(cls)}


def _has_type(value: Any, kind: Any) -> bool:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return any(_has_type(value, one) for one in parts)
    if not isinstance(value, origin or kind):
        return False
    if origin in (tuple, Sequence):
        return not isinstance(value, str) and all(_has_type(one, parts[0]) for one in value)
    if origin is Mapping:
        return all(_has_type(one, parts[0]) and _has_type(value[one], parts[1]) for one in value)
    return kind is bool or not isinstance(value, bool)


def _type_name(kind: Any) -> str:
    if get_origin(kind) in (tuple, Sequence):
        return f"list of {_type_name(get_args(kind)[0])}"
    return str(getattr(kind, "__name__", kind))
