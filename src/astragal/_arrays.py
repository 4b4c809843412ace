"""Array arguments: convert lists, columns of data frames and arrays, and check `out`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal._checks import MOST_ITEMS
from astragal.errors import BadInputError, quoted

Scalar = TypeVar("Scalar", bound=np.generic)
Item = TypeVar("Item")


def read_array(
    given: ArrayLike | Iterable[Any], name: str, dtype: type[Scalar], ndim: int | None = None
) -> NDArray[Scalar]:
    """Return the values as a C-contiguous array of this dtype, or raise if a value would change.

    An array with this dtype and order is returned itself, if it is aligned. Lists, columns of
    pandas and polars, and arrays of other integer types are copied. An error names the row of the
    first bad value.

    >>> read_array([5, 24], "sets", np.uint64)
    array([ 5, 24], dtype=uint64)
    >>> read_array([5, -1], "sets", np.uint64)
    Traceback (most recent call last):
    astragal.errors.BadInputError: row 1 of sets: -1 is not an integer from 0 to 2**64 - 1
    """
    if not (isinstance(given, np.ndarray) and given.dtype == dtype and _is_plain(given)):
        given = np.asarray(_safe_values(given, name, np.dtype(dtype)), dtype, order="C")
        given = given if given.flags.aligned else given.copy()
    if ndim is not None and given.ndim != ndim:
        raise BadInputError(f"{name} must have {ndim} dimension(s), not shape {given.shape}")
    return cast("NDArray[Scalar]", given)


def _is_plain(array: NDArray[Any]) -> bool:
    return array.flags.c_contiguous and array.flags.aligned


def require_rows(given: Iterable[Item], name: str) -> list[Item]:
    """Return an iterable as a list, or raise if it is too long and no list: it may be endless."""
    if isinstance(given, list | tuple):
        return list(given)
    rows = list(islice(given, MOST_ITEMS + 1))
    if len(rows) > MOST_ITEMS:
        raise BadInputError(f"{name}: more than {MOST_ITEMS:,} items: give a list or an array")
    return rows


def _safe_values(given: Any, name: str, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return the values as an array of any dtype, or raise unless `dtype` holds each exactly."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise BadInputError(f"{name} must be an array, a list or a column, not {quoted(given)}")
    if not hasattr(given, "__array__"):
        given = require_rows(given, name)
    try:
        array = np.asarray(given)
        if dtype.kind == "u" and array.dtype.kind not in "iu" and given is not array:
            # NumPy reads integers as floats if a value is missing or exceeds int64.
            names = ("to_list", "to_pylist")  # of polars and pandas, and of pyarrow
            listed = next((getattr(given, name)() for name in names if hasattr(given, name)), given)
            array = np.array(listed, object)
    except ValueError:
        raise BadInputError(f"the rows of {name} have different lengths") from None
    if dtype.kind == "u" and array.dtype.kind in "iuO":
        _check_range(array, name, np.iinfo(dtype).bits)
    elif array.dtype.kind == "b" or not np.can_cast(array.dtype, dtype):
        raise BadInputError(f"{name} must be {dtype}, not {array.dtype}")
    return array


def _check_range(array: NDArray[Any], name: str, bits: int) -> None:
    end = 1 << bits
    if array.dtype.kind == "O":
        good = [
            type(value) is not bool and isinstance(value, int | np.integer) and 0 <= value < end
            for value in array.flat
        ]
        wrong = ~np.array(good, bool).reshape(array.shape)
    else:
        wrong = (array < 0) | (array >= end)
    if wrong.any():
        place = tuple(np.argwhere(wrong)[0])
        value = quoted(array.item(place))
        most = f"2**{bits} - 1" if bits > 16 else end - 1
        where = f"row {place[0]} of {name}" if place else name
        raise BadInputError(f"{where}: {value} is not an integer from 0 to {most}")


def require_out(
    out: NDArray[Scalar] | None,
    shape: tuple[int, ...],
    dtype: type[Scalar],
    inputs: Iterable[object],
) -> NDArray[Scalar]:
    """Return `out`, or a new array if it is None; raise unless it has this shape and dtype.

    `out` must not share memory with an input, which would change while it is read.

    >>> require_out(np.array([1, 2]), (2,), np.uint64, inputs=[])
    Traceback (most recent call last):
    astragal.errors.BadInputError: out must be uint64, not int64
    """
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise BadInputError(f"out must be a NumPy array, not {type(out).__name__}")
    if out.dtype != dtype:
        raise BadInputError(f"out must be {np.dtype(dtype)}, not {out.dtype}")
    if out.shape != shape:
        raise BadInputError(f"out must have shape {shape}, not {out.shape}")
    if not out.flags.c_contiguous:
        raise BadInputError("out must be C-contiguous; see np.ascontiguousarray")
    if not out.flags.aligned:
        raise BadInputError("out must be aligned; a view of bytes may not be")
    if not out.flags.writeable:
        raise BadInputError("out must be writeable")
    if any(isinstance(array, np.ndarray) and np.may_share_memory(out, array) for array in inputs):
        raise BadInputError("out must not share memory with an input; pass a separate array")
    return out


def read_only(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array
