"""Endpoints for layouts: list, show, decode and check; and the comparison of two masks."""

from typing import Any

from fastapi import APIRouter

from astragal import layout, poker
from astragal.web.schemas import LayoutCode, LayoutName, LayoutText, LayoutWord, RowBits
from astragal.web.work import IN_TURN

router = APIRouter(prefix="/api/layout", tags=["layout"])


@router.get("/list")
def list_layouts() -> list[dict[str, Any]]:
    """List the layouts of the package."""
    return [layout.show(name).to_dict() for name in layout.names()]


@router.get("/show/{name}")
def show(name: LayoutName, row_bits: RowBits = 32) -> dict[str, Any]:
    """Return a layout of the package, with its drawing."""
    found = layout.show(name)
    return found.to_dict() | {"svg": found.svg(row_bits=row_bits)}


@router.post("/decode")
def decode(request: LayoutWord) -> dict[str, Any]:
    """Return the fields of a word, with its drawing."""
    found = layout.decode(request.layout, request.word)
    return found.to_dict() | {"svg": found.layout.svg(found.word, row_bits=request.row_bits)}


@router.post("/check", dependencies=[IN_TURN])
def check(request: LayoutText) -> dict[str, Any]:
    """Look for overlaps, gaps, and claims that do not hold in a layout of your own."""
    return _checked(layout.parse_layout(request.toml, specimen=True))


@router.post("/code", dependencies=[IN_TURN])
def code(request: LayoutCode) -> dict[str, Any]:
    """Read the shifts and masks of C or Python code as a layout, and check it."""
    return _checked(layout.read_code(request.code))


def _checked(found: layout.Layout) -> dict[str, Any]:
    return layout.check(found).to_dict() | {"shape": found.to_dict()}


@router.post("/masks", dependencies=[IN_TURN])
def masks() -> dict[str, Any]:
    """Compare mask64 with the layout that it corrects, over all values of five cards."""
    return poker.compare_masks().to_dict()
