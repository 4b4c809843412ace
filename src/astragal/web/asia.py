"""Endpoints for Asia Poker. A response takes about 20 ms, so requests wait in a queue."""

from typing import Any

from fastapi import APIRouter

from astragal import asia
from astragal.asia.houseway import HouseSettingJson
from astragal.asia.play import ExplanationJson, HintJson, PracticeJson
from astragal.asia.ranking import RankingJson
from astragal.asia.wayfile import WayFileJson
from astragal.web.schemas import AsiaHand, AsiaPractice, AsiaRules, AsiaSetting, Card
from astragal.web.work import IN_TURN

PRACTICE_HANDS = 5

router = APIRouter(prefix="/api/asia", tags=["asia"], dependencies=[IN_TURN])


@router.post("/best")
def best(request: AsiaHand) -> RankingJson:
    """Rank all legal settings of a hand by their results against every dealer hand."""
    return asia.rank(request.hand, **_options(request)).to_dict()


@router.post("/house")
def house(request: AsiaHand) -> HouseSettingJson:
    """Set a hand by the house way."""
    return asia.house_setting(request.hand, request.dealer, request.rules).to_dict()


@router.post("/explain")
def explain(request: AsiaSetting) -> ExplanationJson:
    """Return the results of a setting in each of its hands and its cost, or its fouls."""
    return asia.explain(request.setting, **_options(request)).to_dict()


@router.post("/hint")
def hint(request: AsiaHand) -> HintJson:
    """Explain in one sentence why the best setting is better than the obvious setting."""
    return asia.hint(request.hand, **_options(request)).to_dict()


@router.post("/practice")
def practice(request: AsiaPractice) -> PracticeJson:
    """Deal hands of a kind for practice."""
    return asia.practice(**_options(request), hands=PRACTICE_HANDS).to_dict()


@router.get("/card")
def card(name: Card = "short") -> WayFileJson:
    """Return a house way as a card to play from: instructions, and lines with their costs."""
    return asia.read_way(name).to_dict()


def _options(request: AsiaRules) -> dict[str, Any]:
    """Return the fields of a request that are keyword arguments: all except the cards."""
    return request.model_dump(exclude={"hand", "setting"})
