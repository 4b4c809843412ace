"""Layouts of machine words: fields, their meanings, and claims about the bits.

A layout is declared once. Packing and unpacking (of a word or an array), drawings, C++ accessors
and the check for overlaps follow from the declaration.

>>> from astragal.layout import Field, Layout
>>> card = Layout("card", 8, (Field("suit", 0, 2, "clubs first"), Field("rank", 2, 4, "two first")))
>>> hex(card.pack(rank=12, suit=3))
'0x33'
>>> card.unpack(0x33)
{'suit': 3, 'rank': 12}

The layouts of the package have names:

>>> from astragal import layout
>>> layout.find_layout("ur-state")
<Layout ur-state, 64 bits: a_hand, b_hand, a_done, b_done, turn, roll, square, extra>
>>> layout.decode("pokerval", 0x20077744)
<pokerval 0x20077744: type=32, rank=(7, 7, 7, 4, 4)>
"""

from astragal.layout.catalog import find_layout, names
from astragal.layout.check import ClaimCheck, LayoutCheck, check
from astragal.layout.declaration import parse_layout
from astragal.layout.decode import DecodedWord, decode
from astragal.layout.field import Field
from astragal.layout.header import cpp_header
from astragal.layout.word import Ascending, Claim, Layout, Unused

__all__ = [
    "Ascending", "Claim", "ClaimCheck", "DecodedWord", "Field", "Layout", "LayoutCheck",
    "Unused", "check", "cpp_header", "decode", "find_layout", "names", "parse_layout",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
