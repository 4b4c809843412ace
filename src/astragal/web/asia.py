"""Asia Poker for the page. An answer takes about 20 ms, so requests wait in a queue."""

from typing import Any

from fastapi import APIRouter

from astragal import asia
from astragal.asia.setting import DECK, HAND_SIZE
from astragal.cards import CardSet, card_set
from astragal.web.schemas import AsiaGame, AsiaHand, AsiaSetting
from astragal.web.work import IN_TURN

router = APIRouter(prefix="/api/asia", tags=["asia"], dependencies=[IN_TURN])


@router.post("/best")
def best(request: AsiaHand) -> dict[str, Any]:
    """Rank all legal settings of a hand by what they win against every dealer hand."""
    hand = card_set(request.hand, deck=DECK, count=HAND_SIZE)
    return _game(request) | asia.describe_answer(_answer(hand, request))


@router.post("/house")
def house(request: AsiaHand) -> dict[str, Any]:
    """Set a hand as the house way does."""
    rules, way = _rules_and_way(request)
    setting = way.set(card_set(request.hand, deck=DECK, count=HAND_SIZE))
    values = {"values": asia.describe_values(setting, rules)}
    return _game(request) | asia.describe_setting(setting) | values


@router.post("/explain")
def explain(request: AsiaSetting) -> dict[str, Any]:
    """Say what a setting does in each sub-hand, and what it costs; of a foul, why it is one."""
    rules, _ = _rules_and_way(request)
    setting = asia.parse_setting(request.setting)
    fouls = asia.fouls(setting, rules)
    about = _game(request) | {"fouls": fouls, "values": asia.describe_values(setting, rules)}
    if fouls:
        return about | asia.describe_setting(setting)
    return about | asia.describe_own(setting, _answer(setting.hand, request))


def _rules_and_way(request: AsiaGame) -> tuple[asia.Rules, asia.HouseWay]:
    rules = asia.find_rules(request.profile)
    return rules, asia.find_way(request.dealer or rules.dealer, rules)


def _game(request: AsiaGame) -> dict[str, Any]:
    return asia.describe_game(*_rules_and_way(request))


def _answer(hand: CardSet, request: AsiaGame) -> asia.Answer:
    rules, way = _rules_and_way(request)
    return asia.exact.settings(hand, rules=rules, way=way, dead=card_set(request.dead, deck=DECK))
