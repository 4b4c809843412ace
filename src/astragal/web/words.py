"""Layouts for the page: the catalog, decoding, checking, and the mask that went wrong."""

from typing import Any

import numpy as np
from fastapi import APIRouter

from astragal import catalog, layout, poker
from astragal.errors import BadInputError
from astragal.poker.layouts import BITVAL_LEGACY, MASK64
from astragal.poker.mask64 import order_defects, pack_legacy_masks, wrong_neighbours
from astragal.poker.value import value_text
from astragal.web.schemas import LayoutText, LayoutWord, RowBits

router = APIRouter(prefix="/api/layout", tags=["layout"])

EXAMPLES = 12


@router.get("/list")
async def list_layouts() -> list[dict[str, Any]]:
    """List the layouts of the catalog."""
    return [
        {"name": word.name, "bits": word.bits, "meaning": word.meaning}
        for word in catalog.LAYOUTS.values()
    ]


@router.get("/show/{name}")
async def show(name: str, row_bits: RowBits = 32) -> dict[str, Any]:
    """Return a layout of the catalog with its drawing."""
    found = catalog.find_layout(name)
    return layout.describe_layout(found) | {"svg": layout.draw_svg(found, row_bits=row_bits)}


@router.post("/decode")
async def decode(request: LayoutWord) -> dict[str, Any]:
    """Return the fields of a word."""
    found = catalog.find_layout(request.layout)
    word = _word(request.word)
    described = layout.describe_word(found, word)
    return described | {"svg": layout.draw_svg(found, word, row_bits=request.row_bits)}


@router.post("/check")
async def check(request: LayoutText) -> dict[str, Any]:
    """Look for overlaps, gaps, and claims that do not hold in a layout of one's own."""
    found = layout.parse_layout(request.toml, specimen=True)
    return layout.describe_report(layout.check(found)) | {
        "svg": layout.draw_svg(found, row_bits=request.row_bits)
    }


@router.post("/masks")
def masks() -> dict[str, Any]:
    """Compare the mask with the one it corrects over all values of five cards."""
    values = poker.values_of()
    five_cards = np.flatnonzero(values.kev > 0)
    category, ranks = values.category[five_cards], values.ranks[:, five_cards]
    broken, corrected = pack_legacy_masks(category, ranks), values.mask[five_cards]
    wrong = wrong_neighbours(broken)
    places = wrong[np.linspace(0, len(wrong) - 1, EXAMPLES).astype(np.intp)]

    def hand(place: int) -> dict[str, Any]:
        return {
            "text": value_text(poker.Category(int(category[place])), ranks[:, place].tolist()),
            "mask": MASK64.hex(int(corrected[place])),
            "broken": BITVAL_LEGACY.hex(int(broken[place])),
        }

    return {
        "values": len(five_cards),
        "broken": order_defects(broken)._asdict(),
        "corrected": order_defects(corrected)._asdict(),
        "examples": [{"better": hand(at + 1), "worse": hand(at)} for at in places.tolist()],
    }


def _word(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise BadInputError(f"{text!r} is not a word; write 0x20077744, or decimal") from None
