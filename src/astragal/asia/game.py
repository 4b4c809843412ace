"""Asia Poker as a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from typing_extensions import TypedDict

from astragal import setting
from astragal.asia.rules import Rules, RulesName, find_rules
from astragal.setting.house_way import Way, find_way
from astragal.setting.rules import (
    STRAIGHTS_AND_FLUSHES,
    Category,
    Objective,
    ObjectiveName,
    WheelName,
    find_objective,
)


class GameOptions(TypedDict, total=False):
    """The arguments of `Game`."""

    rules: RulesName | Rules
    dealer: Way | None
    objective: ObjectiveName | Objective
    quads_over_straight_flush: bool | None
    copies: Literal["push", "dealer"] | None
    wheel: WheelName | None
    strict_order: bool | None


class Game(setting.Game):
    """Asia Poker with some rules, against a dealer's house way.

    `rules` is a name or `Rules`; `quads_over_straight_flush`, `copies`, `wheel` and `strict_order`
    change one of their switches. The dealer is the name of a house way, a way file or a `HouseWay`.
    `objective` is what the best setting maximises: `wins` or `ev`.

    >>> Game("casino", dealer="standard", objective="ev")
    asia.Game('casino', dealer='standard', objective='ev')
    """

    rules: Rules
    hand_kinds: ClassVar[Mapping[str, tuple[Category, ...]]] = {
        "any": tuple(Category),
        "nothing": (Category.HIGH_CARD,),
        "pair": (Category.PAIR,),
        "two pair": (Category.TWO_PAIR,),
        "trips": (Category.THREE_OF_A_KIND,),
        "straight or flush": STRAIGHTS_AND_FLUSHES,
        "quads": (Category.FOUR_OF_A_KIND,),
        "joker": tuple(Category),
    }
    also_under: ClassVar[Mapping[str, str]] = {"push": "casino"}

    def __init__(
        self,
        rules: RulesName | Rules = "push",
        *,
        dealer: Way | None = None,
        objective: ObjectiveName | Objective = "wins",
        quads_over_straight_flush: bool | None = None,
        copies: Literal["push", "dealer"] | None = None,
        wheel: WheelName | None = None,
        strict_order: bool | None = None,
    ) -> None:
        """Read the names; a switch that is None is as the rules have it."""
        resolved = find_rules(
            rules,
            quads_over_straight_flush=quads_over_straight_flush,
            copies=copies,
            wheel=wheel,
            strict_order=strict_order,
        )
        super().__init__(resolved, find_way(dealer, resolved), find_objective(objective))
