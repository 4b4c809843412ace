"""Shifts and masks over arrays of words, with one pass for each item.

Unpacked fields have the dtype of the words, so nothing is converted. The items of a repeated field
are on a new first axis, so the values of an item are contiguous.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal._arrays import read_array, require_out
from astragal.errors import FieldError
from astragal.layout.field import Field, Item

WordArray: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]
UnsignedArray: TypeAlias = NDArray[np.unsignedinteger[Any]]

# The number of words in a block, which stays in the cache of a core between passes.
BLOCK = 1 << 14


def extract(field: Field, words: WordArray, out: UnsignedArray | None = None) -> UnsignedArray:
    """Return the values of one field."""
    shape = (len(field.items), *words.shape) if field.repeated else words.shape
    values: UnsignedArray = require_out(out, shape, words.dtype.type, [words])
    flat_words = words.reshape(-1)
    rows = values.reshape(len(field.items), -1)
    for start in range(0, flat_words.size, BLOCK):
        block = flat_words[start : start + BLOCK]
        for item, row in zip(field.items, rows, strict=True):
            target = row[start : start + BLOCK]
            np.right_shift(block, block.dtype.type(item.offset), out=target)
            np.bitwise_and(target, target.dtype.type(item.limit), out=target)
    return values


def is_array(field: Field, value: Any) -> bool:
    """Return whether `value` has a value for each word; a list may be the items of one word."""
    if hasattr(value, "__array__"):
        return np.ndim(value) > 0
    if field.repeated and isinstance(value, Sequence) and value:
        value = value[0]
    return isinstance(value, Sequence) and not isinstance(value, str)


def split(field: Field, value: Any, dtype: np.dtype[Any]) -> list[UnsignedArray]:
    """Return an array for each item, or raise unless all values fit."""
    narrow = isinstance(value, np.ndarray) and value.dtype.kind == "u"
    if not (narrow and value.dtype.itemsize <= dtype.itemsize and value.flags.c_contiguous):
        value = read_array(value, field.name, dtype.type)
    rows = list(value) if field.repeated else [value]
    if len(rows) != len(field.items):
        raise FieldError(f"{field.name} has {len(field.items)} items, {len(rows)} were given")
    for item, row in zip(field.items, rows, strict=True):
        if row.size and (worst := int(row.max())) > item.limit:
            at = int(row.reshape(-1).argmax())
            raise FieldError(
                f"{item.name} = {worst} at position {at} is out of range 0..{item.limit}"
            )
    return rows


def combine(constant: int, parts: Sequence[tuple[Item, UnsignedArray]], words: WordArray) -> None:
    """Fill `words` with the constant bits and with the values of each item."""
    flat_words = words.reshape(-1)
    flat_parts = [(flat_words.dtype.type(item.offset), part.reshape(-1)) for item, part in parts]
    shifted = np.empty(min(BLOCK, flat_words.size), flat_words.dtype)
    for start in range(0, flat_words.size, BLOCK):
        target = flat_words[start : start + BLOCK]
        target.fill(constant)
        scratch = shifted[: target.size]
        for offset, part in flat_parts:
            np.left_shift(part[start : start + BLOCK], offset, out=scratch, dtype=scratch.dtype)
            np.bitwise_or(target, scratch, out=target)
