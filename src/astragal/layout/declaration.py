"""Layouts from TOML files.

    name = "clock"
    bits = 16

    [[field]]
    name = "hour"
    offset = 6
    width = 5
    meaning = "hours"

    [[claim]]
    unused = "11..15"

The keys of a field are the parameters of `Field`; `values` is a table from number to name. A claim
is either `unused = "low..high"`, or `ascending = [...]`, a list of tables of field values from
worst to best, with a sentence in `says`. See `examples/clock.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from astragal._checks import parse_int
from astragal._toml import Kinds, check_keys, parse_toml
from astragal.errors import LayoutError, quoted
from astragal.layout.field import Field, parse_runs
from astragal.layout.word import Ascending, Claim, Layout, Unused

LAYOUT_REQUIRED: Kinds = {"name": str, "bits": int, "field": list}
LAYOUT_OPTIONAL: Kinds = {"meaning": str, "stability": str, "allow_overlaps": bool, "claim": list}
FIELD_REQUIRED: Kinds = {"name": str, "offset": int, "width": int}
FIELD_OPTIONAL: Kinds = {
    "meaning": str, "count": int, "stride": int, "runs": str, "labels": list, "values": dict,
    "flags": list,
}  # fmt: skip


def parse_layout(text: str, *, allow_overlaps: bool | None = None) -> Layout:
    """Read a layout from TOML text.

    Overlapping fields raise an error unless the text has `allow_overlaps = true`; the argument
    `allow_overlaps` overrides the text.
    """
    document = parse_toml(text, LayoutError)
    check_keys(
        document, "layout", required=LAYOUT_REQUIRED, optional=LAYOUT_OPTIONAL, error=LayoutError
    )
    tables = {"fields": document.pop("field"), "claims": document.pop("claim", [])}
    if allow_overlaps is not None:
        document["allow_overlaps"] = allow_overlaps
    return Layout(
        **document,
        fields=tuple(_field(table) for table in tables["fields"]),
        claims=tuple(_claim(table) for table in tables["claims"]),
    )


def _field(table: Any) -> Field:
    check_keys(table, "field", required=FIELD_REQUIRED, optional=FIELD_OPTIONAL, error=LayoutError)
    if "values" in table:
        table["values"] = _named_values(table)
    return Field(**table)


def _claim(table: Any) -> Claim:
    match table:
        case {"unused": str(text), **rest} if not rest:
            bits = parse_runs(text)
            if bits[-1] - bits[0] + 1 != len(bits):
                raise LayoutError(f"claim unused = {quoted(text)}: give one run, like '26..51'")
            return Unused(bits[0], bits[-1])
        case {"ascending": [*examples], "says": str(says), **rest} if not rest and all(
            isinstance(example, dict) for example in examples
        ):
            return Ascending(tuple(examples), says)
    raise LayoutError(
        f"claim {quoted(table)}: a claim is unused = '26..51', or ascending = [{{...}}, {{...}}] "
        "with says = '...'"
    )


def _named_values(table: Mapping[str, Any]) -> dict[int, str]:
    where = f"field {quoted(table['name'])}: values"
    try:
        numbers = [parse_int(number) for number in table["values"]]
    except ValueError:
        raise LayoutError(
            f"{where} = {quoted(table['values'])} must map numbers to names"
        ) from None
    for number in numbers:
        if numbers.count(number) > 1:  # 1 and 01 are different keys in TOML
            raise LayoutError(f"{where} name the number {number} twice")
    return dict(zip(numbers, map(str, table["values"].values()), strict=True))
