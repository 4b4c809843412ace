"""Endpoints for layouts: list, show, decode, check."""

from fastapi import APIRouter

from astragal import layout
from astragal.layout.check import LayoutCheckJson
from astragal.layout.decode import DecodedWordJson
from astragal.layout.word import LayoutJson
from astragal.web.schemas import LayoutName, LayoutText, LayoutTextWord, LayoutWord, RowBits
from astragal.web.work import IN_TURN

router = APIRouter(prefix="/api/layout", tags=["layout"])


class DrawnLayoutJson(LayoutJson):
    """A layout and its drawing."""

    svg: str


class DrawnWordJson(DecodedWordJson):
    """The fields of a word and their drawing."""

    svg: str


class CheckedLayoutJson(LayoutCheckJson):
    """The result of a check, and the checked layout."""

    shape: LayoutJson


@router.get("/list")
def list_layouts() -> list[LayoutJson]:
    """List the layouts of the package."""
    return [layout.find_layout(name).to_dict() for name in layout.names()]


@router.get("/show/{name}")
def show(name: LayoutName, row_bits: RowBits = 32) -> DrawnLayoutJson:
    """Return a layout of the package, with its drawing."""
    shown = layout.find_layout(name)
    return {**shown.to_dict(), "svg": shown.svg(row_bits=row_bits)}


@router.post("/decode", dependencies=[IN_TURN])
def decode(request: LayoutWord) -> DrawnWordJson:
    """Return the fields of a word, with its drawing."""
    decoded = layout.decode(request.layout, request.word)
    drawing = decoded.layout.svg(decoded.word, row_bits=request.row_bits)
    return {**decoded.to_dict(), "svg": drawing}


@router.post("/decode-own", dependencies=[IN_TURN])
def decode_own(request: LayoutTextWord) -> DecodedWordJson:
    """Return the fields of a word of a layout in TOML."""
    shape = layout.parse_layout(request.toml, allow_overlaps=True)
    return layout.decode(shape, request.word).to_dict()


@router.post("/check", dependencies=[IN_TURN])
def check(request: LayoutText) -> CheckedLayoutJson:
    """Return the overlaps, the gaps and the false claims of a layout in TOML."""
    shape = layout.parse_layout(request.toml, allow_overlaps=True)
    return {**layout.check(shape).to_dict(), "shape": shape.to_dict()}
