"""Canonical JSON: equal parameters always give the same text.

Tables compare parameters in this form, and jobs hash it. A tuple equals a list, the order of keys
does not matter, and NumPy numbers equal Python numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

import numpy as np

from astragal.errors import BadInputError, quoted

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that can be written as JSON."""
Parameters: TypeAlias = Mapping[str, Json]
"""The parameters of a table, by name."""


def canonical(value: Json) -> str:
    """Return `value` as compact JSON with sorted keys.

    >>> canonical({"pieces": np.int64(7), "dice": (1, 4)})
    '{"dice":[1,4],"pieces":7}'
    """
    try:
        return json.dumps(
            value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_python_number
        )
    except (TypeError, ValueError) as error:
        raise BadInputError(f"{quoted(value)} can't be written as JSON: {error}") from None


def full_hash(value: Json) -> str:
    """Return a hash of `value`, 64 hexadecimal digits."""
    return sha256(canonical(value).encode()).hexdigest()


def short_hash(value: Json) -> str:
    """Return the first 16 digits of `full_hash`, for file names.

    >>> short_hash({"dice": (1, 4)}) == short_hash({"dice": [1, 4]})
    True
    """
    return full_hash(value)[:16]


def _python_number(value: object) -> object:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{quoted(value)} is neither JSON nor a NumPy number")
