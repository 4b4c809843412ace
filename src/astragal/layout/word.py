"""A layout: what the bits of one machine word mean, declared once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import SupportsIndex, TypeAlias

from astragal.errors import FieldError, LayoutError, UnknownNameError
from astragal.layout.field import Bit, Field, FieldValue, Item, bits_name, sum_of_masks

Word: TypeAlias = int
"""A packed value: an unsigned integer of at most 64 bits."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_ITEMS = 128  # twice as many as fit a word side by side: a report may list each pair of them


@dataclass(frozen=True, slots=True)
class Unused:
    """The claim that no field lies on the bits `low` to `high`."""

    low: Bit
    high: Bit

    def __str__(self) -> str:
        if self.low == self.high:
            return f"bit {self.low} is unused"
        return f"bits {self.low}..{self.high} are unused"


@dataclass(frozen=True, slots=True)
class Ascending:
    """The claim that words compare, as unsigned integers, as what they stand for does.

    `examples` are field values from worst to best. A claim about all values needs a proof; examples
    are what a declaration can carry, and one pair in the wrong order refutes it.
    """

    examples: tuple[Mapping[str, FieldValue], ...]
    says: str = "unsigned order is the game's order"

    def __str__(self) -> str:
        return self.says


Claim: TypeAlias = Unused | Ascending


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two items that lie on the same bits."""

    low: Bit
    high: Bit
    first: Item
    second: Item

    def __str__(self) -> str:
        noun = "bit" if self.low == self.high else "bits"
        where = bits_name(self.low, self.high)
        return f"{noun} {where}: {self.first.name} and {self.second.name}"


def find_overlaps(items: Sequence[Item]) -> tuple[Overlap, ...]:
    """Return all pairs of items that share bits, highest bit first."""
    found: list[tuple[int, int, Overlap]] = []
    reaching: list[int] = []
    for place in sorted(range(len(items)), key=lambda place: items[place].offset):
        low = items[place].offset
        reaching = [other for other in reaching if items[other].high >= low]
        for other in reaching:
            first, second = sorted((place, other))
            high = min(items[first].high, items[second].high)
            found.append((first, second, Overlap(low, high, items[first], items[second])))
        reaching.append(place)
    found.sort(key=lambda pair: (-pair[2].high, pair[0], pair[1]))
    return tuple(overlap for _, _, overlap in found)


@dataclass(frozen=True)
class Layout:
    """A word of `bits` bits: its fields, what is claimed of it, and a promise about its stability.

    Fields that overlap are refused, unless the layout is a `specimen`: a broken encoding kept for
    study, whose overlapping fields are or-ed together as its author's program did.

    >>> clock = Layout("clock", 16, (Field("minute", 0, 6, "0..59"), Field("hour", 6, 5, "0..23")))
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
    specimen: bool = False

    def __post_init__(self) -> None:
        if len(self.items) > MOST_ITEMS:
            raise LayoutError(
                f"layout {self.name!r}: {len(self.items)} items; at most {MOST_ITEMS} are allowed"
            )
        problems = list(self._problems())
        if problems:
            raise LayoutError(f"layout {self.name!r}: {'; '.join(problems)}")

    def _problems(self) -> Iterator[str]:
        if not NAME.fullmatch(self.name):
            yield "a name is lower-case letters and digits, in parts joined by hyphens"
        if not 8 <= self.bits <= 64:
            yield f"{self.bits} bits is not in 8..64"
        if "\n" in self.meaning + self.stability:
            yield "meaning and stability are one line each"
        if not self.fields:
            yield "it has no fields"
        names = [field.name for field in self.fields]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"field {name!r} is declared {names.count(name)} times"
        for item in self.items:
            if item.high >= self.bits:
                yield f"{item.name} ends at bit {item.high}; the highest is {self.bits - 1}"
        for claim in self.claims:
            if isinstance(claim, Ascending):
                yield from self._bad_examples(claim)
            elif not 0 <= claim.low <= claim.high < self.bits:
                yield f"the claim that {claim} speaks of bits that are not there"
        if not self.specimen:
            yield from (f"overlap at {overlap}" for overlap in self.overlaps)

    def _bad_examples(self, claim: Ascending) -> Iterator[str]:
        for example in claim.examples:
            try:
                self.pack(**example)
            except (FieldError, UnknownNameError) as error:
                yield f"in the claim that {claim}: {error}"

    def __hash__(self) -> int:
        # Fields and claims hold mappings, which have no hash; names rarely collide.
        return hash((self.name, self.bits))

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items of all fields, in order of declaration."""
        return tuple(item for field in self.fields for item in field.items)

    @cached_property
    def overlaps(self) -> tuple[Overlap, ...]:
        """The pairs of items that share bits; none unless it is a specimen."""
        return find_overlaps(self.items)

    @cached_property
    def mask(self) -> Word:
        """The bits that belong to any field."""
        return sum_of_masks(self.items)

    @cached_property
    def _by_name(self) -> dict[str, Field]:
        return {field.name: field for field in self.fields}

    def field(self, name: str) -> Field:
        """Return the field of that name."""
        try:
            return self._by_name[name]
        except KeyError:
            known = ", ".join(self._by_name)
            raise UnknownNameError(
                f"{self.name} has no field {name!r}; its fields are {known}"
            ) from None

    def hex(self, word: Word) -> str:
        """Write a word as it is always shown: hexadecimal, zero-padded to the width of the layout.

        >>> Layout("byte", 8, (Field("all", 0, 8),)).hex(5)
        '0x05'
        """
        return f"0x{word:0{-(-self.bits // 4)}x}"

    def pack(self, **fields: FieldValue) -> Word:
        """Return the word with these field values; fields that are not given are 0."""
        word = 0
        for name, value in fields.items():
            field = self.field(name)
            try:
                word |= field.encode(value)
            except FieldError as error:
                raise FieldError(f"{self.name}: {error}") from None
        return word

    def unpack(self, word: SupportsIndex) -> dict[str, int | tuple[int, ...]]:
        """Return the value of each field: a number, or a tuple of them for a repeated field."""
        number = self.check_word(word)
        values: dict[str, int | tuple[int, ...]] = {}
        for field in self.fields:
            numbers = tuple(item.of(number) for item in field.items)
            values[field.name] = numbers if field.repeated else numbers[0]
        return values

    def check_word(self, word: SupportsIndex) -> Word:
        """Return the word as a plain int, unless it does not fit or has bits where no field is."""
        number = index(word)
        if not 0 <= number < 1 << self.bits:
            raise FieldError(f"{self.name}: {number:#x} is not a word of {self.bits} bits")
        if stray := number & ~self.mask:
            set_bits = ", ".join(str(bit) for bit in range(self.bits) if stray >> bit & 1)
            raise FieldError(
                f"{self.name}: {self.hex(number)} has bits set where no field is: {set_bits}"
            )
        return number
