"""Plans: the cheapest way to count a spot, and how much work a caller allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, comb, inf, prod
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from astragal import _native
from astragal._checks import require_int, require_number
from astragal.equity.spot import Spot
from astragal.errors import BadInputError

BLOCK = _native.EQUITY_BLOCK
"""The number of deals in a block of a sample."""
SAMPLES = 10_000_000
"""The default number of deals of a sample."""
EXACT_BOUND = 1_000_000_000
"""`auto` counts every deal if that takes at most this many evaluations of a hand: a few seconds."""
UNBOUNDED = (1 << 64) - 1

MATCH_UP = (6, 12, 75, 700, 5_000, 45_000)
"""The cost of a match-up for each player, in evaluations, by the number of cards to come."""
SWEPT = {2: (100, 3), 4: (10_000, 8)}
"""The cost of a board in a sweep, and of each hand on it, by the number of hole cards."""
SMALL = 10_000
"""Up to this many evaluations, symmetries cost more than they save."""

ON_BOARD = (100, 15, 2)
"""With three and more ranges: the cost of a board, of each hand on it, and of each match-up of all
players but the one with the most hands for the square of their number."""

Kind: TypeAlias = Literal["hands", "match-ups", "sweep", "boards"]
"""Known hands; match-up by match-up; or board by board, with the hands in the order of strength, of
two ranges or more."""


class Plan(NamedTuple):
    """How to count every deal of a spot, and how many evaluations of a hand that takes."""

    kind: Kind
    evaluations: float


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work a calculation may do, and when a sample ends.

    `auto` samples if counting takes more than `evaluations` of a hand (a billion, unless they are
    given), and "exact" is refused above them if they are given. A sample ends when no player's
    `error` is greater, and after `deals`. `draws` is how often hands are drawn at most for a block
    of 65,536 deals, which has fewer deals if the ranges often collide.
    """

    evaluations: int | None = None
    deals: int | None = None
    draws: int | None = None
    until: float | None = None

    def __post_init__(self) -> None:
        if self.evaluations is not None:
            require_int(self.evaluations, "evaluations", 0, inf)
        if self.deals is not None:
            require_int(self.deals, "deals", 1, inf)
        if self.draws is not None:
            require_int(self.draws, "draws", 1, UNBOUNDED)
        if self.until is not None:
            require_number(self.until, "until", 1e-12, 1 - 1e-12)

    def blocks(self, samples: int | None) -> float:
        """Return the number of blocks after which a sample of this many deals ends."""
        default = SAMPLES if self.until is None else inf
        deals = min(samples or default, self.deals or inf)
        return deals if deals == inf else ceil(deals / BLOCK)

    def check(self, evaluations: float) -> None:
        """Raise if counting needs more evaluations than are allowed."""
        if self.evaluations is not None and evaluations > self.evaluations:
            raise BadInputError(
                f"counting takes {evaluations:.1g} evaluations of a hand, "
                f"at most {self.evaluations:,} are done here"
            )


NO_LIMITS = Limits()


def plan(spot: Spot, categories: bool = False) -> Plan:
    """Return the cheapest way to count a spot. A sweep doesn't count the categories of hands."""
    if spot.hands is not None:
        return Plan("hands", match_up_cost(spot))
    return _cheapest(spot, spot.to_come, categories)


def plan_next(spot: Spot) -> Plan:
    """Return one plan for the spots after each next card."""
    if spot.hands is not None:
        return Plan("hands", match_up_cost(spot, spot.to_come - 1))
    return _cheapest(spot, spot.to_come - 1, categories=False, symmetric=False)


def _cheapest(spot: Spot, to_come: int, categories: bool, symmetric: bool = True) -> Plan:
    plans = [Plan("match-ups", prod(spot.sizes) * match_up_cost(spot, to_come))]
    if not categories and can_be_swept(spot):
        unseen = spot.unseen.bit_count() - spot.to_come + to_come
        plans.append(Plan("sweep", comb(unseen, to_come) * board_cost(spot, spot.sizes)))
    elif not categories and can_be_counted_on_boards(spot):
        unseen = spot.unseen.bit_count() - spot.to_come + to_come
        plans.append(Plan("boards", comb(unseen, to_come) * _cost_on_board(spot.sizes)))
    cheapest = min(plans, key=attrgetter("evaluations"))
    if cheapest.evaluations <= SMALL or not symmetric:
        return cheapest
    return cheapest._replace(evaluations=cheapest.evaluations / len(spot.symmetries))


def match_up_cost(spot: Spot, to_come: int | None = None) -> int:
    """Return the cost of all boards of one match-up, in evaluations."""
    to_come = spot.to_come if to_come is None else to_come
    return MATCH_UP[to_come] * len(spot.seats) * spot.game.evaluations


def can_be_swept(spot: Spot) -> bool:
    """Return whether a spot is heads-up, in a game whose hands can be ranked one by one."""
    return len(spot.seats) == 2 and spot.game.hole in SWEPT and not spot.game.low


def can_be_counted_on_boards(spot: Spot) -> bool:
    """Return whether a spot has three or more players, and hands whose best five cards play."""
    return len(spot.seats) > 2 and not spot.game.two_of_own


def _cost_on_board(sizes: Sequence[int]) -> int:
    board, each, match_up = ON_BOARD
    others = sorted(sizes)[:-1]
    return board + each * sum(sizes) + match_up * len(others) ** 2 * prod(others)


def plan_sweep(spot: Spot) -> Plan:
    """Return the plan of a sweep, for answers that only a sweep gives."""
    boards = comb(spot.unseen.bit_count(), spot.to_come) / len(spot.symmetries)
    return Plan("sweep", boards * board_cost(spot, spot.sizes))


def board_cost(spot: Spot, sizes: Sequence[int]) -> int:
    """Return the cost of a board in a sweep, in evaluations."""
    board, each = SWEPT[spot.game.hole]
    return board + each * sum(sizes)
