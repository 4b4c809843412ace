"""Layouts from the shifts and masks of C or Python code."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from astragal.errors import LayoutError, quoted
from astragal.layout.field import RESERVED, Field
from astragal.layout.word import Layout

MOST_BITS = 64
_EVERY_BIT = (1 << MOST_BITS) - 1
MOST_LETTERS = 500
"""The longest statement that is read; longer statements hardly ever pack a word."""
_TYPE = r"(?:const |unsigned )*(?:unsigned|u?int\d*(?:_t)?|long|short|char|u\d\d)(?: long| int)*"
_CLEANED = [
    (re.compile(r"/\*.*?\*/|//[^\n]*|(?<!\\)#(?!\s*define)[^\n]*", re.DOTALL), ""),
    (re.compile(r"\\\n"), " "),
    (re.compile(r"#\s*define\s+(\w+)(?:\([^)]*\))?\s+([^\n]+)"), r";\1 = \2;"),
    (re.compile(rf"static_cast<[^>]*>|\(\s*{_TYPE}\s*\)|\b{_TYPE}(?=\s*[({{])"), ""),
    (re.compile(r"\b(0[xX][\da-fA-F']+|0[bB][01']+|[\d']+)[uUlLzZ]+\b"), r"\1"),
    (re.compile(r"\b(?:def|return|if|while)\b"), ";"),
    (re.compile(r"&&|\|\|"), ","),
    (re.compile(r"->|::"), "."),
    (re.compile(r"!(?!=)"), " not "),
]
_FUNCTION = re.compile(r"(\w+)\s*\([^()]*\)(?:\s*->\s*\w+)?\s*:?$")
_ASSIGNED = re.compile(r"^(?:.*\s[*&]*)?([\w.\[\]]+)\s*(?:\|=|\+=|=)(?!=)(.*)$", re.DOTALL)
_INTEGER: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
}


@dataclass(frozen=True)
class _Part:
    """Bits of a variable, shifted down, masked and shifted up."""

    name: str
    down: int = 0
    mask: int = _EVERY_BIT
    up: int = 0
    cleared: bool = False  # the mask clears these bits of the word


def read_code(text: str) -> Layout:
    """Return the layout that shifts and masks in C or Python code declare.

    A field is named after the variable, function or macro that reads or writes its bits. A value
    that is shifted without a mask extends up to the next field. Fields may overlap; see `check`.

    >>> read_code("rank = (w >> 24) & 0xF; w |= suit << 12;")
    <Layout code, 32 bits: suit, rank>
    """
    if not isinstance(text, str):
        raise LayoutError(f"{quoted(text)} is not code: give its text")
    constants: dict[str, int] = {}
    parts: list[tuple[str, int, int]] = []  # name, lowest bit, and mask shifted down to bit 0
    context = ""
    for statement in _statements(text):
        assigned = _ASSIGNED.match(statement)
        target, expression = (assigned[1], assigned[2]) if assigned else (context, statement)
        if function := _FUNCTION.search(statement):
            context = function[1]
            if not assigned and statement.count("(") == 1:
                continue
        try:
            tree = ast.parse(expression.strip().strip("{} "), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # not an expression of shifts and masks
        value = _read(tree, constants)
        if isinstance(value, int):
            constants[target] = value
            continue
        packed = any(part.up or part.mask != _EVERY_BIT for part in value)
        written = packed and (len(value) > 1 or "|=" in statement)
        for part in value:
            if not part.cleared and (part.up or written):
                parts.append((part.name, part.up, part.mask))
            elif not part.cleared and (part.down or part.mask != _EVERY_BIT):
                parts.append((target or part.name, part.down, part.mask))
    if not parts:
        parts = [(name, 0, value) for name, value in constants.items() if value.bit_count()]
    return _layout(parts)


def _statements(text: str) -> Iterator[str]:
    is_c = ";" in text or "#define" in text
    for pattern, instead in _CLEANED:
        text = pattern.sub(instead, text)
    for statement in re.split(r"[;{}]" if is_c else r"[;\n]", text):
        if 0 < len(line := " ".join(statement.split())) <= MOST_LETTERS:
            yield line


def _read(node: ast.AST, constants: dict[str, int]) -> int | list[_Part]:
    """Return the value of a constant expression, or the parts of the variables of another one."""
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name() | ast.Attribute() | ast.Subscript():
            name = ast.unparse(node)
            return constants[name] if name in constants else [_Part(name)]
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            value = _read(operand, constants)
            return ~value if isinstance(value, int) else value
        case ast.BinOp(left=left, op=op, right=right):
            return _combine(op, _read(left, constants), _read(right, constants))
    values = [_read(child, constants) for child in ast.iter_child_nodes(node)]
    return [part for value in values if not isinstance(value, int) for part in value]


def _combine(op: ast.operator, left: Any, right: Any) -> int | list[_Part]:
    if isinstance(left, int) and isinstance(right, int):
        number = _INTEGER.get(type(op))
        sensible = not isinstance(op, ast.LShift | ast.RShift) or 0 <= right < MOST_BITS
        return number(left, right) & _EVERY_BIT if number and sensible else 0
    if isinstance(left, int) and isinstance(op, ast.BitAnd):
        left, right = right, left
    match op, right:
        case ast.LShift() | ast.RShift(), list():
            return []  # the shift is a variable
        case ast.RShift(), int():
            return [replace(part, down=part.down + right) for part in left]
        case ast.LShift(), int():
            return [replace(part, up=part.up + right) for part in left]
        case ast.BitAnd(), int():
            return [replace(part, mask=part.mask & right, cleared=right < 0) for part in left]
    return [part for side in (left, right) if not isinstance(side, int) for part in side]


def _layout(parts: list[tuple[str, int, int]]) -> Layout:
    if not parts:
        example = "rank = (w >> 24) & 0xF, or w |= suit << 12"
        raise LayoutError(f"no shifts or masks found: write {example}")
    if (highest := max(low for _, low, _ in parts)) >= MOST_BITS:
        raise LayoutError(f"bit {highest} does not exist; a word has at most {MOST_BITS} bits")
    starts = sorted(low + _lowest(mask) for _, low, mask in parts)
    runs: dict[tuple[int, int], str] = {}  # names by first bit and width
    for name, low, mask in parts:
        left = mask & _EVERY_BIT >> low
        if mask == _EVERY_BIT:  # up to the next field
            above = (start for start in starts if start > low)
            left = (1 << (next(above, min(low + 8, MOST_BITS)) - low)) - 1
        while left:
            first = _lowest(left)
            width = _lowest(~(left >> first))
            runs.setdefault((low + first, width), name)
            left &= ~((1 << first + width) - 1)
    fields: dict[str, Field] = {}
    for (low, width), name in sorted(runs.items()):
        words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789")
        plain = words.removesuffix("_mask")
        plain = plain if plain and plain not in RESERVED else f"field_{plain}".strip("_")
        names = (f"{plain}_{number}" if number > 1 else plain for number in count(1))
        unique = next(name for name in names if name not in fields)
        fields[unique] = Field(unique, low, width)
    if not fields:
        raise LayoutError("every mask is 0: no bit belongs to a field")
    top = max(field.items[0].high for field in fields.values())
    bits = next(size for size in (8, 16, 32, 64) if top < size)
    return Layout("code", bits, tuple(fields.values()), "Read from code", allow_overlaps=True)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
