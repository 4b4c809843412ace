"""What the hands of a setting are: one order over hands of all sizes.

A `HandRank` is a category and ranks in the order in which they count. Hands of different sizes
compare too, which the foul check needs: a longer hand that begins with the same ranks is above the
shorter one.

For native loops, `rank_tables` numbers the hand ranks of each size: 0..2534 for four cards, 0..7462
for five, 0..90 for two, 0..12 for one. The numbers of a setting make its `SettingValue`, one word.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._arrays import Scalar
from astragal._cached import cached_property
from astragal._results import Result
from astragal.cards import JOKER, Card, Cards, Rank, card_ids, rank_of, suit_of
from astragal.cards.card import RANK_NAMES
from astragal.layout import Layout
from astragal.setting.cached import cached_arrays
from astragal.setting.layouts import SETTING_VALUE
from astragal.setting.rules import Category, Rules, Wheel
from astragal.store.canonical import Parameters

ValueWord: TypeAlias = int
"""A hand as a word: of the layout `asia-value` or `paigow-value`; bigger is better."""

SettingValue: TypeAlias = int
"""A word of the layout `setting-value`: the numbers of the hands of a setting."""
SettingValueArray: TypeAlias = NDArray[np.uint32]

NativeRules: TypeAlias = _native.AsiaRules | _native.PaigowRules

DECK = 53
ACE: Rank = 12
JOKER_RANK = 13
LOW_ACE = -1  # the ace below the two, as the lowest wheel counts it

HIGH, TWO, ONE = (SETTING_VALUE.field(name).items[0] for name in ("high", "two", "one"))


def wheel_of(size: int) -> tuple[Rank, ...]:
    """Return the ranks of the straight from the ace up: A-2-3-4 or A-2-3-4-5."""
    return (ACE, *range(size - 2, -1, -1))


def plural(rank_name: str) -> str:
    """Return the name of cards of a rank."""
    return f"{rank_name}es" if rank_name.endswith("x") else f"{rank_name}s"


class _Rank(NamedTuple):
    strength: int
    """The place of the category, see `Rules.strengths`."""
    ranks: tuple[int, ...]
    category: Category


class HandRankJson(TypedDict):
    """What a hand of a setting is."""

    strength: int
    """The place of the category in the order of the rules."""
    ranks: list[int]
    """The ranks in the order in which they count: 0 is the two, 12 the ace, -1 a low ace."""
    value: str
    """The word of the hand, in hex; a better hand has a greater one."""
    text: str
    """The hand in words."""


class HandRank(_Rank, Result):
    """What the cards of one hand are worth; a better hand compares as greater."""

    __slots__ = ()
    layout: ClassVar[Layout]

    @property
    def value(self) -> ValueWord:
        """The packed word."""
        places: Any = self.layout.field("rank").items
        ranks = [rank + 2 for rank in self.ranks]
        ranks += [0] * (len(places) - len(ranks))
        return self.layout.pack(category=self.strength, rank=ranks)

    @classmethod
    def from_value(cls, value: ValueWord) -> Self:
        """Return the rank that a packed word stands for."""
        fields: dict[str, Any] = cls.layout.unpack(value)
        name = cls.layout.field("category").values[fields["category"]]
        named = [category for category in Category if name.startswith(str(category))]
        category = named[-1]  # not "straight" for "straight flush"
        ranks = tuple(rank - 2 for rank in fields["rank"] if rank)
        return cls(fields["category"], ranks, category)

    def __str__(self) -> str:
        names = [RANK_NAMES[rank] for rank in self.ranks]  # index -1, the low ace, is the ace
        kind, first = str(self.category), names[0]
        match self.category:
            case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
                low_ace = self.ranks[-1] == LOW_ACE
                if low_ace or self.ranks[0] - self.ranks[1] > 1:
                    top = names[0] if low_ace else names[1]
                    return f"{kind}, ace to {top}"
                return f"{kind}, {first} high"
            case Category.HIGH_CARD:
                return " ".join(names)
            case Category.FLUSH:
                return f"flush, {' '.join(names)}"
            case Category.FIVE_ACES:
                return kind
            case Category.FULL_HOUSE:
                return f"full house, {plural(first)} over {plural(names[1])}"
            case Category.TWO_PAIR:
                pairs = f"{plural(first)} and {plural(names[1])}"
                return ", ".join([pairs, *names[2:]])
        group = {Category.PAIR: "pair of", Category.THREE_OF_A_KIND: "three"}
        made = f"{group.get(self.category, 'four')} {plural(first)}"
        return ", ".join([made, *([" ".join(names[1:])] if names[1:] else [])])

    def to_dict(self) -> HandRankJson:
        """Return the rank, its word and its name."""
        return {
            "strength": self.strength,
            "ranks": list(self.ranks),
            "value": self.layout.hex(self.value),
            "text": str(self),
        }


def is_straight(ranks: Sequence[Rank]) -> bool:
    """Return whether descending ranks are a straight; the ace is high, or low in the wheel."""
    run = all(high - low == 1 for high, low in pairwise(ranks))
    return run or tuple(ranks) == wheel_of(len(ranks))


_GROUPS = {
    (5,): Category.FIVE_ACES,
    (4,): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3,): Category.THREE_OF_A_KIND,
    (2, 2): Category.TWO_PAIR,
    (2,): Category.PAIR,
    (): Category.HIGH_CARD,
}
"""The category of cards by how many of them share a rank, single cards left out."""


def natural_rank(ranks: Iterable[Rank], suited: bool, rules: Rules) -> HandRank:
    """Return the rank of cards without a joker."""
    numbers = Counter(ranks)
    falling = tuple(sorted(numbers, key=lambda rank: (numbers[rank], rank), reverse=True))
    groups = tuple(sorted((n for n in numbers.values() if n > 1), reverse=True))
    complete = len(falling) == rules.high_size
    if complete and is_straight(falling):
        category = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
        if falling == wheel_of(len(falling)) and rules.wheel is Wheel.LOWEST:
            falling = (*falling[1:], LOW_ACE)
    else:
        category = Category.FLUSH if complete and suited else _GROUPS[groups]
    return rules.hand_rank(rules.strengths()[category], falling, category)


def joker_ranks(others: Sequence[Rank], suited: bool, rules: Rules) -> list[Rank]:
    """Return the ranks that the joker may take beside the other cards of its hand.

    It is an ace, completes a straight, or is the highest missing rank of a flush. A hand of two
    cards or one has neither: there it is an ace.
    """
    options = [ACE]
    if len(others) == rules.high_size - 1 and len(set(others)) == len(others):
        missing = [rank for rank in range(ACE + 1) if rank not in others]
        options += [rank for rank in missing if is_straight(sorted((*others, rank), reverse=True))]
        if suited:
            options.append(missing[-1])
    return options


def rank_of_ranks(ranks: Sequence[Rank], suited: bool, joker: bool, rules: Rules) -> HandRank:
    """Return the rank of cards with these ranks, and of the joker if `joker`.

    `suited` says that all cards except the joker share a suit; it matters for the high hand only.
    """
    if not joker:
        return natural_rank(ranks, suited, rules)
    options = joker_ranks(ranks, suited, rules)
    return max(natural_rank((*ranks, rank), suited, rules) for rank in options)


def hand_rank(cards: Cards, rules: Rules) -> HandRank:
    """Return what the cards of one hand are worth."""
    ids = card_ids(cards, deck=DECK, count=rules.hands.values())
    return rank_of_ids(tuple(ids), rules)


@lru_cache(maxsize=10_000)
def rank_of_ids(ids: tuple[Card, ...], rules: Rules) -> HandRank:
    """Return what the cards of one hand are worth, from ids that need no check."""
    plain = [card for card in ids if card != JOKER]
    suited = len({suit_of(card) for card in plain}) == 1
    return rank_of_ranks([rank_of(card) for card in plain], suited, JOKER in ids, rules)


def may_stand_below(shorter: HandRank, longer: HandRank, rules: Rules) -> bool:
    """Return whether the shorter hand may stand beside the longer one without a foul.

    Where the longer one must be above, a shorter hand that equals its beginning is a foul, too.
    """
    if rules.must_be_above:
        beginning = longer.ranks[: len(shorter.ranks)]
        return (longer.strength, beginning) > (shorter.strength, shorter.ranks)
    return longer >= shorter


KIND, VERSION = "setting-ranks", 1


class AllRanks(NamedTuple):
    """The hand ranks of all cards, by their `_place`: of the high hand, the two and the one."""

    high: dict[int, HandRank]
    suited: dict[int, HandRank]
    """The high hands in one suit."""
    two: dict[int, HandRank]
    one: dict[int, HandRank]
    """Empty in games without a one."""


@dataclass(frozen=True)
class RankTables:
    """The tables of native loops under some rules, and all hand ranks of each size, ascending."""

    rules: Rules
    least_high: NDArray[np.uint16]
    """For each value of the two, the lowest value of the high hand that may stand above it."""
    native: NativeRules

    @cached_property
    def ascending(self) -> dict[str, tuple[HandRank, ...]]:
        """The hand ranks of each hand of a setting; they take some hundredths of a second."""
        ranks = all_ranks(self.rules)
        hands = [{*ranks.high.values(), *ranks.suited.values()}, {*ranks.two.values()}]
        if ranks.one:
            hands.append({*ranks.one.values()})
        ordered = (tuple(sorted(hand)) for hand in hands)
        return dict(zip(self.rules.hands, ordered, strict=True))

    def value_of(self, ranks: Sequence[HandRank]) -> SettingValue:
        """Return the value of a setting whose hands have these ranks."""
        high, two, *one = map(bisect_left, self.ascending.values(), ranks)
        return SETTING_VALUE.pack(high=high, two=two, one=one[0] if one else 0)

    def ranks_of(self, value: SettingValue) -> tuple[HandRank, ...]:
        """Return the ranks of the hands of a setting with this value."""
        numbers = HIGH.of(value), TWO.of(value), ONE.of(value)
        hands = zip(self.ascending.values(), numbers, strict=False)
        return tuple(ranks[number] for ranks, number in hands)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many values the high hand, the two and the one have; 1 without a one."""
        high, two, *one = map(len, self.ascending.values())
        return high, two, one[0] if one else 1


BASE = 14  # thirteen ranks and the joker


def _place(ranks: Sequence[Rank], joker: bool, suited: bool) -> int:
    """Return the place of cards in a table: the set of their ranks, or a number to the base 14."""
    all_ranks = (JOKER_RANK, *ranks) if joker else ranks
    if suited:
        return sum(1 << rank for rank in all_ranks)
    return reduce(lambda place, rank: place * BASE + rank, all_ranks, 0)


def all_ranks(rules: Rules) -> AllRanks:
    """Return the hand ranks of all cards under some rules."""

    def ranks_of(size: int, suited: bool = False) -> dict[int, HandRank]:
        choose = combinations if suited else combinations_with_replacement
        return {
            _place(ranks, joker, suited): rank_of_ranks(ranks, suited, joker, rules)
            for joker in (False, True)
            for ranks in choose(range(ACE, -1, -1), size - joker)
            if max(Counter(ranks).values(), default=0) <= 4
        }

    high, *_, low = sizes = tuple(rules.hands.values())
    return AllRanks(
        high=ranks_of(high),
        suited=ranks_of(high, suited=True),
        two=ranks_of(2),
        one=ranks_of(low) if len(sizes) == 3 else {},
    )


def _arrays(rules: Rules) -> dict[str, NDArray[Any]]:
    """Return the tables of native loops: the number of each hand, and which may stand together.

    A setting is legal if its high hand is at least `least_high` of its two, and its one at most
    `greatest_one`: that is enough because all hands are in one order.
    """
    ranks, size = all_ranks(rules), rules.high_size
    highs = sorted({*ranks.high.values(), *ranks.suited.values()})
    twos, ones = sorted({*ranks.two.values()}), sorted({*ranks.one.values()})
    least_high = [
        next(n for n, high in enumerate(highs) if may_stand_below(two, high, rules)) for two in twos
    ]
    greatest_one = [
        max((n for n, one in enumerate(ones) if may_stand_below(one, two, rules)), default=-1)
        for two in twos
    ]
    return {
        "high": _table(BASE**size, ranks.high, highs, np.uint16),
        "suited": _table(1 << BASE, ranks.suited, highs, np.uint16),
        "two": _table(BASE**2, ranks.two, twos, np.uint8),
        "one": _table(BASE, ranks.one, ones, np.uint8),
        "least_high": np.array(least_high, np.uint16),
        "greatest_one": np.array(greatest_one, np.int8),
    }


def _table(
    size: int, ranks: dict[int, HandRank], ascending: Sequence[HandRank], dtype: type[Scalar]
) -> NDArray[Scalar]:
    number = {rank: n for n, rank in enumerate(ascending)}
    table = np.zeros(size, dtype)
    table[[*ranks]] = [number[rank] for rank in ranks.values()]
    return table


@lru_cache(maxsize=100)
def rank_tables(rules: Rules) -> RankTables:
    """Return the tables of these rules; a file in the cache folder keeps them."""
    return _rank_tables(type(rules), tuple(rules.order.items()))


@cache
def _rank_tables(kind: type[Rules], order: tuple[tuple[str, Any], ...]) -> RankTables:
    """Return the tables of rules with these switches; the others don't matter."""
    rules = kind.find(next(iter(kind.named.values())), **dict(order))
    parameters: Parameters = {"game": kind.game, **rules.order}
    arrays = cached_arrays(
        f"{kind.game}-ranks", lambda: _arrays(rules), kind=KIND, version=VERSION,
        parameters=parameters,
    )  # fmt: skip
    high, suited, two = arrays["high"], arrays["suited"], arrays["two"]
    least_high = arrays["least_high"]
    if len(kind.hands) == 2:
        return RankTables(rules, least_high, _native.PaigowRules(high, suited, two, least_high))
    asia = _native.AsiaRules(high, suited, two, arrays["one"], least_high, arrays["greatest_one"])
    return RankTables(rules, least_high, asia)
