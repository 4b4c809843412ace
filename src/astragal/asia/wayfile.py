"""House ways in TOML: a list of rules, or points, turned into a setting for every class of hands.

docs/asia.md explains the language, with every condition and word. The first rule that applies
decides. Conditions are evaluated for all classes at once, as arrays. A rule sets cards in one of
two ways. `make` names the least four, two and one; the rule applies if a legal setting has them.
Or `high`, `medium` and `low` name cards: words, each of which stands for places among the seven.
Points choose the legal setting with the highest total.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, pairwise
from math import isfinite
from os import PathLike, fspath
from pathlib import Path
from textwrap import fill
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal._toml import Kinds, check_keys, parse_toml
from astragal.asia.classes import (
    CLASSES,
    UNSET,
    Choice,
    class_cards,
    class_of,
    class_order,
    example_hand,
    positions,
)
from astragal.asia.rules import Rules, find_rules
from astragal.asia.setting import HAND_SIZE, NAMES
from astragal.asia.values import (
    ACE,
    FOUR,
    JOKER_RANK,
    ONE,
    SIZES,
    TWO,
    WHEEL,
    least_name,
    least_number,
    rank_tables,
)
from astragal.cards import RANKS, Cards, cards_text
from astragal.errors import BadInputError, HouseWayError, UnknownNameError, quoted
from astragal.jobs import thread_map
from astragal.store import read_file

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.int8]
Places: TypeAlias = NDArray[np.uint8]
"""Some of the seven cards of each class, which fall by rank: bit i for the i-th."""

GROUPS = {"quads": 4, "trips": 3, "pair": 2, "single": 1}  # and their sizes
COUNTS = {"quads": "quads", "trips": "trips", "pairs": "pair", "singles": "single"}
NONE = -1

WAY_FILES = ("standard", "short", "points")

STRAIGHTS = (*(tuple(range(top, top - 4, -1)) for top in range(ACE, 2, -1)), WHEEL)


@dataclass
class Features:
    """What conditions can test, for every class."""

    flags: dict[str, Bools]
    counts: dict[str, NDArray[np.intp]]
    ranks: dict[str, Bytes]
    """`NONE` where there is no such rank."""
    played: Bytes
    """The rank of each card. The joker is an ace, or beside four aces a rank of its own."""
    places: dict[str, Places]
    """Of the joker, the straight and so on; 0 where there is none."""


def _rank_name(group: str, number: int) -> str:
    return f"{group}_rank_{number}" if number > 1 else f"{group}_rank"


@cache
def features() -> Features:
    """Return the features of all classes; this takes about a second."""
    # By columns, which NumPy combines much faster than short rows.
    ranks, suits = map(np.asfortranarray, class_cards())
    joker = ranks[:, 0] == JOKER_RANK
    played = np.where(ranks == JOKER_RANK, ACE, ranks).astype(np.int8)
    played[played[:, 4] == ACE, 0] = JOKER_RANK  # five aces are quads and a single
    last_of_rank = np.ones_like(ranks, bool)
    last_of_rank[:, :-1] = ranks[:, :-1] != ranks[:, 1:]
    runs = {
        "straight": _straights(ranks, joker, last_of_rank),
        "flush": _flushes(ranks, suits, joker),
        "straight_flush": _straight_flushes(ranks, suits, joker),
    }
    groups = _group_ranks(played)
    flags = {"joker": joker}
    for name, (places, _) in runs.items():
        flags |= {name: places != 0, f"pair_beside_{name}": _pair_beside(played, places)}
    tops = {f"{name}_top": top for name, (_, top) in runs.items()}
    for group, found in groups.items():
        for k, of in enumerate(found.T, 1):
            tops[_rank_name(group, k)] = of
    counts = {name: (groups[group] != NONE).sum(axis=1) for name, group in COUNTS.items()}
    named = {"joker": joker.astype(np.uint8)} | {name: found for name, (found, _) in runs.items()}
    return Features(flags, counts, tops, played, named)


def _bits(columns: Bools) -> Places:
    return np.packbits(columns, axis=1, bitorder="little")[:, 0]


def _group_ranks(played: Bytes) -> dict[str, Bytes]:
    """Return the ranks of each group, the highest first, as many columns as a hand can have."""
    first = np.diff(played, axis=1, prepend=NONE) != 0
    count = (played[:, :, None] == played[:, None, :]).sum(axis=2, dtype=np.int8)
    found = {}
    for name, size in GROUPS.items():
        falling = np.sort(np.where(first & (count == size), played, NONE), axis=1)[:, ::-1]
        found[name] = falling[:, : 7 // size]
    return found


def _straights(ranks: NDArray[np.uint8], joker: Bools, usable: Bools) -> tuple[Places, Bytes]:
    """Find the highest straight of usable cards; the joker takes part only if one is missing."""
    natural = usable & (ranks < JOKER_RANK)
    sets = np.where(natural, np.uint16(1) << ranks.astype(np.uint16), np.uint16(0))
    held = np.bitwise_or.reduce(sets, axis=1)
    places, top = np.zeros(CLASSES, np.uint8), np.full(CLASSES, NONE, np.int8)
    for straight in STRAIGHTS:
        missing = sum((held >> rank & 1 == 0).astype(np.uint8) for rank in straight)
        rows = np.flatnonzero((places == 0) & ((missing == 0) | ((missing == 1) & joker)))
        mine = usable[rows] & np.isin(ranks[rows], straight)
        mine[:, 0] |= joker[rows] & (missing[rows] == 1)
        places[rows] = _bits(mine)
        top[rows] = straight[1] if straight == WHEEL else straight[0]
    return places, top


def _flushes(
    ranks: NDArray[np.uint8], suits: NDArray[np.uint8], joker: Bools
) -> tuple[Places, Bytes]:
    """Find the four highest cards of the first long suit; the joker joins three, never four."""
    suited = (suits & 1 == 1) & (ranks < JOKER_RANK)
    mine = suited & (np.cumsum(suited, axis=1, dtype=np.int8) <= 4)
    mine[:, 0] |= joker & (suited.sum(axis=1) == 3)
    there = suited.any(axis=1)
    top = np.where(there, ranks[np.arange(CLASSES), suited.argmax(axis=1)], NONE)
    return np.where(there, _bits(mine), 0).astype(np.uint8), top.astype(np.int8)


def _straight_flushes(
    ranks: NDArray[np.uint8], suits: NDArray[np.uint8], joker: Bools
) -> tuple[Places, Bytes]:
    first, second = (_straights(ranks, joker, suits & bit != 0) for bit in (1, 2))
    higher = second[1] > first[1]
    return np.where(higher, second[0], first[0]), np.where(higher, second[1], first[1])


def _pair_beside(played: Bytes, places: Places) -> Bools:
    """Tell whether two of the three cards outside these places have the same rank."""
    outside = (places[:, None] >> np.arange(7, dtype=np.uint8)) & 1 == 0
    sets = np.where(outside, np.int32(1) << played.astype(np.int32), 0)
    different = np.bitwise_count(np.bitwise_or.reduce(sets, axis=1))
    beside: Bools = (places != 0) & (different < 3)
    return beside


def _ranks_between(value: Any, what: str) -> tuple[int, int]:
    """Read a rank, or a range of ranks with the lower one first.

    >>> _ranks_between("J..A", "pair_rank"), _ranks_between("9", "pair_rank")
    ((9, 12), (7, 7))
    """
    ends = str(value).split("..") if isinstance(value, str) else []
    if len(ends) in (1, 2) and all(len(end) == 1 and end in RANKS for end in ends):
        low, high = RANKS.index(ends[0]), RANKS.index(ends[-1])
        if low <= high:
            return low, high
    raise BadInputError(f'{what} is a rank like "J" or a range like "J..A", not {quoted(value)}')


def _numbers_between(value: Any, what: str) -> tuple[int, int]:
    if isinstance(value, int) and not isinstance(value, bool):
        return value, value
    ends = re.fullmatch(r"(\d)\.\.(\d)", value) if isinstance(value, str) else None
    if ends and ends[1] <= ends[2]:
        return int(ends[1]), int(ends[2])
    raise BadInputError(f'{what} is a number like 2 or a range like "1..3", not {quoted(value)}')


def holds_for(condition: str, value: Any) -> Bools:
    """Return the classes for which a condition holds."""
    known = features()
    if condition in known.flags:
        if not isinstance(value, bool):
            raise BadInputError(f"{condition} is true or false, not {quoted(value)}")
        return np.equal(known.flags[condition], value)
    tested: NDArray[Any]
    if condition in known.counts:
        tested, (low, high) = known.counts[condition], _numbers_between(value, condition)
    elif condition in known.ranks:
        tested, (low, high) = known.ranks[condition], _ranks_between(value, condition)
        tested = np.minimum(tested, ACE)  # as a single, the joker is an ace
    else:
        every = ", ".join([*known.counts, *known.flags, *known.ranks])
        raise BadInputError(f"no condition {quoted(condition)}; there are {every}")
    within: Bools = (low <= tested) & (tested <= high)
    return within


WORDS = (
    'write one word, or several as a list, ["pair 1", "pair 2"]: quads, trips, pair, single name '
    "all cards of the highest such rank ('pair 2': of the second highest; '2 of trips': some of "
    "them); straight, flush, straight flush, joker name those cards; highest, lowest, best take "
    "one of the cards that are left ('highest 2': two of them). `astragal asia way show` prints a "
    "way to start from"
)

_WORD = re.compile(
    r"(?:(?P<part>[1-4]) of )?(?P<group>quads|trips|pair|single)(?: (?P<number>[1-7]))?"
    r"|(?P<run>straight flush|straight|flush|joker)"
    r"|(?P<some>highest|lowest|best)(?: (?P<count>[1-4]))?"
)


def _first(places: Places, count: int) -> Places:
    """Return the first of these places, at most `count` of them."""
    found = np.zeros_like(places)
    for _ in range(count):
        others = places ^ found
        found |= others & -others  # the lowest bit
    return found


def _best(count: int, left: Places, played: Bytes) -> Places:
    """Return a pair among the cards left, otherwise the highest cards."""
    best = _first(left, count)
    pairs = combinations(range(7), 2) if count == 2 else ()
    for high, low in reversed([*pairs]):
        pair = np.uint8(1 << high | 1 << low)
        best[(played[:, high] == played[:, low]) & (left & pair == pair)] = pair
    return best


def _cards_of(word: str, classes: NDArray[np.uint32], left: Places) -> Places:
    """Return the cards of each class that a word names; none where it has no such cards."""
    named, known = _WORD.fullmatch(word), features()
    if named is None:
        raise BadInputError(f"{quoted(word)} is not a word; {WORDS}")
    if group := named["group"]:
        number = int(named["number"] or 1)
        if number > HAND_SIZE // GROUPS[group]:
            return np.zeros_like(left)
        ranks = known.ranks[_rank_name(group, number)][classes]
        places = _bits(known.played[classes] == ranks[:, np.newaxis])
        if named["part"] is None:
            return places
        some = _first(places & left, part := int(named["part"]))
        return np.where(np.bitwise_count(some) == part, some, np.uint8(0))
    if named["run"]:
        return known.places[named["run"].replace(" ", "_")][classes]
    count = int(named["count"] or 1)
    if named["some"] == "best":
        return _best(count, left, known.played[classes])
    if named["some"] == "highest":
        return _first(left, count)
    return left ^ _first(left, int(np.bitwise_count(left[:1]).sum()) - count)


Line: TypeAlias = tuple[str, str, str]
"""The least four, two and one, as a way file writes them."""


def least_numbers(lines: Sequence[Line], rules: Rules) -> NDArray[np.uint32]:
    """Return lines as the native code reads them."""
    rows = [[least_number(part, text, rules) for part, text in zip(NAMES, line, strict=True)]
            for line in lines]  # fmt: skip
    return np.array(rows, np.uint32)


def _first_made(classes: NDArray[np.uint32], lines: Sequence[Line], rules: Rules) -> Choice:
    """Return the setting of each class by the first line that it can make, `UNSET` without one."""
    native, least = rank_tables(rules).native, least_numbers(lines, rules)
    parts = np.array_split(classes, 1 + len(classes) // 50_000)
    return np.concatenate(thread_map(lambda part: _native.asia_make(native, least, part), parts))


class RuleJson(TypedDict):
    """One rule of a way file."""

    name: str
    when: dict[str, Any]
    """The conditions: a boolean, a number or a text for each."""
    make: dict[str, str] | None
    """The least hands to make; null if the rule names cards."""
    words: dict[str, list[str]]
    """The cards of `high`, `medium` and `low`, by words."""
    rest: str
    """The hand that takes the other cards."""
    cost_ev: float | None
    """What leaving the rule out costs, as a part of the bet."""


@dataclass(frozen=True)
class Rule(Result):
    """One rule: its conditions, and either the least hands to make or words for the cards."""

    name: str
    when: Mapping[str, Any] = field(default_factory=dict)
    make: Mapping[str, str] | None = None
    words: Mapping[str, list[str]] = field(default_factory=dict)
    rest: str = "high"
    price: float | None = None
    """What leaving the rule out costs, as a part of the bet."""

    @property
    def line(self) -> Line:
        """The least hands to make."""
        make = self.make or {}
        return make.get("high", ""), make.get("medium", ""), make.get("low", "")

    def matches(self) -> Bools:
        """Return the classes for which all conditions hold."""
        found = np.ones(CLASSES, bool)
        for condition, value in self.when.items():
            found &= holds_for(condition, value)
        return found

    def choose(self, classes: NDArray[np.uint32], rules: Rules) -> Choice:
        """Return the setting of each class; `UNSET` where it can't make the hands."""
        if self.make is not None:
            return _first_made(classes, [self.line], rules)

        def require(good: Bools, problem: str) -> None:
            if not good.all():
                hand = cards_text(class_order(example_hand(int(classes[good.argmin()]))))
                raise HouseWayError(f"it can't set {hand}: {problem}")

        left = np.full(len(classes), 0b1111111, np.uint8)
        placed = {name: np.zeros_like(left) for name in NAMES}
        for name, words in self.words.items():
            for word in words:
                cards = _cards_of(word, classes, left)
                there = (cards != 0) & (cards & ~left == 0)
                require(there, f"{word!r} does not exist or is already taken")
                placed[name] |= cards
                left ^= cards
        placed[self.rest] |= left
        for name, places in placed.items():  # of the same number in all classes
            sizes = np.bitwise_count(places)
            wrong = f"{name} gets {sizes[:1].sum()} cards instead of {SIZES[name]}"
            require(sizes == SIZES[name], wrong)
        numbers = np.zeros((128, 128), np.uint8)
        for number, (*_, high, low, one) in enumerate(positions()):
            numbers[1 << high | 1 << low, 1 << one] = number
        return numbers[placed["medium"], placed["low"]]

    def __str__(self) -> str:
        when, *parts = self.row()
        price = "" if self.price is None else f" (price {self.price:.4%})"
        return f"{when and f'{when}: '}{' / '.join(parts)}{price}"

    def to_dict(self) -> RuleJson:
        """Return the rule as its file has it."""
        return {
            "name": self.name,
            "when": dict(self.when),
            "make": None if self.make is None else dict(self.make),
            "words": {part: list(words) for part, words in self.words.items()},
            "rest": self.rest,
            "cost_ev": self.price,
        }

    def row(self) -> list[str]:
        """Return the conditions, and what goes into the four, the two and the one, as text."""
        when = ", ".join(
            f"{name} = {str(value).lower() if isinstance(value, bool) else value}"
            for name, value in self.when.items()
        )
        if self.make is not None:
            return [when, *map(least_name, NAMES, self.line)]
        words = {part: ", ".join(named) for part, named in self.words.items()}
        rest = {self.rest: ", ".join(filter(None, [words.get(self.rest), "the rest"]))}
        return [when, *((words | rest).get(part, "") for part in NAMES)]


RULE_KEYS: Kinds = {
    "name": str, "when": dict, "make": dict, "rest": str, "price": (int, float),
    **dict.fromkeys(NAMES, (str, list)),
}  # fmt: skip


def _rule(number: int, entry: Any) -> Rule:
    if isinstance(entry, dict):
        entry.setdefault("name", f"number {number}")
    check_keys(entry, "rule", required={}, optional=RULE_KEYS)
    where = f"rule {entry['name']!r}"
    words: dict[str, list[str]] = {}
    for part in entry:
        if part in NAMES:
            listed = [entry[part]] if isinstance(entry[part], str) else entry[part]
            if not all(isinstance(word, str) for word in listed):
                raise BadInputError(f"{where}: {part} = {quoted(listed)}; {WORDS}")
            words[part] = listed
    make = entry.get("make")
    if make is not None:
        if words or "rest" in entry:
            raise BadInputError(f"{where}: make leaves nothing to say about {[*words, 'rest'][0]}")
        check_keys(make, f"{where}: make", required={}, optional=dict.fromkeys(NAMES, str))
        for part, least in make.items():
            try:
                least_name(part, least)
            except BadInputError as error:
                raise BadInputError(f"{where}: {error}") from None
    rest = entry.get("rest", "high")
    if rest not in NAMES:
        raise BadInputError(f"{where}: rest is high, medium or low, not {quoted(rest)}")
    price = entry.get("price")
    if price is not None and not isfinite(price):
        raise BadInputError(f"{where}: price = {price}: a part of the bet is needed, like 0.001")
    return Rule(
        name=entry["name"],
        when=entry.get("when", {}),
        make=make,
        words=words,
        rest=rest,
        price=price,
    )


_PART_NAMES = dict(zip(NAMES, ("four", "two", "one"), strict=True))
RULES_HELP = "The first line whose conditions hold decides."
MAKE_HELP = """\
Play the first line that your cards can make without a foul. Each hand may be better than the line
says. If several settings do, prefer the highest single card, then the highest two, then the highest
four."""
POINTS_HELP = """\
Add up the points of the four, the two and the one; a hand below all that are named has none. Play
the legal setting with the highest total. Of equal totals prefer the highest single card, then the
highest two, then the highest four."""
FOURS_HELP = """\
Fours in rising order: high card, a pair, two pair, three of a kind, a straight, a flush; four of a
kind and a straight flush are above them."""

Points: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each part, the points of hands from a least hand on."""
MOST_POINTS = 999


def _check_points(points: Any) -> Points:
    check_keys(points, "points", required={}, optional=dict.fromkeys(NAMES, dict))
    for part, steps in points.items():
        for least, number in steps.items():
            where = f"points of {part}: {least!r} = {number!r}"
            try:
                least_name(part, least)
            except BadInputError as error:
                raise BadInputError(f"points of {part}: {error}") from None
            if type(number) is not int or abs(number) > MOST_POINTS:
                raise BadInputError(f"{where} is not a whole number from -999 to 999")
    found: Points = points
    return found


def points_of_values(points: Points, rules: Rules) -> list[NDArray[np.int32]]:
    """Return the points of every value of the four, the two and the one."""
    arrays = []
    for part, value in zip(NAMES, (FOUR, TWO, ONE), strict=True):
        steps = {least_number(part, text, rules): n for text, n in points.get(part, {}).items()}
        array = np.zeros(value.limit + 1, np.int32)
        for start in sorted(steps):
            array[start:] = steps[start]
        arrays.append(array)
    return arrays


class WayLineJson(TypedDict):
    """A line of a card to play from."""

    when: str | None
    """The conditions of the line; null if it has none."""
    four: str
    """The least four, or the cards of the four."""
    two: str
    one: str
    cost_ev: float | None
    """What leaving the line out costs, as a part of the bet."""


class WayPointsJson(TypedDict):
    """Points of a card to play from."""

    hand: str
    """`four`, `two` or `one`."""
    at_least: str
    """The least hand that has these points."""
    points: int


class WayFileJson(TypedDict):
    """A house way as a card to play from: lines or points."""

    name: str | None
    """Its name, or the path of its file; null if it was not read from one."""
    help: str
    """How to play by the card."""
    lines: list[WayLineJson]
    """The lines in their order; empty for points."""
    points: list[WayPointsJson]
    """The points of each hand; empty for lines."""
    toml: str
    """The text of the file."""


@dataclass(frozen=True, repr=False)
class WayFile(TableResult):
    """A house way as its file says it: rules in order, or points. `str` is a card to play from."""

    text: str
    """The TOML text."""
    rules: tuple[Rule, ...]
    points: Points
    about: str = ""
    """What its author says about it."""
    name: str | None = field(default=None, compare=False)
    """The name or the path by which it was read."""

    def __repr__(self) -> str:
        if self.points:
            return f"WayFile(points={sum(map(len, self.points.values()))})"
        return f"WayFile(rules={len(self.rules)})"

    @property
    def help(self) -> str:
        """How to play by the card, and what its author says about it."""
        if self.points:
            how = f"{POINTS_HELP}\n{FOURS_HELP}"
        elif all(rule.make is not None for rule in self.rules):
            how = f"{MAKE_HELP}\n{FOURS_HELP}"
        else:
            how = RULES_HELP
        return f"{fill(self.about, 100)}\n{how}" if self.about else how

    def _line_rows(self) -> list[WayLineJson]:
        rows: list[WayLineJson] = []
        for rule in self.rules:
            when, four, two, one = rule.row()
            rows.append(
                {"when": when or None, "four": four, "two": two, "one": one, "cost_ev": rule.price}
            )
        return rows

    def _point_rows(self) -> list[WayPointsJson]:
        return [
            {"hand": _PART_NAMES[part], "at_least": least_name(part, least), "points": number}
            for part in NAMES
            for least, number in self.points.get(part, {}).items()
        ]

    def _columns(self) -> dict[str, list[object]]:
        if self.points:
            steps = self._point_rows()
            return {
                "hand": [step["hand"] for step in steps],
                "at_least": [step["at_least"] for step in steps],
                "points": [step["points"] for step in steps],
            }
        lines = self._line_rows()
        return {
            "when": [line["when"] for line in lines],
            "four": [line["four"] for line in lines],
            "two": [line["two"] for line in lines],
            "one": [line["one"] for line in lines],
            "cost_ev": [line["cost_ev"] for line in lines],
        }

    def _table(self) -> TextTable:
        above = f"{self.help}\n"
        if self.points:
            steps = [[row["hand"], row["at_least"], row["points"]] for row in self._point_rows()]
            return TextTable(["hand", "at least", "points"], steps, above=above)
        has_conditions = any(rule.when for rule in self.rules)
        has_costs = any(rule.price is not None for rule in self.rules)
        headings = ["", "four", "two", "one"]
        if has_conditions:
            headings.insert(1, "if")
        if has_costs:
            headings.append("price")
        rows = []
        for number, line in enumerate(self._line_rows(), 1):
            row = [str(number), line["four"], line["two"], line["one"]]
            if has_conditions:
                row.insert(1, line["when"] or "")
            if has_costs:
                row.append("" if line["cost_ev"] is None else f"{line['cost_ev']:.4%}")
            rows.append(row)
        return TextTable(headings, rows, above=above)

    def to_dict(self) -> WayFileJson:
        """Return what `astragal asia way show --json` and `/api/asia/card` answer."""
        return {
            "name": self.name,
            "help": self.help,
            "lines": self._line_rows(),
            "points": self._point_rows(),
            "toml": self.text,
        }

    @property
    def lines(self) -> list[Line]:
        """The lines of a card; an empty list if a rule has conditions, or words for cards."""
        lines = [rule.line for rule in self.rules if rule.make is not None and not rule.when]
        return lines if len(lines) == len(self.rules) else []

    def choice(self, rules: Rules) -> Choice:
        """Return the setting of every class, `UNSET` where no rule applies."""
        if self.points:
            return _native.asia_points(
                rank_tables(rules).native, *points_of_values(self.points, rules)
            )
        if lines := self.lines:  # in one pass, several times as fast as rule by rule
            return _first_made(np.arange(CLASSES, dtype=np.uint32), lines, rules)
        *_, choice = self._rule_by_rule(rules)
        return choice

    def _rule_by_rule(self, rules: Rules) -> Iterator[Choice]:
        """Yield the setting of every class after each rule, `UNSET` where none has applied yet."""
        choice = np.full(CLASSES, UNSET, np.uint8)
        for rule in self.rules:
            try:
                rows = np.flatnonzero((choice == UNSET) & rule.matches()).astype(np.uint32)
                choice[rows] = rule.choose(rows, rules)
            except BadInputError as error:
                raise type(error)(f"rule {quoted(rule.name)}: {error}") from None
            yield choice

    def idle(self, rules: Rules) -> list[str]:
        """Return the names of the rules that decide about no hand."""
        left = [int((choice == UNSET).sum()) for choice in self._rule_by_rule(rules)]
        pairs = zip(self.rules, pairwise([CLASSES, *left]), strict=True)
        return [rule.name for rule, (before, after) in pairs if before == after]

    def rule_for(self, cards: Cards, rules: str | Rules = "push") -> Rule | None:
        """Return the rule that decides about a hand; None for points, or if no rule applies.

        >>> print(read_way("standard").rule_for("As Ad Kc Kd 9h 7s 2c"))
        a pair of aces / a pair / any (price 0.8807%)
        """
        hand = np.array([class_of(cards)], np.uint32)
        for rule in self.rules:
            holds = not rule.when or rule.matches()[hand[0]]
            if holds and rule.choose(hand, find_rules(rules))[0] != UNSET:
                return rule
        return None


def parse_way(text: str) -> WayFile:
    """Read the text of a way file."""
    document = parse_toml(text)
    check_keys(document, "way", required={}, optional={"about": str, "rule": list, "points": dict})
    rules = tuple(_rule(number, one) for number, one in enumerate(document.get("rule", []), 1))
    points = _check_points(document.get("points", {}))
    if bool(rules) == bool(points):
        raise BadInputError("a way has either [[rule]] tables or [points]: write one of them")
    return WayFile(text, rules, points, document.get("about", ""))


def way_path(name: str) -> Path:
    """Return the path of a way file: one of `WAY_FILES`, with or without `.toml`, or any file."""
    shipped = name.removesuffix(".toml")
    if shipped in WAY_FILES and (shipped == name or not Path(name).exists()):
        return Path(__file__).parent / "ways" / f"{shipped}.toml"
    if name.endswith(".toml"):
        return Path(name)
    raise UnknownNameError(
        f"no way file {quoted(name)}; there are {', '.join(WAY_FILES)}, and TOML files "
        "(NAME.toml). The other ways are computed and have no list of rules"
    )


def read_way(way: str | PathLike[str] = "standard") -> WayFile:
    """Read a way file: one that comes with the package, by its name, or one of your own.

    >>> read_way("standard")
    WayFile(rules=24)
    """
    if not isinstance(way, str | PathLike):
        raise BadInputError(f"{quoted(way)} is not a way file: give its name or its path")
    name = fspath(way)
    return replace(read_file(way_path(name), parse_way), name=name)
