"""A field: a named run of bits, single or repeated at a fixed stride."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute
from functools import reduce
from itertools import pairwise
from operator import index, or_
from typing import SupportsIndex, TypeAlias

from typing_extensions import TypedDict

from astragal._cached import cached_property
from astragal._checks import whole
from astragal._results import Result
from astragal.errors import FieldError, LayoutError, quoted

Bit: TypeAlias = int
"""The number of a bit, 0 (the least significant) to 63."""

ItemValue: TypeAlias = SupportsIndex | str
"""The value of one item: a number, its name, or the names of its set flags ("ace | king")."""

FieldValue: TypeAlias = ItemValue | Sequence[ItemValue] | Mapping[int | str, ItemValue]
"""The value of a field. For a repeated field, a sequence of the values of all items, or a mapping
from index or label to value, where missing items are 0."""

NAME = re.compile(r"[a-z][a-z0-9_]*")
RESERVED = {"self", "out"}
MOST_ITEMS = 64
RUN = re.compile(r"\s*([0-9]{1,18})\s*(?:\.\.\s*([0-9]{1,18})\s*)?")


def parse_runs(text: str) -> tuple[int, ...]:
    """Return the numbers of ascending runs.

    >>> parse_runs("0..3, 6, 22..23")
    (0, 1, 2, 3, 6, 22, 23)
    """
    numbers: list[int] = []
    for part in text.split(","):
        run = RUN.fullmatch(part)
        if run is None:
            raise LayoutError(
                f"runs {quoted(text)}: {quoted(part.strip())} is neither '7' nor '3..7'"
            )
        low, high = int(run[1]), int(run[2] or run[1])
        if high < low:
            raise LayoutError(f"runs {quoted(text)}: {quoted(part.strip())} goes downwards")
        if high - low >= MOST_ITEMS:
            raise LayoutError(
                f"runs {quoted(text)}: a word has room for {MOST_ITEMS} items at most"
            )
        numbers += range(low, high + 1)
    if any(later <= earlier for earlier, later in pairwise(numbers)):
        raise LayoutError(f"runs {quoted(text)}: numbers must ascend")
    return tuple(numbers)


def bits_name(low: Bit, high: Bit) -> str:
    """Return the name of a run of bits, high to low as in a data sheet.

    >>> bits_name(16, 19), bits_name(12, 12)
    ('19..16', '12')
    """
    return str(low) if low == high else f"{high}..{low}"


class ItemJson(TypedDict):
    """An item of a field."""

    name: str
    """`type`, or `rank[1]` if the field repeats."""
    high: int
    """The highest bit."""
    low: int
    """The lowest bit."""


class FieldJson(TypedDict):
    """A field of a layout."""

    name: str
    meaning: str
    items: list[ItemJson]
    flags: list[str]
    """The names of the bits, from the lowest up; empty without names."""
    values: dict[str, str]
    """The names of numbers, by number; empty without names."""


@dataclass(frozen=True, slots=True)
class Item(Result):
    """A field, or one of its repetitions."""

    name: str
    """`type`, `rank[1]`, `made[seven]`."""
    label: str
    """The index or label within the field; empty if the field does not repeat."""
    offset: Bit
    width: int

    @property
    def limit(self) -> int:
        """The largest value."""
        return (1 << self.width) - 1

    @property
    def mask(self) -> int:
        """The mask of the bits within the word."""
        return self.limit << self.offset

    @property
    def high(self) -> Bit:
        """The highest bit."""
        return self.offset + self.width - 1

    @property
    def bits(self) -> str:
        """The bits as text, high to low."""
        return bits_name(self.offset, self.high)

    def of(self, word: int) -> int:
        """Return the value of the item in `word`."""
        return word >> self.offset & self.limit

    def __str__(self) -> str:
        return f"{self.name}: bits {self.bits}"

    def to_dict(self) -> ItemJson:
        """Return the item, as the JSON of a layout lists it."""
        return {"name": self.name, "high": self.high, "low": self.offset}


@dataclass(frozen=True)
class Field(Result):
    """A named run of `width` bits that starts at bit `offset`, and its meaning.

    A repeated field has either `count` items, numbered from 0, or items numbered by `runs` like
    "0..3, 6..19". The first item starts at `offset`, and each next number is `stride` bits further
    (default: `width`; negative: downwards). `labels` names the items.

    `values` names numbers. `flags` names single bits, from the lowest up. A field can't have both.

    >>> rank = Field("rank", 16, 4, "rank of each card", runs="1..5", stride=-4)
    >>> [item.bits for item in rank.items]
    ['19..16', '15..12', '11..8', '7..4', '3..0']
    """

    name: str
    offset: Bit
    width: int
    meaning: str = ""
    count: int = 1
    stride: int | None = None
    runs: str = ""
    labels: tuple[str, ...] = ()
    values: Mapping[int, str] = attribute(default_factory=dict, hash=False)
    flags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        def refuse(reason: str) -> None:
            raise LayoutError(f"field {quoted(self.name)}: {reason}")

        self._check_types()
        if not NAME.fullmatch(self.name):
            refuse("a name is a lower-case letter, then lower-case letters, digits or underscores")
        if self.name in RESERVED:
            refuse("the name is reserved for a parameter of pack_many")
        if "\n" in self.meaning:
            refuse("a meaning is a single line")
        if not 1 <= self.width <= 64:
            refuse(f"width {quoted(self.width)} is not in 1..64")
        if not 1 <= self.count <= MOST_ITEMS:
            refuse(f"count {quoted(self.count)} is not in 1..{MOST_ITEMS}")
        if self.runs and self.count != 1:
            refuse("give either count or runs, not both")
        if not self.repeated and (self.stride is not None or self.labels):
            refuse("stride and labels belong to a repeated field (count or runs)")
        if self.repeated and self.stride == 0:
            refuse("stride 0 would put all items on the same bits")
        if self.labels and len(set(self.labels)) != len(self.indices):
            refuse(f"{len(self.indices)} items need different labels, not {quoted(self.labels)}")
        if self.values and self.flags:
            refuse("values and flags exclude each other")
        if self.flags and (len(set(self.flags)) != self.width or "|" in "".join(self.flags)):
            refuse(f"{self.width} bits need different flags, without |, not {quoted(self.flags)}")
        if len(set(self.values.values())) != len(self.values):
            refuse(f"a name stands for two values in {quoted(dict(self.values))}")
        if bad := [value for value in self.values if not 0 <= value < 1 << self.width]:
            refuse(f"values {quoted(bad)} do not fit in {self.width} bits")
        lowest = min(item.offset for item in self.items)
        if lowest < 0:
            refuse(f"bit {quoted(lowest)} does not exist; the lowest is 0")

    def _check_types(self) -> None:
        where = f"field {quoted(self.name)}"
        for name in ("name", "meaning", "runs"):
            _require_text(getattr(self, name), f"{where}: {name}")
        for name in ("offset", "width", "count", "stride"):
            number = getattr(self, name)
            if number is not None or name != "stride":
                object.__setattr__(self, name, _read_number(number, f"{where}: {name}"))
        for name in ("labels", "flags"):
            names = getattr(self, name)
            if isinstance(names, str) or not isinstance(names, Iterable):
                raise LayoutError(f"{where}: {name} = {quoted(names)} is not a list of text")
            object.__setattr__(self, name, tuple(names))
            for text in names:
                _require_text(text, f"{where}: {name}")
        if not isinstance(self.values, Mapping):
            raise LayoutError(
                f"{where}: values = {quoted(self.values)} is not a mapping from number to name"
            )
        for number, text in self.values.items():
            _read_number(number, f"{where}: values")
            _require_text(text, f"{where}: values")

    @property
    def repeated(self) -> bool:
        """Whether the field repeats."""
        return bool(self.runs) or self.count > 1

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The numbers of the items; only 0 if the field does not repeat."""
        return parse_runs(self.runs) if self.runs else tuple(range(self.count))

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items, in the order of their numbers."""
        if not self.repeated:
            return (Item(self.name, "", self.offset, self.width),)
        stride = self.width if self.stride is None else self.stride
        labels = self.labels or tuple(map(str, self.indices))
        return tuple(
            Item(
                f"{self.name}[{label}]",
                label,
                self.offset + stride * (i - self.indices[0]),
                self.width,
            )
            for i, label in zip(self.indices, labels, strict=True)
        )

    @cached_property
    def mask(self) -> int:
        """The mask of all bits of the field within the word."""
        return reduce(or_, (item.mask for item in self.items))

    @property
    def bits(self) -> str:
        """The bits as text; of more than five items, the first two and the last."""
        items = [item.bits for item in self.items]
        return ", ".join(items) if len(items) <= 5 else f"{items[0]}, {items[1]}, … {items[-1]}"

    @property
    def explanation(self) -> str:
        """The meaning, and the names of items, flags and values."""
        parts = [self.meaning] if self.meaning else []
        if self.repeated:
            parts.append(f"items {', '.join(self.labels) or self.runs or f'0..{self.count - 1}'}")
        if self.flags:
            parts.append("flags from the lowest bit: " + ", ".join(self.flags))
        if self.values:
            parts.append(", ".join(f"{value} {name}" for value, name in self.values.items()))
        return "; ".join(parts)

    def __str__(self) -> str:
        return f"{self.name}, bits {self.bits}: {self.explanation}".removesuffix(": ")

    def to_dict(self) -> FieldJson:
        """Return the field, as the JSON of a layout lists it."""
        return {
            "name": self.name,
            "meaning": self.meaning,
            "items": [item.to_dict() for item in self.items],
            "flags": list(self.flags),
            "values": {str(number): name for number, name in self.values.items()},
        }

    def names_of(self, value: int) -> tuple[str, ...]:
        """Return the names of the flags set in `value`, or the name of the value.

        >>> Field("suit", 0, 2, values={0: "clubs", 1: "diamonds"}).names_of(1)
        ('diamonds',)
        """
        if self.flags:
            return tuple(name for bit, name in enumerate(self.flags) if value >> bit & 1)
        return (self.values[value],) if value in self.values else ()

    def encode(self, value: FieldValue) -> int:
        """Return a word with this value in the field and 0 in all other bits.

        >>> square = Field("square", 16, 2, runs="0..3, 6..7", values={1: "A", 2: "B"})
        >>> hex(square.encode({0: "A", 7: "B"})), hex(square.encode([1, 0, 0, 0, 0, 2]))
        ('0x80010000', '0x80010000')
        """
        word = 0
        for item, item_value in self._pair(value):
            number = self._number(item, item_value)
            if not 0 <= number <= item.limit:
                raise FieldError(f"{item.name} = {quoted(number)} is out of range 0..{item.limit}")
            word |= number << item.offset
        return word

    def _pair(self, value: FieldValue) -> Iterable[tuple[Item, ItemValue]]:
        if isinstance(value, Mapping | Sequence) and not isinstance(value, str):
            if not self.repeated:
                raise FieldError(f"{self.name} = {quoted(value)}: the field takes a single value")
            if isinstance(value, Mapping):
                return [(self._item_at(key), item_value) for key, item_value in value.items()]
            if len(value) != len(self.items):
                raise FieldError(
                    f"{self.name} has {len(self.items)} items, {len(value)} were given"
                )
            return zip(self.items, value, strict=True)
        if self.repeated:
            raise FieldError(
                f"{self.name} = {quoted(value)}: the field has {len(self.items)} items; give a "
                "sequence of their values, or a mapping from index or label to value"
            )
        return [(self.items[0], value)]

    def _item_at(self, key: int | str) -> Item:
        for number, item in zip(self.indices, self.items, strict=True):
            if key in (number, item.label):
                return item
        labels = ", ".join(item.label for item in self.items)
        raise FieldError(f"{self.name} has no item {quoted(key)}; the items are {labels}")

    def _number(self, item: Item, value: ItemValue) -> int:
        if not isinstance(value, str):
            try:
                return index(value)
            except TypeError:
                raise FieldError(f"{item.name} = {quoted(value)} is not a whole number") from None
        numbers = {name: 1 << bit for bit, name in enumerate(self.flags)}
        numbers |= {name: number for number, name in self.values.items()}
        names = [part.strip() for part in value.split("|")] if self.flags else [value]
        if unknown := [name for name in names if name not in numbers]:
            known = ", ".join(map(repr, numbers)) or "none, give a number"
            raise FieldError(
                f"{item.name} = {quoted(unknown[0])} is not a name; the names are {known}"
            )
        return sum({numbers[name] for name in names})


def _require_text(value: object, name: str) -> None:
    if not isinstance(value, str):
        raise LayoutError(f"{name} = {quoted(value)} is not text")


def _read_number(value: SupportsIndex, name: str) -> int:
    try:
        return whole(value)
    except TypeError:
        raise LayoutError(f"{name} = {quoted(value)} is not a whole number") from None
