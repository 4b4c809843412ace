"""The rules of Asia Poker as data: two profiles, and the four switches in which they differ.

The source of each rule, and what could not be read, is in docs/sources.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from typing_extensions import TypedDict

from astragal._checks import require_name
from astragal._results import Result
from astragal.errors import BadInputError, quoted


class Category(IntEnum):
    """What four cards can make, weakest first, with straight flushes on top."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


QUADS_ABOVE_STRAIGHT_FLUSH = 8


class Copies(StrEnum):
    """Who wins a copy: a hand of equal value on both sides."""

    PUSH = "push"
    DEALER = "dealer"


class Wheel(StrEnum):
    """The place of A-2-3-4 among the straights."""

    LOWEST = "lowest"
    SECOND_HIGHEST = "second highest"


class Objective(StrEnum):
    """What the best setting maximises: wins (then fewest losses), or wins minus losses."""

    WINS = "wins"
    EV = "ev"

    @property
    def other(self) -> Objective:
        """The objective that this one is not."""
        return Objective.EV if self is Objective.WINS else Objective.WINS

    @property
    def unit(self) -> str:
        """What a hundredth of a cost is."""
        return "points of winning chance" if self is Objective.WINS else "% of the bet"

    def key(self, wins: int, losses: int) -> tuple[int, int]:
        """Return the key that sorts results best first."""
        return (-wins, losses) if self is Objective.WINS else (losses - wins, -wins)

    @classmethod
    def _missing_(cls, value: object) -> None:
        require_name(value, cls, "objective")  # type: ignore[arg-type]


class AsiaSwitchesJson(TypedDict):
    """The switches of the rules of Asia Poker."""

    quads_over_straight_flush: bool
    """Whether four of a kind beats a straight flush."""
    copies: str
    """What becomes of hands of equal value: `push` or `dealer`."""
    wheel: str
    """The place of A-2-3-4 among the straights: `lowest` or `second highest`."""
    strict_order: bool
    """Whether a longer hand must be above the shorter one, not only equal to it."""


class AsiaRulesJson(TypedDict):
    """The rules of Asia Poker."""

    name: str
    """`push` or `casino`, and the switches that differ from it."""
    switches: AsiaSwitchesJson


@dataclass(frozen=True, slots=True)
class Rules(Result):
    """A profile and its switches.

    With copies as pushes, a bet wins with at least two of the three hands won, loses with at least
    two lost, and is a push otherwise. With copies to the dealer, it wins with at least two hands
    won and loses otherwise.
    """

    profile: str
    quads_over_straight_flush: bool
    copies: Copies
    wheel: Wheel
    strict_order: bool

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    @property
    def name(self) -> str:
        """The profile, and the switches that differ from it.

        >>> find_rules("push", wheel="second highest").name
        'push, wheel second highest'
        """
        usual = PROFILES[self.profile]
        shown: dict[bool | str, bool | str] = {True: "on", False: "off"}
        changed = [
            f"{switch.replace('_', ' ')} {shown.get(value, value)}"
            for switch, value in self.switches.items()
            if value != usual.switches[switch]
        ]
        return ", ".join([self.profile, *changed])

    @property
    def switches(self) -> dict[str, bool | str]:
        """The value of each switch."""
        values = {switch: getattr(self, switch) for switch in SWITCHES}
        return {name: v if isinstance(v, bool) else str(v) for name, v in values.items()}

    def strength(self, category: Category) -> int:
        """Return the place of a category in the order: its number in the word of a value.

        >>> PROFILES["casino"].strength(Category.FOUR_OF_A_KIND)
        8
        """
        if category is Category.FOUR_OF_A_KIND and self.quads_over_straight_flush:
            return QUADS_ABOVE_STRAIGHT_FLUSH
        return int(category)

    def to_dict(self) -> AsiaRulesJson:
        """Return the name and the switches."""
        return {
            "name": self.name,
            "switches": {
                "quads_over_straight_flush": self.quads_over_straight_flush,
                "copies": str(self.copies),
                "wheel": str(self.wheel),
                "strict_order": self.strict_order,
            },
        }


SWITCHES = ("quads_over_straight_flush", "copies", "wheel", "strict_order")

PROFILES = {
    "push": Rules("push", False, Copies.PUSH, Wheel.LOWEST, False),
    "casino": Rules("casino", True, Copies.DEALER, Wheel.LOWEST, False),
}


def find_rules(rules: str | Rules = "push", **switches: bool | str) -> Rules:
    """Return the rules of a profile, with some of its switches changed.

    >>> find_rules("casino", copies="push")
    Rules('casino, copies push')
    """
    if not isinstance(rules, Rules):
        rules = PROFILES[require_name(rules, PROFILES, "rules")]
    for switch, value in switches.items():
        require_name(switch, SWITCHES, "switch")
        rules = replace(rules, **{switch: _check_value(switch, value)})
    return rules


def _check_value(switch: str, value: bool | str) -> Any:
    kinds: dict[str, type[StrEnum]] = {"copies": Copies, "wheel": Wheel}
    if switch not in kinds:
        if not isinstance(value, bool):
            raise BadInputError(f"{switch} is true or false, not {quoted(value)}")
        return value
    try:
        return kinds[switch](str(value))
    except ValueError:
        allowed = " or ".join(repr(str(one)) for one in kinds[switch])
        raise BadInputError(f"{switch} is {allowed}, not {quoted(value)}") from None
