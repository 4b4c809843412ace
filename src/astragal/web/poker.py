"""Endpoints for poker hands."""

from typing import Any

from fastapi import APIRouter

from astragal import poker
from astragal.web.schemas import BoardHand, PokerHand

router = APIRouter(prefix="/api/poker", tags=["poker"])


@router.post("/eval")
def evaluate(request: PokerHand) -> dict[str, Any]:
    """Evaluate 0 to 7 cards; with a board, also say which of the best five are pocket cards."""
    return poker.evaluate(**request.model_dump()).to_dict()


@router.post("/standing")
def standing(request: BoardHand) -> dict[str, Any]:
    """Compare a hand with every hand of an opponent, and find its outs."""
    return poker.standing(request.cards, request.board).to_dict()


@router.post("/made")
def made(request: BoardHand) -> dict[str, Any]:
    """Name what a hand makes on a board: its pair or better, its draws and blockers."""
    return poker.made(request.cards, request.board).to_dict()
