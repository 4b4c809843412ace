"""Poker hands for the page."""

from typing import Any

from fastapi import APIRouter

from astragal import poker
from astragal.cards import card_ids
from astragal.errors import CardError
from astragal.web.schemas import PokerHand

router = APIRouter(prefix="/api/poker", tags=["poker"])


@router.post("/eval")
async def evaluate(request: PokerHand) -> dict[str, Any]:
    """Evaluate 0 to 7 cards; with a board, also tell which of the best five are the pocket's."""
    if request.board is None:
        if request.quirks is not None:
            raise CardError("quirks are about pocket cards: give the board too")
        return poker.describe_hand(poker.evaluate(request.cards, wild=request.wild))
    whole = poker.evaluate(f"{request.cards} {request.board}", wild=request.wild)
    pocket = card_ids(request.cards, deck=52, count=(0, 2))
    board = card_ids(request.board, deck=52, count=range(6))
    return poker.describe_hand(whole) | poker.describe_pocket(pocket, board, request.quirks)
