"""Endpoints of the setting games. A response takes about 20 ms, so requests wait in a queue."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import numpy as np
from fastapi import APIRouter

from astragal.setting import Game, Rules
from astragal.setting.advice import ExplanationJson, HintJson
from astragal.setting.house_way import HouseSettingJson, best_categories
from astragal.setting.ranking import RankingJson
from astragal.setting.rules import Category
from astragal.setting.trainer import JOKER_KIND, Practice, PracticeJson
from astragal.setting.way_file import WayFileJson, read_way
from astragal.setting.ways import SettingWayJson
from astragal.web.schemas import (
    HandQuestion,
    HouseQuestion,
    OneOf,
    PracticeQuestion,
    Request,
    SettingQuestion,
)
from astragal.web.work import ALONE, IN_TURN

PRACTICE_HANDS = 5

Endpoint: TypeAlias = Callable[..., Any]


class PracticeHandsJson(PracticeJson):
    """Hands to practise with, and the kind of each."""

    kinds: list[str]
    """What the greatest high hand of each hand is: one of the `hand_kinds` of the game."""


def kinds_of(practice: Practice) -> list[str]:
    """Return the kind of each hand by its greatest high hand."""
    kinds = {
        category: kind
        for kind, categories in practice.game.hand_kinds.items()
        if kind not in ("any", JOKER_KIND)
        for category in categories
    }
    categories = best_categories(np.array(practice.hands, np.uint64), practice.game.rules)
    return [kinds[Category(category)] for category in categories.tolist()]


@dataclass(frozen=True)
class Room:
    """A game, and the bodies of its requests: the question, and the fields of `choice`."""

    rules: type[Rules]
    game: Callable[..., Game]
    choice: type[Request]
    """The fields that are arguments of the game."""
    hand: type[HandQuestion]
    house: type[HouseQuestion]
    setting: type[SettingQuestion]
    practice: type[PracticeQuestion]
    card: str
    """The house way that is shown as a card unless another one is named."""

    def asked(self, request: Request) -> Game:
        """Return the game of a request."""
        return self.game(**request.model_dump(include=set(self.choice.model_fields)))


def asking(**types: Any) -> Callable[[Endpoint], Endpoint]:
    """Return the decorator that gives parameters of an endpoint the types of a game."""

    def add(endpoint: Endpoint) -> Endpoint:
        endpoint.__annotations__.update(types)
        return endpoint

    return add


def setting_router(room: Room) -> APIRouter:
    """Return the endpoints of a game."""
    name = room.rules.game
    router = APIRouter(prefix=f"/api/{name}", tags=[name])

    @router.post("/best", dependencies=[IN_TURN])
    @asking(request=room.hand)
    def best(request: HandQuestion) -> RankingJson:
        """Rank all legal settings of a hand by their results against every dealer hand."""
        return room.asked(request).rank(request.hand, dead=request.dead).to_dict()

    @router.post("/house", dependencies=[IN_TURN])
    @asking(request=room.house)
    def house(request: HouseQuestion) -> HouseSettingJson:
        """Set a hand by the house way."""
        return room.asked(request).house(request.hand).to_dict()

    @router.post("/explain", dependencies=[IN_TURN])
    @asking(request=room.setting)
    def explain(request: SettingQuestion) -> ExplanationJson:
        """Return the results of a setting in each of its hands and its cost, or its fouls."""
        return room.asked(request).explain(request.setting, dead=request.dead).to_dict()

    @router.post("/hint", dependencies=[IN_TURN])
    @asking(request=room.hand)
    def hint(request: HandQuestion) -> HintJson:
        """Explain in one sentence why the best setting is better than the obvious setting."""
        return room.asked(request).hint(request.hand, dead=request.dead).to_dict()

    @router.post("/practice", dependencies=[ALONE])
    @asking(request=room.practice)
    def practice(request: PracticeQuestion) -> PracticeHandsJson:
        """Deal hands of a kind for practice."""
        dealt = room.asked(request).practice(
            request.kind, closeness=request.closeness, seed=request.seed, hands=PRACTICE_HANDS
        )
        return {**dealt.to_dict(), "kinds": kinds_of(dealt)}

    @router.get("/card", dependencies=[IN_TURN])
    @asking(name=Annotated[str, OneOf(room.rules.ways.files)])
    def card(name: str = room.card) -> WayFileJson:
        """Return a house way as a card to play from: instructions, and lines with their costs."""
        rules = next(iter(room.rules.named.values()))
        return read_way(name, rules).to_dict()

    @router.get("/ways")
    def ways() -> list[SettingWayJson]:
        """Return the named house ways, each with exact house edges of players against it."""
        return [way.to_dict() for way in room.rules.ways.listed]

    return router
