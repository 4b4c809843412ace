"""Pai gow poker as a game: its names and defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from typing_extensions import TypedDict

from astragal import setting
from astragal.paigow.rules import Rules, RulesName, find_rules
from astragal.setting.house_way import Way, find_way
from astragal.setting.rules import (
    STRAIGHTS_AND_FLUSHES,
    Category,
    Objective,
    ObjectiveName,
    WheelName,
    find_objective,
)

PushName: TypeAlias = Literal["none", "queen-high five", "ace-high five", "nine-high two"]
"""The hand of the dealer that pushes every bet."""


class GameOptions(TypedDict, total=False):
    """The arguments of `Game`."""

    rules: RulesName | Rules
    dealer: Way | None
    objective: ObjectiveName | Objective
    banker: Literal["dealer", "player"] | None
    commission: float | None
    push: PushName | None
    wheel: WheelName | None


class Game(setting.Game):
    """Pai gow poker with some rules, against a dealer's house way.

    `rules` is a name or `Rules`; `banker`, `commission`, `push` and `wheel` change one of their
    switches. The dealer is the name of a house way, a way file or a `HouseWay`. `objective` is what
    the best setting maximises: `wins` or `ev`.

    >>> Game("ez", dealer="trump-plaza")
    paigow.Game('ez', dealer='trump-plaza', objective='ev')
    """

    rules: Rules
    hand_kinds: ClassVar[Mapping[str, tuple[Category, ...]]] = {
        "any": tuple(Category),
        "nothing": (Category.HIGH_CARD,),
        "pair": (Category.PAIR,),
        "two pair": (Category.TWO_PAIR,),
        "trips": (Category.THREE_OF_A_KIND,),
        "straight or flush": STRAIGHTS_AND_FLUSHES,
        "full house": (Category.FULL_HOUSE,),
        "quads": (Category.FOUR_OF_A_KIND, Category.FIVE_ACES),
        "joker": tuple(Category),
    }

    def __init__(
        self,
        rules: RulesName | Rules = "casino",
        *,
        dealer: Way | None = None,
        objective: ObjectiveName | Objective = "ev",
        banker: Literal["dealer", "player"] | None = None,
        commission: float | None = None,
        push: PushName | None = None,
        wheel: WheelName | None = None,
    ) -> None:
        """Read the names; a switch that is None is as the rules have it."""
        resolved = find_rules(rules, banker=banker, commission=commission, push=push, wheel=wheel)
        super().__init__(resolved, find_way(dealer, resolved), find_objective(objective))
