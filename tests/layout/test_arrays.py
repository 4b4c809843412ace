from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import BadInputError, FieldError, UnknownNameError
from astragal.layout import Field, Layout
from astragal.layout.arrays import BLOCK

from layout.strategies import layouts

CLOCK = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5, values={12: "noon"})))
PAIR = Layout("pair", 40, (Field("half", 0, 20, count=2),))


@given(layouts(), st.data())
def test_arrays_agree_with_single_words(layout: Layout, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.integers(0, 2**64 - 1), max_size=8))
    words = [word & layout.mask for word in words]
    array = np.array(words, layout.dtype)
    fields = layout.unpack_many(array)
    for position, word in enumerate(words):
        one = {name: values[..., position].tolist() for name, values in fields.items()}
        expected = layout.unpack(word)
        assert one == {n: list(v) if isinstance(v, tuple) else v for n, v in expected.items()}
    packed = layout.pack_many(**fields)
    assert packed.dtype == array.dtype
    assert packed.tolist() == words


def test_more_words_than_a_block() -> None:
    words = np.arange(3 * BLOCK + 7, dtype=np.uint64) * np.uint64(0x12345)
    halves = PAIR.unpack_many(words)["half"]
    assert np.array_equal(halves[0], words & np.uint64(0xFFFFF))
    assert np.array_equal(halves[1], words >> np.uint64(20))
    assert np.array_equal(PAIR.pack_many(half=halves), words)


def test_shape_is_kept() -> None:
    words = np.arange(12, dtype=np.uint32).reshape(3, 4)
    assert CLOCK.unpack_field(words, "minute").shape == (3, 4)
    assert PAIR.unpack_field(words.astype(np.uint64), "half").shape == (2, 3, 4)


def test_small_dtypes_and_constants_are_widened_into_the_word() -> None:
    minutes = np.array([1, 63], np.uint8)
    words = CLOCK.pack_many(minute=minutes, hour="noon")
    assert words.tolist() == [12 << 6 | 1, 12 << 6 | 63]
    assert words.dtype == np.uint32


def test_out_is_used_and_returned() -> None:
    words = np.array([0x5FB], np.uint32)
    out = np.empty(1, np.uint32)
    assert CLOCK.unpack_field(words, "hour", out=out) is out
    assert out.tolist() == [23]
    assert CLOCK.pack_many(hour=out, out=words) is words
    assert words.tolist() == [23 << 6]


def test_out_may_not_be_an_input() -> None:
    minutes = np.array([5, 7], np.uint32)
    with pytest.raises(BadInputError, match="share memory"):
        CLOCK.pack_many(minute=minutes, out=minutes)
    with pytest.raises(BadInputError, match="share memory"):
        CLOCK.unpack_field(minutes, "minute", out=minutes)


def test_no_words_at_all() -> None:
    none = np.empty(0, np.uint64)
    assert PAIR.unpack_many(none)["half"].shape == (2, 0)
    assert PAIR.pack_many(half=np.empty((2, 0), np.uint32)).shape == (0,)


GOOD = np.array([1, 2], np.uint32)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (np.array([1, 2], np.int64), "words must be uint64, not int64"),
        (np.array([1.0]), "not float64"),
        (np.array([1], np.uint16), "not uint16"),
        (np.zeros(4, np.uint32)[::2], "C-contiguous"),
        ([1, 2], "not list"),
        (np.array([0, 5, 0x800], np.uint32), "0x0800 has bits set .*: 11 .at position 2"),
        (np.array([0, 2**40], np.uint64), "is not a word of 16 bits .at position 1"),
    ],
)
def test_wrong_words_are_refused(words: Any, reason: str) -> None:
    with pytest.raises(BadInputError, match=reason):
        CLOCK.unpack_many(words)


def test_a_narrow_dtype_is_refused_for_a_wide_word() -> None:
    with pytest.raises(BadInputError, match="must be uint64, not uint32"):
        PAIR.unpack_many(GOOD)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"minute": np.array([1, 64, 2], np.uint8)}, r"minute = 64 at position 1 .* 0\.\.63"),
        ({"minute": np.array([1], np.int32)}, "unsigned, not int32"),
        ({"minute": np.array([1], np.uint64)}, "wider than the word's uint32"),
        ({"minute": np.zeros(4, np.uint8)[::2]}, "C-contiguous"),
        ({"minute": GOOD, "hour": np.zeros(3, np.uint8)}, "one shape"),
        ({"minute": 5}, "at least one array"),
        ({"minute": GOOD, "hour": 32}, r"hour = 32 is out of range 0\.\.31"),
    ],
)
def test_wrong_values_are_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(FieldError, match=reason):
        CLOCK.pack_many(**fields)


def test_unknown_fields_and_wrong_outs_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="no field 'second'"):
        CLOCK.unpack_field(GOOD, "second")
    with pytest.raises(BadInputError, match=r"out must be uint32, not uint64"):
        CLOCK.unpack_field(GOOD, "hour", out=np.empty(2, np.uint64))
    with pytest.raises(FieldError, match="pair: half has 2 items, 3 were given"):
        PAIR.pack_many(half=np.zeros((3, 2), np.uint32))
