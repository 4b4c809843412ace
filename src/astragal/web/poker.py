"""Endpoints for poker hands."""

from fastapi import APIRouter

from astragal import poker
from astragal.poker.hand_value import HandValueJson
from astragal.poker.made_hands import MadeHandJson
from astragal.poker.showdown import PokerShowdownJson
from astragal.web.schemas import BoardHand, PokerHand

router = APIRouter(prefix="/api/poker", tags=["poker"])


@router.post("/eval")
def evaluate(request: PokerHand) -> HandValueJson:
    """Evaluate 0 to 7 cards; with a board, also tell the pocket cards among the best five."""
    return poker.evaluate(**request.model_dump()).to_dict()


@router.post("/showdown")
def showdown(request: BoardHand) -> PokerShowdownJson:
    """Compare a hand with every hand of an opponent, and list its improving cards."""
    return poker.showdown(request.hand, request.board).to_dict()


@router.post("/made-hand")
def made_hand(request: BoardHand) -> MadeHandJson:
    """Name the made hand, draws and blockers of a hand on a board."""
    return poker.made_hand(request.hand, request.board).to_dict()
