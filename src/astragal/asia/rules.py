"""The rules of Asia Poker as data: `push` and `casino`, and the four switches in which they differ.

The source of each rule, and what could not be read, is in docs/sources.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from astragal import setting
from astragal.asia.layouts import QUADS_ABOVE_STRAIGHT_FLUSH, HandRank
from astragal.setting import Category
from astragal.setting.rules import Copies, Wheel
from astragal.setting.ways import Ways

RulesName: TypeAlias = Literal["push", "casino"]

STRENGTHS = {
    Category.HIGH_CARD: 0,
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 4,
    Category.FLUSH: 5,
    Category.FOUR_OF_A_KIND: 6,
    Category.STRAIGHT_FLUSH: 7,
}
"""The categories of four cards, and their places if a straight flush beats four of a kind."""

WAYS = Ways("asia", standard="standard", card="standard")


@dataclass(frozen=True, repr=False)
class Rules(setting.Rules):
    """Named rules and their switches.

    With copies as pushes, a bet wins with at least two of the three hands won, loses with at least
    two lost, and is a push otherwise. With copies to the dealer, it wins with at least two hands
    won and loses otherwise.
    """

    game: ClassVar[str] = "asia"
    title: ClassVar[str] = "Asia Poker"
    hands: ClassVar[Mapping[str, int]] = {"high": 4, "medium": 2, "low": 1}
    switch_values: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "quads_over_straight_flush": (False, True),
        "copies": (Copies.PUSH, Copies.DEALER),
        "wheel": tuple(Wheel),
        "strict_order": (False, True),
    }
    order_switches: ClassVar[tuple[str, ...]] = (
        "quads_over_straight_flush",
        "wheel",
        "strict_order",
    )
    ways: ClassVar[Ways] = WAYS
    hand_rank: ClassVar[type[setting.HandRank]] = HandRank

    quads_over_straight_flush: bool
    """Whether four of a kind beats a straight flush."""
    copies: Copies
    strict_order: bool

    @property
    def copies_go_to(self) -> Copies:
        """Who wins a copy."""
        return self.copies

    @property
    def must_be_above(self) -> bool:
        """Whether a longer hand must be above a shorter one, not only equal to it."""
        return self.strict_order

    def strengths(self) -> Mapping[Category, int]:
        """Return the place of each category of four cards: its number in the word of a value.

        >>> find_rules("casino").strengths()[Category.FOUR_OF_A_KIND]
        8
        """
        if self.quads_over_straight_flush:
            return {**STRENGTHS, Category.FOUR_OF_A_KIND: QUADS_ABOVE_STRAIGHT_FLUSH}
        return STRENGTHS

    def wins_bet(self, won: int, lost: int) -> bool | None:
        """Return True with two hands won, False with two lost, None with neither."""
        if won >= 2:
            return True
        return False if lost >= 2 else None


Rules.named = {
    "push": Rules(
        base="push",
        wheel=Wheel.LOWEST,
        quads_over_straight_flush=False,
        copies=Copies.PUSH,
        strict_order=False,
    ),
    "casino": Rules(
        base="casino",
        wheel=Wheel.LOWEST,
        quads_over_straight_flush=True,
        copies=Copies.DEALER,
        strict_order=False,
    ),
}


def find_rules(rules: RulesName | Rules = "push", **switches: bool | str | None) -> Rules:
    """Return named rules, with some of their switches changed.

    >>> find_rules("casino", copies="push")
    Rules('casino, copies push')
    """
    return Rules.find(rules, **switches)
