"""The rules of pai gow poker as data: named rules, and the switches in which they differ.

The source of each rule is in docs/sources.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from astragal import setting
from astragal.cards import RANKS
from astragal.paigow.layouts import HandRank
from astragal.setting import Category
from astragal.setting.rules import Copies, ForcedPush, Stakes, Wheel
from astragal.setting.ways import Ways

RulesName: TypeAlias = Literal["casino", "no-commission", "ez", "nine-high"]

WAYS = Ways("paigow", standard="foxwoods", card="card")

PUSHES: Mapping[str, ForcedPush | None] = {
    "none": None,
    "queen-high five": ForcedPush("high", RANKS.index("Q")),
    "ace-high five": ForcedPush("high", RANKS.index("A")),
    "nine-high two": ForcedPush("low", RANKS.index("9")),
}
"""The dealer's hands that push every bet."""


@dataclass(frozen=True, repr=False)
class Rules(setting.Rules):
    """Named rules and their switches.

    A bet wins with both hands won, loses with both lost, and is a push otherwise. Copies go to the
    banker.
    """

    game: ClassVar[str] = "paigow"
    title: ClassVar[str] = "pai gow poker"
    hands: ClassVar[Mapping[str, int]] = {"high": 5, "low": 2}
    switch_values: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "banker": ("dealer", "player"),
        "commission": (0.05, 0.0),
        "push": tuple(PUSHES),
        "wheel": tuple(Wheel),
    }
    rates: ClassVar[frozenset[str]] = frozenset({"commission"})
    order_switches: ClassVar[tuple[str, ...]] = ("wheel",)
    ways: ClassVar[Ways] = WAYS
    hand_rank: ClassVar[type[setting.HandRank]] = HandRank

    banker: str
    """Who wins copies: `dealer` or `player`."""
    commission: float
    """The part of a win that the house takes."""
    push: str
    """The hand of the dealer that pushes every bet."""

    @property
    def copies_go_to(self) -> Copies:
        """Who wins a copy: the banker."""
        return Copies(self.banker)

    @property
    def stakes(self) -> Stakes:
        """What a won and a lost bet count: 19 and 20 with a commission of 5 %."""
        return Stakes.after(self.commission)

    def strengths(self) -> Mapping[Category, int]:
        """Return the place of each category of five cards."""
        return {category: int(category) for category in Category}

    @property
    def forced_push(self) -> ForcedPush | None:
        """The dealer's hand that pushes every bet; None if there is none."""
        return PUSHES[self.push]

    def wins_bet(self, won: int, lost: int) -> bool | None:
        """Return True with both hands won, False with both lost, None with neither."""
        if won == 2:
            return True
        return False if lost == 2 else None


def _named(name: str, commission: float = 0.0, push: str = "none") -> Rules:
    return Rules(
        base=name,
        wheel=Wheel.SECOND_HIGHEST,
        banker="dealer",
        commission=commission,
        push=push,
    )


Rules.named = {
    "casino": _named("casino", commission=0.05),
    "no-commission": _named("no-commission"),
    "ez": _named("ez", push="queen-high five"),
    "nine-high": _named("nine-high", push="nine-high two"),
}


def find_rules(rules: RulesName | Rules = "casino", **switches: float | str | None) -> Rules:
    """Return named rules, with some of their switches changed.

    >>> find_rules("casino", banker="player")
    Rules('casino, banker player')
    """
    return Rules.find(rules, **switches)
