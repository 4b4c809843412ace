"""The equity page: deals are counted if that is quick, else sampled; about a second at most.

Requests run one at a time. If a client disconnects, its request stops.
"""

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request

from astragal import equity, poker
from astragal.errors import BadInputError
from astragal.web.schemas import (
    CellsQuestion,
    EquityQuestion,
    RangeCell,
    RangeOnBoard,
    RangeText,
    Spot,
)
from astragal.web.work import ALONE, IN_TURN, most_threads, while_connected

router = APIRouter(prefix="/api", tags=["equity"])

DECK = 52
MOST_COUNTED = 60_000_000
"""Evaluations of a hand up to which every deal is counted; one takes 2 to 17 ns."""
MOST_SAMPLED = 120_000_000
"""Evaluations for a sample in Omaha; one takes about 7 ns."""
MOST_SWEPT = 1_000_000_000
"""Evaluations for the cells of a range, which share most of their work; one takes about 3 ns."""
MOST_DEALS = 2_000_000
"""Deals of a sample in other games; one takes about 0.4 µs with nine players."""
MOST_DRAWS = 16_000_000
"""Draws for a sample, which then ends with the deals it has; one takes about 40 ns."""


@router.post("/equity", dependencies=[ALONE])
def calculate(question: EquityQuestion, request: Request) -> dict[str, Any]:
    """Compute the equity of two to nine hands or ranges."""
    deals = _deals(question.deals, len(question.players), question.game)
    result = equity.calculate(
        **question.model_dump(exclude={"deals"}),
        deals=deals,
        bound=MOST_COUNTED,
        draws=_draws(deals, MOST_DRAWS),
        threads=most_threads(),
        progress=while_connected(request),
    )
    return result.to_dict()


@router.post("/range", dependencies=[IN_TURN])
def show_range(request: RangeText) -> dict[str, Any]:
    """Read a range, change the weights of some starting hands, and return its shortest text."""
    return equity.Range(request.range, request.game).paint(request.paint).to_dict()


@router.post("/range/combos", dependencies=[IN_TURN])
def show_combos(request: RangeCell) -> dict[str, Any]:
    """Return the weight of each hand of a starting hand in a range."""
    hands = equity.Range(request.range, request.game)
    return {"cell": request.cell, "combos": hands.combos(request.cell)}


@router.post("/equity/cells", dependencies=[ALONE])
def cells(question: CellsQuestion, request: Request) -> dict[str, Any]:
    """Compute the exact equity of each hand of a range against another range."""
    found = equity.cells(
        question.range,
        **question.model_dump(exclude={"range"}),
        bound=MOST_SWEPT,
        threads=most_threads(),
        progress=while_connected(request),
    )
    return found.to_dict()


@router.post("/equity/made", dependencies=[IN_TURN])
def made(request: RangeOnBoard) -> dict[str, Any]:
    """Return what the hands of a range make on a board, as shares of the range."""
    return equity.made(request.range, request.board).to_dict()


@router.post("/equity/next", dependencies=[ALONE])
def next_cards(question: Spot, request: Request) -> dict[str, Any]:
    """Compute the equity after each next card; for known hands, also their outs."""
    spot = question.model_dump()
    deals = _deals(None, len(question.players), question.game) // DECK
    found = equity.next_cards(
        **spot,
        bound=MOST_COUNTED // DECK,
        deals=deals,
        # A sample has whole blocks of deals, which are too many for large Omaha hands.
        draws=min(_draws(deals, MOST_DRAWS // DECK), deals),
        threads=most_threads(),
        progress=while_connected(request),
    )
    outs = {}
    with suppress(BadInputError):  # they need known hands and three or four cards
        outs = equity.outs(**spot).to_dict()
    return found.to_dict() | outs


def _draws(deals: int, most: int) -> int:
    """Return the draws for a block, so that all blocks of a sample have `most` in all."""
    return -(-most * equity.BLOCK // max(deals, equity.BLOCK))


def _deals(wanted: int | None, players: int, name: str) -> int:
    game, affordable = poker.find_variant(name), MOST_DEALS
    if game.two_of_own:
        affordable = MOST_SAMPLED // (max(players, 1) * game.evaluations)
    return affordable if wanted is None else min(wanted, affordable)
