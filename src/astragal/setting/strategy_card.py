"""House ways in TOML: a list of rules, or points, turned into a setting for every class of hands.

docs/house_ways.md explains the language, with every condition. A rule has conditions on the hand
(`when`) and the least hands to make (`make`). The first rule whose conditions hold, and whose hands
a legal setting has, decides; of several such settings it takes the one with the highest one (Asia
Poker), then the highest two, then the highest high hand. Points choose the legal setting with the
highest total.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from os import PathLike, fspath
from pathlib import Path
from textwrap import fill
from typing import Any, NotRequired, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_instance
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal._toml import Kinds, check_keys, parse_toml
from astragal.cards import Cards, cards_text
from astragal.errors import BadInputError, UnknownNameError, quoted
from astragal.jobs.threads import thread_map
from astragal.setting.classes import (
    CLASSES,
    Choice,
    class_of,
    class_order,
    example_hand,
    setting_count,
)
from astragal.setting.conditions import Bools, holds_for, read_test
from astragal.setting.hand import SettingValueArray, rank_tables
from astragal.setting.layouts import SETTING_VALUE
from astragal.setting.least import least_name, least_number
from astragal.setting.rules import Rules
from astragal.setting.ways import LISTED, read_listing
from astragal.store.files import read_file

Line: TypeAlias = tuple[str, str, str]
"""The least high hand, two and one, as a way file writes them; without a one its text is empty."""


def line_of(make: Mapping[str, str], rules: Rules) -> Line:
    """Return the least hands of a rule in the order of the hands."""
    high, two, *one = (make.get(part, "") for part in rules.hands)
    return high, two, one[0] if one else ""


def least_numbers(lines: Sequence[Line], rules: Rules) -> NDArray[np.uint32]:
    """Return lines as the native code reads them; a column that no hand has is 0."""
    rows = np.zeros((len(lines), 3), np.uint32)
    for row, line in zip(rows, lines, strict=True):
        for at, part in enumerate(rules.hands):
            row[at] = least_number(part, line[at], rules)
    return rows


def _first_made(classes: NDArray[np.uint32], lines: Sequence[Line], rules: Rules) -> Choice:
    """Return the setting of each class by the first line that it can make."""
    native, least = rank_tables(rules).native, least_numbers(lines, rules)
    parts = np.array_split(classes, 1 + len(classes) // 50_000)
    return np.concatenate(thread_map(lambda part: _native.setting_make(native, least, part), parts))


class RuleJson(TypedDict):
    """One rule of a house way."""

    name: str
    when: dict[str, Any]
    """The conditions: a boolean, a number or a text for each."""
    make: dict[str, str]
    """The least hands to make."""
    cost_ev: float | None
    """What leaving the rule out costs, as a part of the bet."""


@dataclass(frozen=True)
class Rule(Result):
    """One rule: its conditions, and the least hands to make."""

    name: str
    when: Mapping[str, Any]
    make: Mapping[str, str]
    cost_ev: float | None = None
    """What leaving the rule out costs, as a part of the bet."""

    def matches(self, rules: Rules) -> Bools:
        """Return the classes for which all conditions hold."""
        require_instance(rules, Rules, "`Game.rules` has them")
        matching = np.ones(CLASSES, bool)
        for condition, value in self.when.items():
            matching &= holds_for(condition, value, rules)
        return matching

    def choose(self, classes: NDArray[np.uint32], rules: Rules) -> Choice:
        """Return the setting of each class; `setting_count` where it can't make the hands."""
        return _first_made(classes, [line_of(self.make, rules)], rules)

    def conditions(self) -> str:
        """Return the conditions as text."""
        return ", ".join(
            f"{name} = {str(value).lower() if isinstance(value, bool) else value}"
            for name, value in self.when.items()
        )

    def hands(self, rules: Rules) -> list[str]:
        """Return the least hands in words."""
        require_instance(rules, Rules, "`Game.rules` has them")
        return [least_name(part, self.make.get(part, ""), rules) for part in rules.hands]

    def text(self, rules: Rules) -> str:
        """Return the rule as a line of a strategy card."""
        require_instance(rules, Rules, "asia.find_rules() makes one")
        when = self.conditions()
        cost = "" if self.cost_ev is None else f" (cost {self.cost_ev:.4%})"
        return f"{when and f'{when}: '}{' / '.join(self.hands(rules))}{cost}"

    def to_dict(self) -> RuleJson:
        """Return the rule as its file has it."""
        return {
            "name": self.name,
            "when": dict(self.when),
            "make": dict(self.make),
            "cost_ev": self.cost_ev,
        }


MOST_RULES = 500
MOST_LETTERS = 200


def _check_name(name: str, where: str) -> None:
    """Raise unless a name is one line of text that fits a table."""
    if not (name.strip() and name.isprintable() and len(name) <= MOST_LETTERS):
        raise BadInputError(
            f"{where} = {quoted(name)}: a name is a line of text, of at most {MOST_LETTERS} letters"
        )


RULE_KEYS: Kinds = {"name": str, "when": dict, "make": dict, "cost": (int, float)}


def _rule(number: int, entry: Any, rules: Rules) -> Rule:
    if isinstance(entry, dict):
        entry.setdefault("name", f"number {number}")
    check_keys(entry, "rule", required={"make": dict}, optional=RULE_KEYS)
    _check_name(entry["name"], "rule name")
    where = f"rule {quoted(entry['name'])}"
    make = entry["make"]
    check_keys(make, f"{where}: make", required={}, optional=dict.fromkeys(rules.hands, str))
    try:
        for part, least in make.items():
            least_name(part, least, rules)
        for condition, value in entry.get("when", {}).items():
            read_test(condition, value)
    except BadInputError as error:
        raise BadInputError(f"{where}: {error}") from None
    cost = entry.get("cost")
    if cost is not None and not isfinite(cost):
        raise BadInputError(f"{where}: cost = {cost}: a part of the bet is needed, like 0.001")
    return Rule(entry["name"], entry.get("when", {}), make, cost)


def _preference(rules: Rules) -> str:
    order = ["highest two", "highest five"]
    if "medium" in rules.hands:
        order = ["highest single card", "highest two", "highest four"]
    return f"prefer the {', then the '.join(order)}"


def make_help(rules: Rules) -> str:
    """Return the text that explains how to play by a list of least hands."""
    return fill(
        "Play the first line that your cards can make without a foul. Each hand may be better than "
        f"the line says. If several settings do, {_preference(rules)}.",
        100,
    )


def points_help(rules: Rules) -> str:
    """Return the text that explains how to play by points."""
    return fill(
        "Add up the points of your hands; a hand below all that are named has none. Play the legal "
        f"setting with the highest total. Of equal totals {_preference(rules)}.",
        100,
    )


def _order_help(rules: Rules) -> str:
    strengths = rules.named[rules.base].strengths()
    names = [str(category) for category in sorted(strengths, key=strengths.__getitem__)]
    return fill(f"High hands in rising order: {', '.join(names)}.", 100)


Points: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each part, the points of hands from a least hand on."""
MOST_POINTS = 999


def _check_points(points: Any, rules: Rules) -> Points:
    check_keys(points, "points", required={}, optional=dict.fromkeys(rules.hands, dict))
    for part, steps in points.items():
        for least, number in steps.items():
            try:
                least_name(part, least, rules)
            except BadInputError as error:
                raise BadInputError(f"points of {part}: {error}") from None
            if type(number) is not int or abs(number) > MOST_POINTS:
                raise BadInputError(
                    f"points of {part}: {quoted(least)} = {quoted(number)} is not a whole number "
                    "from -999 to 999"
                )
    checked: Points = points
    return checked


def points_of_values(points: Points, rules: Rules) -> list[NDArray[np.int32]]:
    """Return the points of every value of the high hand, the two and the one."""
    arrays = [np.zeros(size, np.int32) for size in rank_tables(rules).sizes]
    for part, array in zip(rules.hands, arrays, strict=False):
        steps = {least_number(part, text, rules): n for text, n in points.get(part, {}).items()}
        for start in sorted(steps):
            array[start:] = steps[start]
    return arrays


class SettingCardLineJson(TypedDict):
    """A line of a strategy card."""

    name: str
    when: str | None
    """The conditions of the line; null if it has none."""
    high: str
    """The least high hand, in words."""
    medium: NotRequired[str]
    """The least two of Asia Poker."""
    low: str
    cost_ev: float | None
    """What leaving the line out costs, as a part of the bet."""


class SettingCardPointsJson(TypedDict):
    """Points of a strategy card."""

    hand: str
    """`high`, `medium` or `low`."""
    at_least: str
    """The least hand that has these points."""
    points: int


class SettingCardJson(TypedDict):
    """A house way as a strategy card: lines or points."""

    game: str
    """`asia` or `paigow`."""
    name: str | None
    """Its name, or the path of its file; null if it was not read from one."""
    help: str
    """How to play by the card."""
    source: str | None
    """Where the way was published; null if it is ours."""
    lines: list[SettingCardLineJson]
    """The lines in their order; empty for points."""
    points: list[SettingCardPointsJson]
    """The points of each hand; empty for lines."""
    toml: str
    """The text of the file."""


@dataclass(frozen=True, repr=False)
class StrategyCard(TableResult):
    """The rules of a house way in order, or its points. Printed, it is a list to play from."""

    text: str
    """The TOML text."""
    game: Rules = field(compare=False)
    """Rules of the game; how hands are ordered does not matter here."""
    rules: tuple[Rule, ...]
    points: Points
    about: str = ""
    """What its author says about it."""
    source: str | None = None
    """Where the way was published."""
    name: str | None = field(default=None, compare=False)
    """The name of a way of the game; of other files the name that it gives itself, or its path."""
    path: str | None = field(default=None, compare=False)
    """The path of a file of your own; None for a way of the game, and for text."""

    def __repr__(self) -> str:
        if self.points:
            return f"StrategyCard(points={sum(map(len, self.points.values()))})"
        return f"StrategyCard(rules={len(self.rules)})"

    @property
    def help(self) -> str:
        """How to play by the strategy card, and what its author says about it."""
        how = points_help(self.game) if self.points else make_help(self.game)
        how = f"{how}\n{_order_help(self.game)}"
        return f"{fill(self.about, 100)}\n{how}" if self.about else how

    def _line_rows(self) -> list[SettingCardLineJson]:
        rows: list[SettingCardLineJson] = []
        for rule in self.rules:
            high, *medium, low = rule.hands(self.game)
            name, when, cost = rule.name, rule.conditions() or None, rule.cost_ev
            if medium:
                rows.append(
                    {"name": name, "when": when, "high": high, "medium": medium[0], "low": low,
                     "cost_ev": cost}
                )  # fmt: skip
            else:
                rows.append({"name": name, "when": when, "high": high, "low": low, "cost_ev": cost})
        return rows

    def _point_rows(self) -> list[SettingCardPointsJson]:
        return [
            {"hand": part, "at_least": least_name(part, least, self.game), "points": number}
            for part in self.game.hands
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
            "name": [line["name"] for line in lines],
            "when": [line["when"] for line in lines],
            **{
                name: [rule.hands(self.game)[place] for rule in self.rules]
                for place, name in enumerate(self.game.hands)
            },
            "cost_ev": [line["cost_ev"] for line in lines],
        }

    def _table(self) -> TextTable:
        above = f"{self.help}\n"
        if self.points:
            steps = [[row["hand"], row["at_least"], row["points"]] for row in self._point_rows()]
            return TextTable(["hand", "at least", "points"], steps, above=above)
        has_conditions = any(rule.when for rule in self.rules)
        has_costs = any(rule.cost_ev is not None for rule in self.rules)
        headings = ["", *(["if"] if has_conditions else []), *self.game.hands]
        if has_costs:
            headings.append("cost")
        rows = []
        for number, rule in enumerate(self.rules, 1):
            row = [str(number), *([rule.conditions()] if has_conditions else [])]
            row += rule.hands(self.game)
            if has_costs:
                row.append("" if rule.cost_ev is None else f"{rule.cost_ev:.4%}")
            rows.append(row)
        return TextTable(headings, rows, above=above)

    def to_dict(self) -> SettingCardJson:
        """Return what `astragal asia card --json` and `/api/asia/card` answer."""
        return {
            "game": self.game.game,
            "name": self.name,
            "help": self.help,
            "source": self.source,
            "lines": self._line_rows(),
            "points": self._point_rows(),
            "toml": self.text,
        }

    @property
    def lines(self) -> list[Line]:
        """The least hands of each rule; an empty list if a rule has conditions."""
        lines = [line_of(rule.make, self.game) for rule in self.rules if not rule.when]
        return lines if len(lines) == len(self.rules) else []

    def require_game(self, rules: Rules) -> None:
        """Raise unless these are rules of the file's game."""
        require_instance(rules, Rules, "`Game.rules` has them")
        if type(rules) is not type(self.game):
            raise BadInputError(
                f"strategy card {quoted(self.name)} is of {self.game.title}, not of {rules.title}"
            )

    def choice(self, rules: Rules) -> Choice:
        """Return the setting of every class, `setting_count` where no rule applies."""
        self.require_game(rules)
        if self.points:
            return _native.setting_points(
                rank_tables(rules).native, *points_of_values(self.points, rules)
            )
        if lines := self.lines:  # in one pass, several times as fast as rule by rule
            return _first_made(np.arange(CLASSES, dtype=np.uint32), lines, rules)
        *_, (_, choice) = self._rule_by_rule(rules)
        return choice

    def _rule_by_rule(self, rules: Rules) -> Iterator[tuple[NDArray[np.uint32], Choice]]:
        """Yield after each rule the classes that met its conditions, and the settings of all."""
        unset = setting_count(rules)
        choice = np.full(CLASSES, unset, np.uint8)
        for rule in self.rules:
            rows = np.flatnonzero((choice == unset) & rule.matches(rules)).astype(np.uint32)
            choice[rows] = rule.choose(rows, rules)
            yield rows, choice

    def deciding_rules(self, values: SettingValueArray, rules: Rules) -> NDArray[np.uint32]:
        """Return the number of the rule that decides each class, from 0, by the way's `values`.

        It is the first rule whose conditions hold and whose hands the way's setting has: of an
        earlier rule whose conditions hold, no legal setting has the hands, so this one has not.
        """
        self.require_game(rules)
        hands = [SETTING_VALUE.unpack_field(values, name) for name in ("high", "two", "one")]
        least = least_numbers([line_of(rule.make, rules) for rule in self.rules], rules)
        decides = np.zeros(CLASSES, np.uint32)
        undecided = np.ones(CLASSES, bool)
        for number, (rule, numbers) in enumerate(zip(self.rules, least, strict=True)):
            mine = undecided & rule.matches(rules)
            for hand, at_least in zip(hands, numbers, strict=True):
                mine &= hand >= at_least
            decides[mine] = number
            undecided &= ~mine
        assert not undecided.any(), "the values are not those of this way"
        return decides

    def check_rules(self, rules: Rules) -> list[RuleCheck]:
        """Return what each rule decides, and the first hand that it is about but can't set."""
        self.require_game(rules)
        unset = setting_count(rules)
        checks = []
        for rule, (rows, choice) in zip(self.rules, self._rule_by_rule(rules), strict=True):
            passed = rows[choice[rows] == unset]
            first = cards_text(class_order(example_hand(int(passed[0])))) if len(passed) else None
            checks.append(RuleCheck(rule.name, len(rows) - len(passed), len(passed), first))
        return checks

    def rule_for(self, cards: Cards, rules: Rules) -> Rule | None:
        """Return the rule that decides about a hand; None for points, or if no rule applies.

        >>> from astragal import asia
        >>> rules = asia.find_rules()
        >>> print(asia.Game().card("standard").rule_for("As Ad Kc Kd 9h 7s 2c", rules).text(rules))
        a pair of aces / a pair / any (cost 0.8807%)
        """
        self.require_game(rules)
        hand = np.array([class_of(cards)], np.uint32)
        for rule in self.rules:
            holds = not rule.when or rule.matches(rules)[hand[0]]
            if holds and rule.choose(hand, rules)[0] != setting_count(rules):
                return rule
        return None


class RuleCheckJson(TypedDict):
    """What a rule of a house way decides."""

    name: str
    decides: int
    """Classes of hands that the rule sets."""
    passes: int
    """Classes that meet its conditions, but can't make its hands; later rules set them."""
    first_passed: str | None
    """A hand of the first of these classes; null if there is none."""


@dataclass(frozen=True, slots=True)
class RuleCheck(Result):
    """What a rule of a house way decides."""

    name: str
    decides: int
    passes: int
    first_passed: str | None

    def __str__(self) -> str:
        classes = "class" if self.decides == 1 else "classes"
        text = f"{self.name}: {self.decides:,} {classes}"
        if not self.decides and not self.passes:
            return f"{text}, it never applies"
        if self.first_passed is None:
            return text
        return f"{text}; {self.passes:,} can't make it, the first {self.first_passed}"

    def to_dict(self) -> RuleCheckJson:
        """Return the numbers of classes, and the first hand that is passed on."""
        return {
            "name": self.name,
            "decides": self.decides,
            "passes": self.passes,
            "first_passed": self.first_passed,
        }


def parse_card(text: str, rules: Rules) -> StrategyCard:
    """Read the text of a way file of the game that has these rules."""
    document = parse_toml(text)
    keys: Kinds = {
        "name": str, "about": str, "source": str, "rule": list, "points": dict, "listed": dict,
    }  # fmt: skip
    check_keys(document, "way", required={}, optional=keys)
    if "listed" in document:
        read_listing(document.get("name", "way"), document["listed"])
    if len(document.get("rule", [])) > MOST_RULES:
        raise BadInputError(f"{len(document['rule']):,} rules; a way has at most {MOST_RULES}")
    entries = enumerate(document.get("rule", []), 1)
    listed = tuple(_rule(number, entry, rules) for number, entry in entries)
    points = _check_points(document.get("points", {}), rules)
    name = document.get("name")
    if name is not None:
        _check_name(name, "name")
    for key in ("about", "source"):
        if not all(line.isprintable() for line in document.get(key, "").splitlines()):
            raise BadInputError(f"{key} = {quoted(document[key])} has control characters")
    if bool(listed) == bool(points):
        raise BadInputError("a way has either [[rule]] tables or [points]: write one of them")
    return StrategyCard(
        text=text,
        game=rules,
        rules=listed,
        points=points,
        about=document.get("about", ""),
        source=document.get("source"),
        name=name,
    )


def way_name(way: object, rules: Rules, kind: str, wanted: str) -> str:
    """Return the name or the path of a house way as text; None is the game's standard way."""
    if way is None:
        return rules.ways.standard
    name = fspath(way) if isinstance(way, str | PathLike) else None
    if not isinstance(name, str):  # a path can be bytes
        raise BadInputError(f"{quoted(way)} is not a {kind}: give {wanted}")
    return name


def read_card(way: str | PathLike[str] | None, rules: Rules) -> StrategyCard:
    """Read the strategy card of a way: of one that comes with the game, or of a TOML file."""
    name, ways = way_name(way, rules, "strategy card", "its name or its path"), rules.ways
    shipped = name.removesuffix(".toml")
    if ways.has_file(shipped) and (shipped == name or not Path(name).exists()):
        text, _, _ = ways.text(shipped).partition(LISTED)
        return replace(parse_card(text, rules), name=shipped)
    if not name.endswith(".toml"):
        raise UnknownNameError(
            f"no strategy card {quoted(name)}; there are {', '.join(ways.files)}, and TOML files "
            "(NAME.toml). The other ways are computed and have no list of rules"
        )
    file = read_file(name, lambda text: parse_card(text, rules))
    if file.name in ways.unordered:
        raise BadInputError(
            f"{quoted(name)}: name = {quoted(file.name)} is a house way of the game; give yours "
            "another name"
        )
    return replace(file, name=file.name or name, path=name)
