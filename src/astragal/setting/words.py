"""What the words of setting games stand for."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from astragal.layout.reading import NO_HAND, Reading
from astragal.poker.layouts import DEUCE
from astragal.poker.words import example_cards
from astragal.setting.hand import ONE, TWO, HandRank, rank_tables
from astragal.setting.rules import Category, Rules

REPEATS = {
    Category.PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE_OF_A_KIND: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4,),
    Category.FIVE_ACES: (5,),
}
"""How many cards the first ranks of a hand stand for; each other rank is one card."""
VALUES = {"two": 91, "one": 13}
"""The number of values of two cards, and of one."""


def read_hand(word: int, rules: type[Rules]) -> Reading:
    """Read the word of a hand, in any order of hands that the rules have."""
    choices = product(*(rules.switch_values[switch] for switch in rules.order_switches))
    if not any(word in _values(rules, choice) for choice in choices):
        return NO_HAND
    rank = rules.hand_rank.from_value(word)
    return Reading(str(rank), _cards(rank))


@cache
def _values(rules: type[Rules], choice: tuple[Any, ...]) -> frozenset[int]:
    """Return the words of all hands under rules with these values of the `order_switches`."""
    switches = dict(zip(rules.order_switches, choice, strict=True))
    tables = rank_tables(rules.find(next(iter(rules.named.values())), **switches))
    return frozenset(rank.value for ranks in tables.ascending.values() for rank in ranks)


def _cards(rank: HandRank) -> tuple[str, ...]:
    repeats = REPEATS.get(rank.category, ())
    numbers = [*repeats, *[1] * (len(rank.ranks) - len(repeats))]
    fields = [
        each + DEUCE
        for each, number in zip(rank.ranks, numbers, strict=True)
        for _ in range(number)
    ]
    return example_cards(fields, flush=rank.category in (Category.FLUSH, Category.STRAIGHT_FLUSH))


def read_setting(word: int) -> Reading:
    """Read a `setting-value`: only the places that no hand has."""
    places = {"two": TWO.of(word), "one": ONE.of(word)}
    problems = [
        f"{name} = {place} is not in 0..{VALUES[name] - 1}"
        for name, place in places.items()
        if place >= VALUES[name]
    ]
    return Reading(problems=tuple(problems))
