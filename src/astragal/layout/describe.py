"""What programs are told of layouts and words: plain values under the stable names of the JSON."""

from typing import Any

from astragal.layout.check import Report
from astragal.layout.word import Layout, Word


def describe_layout(layout: Layout) -> dict[str, Any]:
    """Return a declaration."""
    return {
        "name": layout.name,
        "bits": layout.bits,
        "meaning": layout.meaning,
        "stability": layout.stability,
        "specimen": layout.specimen,
        "claims": [str(claim) for claim in layout.claims],
        "fields": [
            {
                "name": field.name,
                "meaning": field.meaning,
                "items": [
                    {"name": item.name, "high": item.high, "low": item.offset}
                    for item in field.items
                ],
                "flags": list(field.flags),
                "values": {str(value): name for value, name in field.values.items()},
            }
            for field in layout.fields
        ],
    }


def describe_word(layout: Layout, word: Word) -> dict[str, Any]:
    """Return the fields of a word, and the names of their values."""
    return {
        "layout": layout.name,
        "word": layout.hex(word),
        "fields": layout.unpack(word),
        "names": {
            item.name: field.names_of(item.of(word))
            for field in layout.fields
            for item in field.items
            if field.flags or field.values
        },
    }


def describe_report(report: Report) -> dict[str, Any]:
    """Return what `check` found."""
    return {
        "layout": report.layout.name,
        "sound": report.sound,
        "overlaps": [
            {"high": o.high, "low": o.low, "items": [o.first.name, o.second.name]}
            for o in report.overlaps
        ],
        "gaps": [{"high": gap.high, "low": gap.low} for gap in report.gaps],
        "claims": [
            {"says": str(found.claim), "holds": found.holds, "objections": found.objections}
            for found in report.claims
        ],
    }
