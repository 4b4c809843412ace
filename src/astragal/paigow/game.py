"""Pai gow poker as a game: its names and defaults."""

from __future__ import annotations

from typing import Literal, TypeAlias

from astragal import setting
from astragal.paigow.rules import Rules, RulesName, find_rules
from astragal.setting.house_way import Way, find_way
from astragal.setting.rules import Objective

ObjectiveName: TypeAlias = Literal["wins", "ev"]


class Game(setting.Game):
    """Pai gow poker with some rules, against a dealer's house way.

    >>> Game("ez", dealer="trump-plaza")
    paigow.Game('ez', dealer='trump-plaza', objective='ev')
    """

    rules: Rules

    def __init__(
        self,
        rules: RulesName | Rules = "casino",
        *,
        dealer: Way | None = None,
        objective: ObjectiveName | Objective = "ev",
        banker: Literal["dealer", "player"] | None = None,
        commission: float | None = None,
        push: Literal["none", "queen-high five", "nine-high two"] | None = None,
        wheel: Literal["lowest", "second highest"] | None = None,
    ) -> None:
        """Read the names; a switch that is None is as the rules have it."""
        resolved = find_rules(rules, banker=banker, commission=commission, push=push, wheel=wheel)
        super().__init__(resolved, find_way(dealer, resolved), Objective(objective))
