"""Plans: the cheapest way to count every deal of a spot."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from astragal.equity.spot import Spot
from astragal.jobs.threads import thread_count

MATCH_UP = (6, 12, 75, 700, 5_000, 45_000)
"""The cost of a match-up for each player, in evaluations, by the number of cards to come."""
SWEPT = {2: (100, 3), 4: (10_000, 8)}
"""The cost of a board in a sweep, and of each hand on it, by the number of hole cards."""
SMALL = 10_000
"""Up to this many evaluations, symmetries cost more than they save."""

ON_BOARD = (100, 15, 2)
"""With three and more ranges: the cost of a board, of each hand on it, and of each match-up of the
players without the largest range, times the square of the number of these players."""

Kind: TypeAlias = Literal["hands", "match-ups", "sweep", "boards"]
"""Known hands; match-up by match-up; or board by board, with the hands in the order of strength, of
two ranges or more."""


SECONDS: dict[Kind, float] = {
    "hands": 1.2e-9,
    "match-ups": 1.6e-9,
    "sweep": 1.2e-9,
    "boards": 1.0e-9,
}
"""The time of an evaluation in a plan of each kind.

Measured as the CPU time of `count` with one thread by `Plan.evaluations`, best of three, on an AMD
EPYC, for 25 spots of hold'em, short deck and Omaha: the middle of the range of each kind. `hands`
took 0.8 to 1.9 ns (AhKh against QsQd, six cards of Omaha), `match-ups` 0.9 to 2.9 (Omaha high-low,
AhKh against random; in short deck 0.3), `sweep` 0.8 to 1.4 (10 % in Omaha on a flop, 20 % against
30 % in short deck), `boards` 0.7 to 1.3 (four players with 15 % on a turn, three with 20 % on a
flop).
"""


CATEGORIES = 8
"""How many times as long an evaluation takes if the category of each final hand is counted.

Measured in the same way: 8 to 14 ns for `22+`, `AhKh` and `30%` against random hands and 30 %.
"""


class Plan(NamedTuple):
    """How to count every deal of a spot, and how many evaluations of a hand that takes."""

    kind: Kind
    evaluations: float


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


def seconds_to_count(plan: Plan, threads: int | None = None, categories: bool = False) -> float:
    """Estimate how long a plan takes, with or without the categories of the final hands."""
    seconds = plan.evaluations * SECONDS[plan.kind] / thread_count(threads)
    return seconds * CATEGORIES if categories else seconds


def plan_sweep(spot: Spot) -> Plan:
    """Return the plan of a sweep, for answers that only a sweep gives."""
    boards = comb(spot.unseen.bit_count(), spot.to_come) / len(spot.symmetries)
    return Plan("sweep", boards * board_cost(spot, spot.sizes))


def board_cost(spot: Spot, sizes: Sequence[int]) -> int:
    """Return the cost of a board in a sweep, in evaluations."""
    board, each = SWEPT[spot.game.hole]
    return board + each * sum(sizes)
