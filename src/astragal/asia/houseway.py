"""House ways as data: for each class of hands, the setting that the dealer chooses.

A way has one of the 105 settings for each class (see `classes`). `standard` and others are read
from TOML files (see `wayfile`), `lexicographic` and `obvious` are an order of settings, and the
others, which `balancing` computes, ship as the choice of every class. None of them is a casino's:
no official step-by-step text could be read.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._checks import require_name
from astragal._results import Result
from astragal.asia.classes import (
    CLASSES,
    Choice,
    class_order,
    classes_of,
    example_hand,
    setting_at,
)
from astragal.asia.layouts import ASIA_TRIPLE
from astragal.asia.rules import AsiaRulesJson, Category, Rules, find_rules
from astragal.asia.setting import (
    NAMES,
    SETTINGS,
    Setting,
    SettingNamesJson,
    falling_cards,
    read_hand,
)
from astragal.asia.values import SettingValue, SettingValueArray, rank_tables
from astragal.asia.wayfile import WAY_FILES, read_way, way_path
from astragal.cards import JOKER, Cards, CardSet, SetArray, card_names, cards_text
from astragal.errors import BadInputError, HouseWayError, TableError, quoted
from astragal.store import cache_folder, open_table, write_table
from astragal.store.package_data import read_package_data

KIND, VERSION = "asia-way", 2
STANDARD = "standard"
LEXICOGRAPHIC, OBVIOUS = "lexicographic", "obvious"
BALANCED = "balanced"
CHOICES = {
    BALANCED: "984606d5366e715021426541e59c197772f3449c85afbe54d43d1e4e3942c16d",
    "casino-dealer": "9a2ab73dfc8c1be3968f54abbaeae3c667768d49179fd91adfa84055aa35b193",
    "casino-player": "487ed05fb857a2f323c2e24b59dc9f1e825fe7d8bb719042a7d36a578d374746",
    "push-both": "143fe05d12b62f9f235cfa30776f3264ddb360ce141dc606e894417f60acd566",
}
"""House ways that ship as the choice of every class, in files, and the SHA-256 of each file."""
WAYS = (*WAY_FILES, *CHOICES, LEXICOGRAPHIC, OBVIOUS)


class HouseWayJson(TypedDict):
    """A house way under some rules."""

    name: str
    """Its name, or the path of its file."""
    rules: AsiaRulesJson


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

    def __repr__(self) -> str:
        return f"HouseWay({self.name!r}, rules={self.rules.name!r})"

    def __str__(self) -> str:
        return self.name

    def to_dict(self) -> HouseWayJson:
        """Return the name and the rules."""
        return {"name": self.name, "rules": self.rules.to_dict()}

    def __reduce__(self) -> tuple[Any, ...]:
        if self.choice is None:
            return named_way, (self.name, self.rules)
        return _unpacked_way, (self.name, self._packed, self.rules)

    @cached_property
    def _packed(self) -> bytes:
        assert self.choice is not None
        return zlib.compress(self.choice.tobytes())

    @cached_property
    def native(self) -> _native.AsiaWay:
        """The way as native loops read it."""
        return _native.AsiaWay(
            np.ascontiguousarray(self.outcomes), np.ascontiguousarray(self.class_outcome)
        )

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the values of all classes: ways that always set alike share it."""
        return sha256(self.outcomes[self.class_outcome].tobytes()).hexdigest()

    def value(self, hand: CardSet) -> SettingValue:
        """Return the value of the setting that the way makes of a hand."""
        return int(self.outcomes[self.class_outcome[_native.asia_class(hand)]])

    def values_of(self, hands: SetArray) -> SettingValueArray:
        """Return the value of the setting that the way makes of each hand."""
        return self.outcomes[self.class_outcome[classes_of(hands)]]

    def set(self, cards: Cards) -> Setting:
        """Set a hand. Of settings with the same value it takes the first of `all_settings`."""
        hand = read_hand(cards)
        tables = rank_tables(self.rules).native
        number = _native.asia_setting_worth(tables, hand, self.value(hand))
        return setting_at(falling_cards(hand), number)


def distinct_settings(hand: CardSet, rules: Rules) -> list[tuple[SettingValue, Setting, int]]:
    """Return one legal setting of each value, highest first, and how many have that value."""
    cards, found = falling_cards(hand), _native.asia_settings(rank_tables(rules).native, hand)
    return [(value, setting_at(cards, number), same) for value, number, same in found]


PointArray: TypeAlias = NDArray[np.int32]


# How many ranks of a four belong to what it makes; the others are kickers.
_MADE = {
    Category.PAIR: 1, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 1, Category.STRAIGHT: 4,
    Category.FOUR_OF_A_KIND: 1, Category.STRAIGHT_FLUSH: 4,
}  # fmt: skip


def ordered_points(name: str, rules: Rules) -> tuple[PointArray, PointArray, PointArray]:
    """Return points for the four, the two and the one: the highest total is the setting of a way.

    `lexicographic` takes the greatest four, then the greatest two, then the greatest one, `obvious`
    the four that makes most, kickers apart, then the greatest two, then the greatest one.
    """
    tables = rank_tables(rules)
    twos, ones = len(tables.twos), len(tables.ones)
    made = {rules.strength(category): count for category, count in _MADE.items()}
    fours = [tuple(four) for four in tables.fours]
    if name == OBVIOUS:
        fours = [(strength, ranks[: made.get(strength, 0)]) for strength, ranks in tables.fours]
    place = {four: number for number, four in enumerate(sorted({*fours}))}
    four, two, one = (
        np.array(order, np.int32) for order in ([*map(place.get, fours)], range(twos), range(ones))
    )
    return twos * ones * four, ones * two, one


def ordered_choice(name: str, rules: Rules) -> Choice:
    """Return the setting of each class by `lexicographic` or `obvious`."""
    return _native.asia_points(rank_tables(rules).native, *ordered_points(name, rules))


def choice_path(name: str) -> Path:
    """Return the file of one of the `CHOICES`."""
    return Path(__file__).parent / "ways" / f"{name}.xz"


def shipped_choice(name: str) -> Choice:
    """Return one of the `CHOICES`."""
    import lzma

    content = read_package_data(choice_path(name), CHOICES[name])
    return np.frombuffer(lzma.decompress(content), np.uint8).copy()


def make_way(name: str, choice: Choice, rules: Rules) -> HouseWay:
    """Return the way with these settings, or raise if it leaves out or fouls a hand."""
    values, bad = _native.asia_outcomes(rank_tables(rules).native, choice)
    if bad < CLASSES:
        raise HouseWayError(_what_is_wrong(name, int(choice[bad]), bad, rules))
    distinct, class_outcome = np.unique(values, return_inverse=True)
    return HouseWay(name, rules, distinct, class_outcome.astype(np.uint32), choice)


@lru_cache(maxsize=4)
def _unpacked_way(name: str, packed: bytes, rules: Rules) -> HouseWay:
    """Return a way from a pickle; a process makes it once, even if it arrives many times."""
    return make_way(name, np.frombuffer(zlib.decompress(packed), np.uint8), rules)


def _what_is_wrong(name: str, chosen: int, number: int, rules: Rules) -> str:
    cards = class_order(example_hand(number))
    if chosen >= SETTINGS:
        return f"house way {name!r} has no setting for {cards_text(cards)}: add a rule for it"
    setting = Setting(*setting_at(cards, chosen))
    reasons = "; ".join(setting.fouls(rules))
    return f"house way {name!r} fouls {cards_text(cards)}, set as {setting}: {reasons}"


def _order_switches(rules: Rules) -> dict[str, bool | str]:
    """Return the switches that decide how hands are ordered: all except `copies`."""
    return {switch: value for switch, value in rules.switches.items() if switch != "copies"}


@lru_cache(maxsize=32)
def named_way(name: str, rules: Rules) -> HouseWay:
    """Return one of the package's own ways; a table file in the cache folder keeps it."""
    source = CHOICES.get(name, name)
    if name in WAY_FILES:
        source = sha256(way_path(name).read_bytes()).hexdigest()
    parameters = {"source": source, **_order_switches(rules)}
    path = cache_folder() / f"asia-way-{sha256(repr(parameters).encode()).hexdigest()[:16]}"
    with suppress(TableError):  # missing, damaged or of another version: it is made below
        table = open_table(
            path, kind=KIND, version=VERSION, parameters=parameters, rebuild="use it once more"
        )
        return HouseWay(name, rules, table["triples"], table["outcome"])
    if name in WAY_FILES:
        choice = read_way(name).choice(rules)
    else:
        choice = shipped_choice(name) if name in CHOICES else ordered_choice(name, rules)
    way = make_way(name, choice, rules)
    with suppress(TableError):  # a cache that can't be written costs time, not an answer
        arrays = {"triples": way.outcomes, "outcome": way.class_outcome}
        write_table(path, arrays, kind=KIND, version=VERSION, parameters=parameters)
    return replace(way, choice=None)


Way: TypeAlias = str | PathLike[str] | HouseWay
"""A house way: its name, the path of a TOML file, or a `HouseWay`."""


def find_way(way: Way | None = None, rules: str | Rules = "push") -> HouseWay:
    """Return a house way by its name or from a TOML file; None is `standard`.

    A file is read again by each call. A `HouseWay` is returned as it is, or refused if its rules
    order hands differently.

    >>> find_way("balanced", rules="casino")
    HouseWay('balanced', rules='casino')
    """
    return _find_way(way, find_rules(rules))


def _find_way(way: Way | None, rules: Rules) -> HouseWay:
    if isinstance(way, HouseWay):
        if way.rules != rules and _order_switches(way.rules) != _order_switches(rules):
            raise BadInputError(
                f"house way {quoted(way.name)} was made for the rules {quoted(way.rules.name)}, "
                f"not for {quoted(rules.name)}"
            )
        return way
    if not isinstance(way, str | PathLike | None):
        raise BadInputError(
            f"{quoted(way)} is not a house way: give a name, a TOML file or a HouseWay"
        )
    name = STANDARD if way is None else fspath(way)
    if name.endswith(".toml"):
        file = read_way(name)
        try:
            choice = file.choice(rules)
        except BadInputError as error:
            raise type(error)(f"house way {quoted(name)}: {error}") from None
        return make_way(name, choice, rules)
    require_name(name, WAYS, "house way", ", and TOML files (NAME.toml)")
    return named_way(name, rules)


class Game(NamedTuple):
    """The rules of a game and the dealer's way: the first arguments of most functions."""

    rules: Rules
    way: HouseWay


def find_game(rules: str | Rules = "push", dealer: Way | None = None) -> Game:
    """Return a game by its rules and the dealer's way, which may be names."""
    resolved = rules if isinstance(rules, Rules) else find_rules(rules)
    return Game(resolved, _find_way(dealer, resolved))


@cache
def _class_categories(rules: Rules) -> NDArray[np.uint8]:
    place = {rules.strength(category): category for category in Category}
    of_four = np.array([place[four.strength] for four in rank_tables(rules).fours], np.uint8)
    way = find_way(LEXICOGRAPHIC, rules)
    of_outcome: NDArray[np.uint8] = of_four[ASIA_TRIPLE.unpack_field(way.outcomes, "four")]
    return of_outcome[way.class_outcome]


def best_categories(hands: SetArray, rules: Rules) -> NDArray[np.uint8]:
    """Return the category of the greatest four that each hand can make in a legal setting."""
    return _class_categories(rules)[classes_of(hands)]


def has_joker(hands: SetArray) -> NDArray[np.bool_]:
    """Tell for each hand whether it has the joker."""
    return hands >= np.uint64(1 << JOKER)


def house(cards: Cards, way: Way | None = None, rules: str | Rules = "push") -> Setting:
    """Set a hand as a house way does.

    >>> house("Th Ts 6c 6d Ad Kh 3s", way="balanced")
    Setting('Kh Ts Th 3s / 6d 6c / Ad')
    """
    return find_way(way, rules).set(cards)


class HouseSettingJson(TypedDict):
    """A hand as a house way sets it."""

    rules: AsiaRulesJson
    dealer: str
    """The house way."""
    high: list[str]
    """The four, highest card first."""
    medium: list[str]
    """The two."""
    low: list[str]
    """The one."""
    values: SettingNamesJson
    """What each of the three hands is, in words."""


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
        ranks = zip(NAMES, self.setting.ranks(self.rules), strict=True)
        lines = [f"  {name:6}  {rank}" for name, rank in ranks]
        game = f"rules {self.rules}; dealer {self.dealer}"
        return "\n".join([str(self.setting), *lines, game])

    def to_dict(self) -> HouseSettingJson:
        """Return what `astragal asia house --json` and `/api/asia/house` answer."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "high": card_names(self.setting.high),
            "medium": card_names(self.setting.medium),
            "low": card_names(self.setting.low),
            "values": self.setting.rank_names(self.rules),
        }


def house_setting(
    cards: Cards, way: Way | None = None, rules: str | Rules = "push"
) -> HouseSetting:
    """Set a hand as a house way does, and name its hands.

    >>> print(house_setting("Th Ts 6c 6d Ad Kh 3s", way="balanced"))
    Kh Ts Th 3s / 6d 6c / Ad
      high    pair of tens, king three
      medium  pair of sixes
      low     ace
    rules push; dealer balanced
    """
    game = find_game(rules, way)
    return HouseSetting(game.rules, game.way.name, game.way.set(cards))


class WayCheckJson(TypedDict):
    """Whether a house way sets every hand without a foul."""

    rules: AsiaRulesJson
    way: str
    """The name of the way, or the path of its file."""
    sound: bool
    """Whether there is no problem."""
    classes: int | None
    """Classes of hands that the way sets; null if there is a problem."""
    outcomes: int | None
    """Values of the settings that it makes; null if there is a problem."""
    idle: list[str] | None
    """Rules of the file that decide about no hand; null if the way has no file."""
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
    idle: tuple[str, ...] | None = None
    """Rules of the file that decide about no hand; None if the way has no file."""

    @property
    def sound(self) -> bool:
        """Whether there is no problem."""
        return self.problem is None

    def __str__(self) -> str:
        good = f"{self.way} sets all {CLASSES:,} classes of hands and fouls none"
        idle = f"; rules that decide about no hand: {', '.join(self.idle)}" if self.idle else ""
        return self.problem or good + idle

    def to_dict(self) -> WayCheckJson:
        """Return what `astragal asia way check --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "way": self.way,
            "sound": self.sound,
            "classes": self.classes,
            "outcomes": self.outcomes,
            "idle": None if self.idle is None else list(self.idle),
            "problem": self.problem,
        }


def check_way(way: Way | None = None, rules: str | Rules = "push") -> WayCheck:
    """Check that a house way, `standard` if None, sets every hand and fouls none.

    A file that is not a house way at all raises BadInputError.

    >>> print(check_way("balanced"))
    balanced sets all 788,749 classes of hands and fouls none
    """
    rules = find_rules(rules)
    try:
        house_way = _find_way(way, rules)
    except HouseWayError as error:
        return WayCheck(str(way), rules, str(error))
    name = house_way.name
    is_file = not isinstance(way, HouseWay) and name not in WAYS
    return WayCheck(
        way=name,
        rules=rules,
        classes=CLASSES,
        outcomes=len(house_way.outcomes),
        idle=tuple(read_way(name).idle(rules)) if is_file else None,
    )
