"""Checks of array arguments: an array is used as it is or refused, never converted."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError

Scalar = TypeVar("Scalar", bound=np.generic)


def require_array(
    array: NDArray[Any], name: str, dtype: type[np.generic], ndim: int | None = None
) -> None:
    """Raise unless `array` is C-contiguous and has exactly this dtype and number of dimensions.

    >>> require_array(np.array([1, 2]), "sets", np.uint64, ndim=1)
    Traceback (most recent call last):
    astragal.errors.BadInputError: sets must be uint64, not int64: arrays are not converted
    """
    if not isinstance(array, np.ndarray):
        raise BadInputError(f"{name} must be a NumPy array, not {type(array).__name__}")
    if array.dtype != dtype:
        expected = np.dtype(dtype)
        raise BadInputError(
            f"{name} must be {expected}, not {array.dtype}: arrays are not converted"
        )
    if ndim is not None and array.ndim != ndim:
        raise BadInputError(f"{name} must have {ndim} dimension(s), not shape {array.shape}")
    if not array.flags.c_contiguous:
        raise BadInputError(f"{name} must be C-contiguous; see np.ascontiguousarray")


def require_out(
    out: NDArray[Scalar] | None, shape: tuple[int, ...], dtype: type[Scalar]
) -> NDArray[Scalar]:
    """Return `out` if it has exactly this shape and dtype, a new array if it is None, or raise."""
    if out is None:
        return np.empty(shape, dtype)
    require_array(out, "out", dtype, len(shape))
    if out.shape != shape:
        raise BadInputError(f"out must have shape {shape}, not {out.shape}")
    if not out.flags.writeable:
        raise BadInputError("out must be writeable")
    return out


def require_apart(out: NDArray[Any], *inputs: NDArray[Any]) -> None:
    """Raise if `out` shares memory with an input, which would change while it is read."""
    if any(np.may_share_memory(out, array) for array in inputs):
        raise BadInputError("out must not share memory with an input")
