"""Asia Poker as a game: its names, and shortcuts for one question."""

from __future__ import annotations

from typing import Literal, TypeAlias

from astragal import setting
from astragal.asia.rules import Rules, RulesName, find_rules
from astragal.setting.house_way import Way, find_way
from astragal.setting.rules import Objective

ObjectiveName: TypeAlias = Literal["wins", "ev"]


class Game(setting.Game):
    """Asia Poker with some rules, against a dealer's house way.

    >>> Game("casino", dealer="standard", objective="ev")
    asia.Game('casino', dealer='standard', objective='ev')
    """

    rules: Rules

    def __init__(
        self,
        rules: RulesName | Rules = "push",
        *,
        dealer: Way | None = None,
        objective: ObjectiveName | Objective = "wins",
        quads_over_straight_flush: bool | None = None,
        copies: Literal["push", "dealer"] | None = None,
        wheel: Literal["lowest", "second highest"] | None = None,
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
        super().__init__(resolved, find_way(dealer, resolved), Objective(objective))
