"""House ways as data: for each class of hands, the setting that the dealer chooses.

Some are read from TOML files (see `strategy_card`), `lexicographic` is an order of settings, and
computed ways ship as the choice of every class.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from os import PathLike
from typing import Any, NotRequired, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._checks import require_name
from astragal._results import Result
from astragal.cards import JOKER, Cards, CardSet, SetArray, cards_text
from astragal.errors import BadInputError, HouseWayError, quoted
from astragal.setting.cached import Arrays, cached_arrays
from astragal.setting.classes import (
    CLASSES,
    Choice,
    class_order,
    classes_of,
    example_hand,
    setting_at,
    setting_count,
)
from astragal.setting.hand import SettingValue, SettingValueArray, rank_tables
from astragal.setting.layouts import SETTING_VALUE
from astragal.setting.rules import Category, Rules, RulesJson
from astragal.setting.setting import Setting, SettingNamesJson, falling_cards, read_hand
from astragal.setting.strategy_card import (
    RuleCheck,
    RuleCheckJson,
    StrategyCard,
    parse_card,
    read_card,
    way_name,
)
from astragal.setting.ways import LEXICOGRAPHIC, OBVIOUS
from astragal.store.package_data import read_package_data

KIND, VERSION = "setting-way", 1


class HouseWayJson(TypedDict):
    """A house way under some rules."""

    name: str
    """Its name; of a file without a name its path."""
    rules: RulesJson


@dataclass(frozen=True, eq=False, repr=False)
class HouseWay(Result):
    """A fixed way to set every hand, under some rules.

    It pickles small: a way of the package by its name, any other by its `choice`.
    """

    name: str
    rules: Rules
    outcomes: SettingValueArray
    """The values of all settings that the way makes, ascending."""
    class_outcome: NDArray[np.uint32]
    """For each class of hands, the index of its outcome."""
    choice: Choice | None = None
    """The setting of each class; None for the package's own ways, which are found by name."""
    text: str | None = None
    """The TOML text of a way file that is not the package's own; None for all other ways."""
    path: str | None = None
    """The path of that file, if it was read from one."""

    def __repr__(self) -> str:
        return f"HouseWay({self.name!r}, rules={self.rules.name!r})"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HouseWay) or (self.name, self.rules) != (other.name, other.rules):
            return NotImplemented if not isinstance(other, HouseWay) else False
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash((self.name, self.rules))

    def to_dict(self) -> HouseWayJson:
        """Return the name and the rules."""
        return {"name": self.name, "rules": self.rules.to_dict()}

    def __reduce__(self) -> tuple[Any, ...]:
        if self.choice is None:
            return named_way, (self.name, self.rules)
        return _unpacked_way, (self.name, self._packed, self.rules, self.text, self.path)

    @cached_property
    def _packed(self) -> bytes:
        assert self.choice is not None
        return zlib.compress(self.choice.tobytes())

    @cached_property
    def card(self) -> StrategyCard | None:
        """The rules or points of the way; None if it is computed."""
        if self.text is not None:
            return replace(parse_card(self.text, self.rules), name=self.name, path=self.path)
        is_file = self.choice is None and self.rules.ways.has_file(self.name)
        return read_card(self.name, self.rules) if is_file else None

    @cached_property
    def native(self) -> _native.SettingWay:
        """The way as native loops read it."""
        outcomes = np.ascontiguousarray(self.outcomes)
        pushes = forced_pushes(outcomes, self.rules)
        return _native.SettingWay(outcomes, np.ascontiguousarray(self.class_outcome), pushes)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the values of all classes: ways that always set alike share it."""
        return sha256(self.outcomes[self.class_outcome].tobytes()).hexdigest()

    def value(self, hand: CardSet) -> SettingValue:
        """Return the value of the setting that the way makes of a hand."""
        try:
            number = _native.setting_class(hand)
        except (TypeError, ValueError):
            raise BadInputError(f"{quoted(hand)} is not a set of seven cards") from None
        return int(self.outcomes[self.class_outcome[number]])

    def values_of(self, hands: SetArray) -> SettingValueArray:
        """Return the value of the setting that the way makes of each hand."""
        return self.outcomes[self.class_outcome[classes_of(hands)]]

    def set(self, cards: Cards) -> Setting:
        """Set a hand. Of settings with the same value it takes the first of `all_settings`."""
        hand = read_hand(cards)
        tables = rank_tables(self.rules).native
        number = _native.setting_of_value(tables, hand, self.value(hand))
        return setting_at(falling_cards(hand), number, self.rules)


def distinct_settings(hand: CardSet, rules: Rules) -> list[tuple[SettingValue, Setting, int]]:
    """Return one legal setting of each value, highest first, and how many have that value."""
    cards, distinct = falling_cards(hand), _native.setting_settings(rank_tables(rules).native, hand)
    return [(value, setting_at(cards, number, rules), same) for value, number, same in distinct]


def forced_pushes(outcomes: SettingValueArray, rules: Rules) -> NDArray[np.uint8]:
    """Return for each outcome of a dealer's way whether it pushes every bet."""
    forced = rules.forced_push
    if forced is None:
        return np.zeros(len(outcomes), np.uint8)
    ranks = rank_tables(rules).ascending[forced.hand]
    pushes = np.array([forced.is_made_by(rank) for rank in ranks], np.uint8)
    field = list(rules.hands).index(forced.hand)
    return pushes[SETTING_VALUE.unpack_field(outcomes, ("high", "two", "one")[field])]


PointArray: TypeAlias = NDArray[np.int32]

# How many ranks of a hand belong to what it makes; the others are kickers.
_MADE = {
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.STRAIGHT: 5,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 1,
    Category.STRAIGHT_FLUSH: 5,
}


def ordered_points(name: str, rules: Rules) -> tuple[PointArray, PointArray, PointArray]:
    """Return points for each hand of a setting: the highest total is the setting of a way.

    `lexicographic` takes the greatest high hand, then the greatest two, then the greatest one,
    `obvious` the strongest high hand, kickers apart, then the greatest two, then the greatest
    one. Without a one, its points are 0.
    """
    tables = rank_tables(rules)
    _, twos, ones = tables.sizes
    highs: list[tuple[int, tuple[int, ...]]] = [
        (
            rank.strength,
            rank.ranks[: _MADE.get(rank.category, 0)] if name == OBVIOUS else rank.ranks,
        )
        for rank in tables.ascending["high"]
    ]
    place = {high: number for number, high in enumerate(sorted({*highs}))}
    high, two, one = (
        np.array(order, np.int32)
        for order in ([place[high] for high in highs], range(twos), range(ones))
    )
    return twos * ones * high, ones * two, one


def ordered_choice(name: str, rules: Rules) -> Choice:
    """Return the setting of each class by `lexicographic` or `obvious`."""
    return _native.setting_points(rank_tables(rules).native, *ordered_points(name, rules))


def shipped_choice(name: str, rules: Rules) -> Choice:
    """Return the settings of a way that ships as the setting of every class."""
    import lzma

    content = read_package_data(f"{rules.ways.folder}/{name}.xz")
    return np.frombuffer(lzma.decompress(content), np.uint8).copy()


def make_way(name: str, choice: Choice, rules: Rules) -> HouseWay:
    """Return the way with these settings, or raise if it leaves out or fouls a hand."""
    values, bad = _native.setting_outcomes(rank_tables(rules).native, choice)
    if bad < CLASSES:
        raise HouseWayError(_what_is_wrong(name, int(choice[bad]), bad, rules))
    distinct, class_outcome = np.unique(values, return_inverse=True)
    return HouseWay(name, rules, distinct, class_outcome.astype(np.uint32), choice)


@lru_cache(maxsize=4)
def _unpacked_way(
    name: str, packed: bytes, rules: Rules, text: str | None, path: str | None
) -> HouseWay:
    """Return a way from a pickle; a process makes it once, even if it arrives many times."""
    way = make_way(name, np.frombuffer(zlib.decompress(packed), np.uint8), rules)
    return replace(way, text=text, path=path)


def _what_is_wrong(name: str, chosen: int, number: int, rules: Rules) -> str:
    cards = class_order(example_hand(number))
    way, hand = quoted(name), cards_text(cards)
    if chosen >= setting_count(rules):
        return f"house way {way} has no setting for {hand}: add a rule for it"
    setting = Setting(*setting_at(cards, chosen, rules).hands)
    reasons = "; ".join(setting.fouls(rules))
    return f"house way {way} fouls {hand}, set as {setting}: {reasons}"


@lru_cache(maxsize=64)
def named_way(name: str, rules: Rules) -> HouseWay:
    """Return one of the package's own ways; a table file in the cache folder keeps it.

    An order of settings has a name here even where no dealer of the game has it.
    """
    ways = rules.ways
    is_ordered = name in (LEXICOGRAPHIC, OBVIOUS)
    source = name if is_ordered else ways.source_hash(name)

    def make() -> Arrays:
        if is_ordered:
            choice = ordered_choice(name, rules)
        elif name in ways.computed:
            choice = shipped_choice(name, rules)
        else:
            choice = read_card(name, rules).choice(rules)
        way = make_way(name, choice, rules)
        return {"values": way.outcomes, "outcome": way.class_outcome}

    arrays = cached_arrays(
        f"{rules.game}-way", make, kind=KIND, version=VERSION,
        parameters={"game": rules.game, "source": source, **rules.order},
    )  # fmt: skip
    return HouseWay(name, rules, arrays["values"], arrays["outcome"])


Way: TypeAlias = str | PathLike[str] | HouseWay | StrategyCard
"""A house way: its name, the path of a TOML file, a `StrategyCard` or a `HouseWay`."""


def _way_of_file(file: StrategyCard, rules: Rules) -> HouseWay:
    """Return the way of a file of the user's, or of a text."""
    way = make_way(file.name or "way file", file.choice(rules), rules)
    return replace(way, text=file.text, path=file.path)


def find_way(way: Way | None, rules: Rules) -> HouseWay:
    """Return a house way by its name or from a TOML file; None is the game's standard way.

    A file is read again by each call. A `HouseWay` is returned as it is, or refused if its rules
    order hands differently.
    """
    if isinstance(way, HouseWay):
        if type(way.rules) is not type(rules) or way.rules.order != rules.order:
            raise BadInputError(
                f"house way {quoted(way.name)} was made for the rules {quoted(way.rules.name)} of "
                f"{way.rules.title}, not for {quoted(rules.name)} of {rules.title}"
            )
        return way if way.rules == rules else replace(way, rules=rules)
    if isinstance(way, StrategyCard):
        return _way_of_file(way, rules)
    name = way_name(way, rules, "house way", "a name, a TOML file or a HouseWay")
    if name.endswith(".toml"):
        return _way_of_file(read_card(name, rules), rules)
    if name not in rules.ways.unordered:
        require_name(name, rules.ways.names, "house way", ", and TOML files (NAME.toml)")
    return named_way(name, rules)


@cache
def _class_categories(kind: type[Rules], order: tuple[tuple[str, Any], ...]) -> NDArray[np.uint8]:
    rules = kind.find(next(iter(kind.named.values())), **dict(order))
    highs = rank_tables(rules).ascending["high"]
    of_high = np.array([rank.category for rank in highs], np.uint8)
    way = named_way(LEXICOGRAPHIC, rules)
    of_outcome: NDArray[np.uint8] = of_high[SETTING_VALUE.unpack_field(way.outcomes, "high")]
    return of_outcome[way.class_outcome]


def best_categories(hands: SetArray, rules: Rules) -> NDArray[np.uint8]:
    """Return the category of the greatest high hand of a legal setting, for each hand."""
    return _class_categories(type(rules), tuple(rules.order.items()))[classes_of(hands)]


def has_joker(hands: SetArray) -> NDArray[np.bool_]:
    """Return for each hand whether it has the joker."""
    return hands >= np.uint64(1 << JOKER)


class HouseSettingJson(TypedDict):
    """A hand as a house way sets it."""

    rules: RulesJson
    dealer: str
    """The house way."""
    high: list[str]
    """The longest hand, highest card first."""
    medium: NotRequired[list[str]]
    """The two of Asia Poker."""
    low: list[str]
    """The one of Asia Poker, the two of pai gow poker."""
    values: SettingNamesJson
    """What each hand is, in words."""


@dataclass(frozen=True, slots=True)
class HouseSetting(Result):
    """A hand as a house way sets it."""

    rules: Rules
    dealer: str
    """The name of the house way."""
    setting: Setting

    def __repr__(self) -> str:
        return f"HouseSetting({str(self.setting)!r}, dealer={self.dealer!r})"

    def __str__(self) -> str:
        ranks = zip(self.rules.hands, self.setting.ranks(self.rules), strict=True)
        lines = [f"  {name:6}  {rank}" for name, rank in ranks]
        game = f"rules {self.rules}; dealer {self.dealer}"
        return "\n".join([str(self.setting), *lines, game])

    def to_dict(self) -> HouseSettingJson:
        """Return what `astragal asia house --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            **self.setting.to_dict(),
            "values": self.setting.rank_names(self.rules),
        }


class WayCheckJson(TypedDict):
    """Whether a house way sets every hand without a foul."""

    rules: RulesJson
    way: str
    """The name of the way, or the path of its file."""
    sound: bool
    """Whether there is no problem."""
    classes: int | None
    """Classes of hands that the way sets; null if there is a problem."""
    outcomes: int | None
    """Values of the settings that it makes; null if there is a problem."""
    lines: list[RuleCheckJson] | None
    """What each rule of the file decides; null if the way has no file."""
    problem: str | None
    """The first hand that the way does not set, or fouls."""


@dataclass(frozen=True, slots=True)
class WayCheck(Result):
    """Whether a house way sets every hand without a foul, and if not, the problem."""

    way: str
    rules: Rules
    problem: str | None = None
    classes: int | None = None
    outcomes: int | None = None
    lines: tuple[RuleCheck, ...] | None = None
    """What each rule of the file decides; None if the way has no file."""

    @property
    def sound(self) -> bool:
        """Whether there is no problem."""
        return self.problem is None

    def __str__(self) -> str:
        good = f"{self.way} sets all {CLASSES:,} classes of hands and fouls none"
        return "\n".join([self.problem or good, *map(str, self.lines or ())])

    def to_dict(self) -> WayCheckJson:
        """Return what `astragal asia way check --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "way": self.way,
            "sound": self.sound,
            "classes": self.classes,
            "outcomes": self.outcomes,
            "lines": None if self.lines is None else [line.to_dict() for line in self.lines],
            "problem": self.problem,
        }


def check_way(way: Way | None, rules: Rules) -> WayCheck:
    """Check that a house way sets every hand and fouls none.

    A file that is not a house way at all raises BadInputError.
    """
    if not isinstance(way, HouseWay | StrategyCard | str | PathLike | None):
        raise BadInputError(f"{quoted(way)} is not a house way: give a name or a file")
    name = rules.ways.standard if way is None else str(way)
    file = way if isinstance(way, StrategyCard) else None
    if not isinstance(way, HouseWay | StrategyCard) and (
        rules.ways.has_file(name) or name.endswith(".toml")
    ):
        file = read_card(name, rules)
    if file is not None:
        name = file.name or "a way"
    lines = None if file is None or file.points else tuple(file.check_rules(rules))
    try:
        house_way = find_way(way, rules)
    except HouseWayError as error:
        return WayCheck(name, rules, str(error), lines=lines)
    outcomes = len(house_way.outcomes)
    return WayCheck(house_way.name, rules, classes=CLASSES, outcomes=outcomes, lines=lines)
