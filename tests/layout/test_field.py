import numpy as np
import pytest

from astragal.errors import FieldError, LayoutError
from astragal.layout import Field
from astragal.layout.field import parse_runs


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("7", (7,)), ("0..3", (0, 1, 2, 3)), (" 0..1 ,5, 8..9", (0, 1, 5, 8, 9))],
)
def test_runs_are_read(text: str, numbers: tuple[int, ...]) -> None:
    assert parse_runs(text) == numbers


@pytest.mark.parametrize("text", ["", "a", "3..", "3..1", "1..3, 3", "5, 2", "1,,2", "-1..2"])
def test_bad_runs_are_quoted(text: str) -> None:
    with pytest.raises(LayoutError) as error:
        parse_runs(text)
    assert repr(text) in str(error.value)


def test_repetition_with_holes_keeps_the_numbers_of_the_items() -> None:
    square = Field("square", 16, 2, runs="0..3, 6..19, 22..23")
    assert [item.offset for item in square.items] == [16 + 2 * i for i in square.indices]
    assert square.items[-1].name == "square[23]"


def test_negative_stride_goes_down_from_the_first_item() -> None:
    rank = Field("rank", 16, 4, runs="1..5", stride=-4)
    assert [(item.name, item.offset) for item in rank.items] == [
        ("rank[1]", 16), ("rank[2]", 12), ("rank[3]", 8), ("rank[4]", 4), ("rank[5]", 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"name": "Bad"}, "lower-case"),
        ({"name": ""}, "lower-case"),
        ({"width": 0}, "width 0"),
        ({"width": 65}, "width 65"),
        ({"offset": -1}, "bit -1"),
        ({"count": 0}, "count 0"),
        ({"count": 2, "runs": "0..1"}, "not both"),
        ({"stride": 4}, "repeated"),
        ({"labels": ("a",)}, "repeated"),
        ({"count": 2, "stride": 0}, "stride 0"),
        ({"count": 2, "stride": -4}, "bit -4"),
        ({"count": 2, "labels": ("a",)}, "labels"),
        ({"count": 2, "labels": ("a", "a")}, "labels"),
        ({"flags": ("a",)}, "flags"),
        ({"flags": ("a", "a")}, "flags"),
        ({"values": {4: "four"}}, "[4]"),
        ({"values": {1: "one", 2: "one"}}, "two values"),
        ({"flags": ("a|b", "c")}, "without |"),
        ({"name": "out"}, "reserved"),
        ({"meaning": "two\nlines"}, "a single line"),
        ({"count": 65}, "count 65 is not in 1..64"),
        ({"runs": "0..9999999999"}, "64 items at most"),
        ({"values": {1: "one"}, "flags": ("a", "b")}, "exclude"),
    ],
)
def test_impossible_fields_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(LayoutError) as error:
        Field(**({"name": "x", "offset": 0, "width": 2} | arguments))  # type: ignore[arg-type]
    assert reason in str(error.value)


SUIT = Field("suit", 4, 2, values={0: "clubs", 3: "spades"})
KICKERS = Field("kickers", 2, 3, flags=("two", "three", "four"))
PAIR = Field("pair", 0, 3, count=2, labels=("low", "high"))


def test_values_by_name_flag_label_and_index() -> None:
    assert SUIT.encode("spades") == 3 << 4
    assert KICKERS.encode("four | two") == 0b101 << 2
    assert KICKERS.encode("two | two") == 1 << 2
    assert PAIR.encode({"high": 5}) == PAIR.encode({1: 5}) == PAIR.encode([0, 5]) == 5 << 3


def test_numpy_numbers_are_numbers() -> None:
    assert SUIT.encode(np.int64(3)) == 3 << 4
    assert PAIR.encode([np.uint8(0), np.uint8(5)]) == 5 << 3


def test_names_of_values() -> None:
    assert SUIT.names_of(3) == ("spades",)
    assert SUIT.names_of(1) == ()
    assert KICKERS.names_of(0b110) == ("three", "four")


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        (SUIT, 4, "suit = 4 is out of range 0..3"),
        (SUIT, -1, "suit = -1 is out of range 0..3"),
        (SUIT, "cups", "suit = 'cups' is not a name; the names are 'clubs', 'spades'"),
        (SUIT, [1], "suit = [1]: the field takes a single value"),
        (SUIT, 1.5, "suit = 1.5 is not a whole number"),
        (SUIT, None, "suit = None is not a whole number"),
        (PAIR, [1.5, 2], "pair[low] = 1.5 is not a whole number"),
        (PAIR, {1, 2}, "pair = {1, 2}: the field has 2 items"),
        (KICKERS, "two | five", "'five' is not a name"),
        (PAIR, 3, "pair = 3: the field has 2 items"),
        (PAIR, [1], "pair has 2 items, 1 were given"),
        (PAIR, [1, 8], "pair[high] = 8 is out of range 0..7"),
        (PAIR, {"middle": 1}, "pair has no item 'middle'; the items are low, high"),
    ],
)
def test_values_that_do_not_fit_are_named(field: Field, value: object, reason: str) -> None:
    with pytest.raises(FieldError) as error:
        field.encode(value)  # type: ignore[arg-type]
    assert reason in str(error.value)
