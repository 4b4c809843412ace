"""What the rules of a setting game say: how hands rank, what fouls, who wins, what a bet pays.

Each game has its own `Rules`, with its switches. The rest of this module reads what it needs from
them. Native loops have the rule of `wins_bet`, too: `native/setting/shapes.hpp`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias

from typing_extensions import TypedDict

from astragal._checks import require_name
from astragal._results import Result
from astragal.cards import Rank
from astragal.errors import BadInputError, quoted
from astragal.setting.ways import Ways

if TYPE_CHECKING:
    from astragal.setting.hand import HandRank


class Category(IntEnum):
    """What cards can make. A game has some of these, in an order that its rules give."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_ACES = 9

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


STRAIGHTS_AND_FLUSHES = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)


class Copies(StrEnum):
    """Who wins a copy: a hand of equal value on both sides."""

    PUSH = "push"
    DEALER = "dealer"
    PLAYER = "player"

    @property
    def native(self) -> int:
        """What a copy brings the player, as native loops have it: -1, 0 or 1."""
        return {Copies.DEALER: -1, Copies.PUSH: 0, Copies.PLAYER: 1}[self]


class Wheel(StrEnum):
    """The place of the straight from the ace up (A-2-3-4, or A-2-3-4-5) among the straights."""

    LOWEST = "lowest"
    SECOND_HIGHEST = "second highest"


WheelName: TypeAlias = Literal["lowest", "second highest"]
"""The name of a `Wheel`."""


class Objective(StrEnum):
    """What the best setting maximises: wins (then fewest losses), or the expected value."""

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

    @classmethod
    def _missing_(cls, value: object) -> None:
        require_name(value, cls, "objective")  # type: ignore[arg-type]


ObjectiveName: TypeAlias = Literal["wins", "ev"]
"""The name of an `Objective`."""


def find_objective(objective: str | Objective) -> Objective:
    """Return an objective by its name, or as it is."""
    return Objective(require_name(objective, [*map(str, Objective)], "objective"))


class Stakes(NamedTuple):
    """What a won and a lost bet count, in whole numbers: 19 and 20 with a commission of 5 %."""

    win: int = 1
    loss: int = 1

    def net(self, wins: int, losses: int) -> int:
        """Return what wins and losses add up to, in units of which a bet has `loss`."""
        return self.win * wins - self.loss * losses

    def ev(self, wins: int, losses: int, deals: int) -> float:
        """Return the expected value of a bet, as a part of it."""
        return self.net(wins, losses) / (self.loss * deals)

    @classmethod
    @cache
    def after(cls, commission: float) -> Stakes:
        """Return the stakes with this commission on a win.

        >>> Stakes.after(0.05)
        Stakes(win=19, loss=20)
        """
        taken = Fraction(round(commission * RATE_PARTS), RATE_PARTS)
        return cls(taken.denominator - taken.numerator, taken.denominator)

    def edge(self, wins: int, losses: int, deals: int) -> float:
        """Return the house edge: the expected loss of a bet, as a part of it; never -0.0."""
        return (self.loss * losses - self.win * wins) / (self.loss * deals)


class RulesJson(TypedDict):
    """The rules of a setting game."""

    name: str
    """The name of the rules, and the switches that differ from it."""
    switches: dict[str, bool | float | str]
    """The value of each switch."""


class ForcedPush(NamedTuple):
    """A hand of the dealer without a pair, straight or flush, that pushes every bet."""

    hand: str
    """Which hand: `high`, `medium` or `low`."""
    highest: Rank
    """The highest rank that it must have."""

    def is_made_by(self, rank: HandRank) -> bool:
        """Return whether the hand has this rank."""
        return rank.category is Category.HIGH_CARD and rank.ranks[0] == self.highest


@dataclass(frozen=True)
class Rules(Result, ABC):
    """The rules of a game: named ones, some of whose switches may be changed."""

    game: ClassVar[str]
    """The name of the game in commands, tables and jobs."""
    title: ClassVar[str]
    """The name of the game in sentences."""
    hands: ClassVar[Mapping[str, int]]
    """The hands of a setting and how many cards each has, the longest first."""
    named: ClassVar[dict[str, Any]]
    """The named rules."""
    switch_values: ClassVar[Mapping[str, tuple[Any, ...]]]
    """The values that each switch can have."""
    rates: ClassVar[frozenset[str]] = frozenset()
    """The switches that can be any rate; `switch_values` has those of the named rules."""
    order_switches: ClassVar[tuple[str, ...]]
    """The switches that decide how hands are ordered, and so what house ways do."""
    ways: ClassVar[Ways]
    hand_rank: ClassVar[type[HandRank]]

    base: str
    """The named rules that these are, but for their switches."""

    wheel: Wheel

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    @property
    @abstractmethod
    def copies_go_to(self) -> Copies:
        """Who wins a copy."""

    @property
    def must_be_above(self) -> bool:
        """Whether a longer hand must be above a shorter one, not only equal to it."""
        return False

    @property
    def stakes(self) -> Stakes:
        """What a won and a lost bet count."""
        return Stakes()

    @abstractmethod
    def strengths(self) -> Mapping[Category, int]:
        """Return the place of each category that the high hand can have."""

    @property
    def forced_push(self) -> ForcedPush | None:
        """The dealer's hand that pushes every bet; None if there is none."""
        return None

    @abstractmethod
    def wins_bet(self, won: int, lost: int) -> bool | None:
        """Return whether a bet wins with so many hands won and lost; None: it is a push.

        Copies are won or lost already where they go to a side.
        """

    @property
    def high_size(self) -> int:
        """How many cards the longest hand has."""
        return next(iter(self.hands.values()))

    @property
    def name(self) -> str:
        """The named rules, and the switches that differ from them."""
        usual = self.named[self.base].switches
        changed = [
            f"{switch.replace('_', ' ')} {_switch_text(value)}"
            for switch, value in self.switches.items()
            if value != usual[switch]
        ]
        return ", ".join([self.base, *changed])

    @property
    def switches(self) -> dict[str, bool | float | str]:
        """The value of each switch."""
        values = {switch: getattr(self, switch) for switch in self.switch_values}
        return {name: str(v) if isinstance(v, str) else v for name, v in values.items()}

    @property
    def order(self) -> dict[str, bool | float | str]:
        """The switches that decide how hands are ordered."""
        switches = self.switches
        return {switch: switches[switch] for switch in self.order_switches}

    def to_dict(self) -> RulesJson:
        """Return the name and the switches."""
        return {"name": self.name, "switches": self.switches}

    @classmethod
    def find(cls, rules: str | Rules, **switches: Any) -> Self:
        """Return named rules, or rules as they are, with some switches changed.

        A switch that is None is not changed.
        """
        if not isinstance(rules, cls):
            rules = cls.named[require_name(rules, cls.named, "rules")]  # type: ignore[arg-type]
        assert isinstance(rules, cls)
        for switch, value in switches.items():
            require_name(switch, cls.switch_values, "switch")
            if value is not None:
                rules = replace(rules, **{switch: _check_value(cls, switch, value)})
        return rules


def _switch_text(value: bool | float | str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _check_value(rules: type[Rules], switch: str, value: Any) -> Any:
    if switch in rules.rates:
        return _read_rate(switch, value)
    allowed = rules.switch_values[switch]
    if allowed == (False, True):
        if not isinstance(value, bool):
            raise BadInputError(f"{switch} is true or false, not {quoted(value)}")
        return value
    for one in allowed:
        if isinstance(value, str) and value == str(one):
            return one
    choices = " or ".join(f"'{one}'" for one in allowed)
    raise BadInputError(f"{switch} is {choices}, not {quoted(value)}")


RATE_PARTS = 10_000
"""A rate is a whole number of these parts of 1, so that results stay whole numbers."""


def _read_rate(switch: str, value: Any) -> float:
    """Read a rate from a number or its text."""
    rate: float | None = None
    if isinstance(value, str) and value.isascii():
        with suppress(ValueError):
            rate = float(value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        rate = value
    if rate is not None and 0 <= rate < 1 and round(rate, 4) == rate:
        return float(rate)
    raise BadInputError(
        f"{switch} is a rate from 0 to 0.9999 with at most four decimals, such as 0.05, not "
        f"{quoted(value)}"
    )
