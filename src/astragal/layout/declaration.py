"""Layouts from TOML: the same declaration, for somebody who does not write Python.

    name = "clock"
    bits = 16

    [[field]]
    name = "hour"
    offset = 6
    width = 5
    meaning = "0..23"

    [[claim]]
    unused = "11..15"

A field takes every parameter of `Field`; `values` is a table from number to name. A claim is
`unused = "low..high"`, or `ascending = [...]`, a list of tables of field values from worst to best,
with `says` for what it claims. See `examples/clock.toml`.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from astragal.errors import LayoutError
from astragal.layout.field import Field, parse_runs
from astragal.layout.word import Ascending, Claim, Layout, Unused
from astragal.toml import Kinds, check_keys, parse_toml, read_toml

LAYOUT_REQUIRED: Kinds = {"name": str, "bits": int, "field": list}
LAYOUT_OPTIONAL: Kinds = {"meaning": str, "stability": str, "specimen": bool, "claim": list}
FIELD_REQUIRED: Kinds = {"name": str, "offset": int, "width": int}
FIELD_OPTIONAL: Kinds = {
    "meaning": str,
    "count": int,
    "stride": int,
    "runs": str,
    "labels": list,
    "values": dict,
    "flags": list,
}


def parse_layout(text: str, *, specimen: bool | None = None) -> Layout:
    """Read a layout from TOML text.

    Overlaps are refused, as in any declaration, unless the text says `specimen = true`, or the
    caller does because looking for them is the point.
    """
    document = parse_toml(text, LayoutError)
    check_keys(
        document, "layout", required=LAYOUT_REQUIRED, optional=LAYOUT_OPTIONAL, error=LayoutError
    )
    tables = {"fields": document.pop("field"), "claims": document.pop("claim", [])}
    if specimen is not None:
        document["specimen"] = specimen
    return Layout(
        **document,
        fields=tuple(_field(table) for table in tables["fields"]),
        claims=tuple(_claim(table) for table in tables["claims"]),
    )


def load_layout(path: Path, *, specimen: bool | None = None) -> Layout:
    """Read a layout from a TOML file."""
    return read_toml(path, partial(parse_layout, specimen=specimen), LayoutError)


def _field(table: Any) -> Field:
    check_keys(table, "field", required=FIELD_REQUIRED, optional=FIELD_OPTIONAL, error=LayoutError)
    names = {key: _names(table, key) for key in ("labels", "flags") if key in table}
    if "values" in table:
        return Field(**(table | names | {"values": _named_values(table)}))
    return Field(**(table | names))


def _claim(table: Any) -> Claim:
    match table:
        case {"unused": str(text), **rest} if not rest:
            bits = parse_runs(text)
            if bits[-1] - bits[0] + 1 != len(bits):
                raise LayoutError(f"claim unused = {text!r}: one run is wanted, as in '26..51'")
            return Unused(bits[0], bits[-1])
        case {"ascending": [*examples], "says": str(says), **rest} if not rest and all(
            isinstance(example, dict) for example in examples
        ):
            return Ascending(tuple(examples), says)
    raise LayoutError(
        f"claim {table!r}: a claim is unused = '26..51', or ascending = [{{...}}, {{...}}] "
        "with says = '...'"
    )


def _names(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    names = table[key]
    if not all(isinstance(name, str) for name in names):
        raise LayoutError(f"field {table['name']!r}: {key} = {names!r} must be texts")
    return tuple(names)


def _named_values(table: Mapping[str, Any]) -> dict[int, str]:
    try:
        return {int(number): str(name) for number, name in table["values"].items()}
    except ValueError:
        raise LayoutError(
            f"field {table['name']!r}: values = {table['values']!r} must map numbers to names"
        ) from None
