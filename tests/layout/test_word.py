from typing import Any

import numpy as np
import pytest
from hypothesis import given

from astragal.errors import FieldError, LayoutError, UnknownNameError
from astragal.layout import Ascending, Field, Layout, Unused

from layout.strategies import layouts, layouts_with_values
from reference.bits import pack_bits, read_bits

CLOCK = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))


@given(layouts_with_values())
def test_pack_writes_the_bits_of_every_item(
    case: tuple[Layout, dict[str, int | tuple[int, ...]]],
) -> None:
    layout, values = case
    parts = []
    for field in layout.fields:
        given_values = values[field.name]
        numbers = given_values if isinstance(given_values, tuple) else (given_values,)
        parts += [
            (item.offset, item.width, n) for item, n in zip(field.items, numbers, strict=True)
        ]
    word = layout.pack(**values)
    assert word == pack_bits(parts)
    assert all(read_bits(word, offset, width) == value for offset, width, value in parts)


@given(layouts_with_values())
def test_unpack_is_the_inverse_of_pack(
    case: tuple[Layout, dict[str, int | tuple[int, ...]]],
) -> None:
    layout, values = case
    assert layout.unpack(layout.pack(**values)) == values


@given(layouts())
def test_every_bit_outside_the_fields_is_refused(layout: Layout) -> None:
    for bit in range(64):
        if layout.mask >> bit & 1:
            assert layout.pack(**layout.unpack(1 << bit)) == 1 << bit
        else:
            with pytest.raises(FieldError):
                layout.unpack(1 << bit)


def test_fields_that_are_not_given_are_zero() -> None:
    assert CLOCK.pack() == 0
    assert CLOCK.pack(minute=5) == 5


def test_errors_name_the_layout_the_field_the_value_and_the_range() -> None:
    with pytest.raises(FieldError, match=r"clock: minute = 64 is out of range 0\.\.63"):
        CLOCK.pack(minute=64)
    with pytest.raises(UnknownNameError, match="clock has no field 'second'; its fields are"):
        CLOCK.pack(second=1)
    with pytest.raises(FieldError, match="0x1800 has bits set where no field is: 11, 12"):
        CLOCK.unpack(0x1800)
    with pytest.raises(FieldError, match="0x10000 is not a word of 16 bits"):
        CLOCK.unpack(0x10000)
    with pytest.raises(FieldError, match="-0x1 is not a word of 16 bits"):
        CLOCK.unpack(-1)


def test_all_overlaps_are_listed_at_declaration() -> None:
    fields = (Field("a", 0, 4), Field("b", 3, 4), Field("c", 0, 1), Field("d", 7, 1))
    with pytest.raises(LayoutError) as error:
        Layout("bad", 8, fields)
    assert str(error.value) == (
        "layout 'bad': overlap at bit 3: a and b; overlap at bit 0: a and c"
    )


def test_overlapping_fields_are_combined_with_or() -> None:
    layout = Layout("bad", 8, (Field("a", 0, 4), Field("b", 2, 4)), allow_overlaps=True)
    assert layout.pack(a=0b1001, b=0b0010) == 0b1001 | 0b1000
    assert [(o.low, o.high) for o in layout.overlaps] == [(2, 3)]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"name": "Bad Name"}, "name"),
        ({"bits": 7}, "7 bits"),
        ({"bits": 65}, "65 bits"),
        ({"bits": 8.0}, "bits = 8.0 is not a whole number"),
        ({"fields": ()}, "no fields"),
        ({"fields": ("a",)}, "'a' in fields is not a Field"),
        ({"fields": Field("a", 0, 1)}, "is not a list"),
        ({"fields": (Field("a", 0, 1), Field("a", 1, 1))}, "declared 2 times"),
        ({"fields": (Field("a", 4, 5),)}, "ends at bit 8; the highest is 7"),
        ({"claims": (Unused(3, 9),)}, "the bits are 0..7"),
    ],
)
def test_impossible_layouts_are_refused(arguments: dict[str, object], reason: str) -> None:
    good: dict[str, object] = {"name": "good", "bits": 8, "fields": (Field("a", 0, 1),)}
    with pytest.raises(LayoutError) as error:
        Layout(**(good | arguments))  # type: ignore[arg-type]
    assert reason in str(error.value)


def test_numpy_words_are_words() -> None:
    assert CLOCK.unpack(np.uint32(0x5FB)) == {"minute": 59, "hour": 23}
    assert CLOCK.unpack(np.uint64(0x5FB)) == {"minute": 59, "hour": 23}


def test_a_layout_can_be_a_key() -> None:
    assert {CLOCK: 1}[CLOCK] == 1


def test_a_claim_with_an_impossible_example_is_refused() -> None:
    for example in ({"hour": 32}, {"second": 1}):
        with pytest.raises(LayoutError, match="in the claim that"):
            Layout("bad", 16, CLOCK.fields, claims=(Ascending((example,)),))


def test_hex_is_padded_to_the_width() -> None:
    assert CLOCK.hex(0x5FB) == "0x05fb"
    assert Layout("odd", 9, (Field("a", 0, 9),)).hex(0x1FF) == "0x1ff"


@pytest.mark.parametrize("bits", [-(10**5000), 7, 65, 10**5000], ids=["low", "7", "65", "high"])
def test_a_word_has_8_to_64_bits(bits: int) -> None:
    with pytest.raises(LayoutError, match=r"bits is not in 8\.\.64"):
        Layout("wide", bits, (Field("a", 0, 1),))


def test_a_claim_is_about_bits_of_a_word() -> None:
    for low, high in ((10**5000, 6), (3, 10**5000), (5, 4), (-1, 3), (0, 64)):
        with pytest.raises(LayoutError, match=r"a word has the bits 0\.\.63"):
            Unused(low, high)


def test_only_words_have_hexadecimal_digits() -> None:
    words: list[Any] = [2.5, "x", None, -1, 1 << 16, 10**5000]
    for word in words:
        with pytest.raises(FieldError, match="x: "):
            Layout("x", 16, (Field("a", 0, 1),)).hex(word)
