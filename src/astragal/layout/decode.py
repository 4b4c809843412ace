"""Decoded words: the values of the fields and their names."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import index
from typing import SupportsIndex

from typing_extensions import TypedDict

from astragal._checks import parse_word
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.errors import FieldError, quoted
from astragal.layout.catalog import AnyLayout, find_layout
from astragal.layout.field import bits_name
from astragal.layout.reading import Reading
from astragal.layout.word import Layout, Word


class DecodedWordJson(TypedDict):
    """The fields of a word."""

    layout: str
    """The name of the layout."""
    word: str
    """The word in hexadecimal."""
    fields: dict[str, int | list[int]]
    """The value of each field; a list if the field repeats."""
    names: dict[str, list[str]]
    """The names of the values, for each item whose values or flags have names."""
    text: str | None
    """The hand in words; null if the word is not that of a hand."""
    cards: list[str] | None
    """Cards that make this hand, as an example; null if the word is not that of a hand."""
    problems: list[str]
    """Why no hand or position has this word; empty if there is no reason, or it isn't checked."""


@dataclass(frozen=True, slots=True, repr=False)
class DecodedWord(TableResult):
    """A word and its layout."""

    layout: Layout
    word: Word
    hint: str = ""
    """What was probably meant, if the word has a bit that no field has."""

    @property
    def fields(self) -> dict[str, int | tuple[int, ...]]:
        """The value of each field; a tuple if the field repeats."""
        return self.layout.unpack(self.word & self.layout.mask)

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """The names of the values, for each item whose values or flags have names."""
        return {
            item.name: field.names_of(item.of(self.word))
            for field in self.layout.fields
            for item in field.items
            if field.flags or field.values
        }

    @property
    def hex(self) -> str:
        """The word in hexadecimal."""
        return self.layout.hex(self.word)

    @property
    def reading(self) -> Reading:
        """What the word stands for: a hand in words with an example, or its problems."""
        if stray := self.layout.stray_bits(self.word):
            return Reading(problems=("; ".join(filter(None, (_stray_text(stray), self.hint))),))
        return self.layout.read(self.word)

    def _columns(self) -> dict[str, list[object]]:
        items, names = self.layout.items, self.names
        return {
            "bits": [item.bits for item in items],
            "item": [item.name for item in items],
            "value": [item.of(self.word) for item in items],
            "name": [" | ".join(names.get(item.name, ())) for item in items],
        }

    def _table(self) -> TextTable:
        columns = self._columns()
        return TextTable([*columns], zip(*columns.values(), strict=True))

    def to_dict(self) -> DecodedWordJson:
        """Return the fields, as `layout decode --json` prints them."""
        text, cards, problems = self.reading
        return {
            "layout": self.layout.name,
            "word": self.hex,
            "fields": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in self.fields.items()
            },
            "names": {item: list(names) for item, names in self.names.items()},
            "text": text,
            "cards": None if cards is None else list(cards),
            "problems": list(problems),
        }

    def text(self, *, row_bits: int = 16) -> str:
        """Return a drawing with the values, a table of all items, and the problems of the word."""
        drawing = self.layout.draw(self.word, row_bits=row_bits)
        table = self._table().to_text()
        problems = "".join(f"\n\n{problem}" for problem in self.reading.problems)
        return f"{self.layout.name} {self.hex}\n\n{drawing}\n\n{table}{problems}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value}" for name, value in self.fields.items())
        return f"<{self.layout.name} {self.hex}: {fields}>"

    def _repr_svg_(self) -> str:
        return self.layout.svg(self.word, row_bits=32)


def _stray_text(bits: list[int]) -> str:
    runs = [
        [bit for _, bit in run]
        for _, run in groupby(enumerate(bits), lambda pair: pair[1] - pair[0])
    ]
    names = ", ".join(bits_name(run[0], run[-1]) for run in reversed(runs))
    one = len(bits) == 1
    return f"{'bit' if one else 'bits'} {names} {'is' if one else 'are'} set, where no field is"


def decode(layout: AnyLayout, word: SupportsIndex | str) -> DecodedWord:
    """Return the fields of a word: a number, or text in hexadecimal ("0x20077744") or decimal.

    `layout` is a `Layout`, a name, or the name of a TOML file. A set bit that no field has is
    one of the problems of the word.

    >>> decode("pokerval", 0x20077744)
    <pokerval 0x20077744: type=32, rank=(7, 7, 7, 4, 4)>
    >>> decode("pokerval", "0x20077744").names["type"]
    ('full house',)
    """
    layout = find_layout(layout)
    try:
        number = parse_word(word) if isinstance(word, str) else word
    except ValueError:
        right = "write hexadecimal like 0x20077744, binary like 0b1010, or decimal"
        raise FieldError(f"{quoted(word)} is not a word; {right}") from None
    hint = ""
    if isinstance(word, str) and word.isdecimal():
        hint = f"{word} was read as decimal, write 0x{word} for hexadecimal"
    try:
        layout.stray_bits(number)  # raises if the word is too wide
        return DecodedWord(layout, index(number), hint)
    except FieldError as error:
        if not hint:
            raise
        raise FieldError(f"{error}; {hint}") from None
