"""The rules of Asia Poker as data: profiles, and the four switches in which they differ.

What each rule is based on, and what could not be read, is in docs/sources.md.
"""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any

from astragal.errors import BadInputError, UnknownNameError


class Category(IntEnum):
    """What four cards can make, in ascending order where straight flushes are on top."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7


QUADS_ABOVE_STRAIGHT_FLUSH = 8


class Copies(StrEnum):
    """What becomes of a sub-hand that both sides have alike."""

    PUSH = "push"
    DEALER = "dealer"


class Wheel(StrEnum):
    """The place of A-2-3-4 among the straights."""

    LOWEST = "lowest"
    SECOND_HIGHEST = "second highest"


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules; `dealer` is the house way that its answers assume unless told otherwise.

    With copies as pushes a hand is won with at least two sub-hands won, and lost with at least two
    lost; else it is a push. With copies to the dealer it is won with at least two sub-hands won,
    else lost.
    """

    profile: str
    quads_over_straight_flush: bool
    copies: Copies
    wheel: Wheel
    strict_order: bool
    dealer: str

    @property
    def name(self) -> str:
        """The profile, and the switches that were set apart from it.

        >>> find_rules("push", wheel="second highest").name
        'push, wheel second highest'
        """
        usual = PROFILES[self.profile]
        changed = [
            f"{switch} {_shown(getattr(self, switch))}".replace("_", " ")
            for switch in SWITCHES
            if getattr(self, switch) != getattr(usual, switch)
        ]
        return ", ".join([self.profile, *changed])

    def strength(self, category: Category) -> int:
        """Return the category's place in the order, which is its number in a value's word.

        >>> PROFILES["casino"].strength(Category.FOUR_OF_A_KIND)
        8
        """
        if category is Category.FOUR_OF_A_KIND and self.quads_over_straight_flush:
            return QUADS_ABOVE_STRAIGHT_FLUSH
        return int(category)

    @property
    def warning(self) -> str:
        """A line for the user, empty when there is nothing to warn of."""
        return PUSH_WARNING if self.copies is Copies.PUSH else ""


SWITCHES = ("quads_over_straight_flush", "copies", "wheel", "strict_order")

PROFILES = {
    "push": Rules("push", False, Copies.PUSH, Wheel.LOWEST, False, "lexicographic"),
    "casino": Rules("casino", True, Copies.DEALER, Wheel.LOWEST, False, "balanced"),
}

PUSH_WARNING = (
    "casinos give copies to the dealer; there, advice against the weak lexicographic dealer costs "
    "about 12.1 % of the bet against a balanced one, where balanced play costs about 5.3 %"
)


def find_rules(profile: str = "push", **switches: Any) -> Rules:
    """Return the rules of a profile, with any of the switches set apart from it.

    >>> find_rules("casino", copies="push").copies
    <Copies.PUSH: 'push'>
    """
    try:
        rules = PROFILES[profile]
    except KeyError:
        known = ", ".join(PROFILES)
        raise UnknownNameError(f"no profile {profile!r}; there are {known}") from None
    for switch, value in switches.items():
        if switch not in SWITCHES:
            raise UnknownNameError(f"no switch {switch!r}; there are {', '.join(SWITCHES)}")
        rules = replace(rules, **{switch: _setting_of(switch, value)})
    return rules


def _setting_of(switch: str, value: Any) -> Any:
    kinds: dict[str, type[StrEnum]] = {"copies": Copies, "wheel": Wheel}
    if switch not in kinds:
        if not isinstance(value, bool):
            raise BadInputError(f"{switch} is true or false, not {value!r}")
        return value
    try:
        return kinds[switch](value)
    except ValueError:
        allowed = " or ".join(repr(str(one)) for one in kinds[switch])
        raise BadInputError(f"{switch} is {allowed}, not {value!r}") from None


def _shown(value: object) -> str:
    return (
        {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )
