"""Packing one bit at a time, from nothing but the numbers of the bits."""

from collections.abc import Iterable


def pack_bits(parts: Iterable[tuple[int, int, int]]) -> int:
    """Return the word with each (offset, width, value) written bit by bit."""
    bits = ["0"] * 64
    for offset, width, value in parts:
        for position, digit in enumerate(reversed(bin(value)[2:].zfill(width))):
            bits[63 - offset - position] = digit
    return int("".join(bits), 2)


def read_bits(word: int, offset: int, width: int) -> int:
    text = bin(word)[2:].zfill(64)
    return int(text[64 - offset - width : 64 - offset], 2)
