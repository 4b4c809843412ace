"""Packing and unpacking whole arrays: the same shifts and masks, one pass for each item.

Unpacked fields keep the words' dtype, so nothing is converted. A repeated field gets its items
along a new first axis: `unpack_array(...)["rank"][0]` is the first rank of every word, contiguous,
just as `unpack(...)["rank"][0]` is the first rank of one.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_apart, require_array, require_out
from astragal.errors import FieldError
from astragal.layout.field import Field, FieldValue, Item
from astragal.layout.word import Layout

WordArray: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]
UnsignedArray: TypeAlias = NDArray[np.unsignedinteger[Any]]

# Words are worked on in blocks that stay in a core's cache between the passes over them.
BLOCK = 1 << 14


def word_dtype(layout: Layout) -> np.dtype[Any]:
    """Return the dtype of an array of such words: uint32 if they fit, else uint64."""
    return np.dtype(np.uint32 if layout.bits <= 32 else np.uint64)


def unpack_array(layout: Layout, words: WordArray) -> dict[str, UnsignedArray]:
    """Return an array for each field, of the words' dtype.

    >>> from astragal.layout import Field, Layout
    >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
    >>> unpack_array(clock, np.array([0x5FB, 0], np.uint32))["hour"]
    array([23,  0], dtype=uint32)
    """
    _check_words(layout, words)
    return {field.name: _extract(field, words) for field in layout.fields}


def unpack_field(
    layout: Layout, words: WordArray, name: str, *, out: UnsignedArray | None = None
) -> UnsignedArray:
    """Return the array of one field, of the words' dtype; the other bits are not looked at."""
    _check_dtype(layout, words)
    return _extract(layout.field(name), words, out)


def pack_array(
    layout: Layout, *, out: WordArray | None = None, **fields: UnsignedArray | FieldValue
) -> WordArray:
    """Return the words with these field values; fields that are not given are 0.

    Values are unsigned arrays of one shape (a repeated field: its items along the first axis), or
    what `pack` takes, for fields that are the same in every word.

    >>> from astragal.layout import Field, Layout
    >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
    >>> pack_array(clock, hour=np.array([23, 0], np.uint8), minute=59)
    array([1531,   59], dtype=uint32)
    """
    constants: dict[str, FieldValue] = {}
    parts: list[tuple[Item, UnsignedArray]] = []
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            parts += _split(layout, layout.field(name), value)
        else:
            constants[name] = value
    shapes = {part.shape for _, part in parts}
    if len(shapes) != 1:
        wanted = "arrays of one shape" if shapes else "at least one array"
        raise FieldError(f"{layout.name}: pack_array needs {wanted}, got {sorted(shapes)}")
    words: WordArray = require_out(out, shapes.pop(), word_dtype(layout).type)
    require_apart(words, *(part for _, part in parts))
    _combine(layout.pack(**constants), parts, words)
    return words


def _extract(field: Field, words: WordArray, out: UnsignedArray | None = None) -> UnsignedArray:
    shape = (len(field.items), *words.shape) if field.repeated else words.shape
    values: UnsignedArray = require_out(out, shape, words.dtype.type)
    require_apart(values, words)
    flat_words = words.reshape(-1)
    rows = values.reshape(len(field.items), -1)
    for start in range(0, flat_words.size, BLOCK):
        block = flat_words[start : start + BLOCK]
        for item, row in zip(field.items, rows, strict=True):
            target = row[start : start + BLOCK]
            np.right_shift(block, block.dtype.type(item.offset), out=target)
            np.bitwise_and(target, target.dtype.type(item.limit), out=target)
    return values


def _combine(constant: int, parts: Sequence[tuple[Item, UnsignedArray]], words: WordArray) -> None:
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


def _split(layout: Layout, field: Field, value: UnsignedArray) -> list[tuple[Item, UnsignedArray]]:
    where = f"{layout.name}: {field.name}"
    if value.dtype.kind != "u" or not value.flags.c_contiguous:
        raise FieldError(f"{where} must be C-contiguous and unsigned, not {value.dtype}")
    if value.dtype.itemsize > word_dtype(layout).itemsize:
        raise FieldError(f"{where} is {value.dtype}, wider than the word's {word_dtype(layout)}")
    rows = list(value) if field.repeated else [value]
    if len(rows) != len(field.items):
        raise FieldError(f"{where} has {len(field.items)} items, {len(rows)} were given")
    for item, row in zip(field.items, rows, strict=True):
        if row.size and (worst := int(row.max())) > item.limit:
            at = int(row.reshape(-1).argmax())
            raise FieldError(
                f"{layout.name}: {item.name} = {worst} at position {at} is out of range "
                f"0..{item.limit}"
            )
    return list(zip(field.items, rows, strict=True))


def _check_words(layout: Layout, words: WordArray) -> None:
    _check_dtype(layout, words)
    stray = words.dtype.type(~layout.mask & np.iinfo(words.dtype).max)
    if words.size and int(np.bitwise_or.reduce(words, axis=None)) & int(stray):
        at = int(np.flatnonzero(words.reshape(-1) & stray)[0])
        try:
            layout.check_word(int(words.reshape(-1)[at]))
        except FieldError as error:
            raise FieldError(f"{error} (at position {at})") from None


def _check_dtype(layout: Layout, words: WordArray) -> None:
    given = getattr(words, "dtype", None)
    dtype = np.uint32 if layout.bits <= 32 and given == np.uint32 else np.uint64
    require_array(words, f"{layout.name}: words", dtype)
