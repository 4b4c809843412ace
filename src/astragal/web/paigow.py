"""Endpoints of pai gow poker. A response takes about 20 ms, so requests wait in a queue."""

from typing import Annotated

from fastapi import APIRouter

from astragal import paigow
from astragal.setting.advice import ExplanationJson, HintJson
from astragal.setting.house_way import HouseSettingJson
from astragal.setting.ranking import RankingJson
from astragal.setting.strategy_card import SettingCardJson
from astragal.setting.ways import SettingWayJson
from astragal.web.schemas import (
    OneOf,
    PaigowGame,
    PaigowHand,
    PaigowHouse,
    PaigowPractice,
    PaigowSetting,
)
from astragal.web.setting import PracticeHandsJson, practice_hands
from astragal.web.work import ALONE, IN_TURN

router = APIRouter(prefix="/api/paigow", tags=["paigow"])


def game_of(request: PaigowGame) -> paigow.Game:
    """Return the game of a request."""
    return paigow.Game(**request.model_dump(include=set(PaigowGame.model_fields)))


@router.post("/best", dependencies=[IN_TURN])
def best(request: PaigowHand) -> RankingJson:
    """Rank all legal settings of a hand by their results against every dealer hand."""
    return game_of(request).rank(request.hand, dead=request.dead).to_dict()


@router.post("/house", dependencies=[IN_TURN])
def house(request: PaigowHouse) -> HouseSettingJson:
    """Set a hand by the house way."""
    return game_of(request).house(request.hand).to_dict()


@router.post("/explain", dependencies=[IN_TURN])
def explain(request: PaigowSetting) -> ExplanationJson:
    """Return the results of a setting in each of its hands and its cost, or its fouls."""
    return game_of(request).explain(request.setting, dead=request.dead).to_dict()


@router.post("/hint", dependencies=[IN_TURN])
def hint(request: PaigowHand) -> HintJson:
    """Explain in one sentence why the best setting is better than the obvious setting."""
    return game_of(request).hint(request.hand, dead=request.dead).to_dict()


@router.post("/practice", dependencies=[ALONE])
def practice(request: PaigowPractice) -> PracticeHandsJson:
    """Deal hands of a kind for practice."""
    return practice_hands(game_of(request), request)


@router.get("/card", dependencies=[IN_TURN])
def card(name: Annotated[str, OneOf(paigow.Rules.ways.files)] = "foxwoods") -> SettingCardJson:
    """Return a house way as a strategy card: instructions, and lines with their costs."""
    return paigow.Game().card(name).to_dict()


@router.get("/ways")
def ways() -> list[SettingWayJson]:
    """Return the named house ways, each with exact house edges of players against it."""
    return [way.to_dict() for way in paigow.Rules.ways.listed]
