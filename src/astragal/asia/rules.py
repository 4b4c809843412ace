"""The rules of Asia Poker as data: two profiles, and the four switches in which they differ.

The source of each rule, and what could not be read, is in docs/sources.md.
"""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from astragal._checks import require_name
from astragal.errors import BadInputError
from astragal.notebook import Value


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
    def other(self) -> "Objective":
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


@dataclass(frozen=True, slots=True, repr=False)
class Rules(Value):
    """A profile and its switches.

    With copies as pushes, a bet wins with at least two of the three hands won, loses with at least
    two lost, and is a push otherwise. With copies to the dealer, it wins with at least two hands
    won and loses otherwise.
    """

    JSON = "profile switches"

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

    @property
    def warning(self) -> str | None:
        """A line that the user should read, if there is one."""
        return PUSH_WARNING if self.copies is Copies.PUSH else None

    def about(
        self, dealer: object, objective: Objective | None = None, dead: str | None = None
    ) -> str:
        """Return the lines of text with which an answer names its game."""
        best = "" if objective is None else f"; objective {objective}"
        best += f"; dead cards {dead}" if dead else ""
        note = f"\nnote: {self.warning}" if self.warning else ""
        return f"profile {self.name}; dealer {dealer}{best}{note}"


GAME = "profile=rules.name dealer warning?=rules.warning"
"""The fields with which the JSON of an answer names its game."""

SWITCHES = ("quads_over_straight_flush", "copies", "wheel", "strict_order")

PROFILES = {
    "push": Rules("push", False, Copies.PUSH, Wheel.LOWEST, False),
    "casino": Rules("casino", True, Copies.DEALER, Wheel.LOWEST, False),
}

PUSH_WARNING = "casinos give copies to the dealer; the profile casino answers for them"


def find_rules(rules: str | Rules = "push", **switches: bool | str) -> Rules:
    """Return the rules of a profile, with some of its switches changed.

    >>> find_rules("casino", copies="push")
    Rules('casino, copies push')
    """
    if not isinstance(rules, Rules):
        rules = PROFILES[require_name(rules, PROFILES, "profile")]
    for switch, value in switches.items():
        require_name(switch, SWITCHES, "switch")
        rules = replace(rules, **{switch: _check_value(switch, value)})
    return rules


def _check_value(switch: str, value: bool | str) -> Any:
    kinds: dict[str, type[StrEnum]] = {"copies": Copies, "wheel": Wheel}
    if switch not in kinds:
        if not isinstance(value, bool):
            raise BadInputError(f"{switch} is true or false, not {value!r}")
        return value
    try:
        return kinds[switch](str(value))
    except ValueError:
        allowed = " or ".join(repr(str(one)) for one in kinds[switch])
        raise BadInputError(f"{switch} is {allowed}, not {value!r}") from None
