"""What four, two and one cards are worth: one order over all of them.

A `HandRank` is a category and ranks in the order in which they count; packed as the word
`asia-value` it compares as an integer. Hands of different sizes compare too, which the foul check
needs: a longer hand that begins with the same ranks is above the shorter one.

For native loops, `rank_tables` numbers the hand ranks of each size: 0..2534 for four cards, 0..90
for two, 0..12 for one. The three numbers of a setting make its `SettingValue`, one word.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._arrays import Scalar
from astragal._results import Result
from astragal.asia.layouts import ASIA_TRIPLE, ASIA_VALUE, CATEGORY_NAMES
from astragal.asia.rules import Category, Rules, Wheel, find_rules
from astragal.cards import JOKER, RANKS, Card, Cards, Rank, card_ids, rank_of, suit_of
from astragal.errors import BadInputError, quoted
from astragal.poker.layouts import RANK_NAMES

ValueWord: TypeAlias = int
"""A word of the layout `asia-value`; bigger is better."""

SettingValue: TypeAlias = int
"""A word of the layout `asia-triple`: the numbers of a setting's four, two and one."""
SettingValueArray: TypeAlias = NDArray[np.uint32]

DECK = 53
SIZES = {"high": 4, "medium": 2, "low": 1}
ACE: Rank = 12
JOKER_RANK = 13
WHEEL = (ACE, 2, 1, 0)
LOW_ACE = -1  # the ace below the two, as the lowest wheel counts it


def _plural(rank_name: str) -> str:
    return f"{rank_name}es" if rank_name.endswith("x") else f"{rank_name}s"


class _Rank(NamedTuple):
    strength: int
    """The place of the category, see `Rules.strength`."""
    ranks: tuple[int, ...]


class HandRankJson(TypedDict):
    """What four, two or one cards are worth."""

    strength: int
    """The place of the category in the order of the rules."""
    ranks: list[int]
    """The ranks in the order in which they count: 0 is the two, 12 the ace, -1 a low ace."""
    value: str
    """The word `asia-value`, in hex; a better hand has a greater one."""
    text: str
    """The hand in words."""


class HandRank(_Rank, Result):
    """What four, two or one cards are worth; a better hand compares as greater.

    >>> rank = hand_rank("7h 7s As Kd")
    >>> str(rank), hex(rank.value), rank > hand_rank("As Kd")
    ('pair of sevens, ace king', '0x17ed0', True)
    """

    __slots__ = ()

    @property
    def value(self) -> ValueWord:
        """The packed word."""
        ranks = [rank + 2 for rank in self.ranks]
        return ASIA_VALUE.pack(category=self.strength, rank=ranks + [0] * (4 - len(ranks)))

    @classmethod
    def from_value(cls, value: ValueWord) -> HandRank:
        """Return the rank that a packed word stands for.

        >>> str(HandRank.from_value(0x74321))
        'straight flush, ace to four'
        """
        fields: dict[str, Any] = ASIA_VALUE.unpack(value)
        return cls(fields["category"], tuple(rank - 2 for rank in fields["rank"] if rank))

    def __str__(self) -> str:
        names = [RANK_NAMES[rank] for rank in self.ranks]  # index -1, the low ace, is the ace
        kind = CATEGORY_NAMES[self.strength]
        if kind in ("straight", "straight flush"):
            wheel = self.ranks[0] - self.ranks[-1] > 3 or self.ranks[-1] == LOW_ACE
            return f"{kind}, ace to four" if wheel else f"{kind}, {names[0]} high"
        if kind == "high card":
            return " ".join(names)
        if kind == "flush":
            return f"flush, {' '.join(names)}"
        many = list(map(_plural, names))
        if kind == "two pair":
            return f"{many[0]} and {many[1]}"
        group = {"pair": "pair of", "three of a kind": "three"}.get(kind, "four")
        return ", ".join([f"{group} {many[0]}", *([" ".join(names[1:])] if names[1:] else [])])

    def to_dict(self) -> HandRankJson:
        """Return the rank, its word and its name."""
        return {
            "strength": self.strength,
            "ranks": list(self.ranks),
            "value": ASIA_VALUE.hex(self.value),
            "text": str(self),
        }


def is_straight(ranks: Sequence[Rank]) -> bool:
    """Tell whether four descending ranks are a straight; the ace is high, or low in A-2-3-4."""
    run = all(high - low == 1 for high, low in pairwise(ranks))
    return run or tuple(ranks) == WHEEL


def natural_rank(ranks: Iterable[Rank], suited: bool, rules: Rules) -> HandRank:
    """Return the rank of one, two or four cards without a joker."""
    numbers = Counter(ranks)
    falling = tuple(sorted(numbers, key=lambda rank: (numbers[rank], rank), reverse=True))
    straight = len(falling) == 4 and is_straight(falling)
    if straight:
        category = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
        if falling == WHEEL and rules.wheel is Wheel.LOWEST:
            falling = (*WHEEL[1:], LOW_ACE)
    elif len(falling) == 4 and suited:
        category = Category.FLUSH
    else:
        category = _GROUPS[tuple(sorted(numbers.values(), reverse=True))]
    return HandRank(rules.strength(category), falling)


_GROUPS = {
    (4,): Category.FOUR_OF_A_KIND,
    (3, 1): Category.THREE_OF_A_KIND,
    (2, 2): Category.TWO_PAIR,
    (2, 1, 1): Category.PAIR,
    (1, 1, 1, 1): Category.HIGH_CARD,
    (2,): Category.PAIR,
    (1, 1): Category.HIGH_CARD,
    (1,): Category.HIGH_CARD,
}


def joker_ranks(others: Sequence[Rank], suited: bool) -> list[Rank]:
    """Return the ranks that the joker may take beside the other cards of its hand.

    In four cards it completes a straight if it can; in a flush it is the highest missing rank.
    Otherwise, and in two cards or one, it is an ace.

    >>> joker_ranks([11, 10, 8], suited=False), joker_ranks([12, 11, 5], suited=True)
    ([9], [10])
    """
    if len(others) == 3:
        completing = [
            rank
            for rank in range(ACE + 1)
            if rank not in others and is_straight(sorted((*others, rank), reverse=True))
        ]
        if completing and len(set(others)) == 3:
            return completing
        if suited:
            return [max(set(range(ACE + 1)) - set(others))]
    return [ACE]


def rank_of_ranks(ranks: Sequence[Rank], suited: bool, joker: bool, rules: Rules) -> HandRank:
    """Return the rank of cards with these ranks, and of the joker if `joker`.

    `suited` says that all cards except the joker share a suit; it matters for four cards only.
    """
    if not joker:
        return natural_rank(ranks, suited, rules)
    return max(natural_rank((*ranks, rank), suited, rules) for rank in joker_ranks(ranks, suited))


def hand_rank(cards: Cards, rules: str | Rules = "push") -> HandRank:
    """Return what four, two or one cards are worth.

    >>> print(hand_rank("Jk 9s 8d 7h"))
    straight, ten high
    """
    ids = card_ids(cards, deck=DECK, count=SIZES.values())
    return rank_of_ids(tuple(ids), find_rules(rules))


@lru_cache(maxsize=10_000)
def rank_of_ids(ids: tuple[Card, ...], rules: Rules) -> HandRank:
    """Do what `hand_rank` does for ids that need no check."""
    plain = [card for card in ids if card != JOKER]
    suited = len({suit_of(card) for card in plain}) == 1
    return rank_of_ranks([rank_of(card) for card in plain], suited, JOKER in ids, rules)


def is_below(shorter: HandRank, longer: HandRank, rules: Rules) -> bool:
    """Tell whether the shorter hand may stand beside the longer one without a foul.

    A strict order also forbids a shorter hand that equals the beginning of the longer one.
    """
    if rules.strict_order:
        return (longer.strength, longer.ranks[: len(shorter.ranks)]) > shorter
    return longer >= shorter


# The words for a least hand: its category, and how many ranks can follow.
_LEAST = {
    "": (Category.HIGH_CARD, 4),
    "pair": (Category.PAIR, 3),
    "two pair": (Category.TWO_PAIR, 2),
    "trips": (Category.THREE_OF_A_KIND, 2),
    "straight": (Category.STRAIGHT, 1),
    "flush": (Category.FLUSH, 4),
    "quads": (Category.FOUR_OF_A_KIND, 1),
    "straight flush": (Category.STRAIGHT_FLUSH, 1),
}
_LEAST_TEXT = re.compile(rf"({'|'.join(filter(None, _LEAST))}|)((?:(?:^| )[{RANKS}])*)")


def _read_least(part: str, text: str) -> tuple[str, tuple[Rank, ...]]:
    found = _LEAST_TEXT.fullmatch(text)
    if found:
        kind, ranks = found[1], tuple(map(RANKS.index, found[2].split()))
        most = min(_LEAST[kind][1], SIZES[part])
        kickers = ranks[1:] if kind in ("pair", "trips") else ranks
        falling = all(high > low for high, low in pairwise(kickers)) and len({*ranks}) == len(ranks)
        fits = (
            kind == "" or part == "high" or (part, kind, len(ranks) < 2) == ("medium", "pair", True)
        )
        if fits and falling and len(ranks) <= most:
            return kind, ranks
    right = {
        "high": '"straight", "pair 9" or "A"',
        "medium": '"pair", "pair 9" or "A T"',
        "low": '"K"',
    }
    raise BadInputError(
        f"{quoted(text)} is no least hand for {part}: write {right[part]}, for example"
    )


def least_name(part: str, text: str) -> str:
    """Return a least hand in plain words.

    >>> [least_name("high", text) for text in ("pair 9", "two pair K", "flush", "A T", "")]
    ['a pair of nines', 'two pair, kings up', 'a flush', 'ace ten', 'any']
    """
    kind, ranks = _read_least(part, text)
    names = [RANK_NAMES[rank] for rank in ranks]
    high = " ".join(names)
    if kind == "":
        return high or "any"
    whole = {"trips": "three of a kind", "quads": "four of a kind", "two pair": "two pair"}
    bare = whole.get(kind, f"a {kind}")
    if not ranks:
        return bare
    many, *rest = [_plural(names[0]), *names[1:]]
    beside = f", {' '.join(rest)}" if rest else ""
    if kind == "two pair":
        return f"{bare}, {many} and {_plural(rest[0])}" if rest else f"{bare}, {many} up"
    group = {"pair": "a pair of", "trips": "three", "quads": "four"}
    return f"{group[kind]} {many}{beside}" if kind in group else f"{bare}, {high} high"


FOUR, TWO, ONE = (ASIA_TRIPLE.field(name).items[0] for name in ("four", "two", "one"))


class SettingRanks(NamedTuple):
    """The ranks of a setting's three hands."""

    four: HandRank
    two: HandRank
    one: HandRank


@dataclass(frozen=True)
class RankTables:
    """All hand ranks of each size under some rules, ascending, and the tables of native loops."""

    fours: tuple[HandRank, ...]
    twos: tuple[HandRank, ...]
    ones: tuple[HandRank, ...]
    native: _native.AsiaRules

    def value_of(self, ranks: SettingRanks) -> SettingValue:
        """Return the value of a setting whose hands have these ranks."""
        four, two, one = map(bisect_left, (self.fours, self.twos, self.ones), ranks)
        return ASIA_TRIPLE.pack(four=four, two=two, one=one)

    def ranks_of(self, value: SettingValue) -> SettingRanks:
        """Return the ranks of the three hands of a setting with this value."""
        return SettingRanks(
            self.fours[FOUR.of(value)], self.twos[TWO.of(value)], self.ones[ONE.of(value)]
        )


BASE = 14  # thirteen ranks and the joker


def _place(ranks: Sequence[Rank], joker: bool, suited: bool) -> int:
    """Return the place of cards in a table: the set of their ranks, or a number to the base 14."""
    all_ranks = (JOKER_RANK, *ranks) if joker else ranks
    if suited:
        return sum(1 << rank for rank in all_ranks)
    return reduce(lambda place, rank: place * BASE + rank, all_ranks, 0)


@cache
def rank_tables(rules: Rules) -> RankTables:
    """Return the tables of these rules; making them takes some tens of milliseconds, once.

    A setting is legal if its four is at least `least_four` of its two, and its one at most
    `greatest_one`: that is enough because all hands are in one order.
    """

    def ranks_of(size: int, suited: bool = False) -> dict[int, HandRank]:
        choose = combinations if suited else combinations_with_replacement
        return {
            _place(ranks, joker, suited): rank_of_ranks(ranks, suited, joker, rules)
            for joker in (False, True)
            for ranks in choose(range(ACE, -1, -1), size - joker)
        }

    by_ranks, suited, two, one = ranks_of(4), ranks_of(4, suited=True), ranks_of(2), ranks_of(1)
    fours = tuple(sorted({*by_ranks.values(), *suited.values()}))
    twos, ones = tuple(sorted(set(two.values()))), tuple(sorted(set(one.values())))
    least_four = [
        next(n for n, four in enumerate(fours) if is_below(two, four, rules)) for two in twos
    ]
    greatest_one = [
        max((n for n, one in enumerate(ones) if is_below(one, two, rules)), default=-1)
        for two in twos
    ]
    native = _native.AsiaRules(
        _table(BASE**4, by_ranks, fours, np.uint16),
        _table(1 << BASE, suited, fours, np.uint16),
        _table(BASE**2, two, twos, np.uint8),
        _table(BASE, one, ones, np.uint8),
        np.array(least_four, np.uint16),
        np.array(greatest_one, np.int8),
    )
    return RankTables(fours, twos, ones, native)


def _table(
    size: int, found: dict[int, HandRank], ascending: Sequence[HandRank], dtype: type[Scalar]
) -> NDArray[Scalar]:
    number = {rank: n for n, rank in enumerate(ascending)}
    table = np.zeros(size, dtype)
    table[[*found]] = [number[rank] for rank in found.values()]
    return table


@cache
def least_number(part: str, text: str, rules: Rules) -> int:
    """Return the number of the lowest hand of a part that `text` allows.

    The text is one of pair, two pair, trips, straight, flush, quads, straight flush, or nothing for
    high cards; then ranks, in the order in which they count. If it allows no hand, the number of
    hands is returned.

    >>> least_number("low", "K", find_rules()), least_number("medium", "A T", find_rules())
    (11, 74)
    """
    kind, ranks = _read_least(part, text)
    tables = rank_tables(rules)
    ascending = {"high": tables.fours, "medium": tables.twos, "low": tables.ones}[part]
    return bisect_left(ascending, HandRank(rules.strength(_LEAST[kind][0]), ranks))
