"""Asia Poker for the page. An answer takes about 20 ms, so requests wait in a queue."""

from typing import Any

from fastapi import APIRouter

from astragal import asia
from astragal.web.schemas import AsiaGame, AsiaHand, AsiaSetting
from astragal.web.work import IN_TURN

router = APIRouter(prefix="/api/asia", tags=["asia"], dependencies=[IN_TURN])


@router.post("/best")
def best(request: AsiaHand) -> dict[str, Any]:
    """Rank all legal settings of a hand by their results against every dealer hand."""
    return asia.rank(request.hand, **_question(request)).to_dict()


@router.post("/house")
def house(request: AsiaHand) -> dict[str, Any]:
    """Set a hand as the house way does."""
    rules = asia.find_rules(request.profile)
    way = asia.find_way(request.dealer, rules)
    return rules.game_fields(way.name) | way.set(request.hand).to_dict(rules)


@router.post("/explain")
def explain(request: AsiaSetting) -> dict[str, Any]:
    """Explain what a setting does in each of its hands, and what it costs; or why it is a foul."""
    return asia.explain(request.setting, **_question(request)).to_dict()


def _question(request: AsiaGame) -> dict[str, Any]:
    return {
        "rules": request.profile,
        "dealer": request.dealer,
        "objective": request.objective,
        "dead": request.dead,
    }
