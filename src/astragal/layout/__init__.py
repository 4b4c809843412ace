"""Declare a machine word once: its fields, what they mean, what is claimed of it.

Packing, unpacking (one word or an array), drawings, C++ constants and the check for overlaps all
come from the declaration.

>>> from astragal.layout import Field, Layout
>>> card = Layout("card", 8, (Field("suit", 0, 2, "clubs first"), Field("rank", 2, 4, "two first")))
>>> hex(card.pack(rank=12, suit=3))
'0x33'
>>> card.unpack(0x33)
{'suit': 3, 'rank': 12}
"""

from astragal.layout.arrays import pack_array, unpack_array, unpack_field, word_dtype
from astragal.layout.check import Finding, Gap, Report, check
from astragal.layout.declaration import load_layout, parse_layout
from astragal.layout.describe import describe_layout, describe_report, describe_word
from astragal.layout.diagram import draw_text, markdown_table
from astragal.layout.field import Field, FieldValue, Item
from astragal.layout.header import cpp_header
from astragal.layout.svg import draw_svg
from astragal.layout.word import Ascending, Claim, Layout, Overlap, Unused, Word

__all__ = [
    "Ascending",
    "Claim",
    "Field",
    "FieldValue",
    "Finding",
    "Gap",
    "Item",
    "Layout",
    "Overlap",
    "Report",
    "Unused",
    "Word",
    "check",
    "cpp_header",
    "describe_layout",
    "describe_report",
    "describe_word",
    "draw_svg",
    "draw_text",
    "load_layout",
    "markdown_table",
    "pack_array",
    "parse_layout",
    "unpack_array",
    "unpack_field",
    "word_dtype",
]
