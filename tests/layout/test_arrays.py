from typing import Any

import numpy as np
import pandas as pd
import polars as pl
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
        (np.array([1, -2], np.int64), "row 1 of clock: words: -2 is not an integer"),
        (np.array([1.0]), "not float64"),
        ([1, 2**32], "row 1 of clock: words: 4294967296 is not an integer"),
        (["1"], "row 0 of clock: words"),
        (5, "must be an array, a list or a column, not 5"),
        (np.array([0, 5, 0x800], np.uint32), "0x0800 has bits set .*: 11 .at position 2"),
        (np.array([0, 2**40], np.uint64), "is not a word of 16 bits .at position 1"),
    ],
)
def test_wrong_words_are_refused(words: Any, reason: str) -> None:
    with pytest.raises(BadInputError, match=reason):
        CLOCK.unpack_many(words)


@pytest.mark.parametrize("kind", [list, pd.Series, pl.Series, np.int64, np.uint16, np.uint64])
def test_lists_columns_and_other_integers_are_read(kind: Any) -> None:
    hours, words = [23, 0, 7], [23 << 6 | 5, 5, 7 << 6 | 5]

    def read(given: list[int]) -> Any:
        return np.array(given, kind) if issubclass(kind, np.generic) else kind(given)

    assert CLOCK.unpack_many(read(words))["hour"].tolist() == hours
    assert CLOCK.unpack_field(read(words), "hour").tolist() == hours
    assert CLOCK.pack_many(hour=read(hours), minute=5).tolist() == words
    assert PAIR.unpack_many(read(words))["half"].dtype == np.uint64


def test_a_list_of_a_repeated_field_is_one_word_a_list_of_lists_is_many() -> None:
    many = [[1, 2, 3], [4, 5, 6]]
    assert PAIR.pack_many(half=many).tolist() == [n + (n + 3 << 20) for n in (1, 2, 3)]
    both = Layout("both", 8, (Field("pair", 0, 2, count=2), Field("rest", 4, 4)))
    assert both.pack_many(pair=[1, 2], rest=[0, 15]).tolist() == [0b1001, 0b11111001]
    strided = np.arange(6, dtype=np.uint32)[::2]
    assert CLOCK.pack_many(minute=strided).tolist() == CLOCK.unpack_many(strided)["minute"].tolist()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"minute": np.array([1, 64, 2], np.uint8)}, r"minute = 64 at position 1 .* 0\.\.63"),
        ({"minute": [1, 64]}, r"minute = 64 at position 1 .* 0\.\.63"),
        ({"minute": GOOD, "hour": np.zeros(3, np.uint8)}, "one shape"),
        ({"minute": 5}, "at least one array"),
        ({"minute": GOOD, "hour": 32}, r"hour = 32 is out of range 0\.\.31"),
    ],
)
def test_wrong_values_are_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(FieldError, match=reason):
        CLOCK.pack_many(**fields)


@pytest.mark.parametrize("hours", [[1, -1], np.array([1, 2**32]), [1.5], ["noon", "noon"]])
def test_values_that_no_word_can_hold_are_refused(hours: Any) -> None:
    with pytest.raises(BadInputError, match="hour"):
        CLOCK.pack_many(hour=hours)


def test_unknown_fields_and_wrong_outs_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="no field 'second'"):
        CLOCK.unpack_field(GOOD, "second")
    with pytest.raises(BadInputError, match=r"out must be uint32, not uint64"):
        CLOCK.unpack_field(GOOD, "hour", out=np.empty(2, np.uint64))
    with pytest.raises(FieldError, match="pair: half has 2 items, 3 were given"):
        PAIR.pack_many(half=np.zeros((3, 2), np.uint32))
