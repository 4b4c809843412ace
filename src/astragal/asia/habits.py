"""Habits: how people set their hands without counting, and what each costs.

A habit picks one of the settings of an exact answer. Some say all of it ("as the balanced way");
others are a wish, as "two pair stay together", and leave the rest open: then the best of the
settings that fulfil the wish is taken, so what is measured is the price of the wish alone. Where no
legal setting fulfils it, or the hand is not of the kind it speaks of, the best of all is taken.

Best is here the setting that wins most, less losses, for that is what is paid.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal.asia.exact import Answer, Row, settings
from astragal.asia.houseway import (
    BALANCED,
    LEXICOGRAPHIC,
    HouseWay,
    default_way,
    find_way,
    triple_of,
)
from astragal.asia.numbers import Orders, Triple, numbers_of
from astragal.asia.rules import PROFILES, Category, Rules
from astragal.asia.sampled import Measuring, sample_job
from astragal.asia.values import Order
from astragal.asia.wholegame import net_of, richest
from astragal.errors import UnknownNameError
from astragal.jobs import RunOptions, run

Pick: TypeAlias = Callable[[Answer], Row]

ACE = 12


@dataclass(frozen=True, slots=True)
class Habit:
    """A way to choose among the settings of a hand."""

    name: str
    text: str
    pick: Pick


def _of_triple(answer: Answer, triple: Triple) -> Row:
    """Return the setting that is worth so much; the best, if it would be a foul."""
    rows = [row for row in answer.rows if row.triple == triple]
    return richest(rows or answer.rows)


def as_way(name: str) -> Pick:
    """Set as one of the house ways does."""
    return lambda answer: _of_triple(answer, find_way(name, answer.rules).triple(answer.hand))


def as_advised(profile: str) -> Pick:
    """Set as would win most under another profile, against the dealer of that profile."""

    def pick(answer: Answer) -> Row:
        rules = PROFILES[profile]
        advised = settings(answer.hand, rules=rules, way=default_way(rules)).best.setting
        return _of_triple(answer, triple_of(advised, answer.rules))

    return pick


def by_greatest(*places: str) -> Pick:
    """Take the setting whose values are greatest, looked at in this order of four, two and one."""

    def pick(answer: Answer) -> Row:
        def values(row: Row) -> list[Order]:
            orders = numbers_of(answer.rules).orders_of(row.triple)
            return [getattr(orders, place) for place in places]

        return max(answer.rows, key=values)

    return pick


def wishing(wish: Callable[[Orders, Rules], bool], *kinds: Category) -> Pick:
    """Take the best setting that fulfils the wish, in hands whose best four is one of `kinds`.

    Without kinds, the wish is for all hands.
    """

    def pick(answer: Answer) -> Row:
        rules = answer.rules
        orders = {row.triple: numbers_of(rules).orders_of(row.triple) for row in answer.rows}
        best_four = max(one.four for one in orders.values())
        if kinds and best_four.strength not in map(rules.strength, kinds):
            return richest(answer.rows)
        wished = [row for row in answer.rows if wish(orders[row.triple], rules)]
        return richest(wished or answer.rows)

    return pick


def _is(category: Category) -> Callable[[Orders, Rules], bool]:
    return lambda orders, rules: orders.four.strength == rules.strength(category)


def _is_straight_or_flush(orders: Orders, rules: Rules) -> bool:
    made = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)
    return orders.four.strength in map(rules.strength, made)


def _has_pair_in_two(orders: Orders, rules: Rules) -> bool:
    return orders.two.strength == rules.strength(Category.PAIR)


def _has_pair_in_both(orders: Orders, rules: Rules) -> bool:
    return _has_pair_in_two(orders, rules) and _is(Category.PAIR)(orders, rules)


def _has_ace_in_one(orders: Orders, rules: Rules) -> bool:
    return orders.one.ranks == (ACE,)


HABITS = {
    habit.name: habit
    for habit in (
        Habit(
            "lexicographic",
            "the greatest four, then the greatest two, then the greatest one",
            as_way(LEXICOGRAPHIC),
        ),
        Habit("balanced", "as the balanced way does", as_way(BALANCED)),
        Habit(
            "push advice",
            "what wins most under the rules of push, against the lexicographic way",
            as_advised("push"),
        ),
        Habit(
            "greatest two",
            "the greatest two, then the greatest four, then the greatest one",
            by_greatest("two", "four", "one"),
        ),
        Habit(
            "greatest one",
            "the greatest one, then the greatest two, then the greatest four",
            by_greatest("one", "two", "four"),
        ),
        Habit("ace in the one", "an ace, or the joker, is the one", wishing(_has_ace_in_one)),
        Habit("pair in the two", "the two is a pair", wishing(_has_pair_in_two)),
        Habit(
            "two pair together",
            "where two pair is the best four, it is the four",
            wishing(_is(Category.TWO_PAIR), Category.TWO_PAIR),
        ),
        Habit(
            "two pair split",
            "where two pair is the best four, one pair is in the four and one in the two",
            wishing(_has_pair_in_both, Category.TWO_PAIR),
        ),
        Habit(
            "trips together",
            "where three of a kind is the best four, they are in the four",
            wishing(_is(Category.THREE_OF_A_KIND), Category.THREE_OF_A_KIND),
        ),
        Habit(
            "straight or flush kept",
            "where a straight or a flush is the best four, the four is one of them",
            wishing(_is_straight_or_flush, Category.STRAIGHT, Category.FLUSH),
        ),
    )
}


def find_habits(names: Sequence[str] = ()) -> list[Habit]:
    """Return habits by their names; all of them, if there are none."""
    for name in names:
        if name not in HABITS:
            raise UnknownNameError(f"no habit {name!r}; there are {', '.join(HABITS)}")
    return [HABITS[name] for name in names or HABITS]


@dataclass(frozen=True, slots=True)
class HabitCost:
    """What a habit costs, from a random sample of hands, each counted exactly."""

    habit: Habit
    net_cost: float
    """Of the bet, in the mean over all hands: what the best setting brings, less the habit's."""
    error: float
    """Its standard error."""
    differs: float
    """The part of hands in which the habit gives something away."""


def _given_away(names: Sequence[str], answer: Answer) -> list[float]:
    """Return what each habit gives away of the bet in one hand."""
    most = net_of(richest(answer.rows), answer)
    return [most - net_of(HABITS[name].pick(answer), answer) for name in names]


def habit_costs(
    rules: Rules,
    way: HouseWay,
    names: Sequence[str] = (),
    *,
    sample: int = 1000,
    seed: int = 1,
    **where: Unpack[RunOptions],
) -> list[HabitCost]:
    """Estimate what each habit costs, all of them on the same hands; the costliest first."""
    habits = find_habits(names)
    wanted = [habit.name for habit in habits]

    def summary(costs: NDArray[np.float64]) -> list[HabitCost]:
        means, errors = costs.mean(axis=0), costs.std(axis=0, ddof=1) / sqrt(sample)
        parts = (costs > 0).mean(axis=0)
        numbers = zip(means.tolist(), errors.tolist(), parts.tolist(), strict=True)
        found = [HabitCost(habit, *each) for habit, each in zip(habits, numbers, strict=True)]
        return sorted(found, key=lambda one: -one.net_cost)

    work = Measuring(partial(_given_away, wanted), rules, way)
    return run(
        sample_job(work, summary, measured=["given away", *wanted], sample=sample, seed=seed),
        **where,
    )
