"""Layouts: the fields of a machine word and claims about its bits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from itertools import combinations
from operator import index, or_
from typing import Any, SupportsIndex, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import TypedDict

from astragal._arrays import read_array, require_out
from astragal._cached import cached_property
from astragal._checks import whole
from astragal._results import Result
from astragal.errors import FieldError, LayoutError, UnknownNameError, quoted
from astragal.layout.arrays import UnsignedArray, WordArray, combine, extract, is_array, split
from astragal.layout.diagram import draw_text, rows_of
from astragal.layout.field import Bit, Field, FieldJson, FieldValue, Item, bits_name
from astragal.layout.reading import Reading
from astragal.layout.svg import draw_svg

Word: TypeAlias = int
"""An unsigned integer of at most 64 bits."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
READER = re.compile(r"\w+(\.\w+)*:\w+")
MOST_BITS = 64
MOST_ITEMS = 128  # a check lists every overlapping pair


class BitsJson(TypedDict):
    """A run of bits."""

    high: int
    """The highest bit."""
    low: int
    """The lowest bit."""


class OverlapJson(TypedDict):
    """The bits shared by two items."""

    high: int
    """The highest shared bit."""
    low: int
    """The lowest shared bit."""
    items: list[str]
    """The names of the two items."""


class LayoutJson(TypedDict):
    """A layout and its fields."""

    name: str
    bits: int
    """The width of the word, 8 to 64."""
    meaning: str
    stability: str
    """A promise about future changes of the encoding; empty if there is none."""
    allow_overlaps: bool
    """Whether fields may overlap, in a layout that shows a mistake."""
    claims: list[str]
    """Statements about the bits, which `layout check` tests."""
    fields: list[FieldJson]


@dataclass(frozen=True, slots=True)
class Unused(Result):
    """The claim that the bits `low` to `high` belong to no field."""

    low: Bit
    high: Bit

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            bit = getattr(self, name)
            try:
                object.__setattr__(self, name, whole(bit))
            except TypeError:
                raise LayoutError(f"claim: {name} = {quoted(bit)} is not a whole number") from None
        if not 0 <= self.low <= self.high < MOST_BITS:
            raise LayoutError(
                f"claim: bits {quoted(self.high)}..{quoted(self.low)}: a word has the bits 0..63"
            )

    def to_dict(self) -> BitsJson:
        """Return the bits, as `layout check --json` lists gaps."""
        return {"high": self.high, "low": self.low}

    def __str__(self) -> str:
        if self.low == self.high:
            return f"bit {self.low} is unused"
        return f"bits {self.high}..{self.low} are unused"


@dataclass(frozen=True, slots=True)
class Ascending:
    """The claim that words, compared as unsigned integers, have the order of their meanings.

    `examples` are field values from worst to best. Examples can't prove the claim, but a pair in
    the wrong order refutes it.
    """

    examples: tuple[Mapping[str, FieldValue], ...]
    says: str = "unsigned order is the game's order"

    def __post_init__(self) -> None:
        if not isinstance(self.says, str):
            raise LayoutError(f"claim: says = {quoted(self.says)} is not text")
        examples = self.examples
        if not isinstance(examples, list | tuple):
            raise LayoutError(f"claim: examples = {quoted(examples)} is not a list of mappings")
        for example in examples:
            if not isinstance(example, Mapping):
                raise LayoutError(f"claim: the example {quoted(example)} is not a mapping")
        object.__setattr__(self, "examples", tuple(examples))

    def __str__(self) -> str:
        return self.says


Claim: TypeAlias = Unused | Ascending
"""A statement of a layout's author that `check` tests."""


@dataclass(frozen=True, slots=True)
class Overlap(Result):
    """Two items that share bits."""

    low: Bit
    high: Bit
    first: Item
    second: Item

    @property
    def items(self) -> tuple[str, str]:
        """The names of both items."""
        return self.first.name, self.second.name

    def __str__(self) -> str:
        noun = "bit" if self.low == self.high else "bits"
        where = bits_name(self.low, self.high)
        return f"{noun} {where}: {' and '.join(self.items)}"

    def to_dict(self) -> OverlapJson:
        """Return the overlap, as `layout check --json` lists it."""
        return {"high": self.high, "low": self.low, "items": list(self.items)}


@dataclass(frozen=True, repr=False)
class Layout(Result):
    """The layout of a word of `bits` bits: fields, claims, and the stability of the encoding.

    Values are checked against the width of their field only; meanings are for readers. Fields must
    not overlap unless `allow_overlaps` is true, for a layout that shows a mistake. Overlapping
    fields are combined with OR. `reader` names the function that reads a word as a hand or a
    position, like "astragal.poker.words:read_pokerval"; it is imported on first use.

    >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
    >>> hex(clock.pack(hour=23, minute=59))
    '0x5fb'
    >>> clock.unpack(0x5FB)
    {'minute': 59, 'hour': 23}
    >>> clock.pack(hour=32)
    Traceback (most recent call last):
        ...
    astragal.errors.FieldError: clock: hour = 32 is out of range 0..31
    """

    name: str
    bits: int
    fields: tuple[Field, ...]
    meaning: str = ""
    claims: tuple[Claim, ...] = ()
    stability: str = ""
    allow_overlaps: bool = False
    reader: str = ""

    def __post_init__(self) -> None:
        self._check_types()
        if len(self.items) > MOST_ITEMS:
            raise LayoutError(
                f"layout {quoted(self.name)}: {len(self.items)} items; at most {MOST_ITEMS} allowed"
            )
        problems = list(self._problems())
        if problems:
            raise LayoutError(f"layout {quoted(self.name)}: {'; '.join(problems)}")

    def _check_types(self) -> None:
        where = f"layout {quoted(self.name)}"
        for name in ("name", "meaning", "stability", "reader"):
            if not isinstance(text := getattr(self, name), str):
                raise LayoutError(f"{where}: {name} = {quoted(text)} is not text")
        try:
            object.__setattr__(self, "bits", whole(self.bits))
        except TypeError:
            raise LayoutError(
                f"{where}: bits = {quoted(self.bits)} is not a whole number"
            ) from None
        for name, kinds in (("fields", Field), ("claims", Claim)):
            if not isinstance(parts := getattr(self, name), list | tuple):
                raise LayoutError(f"{where}: {name} = {quoted(parts)} is not a list")
            for part in parts:
                if not isinstance(part, kinds):
                    wanted = "a Field" if name == "fields" else "an Unused or Ascending claim"
                    raise LayoutError(f"{where}: {quoted(part)} in {name} is not {wanted}")
            object.__setattr__(self, name, tuple(parts))
        if not isinstance(self.allow_overlaps, bool):
            raise LayoutError(
                f"{where}: allow_overlaps = {quoted(self.allow_overlaps)} is not True or False"
            )

    def _problems(self) -> Iterator[str]:
        if not NAME.fullmatch(self.name):
            yield "a name is lower-case letters and digits, in parts joined by hyphens"
        if not 8 <= self.bits <= MOST_BITS:
            yield f"{quoted(self.bits)} bits is not in 8..64"
            return
        if "\n" in self.meaning + self.stability:
            yield "meaning and stability are one line each"
        if self.reader and not READER.fullmatch(self.reader):
            yield f'reader = {quoted(self.reader)}: write "module:function"'
        if not self.fields:
            yield "it has no fields"
        names = [field.name for field in self.fields]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"field {quoted(name)} is declared {names.count(name)} times"
        for field in self.fields:
            top = max(field.items, key=lambda item: item.high)
            if top.high >= self.bits:
                yield f"{top.name} ends at bit {quoted(top.high)}; the highest is {self.bits - 1}"
        for claim in self.claims:
            if isinstance(claim, Ascending):
                yield from self._bad_examples(claim)
            elif not 0 <= claim.low <= claim.high < self.bits:
                yield f"in the claim that {claim}: the bits are 0..{self.bits - 1}"
        if not self.allow_overlaps:
            yield from (f"overlap at {overlap}" for overlap in self.overlaps)

    def _bad_examples(self, claim: Ascending) -> Iterator[str]:
        for example in claim.examples:
            try:
                self.pack(**example)
            except (FieldError, UnknownNameError) as error:
                yield f"in the claim that {claim}: {error}"

    def __hash__(self) -> int:
        # Fields and claims contain mappings, which are not hashable; names rarely collide.
        return hash((self.name, self.bits))

    def read(self, word: Word) -> Reading:
        """Return what a word stands for, by the `reader`; nothing if the layout has none."""
        if not self.reader:
            return Reading()
        module, _, function = self.reader.partition(":")
        reading: Reading = getattr(import_module(module), function)(word)
        return reading

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items of all fields, in the order of declaration."""
        return tuple(item for field in self.fields for item in field.items)

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        """The pairs of items that share bits, highest bit first."""
        overlaps = [
            Overlap(max(first.offset, second.offset), min(first.high, second.high), first, second)
            for first, second in combinations(self.items, 2)
            if first.offset <= second.high and second.offset <= first.high
        ]
        return tuple(sorted(overlaps, key=lambda overlap: -overlap.high))

    @cached_property
    def mask(self) -> Word:
        """The mask of all bits that belong to a field."""
        return reduce(or_, (field.mask for field in self.fields))

    @cached_property
    def _places(self) -> list[tuple[str, bool, list[tuple[Bit, int]]]]:
        """The name of each field, whether it repeats, and the offset and limit of its items."""
        return [
            (field.name, field.repeated, [(item.offset, item.limit) for item in field.items])
            for field in self.fields
        ]

    @cached_property
    def _by_name(self) -> dict[str, Field]:
        return {field.name: field for field in self.fields}

    def field(self, name: str) -> Field:
        """Return the field with this name, or raise."""
        try:
            return self._by_name[name]
        except KeyError:
            known = ", ".join(self._by_name)
            raise UnknownNameError(
                f"{self.name} has no field {quoted(name)}; its fields are {known}"
            ) from None

    def hex(self, word: Word) -> str:
        """Return a word in hexadecimal, zero-padded to the width of the layout.

        >>> Layout("byte", 8, (Field("all", 0, 8),)).hex(5)
        '0x05'
        """
        return f"0x{self._whole_word(word):0{-(-self.bits // 4)}x}"

    def pack(self, /, **fields: FieldValue) -> Word:
        """Return the word with these field values; the other fields are 0."""
        word = 0
        for name, value in fields.items():
            field = self.field(name)
            try:
                word |= field.encode(value)
            except FieldError as error:
                raise FieldError(f"{self.name}: {error}") from None
        return word

    def unpack(self, word: SupportsIndex) -> dict[str, int | tuple[int, ...]]:
        """Return the value of each field; a tuple if the field repeats."""
        number = self.check_word(word)
        values: dict[str, int | tuple[int, ...]] = {}
        for name, repeated, places in self._places:
            numbers = [number >> offset & limit for offset, limit in places]
            values[name] = tuple(numbers) if repeated else numbers[0]
        return values

    def check_word(self, word: SupportsIndex) -> Word:
        """Return a word as an int, or raise if it is too wide or has bits outside all fields."""
        number = self._whole_word(word)
        if stray := self.stray_bits(number):
            set_bits = ", ".join(map(str, stray))
            raise FieldError(
                f"{self.name}: {self.hex(number)} has bits set where no field is: {set_bits}"
            )
        return number

    def stray_bits(self, word: SupportsIndex) -> list[Bit]:
        """Return the set bits that belong to no field, ascending; raise if the word is too wide."""
        stray = self._whole_word(word) & ~self.mask
        return [bit for bit in range(self.bits) if stray >> bit & 1]

    def _whole_word(self, word: SupportsIndex) -> Word:
        try:
            number = index(word)
        except TypeError:
            raise FieldError(f"{self.name}: {quoted(word)} is not a whole number") from None
        if not 0 <= number < 1 << self.bits:
            raise FieldError(f"{self.name}: {number:#x} is not a word of {self.bits} bits")
        return number

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of arrays of words: uint32 for up to 32 bits, otherwise uint64."""
        return np.dtype(np.uint32 if self.bits <= 32 else np.uint64)

    def pack_many(
        self, *, out: WordArray | None = None, **fields: ArrayLike | FieldValue
    ) -> WordArray:
        """Return an array of words with these field values; the other fields are 0.

        A value is an array, a column or a list, all of one shape; the items of a repeated field are
        on the first axis. A field with the same value in every word may have a value for `pack`.

        >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
        >>> clock.pack_many(hour=[23, 0], minute=59)
        array([1531,   59], dtype=uint32)
        """
        constants: dict[str, FieldValue] = {}
        parts: list[tuple[Item, UnsignedArray]] = []
        for name, value in fields.items():
            field = self.field(name)
            if not is_array(field, value):
                constants[name] = cast("FieldValue", value)
                continue
            try:
                parts += zip(field.items, split(field, value, self.dtype), strict=True)
            except FieldError as error:
                raise FieldError(f"{self.name}: {error}") from None
        shapes = {part.shape for _, part in parts}
        if len(shapes) != 1:
            wanted = "arrays of one shape" if shapes else "at least one array"
            raise FieldError(f"{self.name}: pack_many needs {wanted}, got {sorted(shapes)}")
        inputs = [part for _, part in parts]
        words: WordArray = require_out(out, shapes.pop(), self.dtype.type, inputs)
        combine(self.pack(**constants), parts, words)
        return words

    def unpack_many(self, words: ArrayLike) -> dict[str, UnsignedArray]:
        """Return an array for each field, with the dtype of the words.

        Other values than `uint32` and `uint64` arrays are converted to the `dtype` of the layout.
        The items of a repeated field are on a new first axis.

        >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
        >>> clock.unpack_many(np.array([0x5FB, 0], np.uint32))["hour"]
        array([23,  0], dtype=uint32)
        """
        words = self._read(words)
        stray = words.dtype.type(~self.mask & np.iinfo(words.dtype).max)
        if words.size and int(np.bitwise_or.reduce(words, axis=None)) & int(stray):
            at = int(np.flatnonzero(words.reshape(-1) & stray)[0])
            try:
                self.check_word(int(words.reshape(-1)[at]))
            except FieldError as error:
                raise FieldError(f"{error} (at position {at})") from None
        return {field.name: extract(field, words) for field in self.fields}

    def unpack_field(
        self, words: ArrayLike, name: str, *, out: UnsignedArray | None = None
    ) -> UnsignedArray:
        """Return the array of one field, with the dtype of the words; ignore all other bits."""
        return extract(self.field(name), self._read(words), out)

    def _read(self, words: ArrayLike) -> WordArray:
        wide = getattr(words, "dtype", None) == np.uint64
        return read_array(words, f"{self.name}: words", np.uint64 if wide else self.dtype.type)

    def draw(self, word: SupportsIndex | None = None, *, row_bits: int = 16) -> str:
        """Draw the fields for a terminal, at most 65 columns wide; with a word, add its values.

        >>> clock = Layout("clock", 16, (Field("minute", 0, 6), Field("hour", 6, 5)))
        >>> print(clock.draw(0x5FB))
                             10                6 5                     0
        ┌───────────────────┬───────────────────┬───────────────────────┐
        │         ·         │        hour       │         minute        │
        │                   │         23        │           59          │
        └───────────────────┴───────────────────┴───────────────────────┘
        """
        number = None if word is None else self._whole_word(word)
        return draw_text(rows_of(self.fields, self.bits, row_bits), number, row_bits)

    def svg(self, word: SupportsIndex | None = None, *, row_bits: int = 16) -> str:
        """Draw the fields as a stand-alone SVG image; with a word, add its values."""
        number = None if word is None else self._whole_word(word)
        title = self.name if number is None else f"{self.name} {self.hex(number)}"
        rows = rows_of(self.fields, self.bits, row_bits)
        return draw_svg(rows, number, row_bits, title, self.meaning)

    def markdown(self) -> str:
        """Return the fields as a Markdown table, the highest bits first.

        >>> fields = (Field("minute", 0, 6, "minutes"), Field("hour", 6, 5, "hours"))
        >>> print(Layout("clock", 16, fields).markdown())
        | bits | field | meaning |
        |---|---|---|
        | 10..6 | `hour` | hours |
        | 5..0 | `minute` | minutes |
        """
        lines = ["| bits | field | meaning |", "|---|---|---|"]
        for field in sorted(self.fields, key=lambda field: -field.mask):
            meaning = field.explanation.replace("|", "\\|")
            lines.append(f"| {field.bits} | `{field.name}` | {meaning} |")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        names = ", ".join(field.name for field in self.fields)
        return f"<Layout {self.name}, {self.bits} bits: {names}>"

    def _repr_svg_(self) -> str:
        return self.svg(row_bits=32)

    def to_dict(self) -> LayoutJson:
        """Return the layout, as `layout show --json` prints it."""
        return {
            "name": self.name,
            "bits": self.bits,
            "meaning": self.meaning,
            "stability": self.stability,
            "allow_overlaps": self.allow_overlaps,
            "claims": [str(claim) for claim in self.claims],
            "fields": [field.to_dict() for field in self.fields],
        }
