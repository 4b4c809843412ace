"""House ways as data: for each class of hands, the setting that the dealer chooses.

A way is a table with one of the 105 settings for each class of hands (see `native/asia_classes.hpp`
for what a class is). `lexicographic` is computed, `balanced` comes with the package, and a user's
own is read from TOML. None of them is a casino's: no official step-by-step text could be read.
"""

import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.classes import (
    CLASSES,
    Choice,
    class_of,
    class_order,
    example_hand,
    setting_at,
)
from astragal.asia.numbers import Triple, TripleArray, numbers_of
from astragal.asia.rules import Rules
from astragal.asia.setting import SETTINGS, Setting, check_hand, falling_cards, fouls
from astragal.asia.values import order_of
from astragal.asia.waytable import read_way
from astragal.cards import CardSet, cards_name
from astragal.errors import BadInputError, HouseWayError, TableError, UnknownNameError
from astragal.store import cache_folder, open_table, write_table

KIND, VERSION = "asia-way", 1
LEXICOGRAPHIC = "lexicographic"
BALANCED = "balanced"
WAYS = (LEXICOGRAPHIC, BALANCED)
BALANCED_FILE = Path(__file__).parent / "ways" / "balanced.xz"


@dataclass(frozen=True)
class HouseWay:
    """A way under some rules: `outcome` says which of the ascending `triples` each class has.

    It pickles small: one of the package's own by its name, any other by its `choice`.
    """

    name: str
    rules: Rules
    triples: TripleArray
    outcome: NDArray[np.uint32]
    choice: Choice | None = None
    """The setting of each class; None for the package's own ways, which are found by name."""

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
            np.ascontiguousarray(self.triples), np.ascontiguousarray(self.outcome)
        )

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all that the way does."""
        return sha256(self.triples[self.outcome].tobytes()).hexdigest()

    def triple(self, hand: CardSet) -> Triple:
        """Return what a hand is worth as this way sets it."""
        return int(self.triples[self.outcome[class_of(hand)]])

    def set(self, hand: CardSet) -> Setting:
        """Set a hand. Of settings that are worth the same it takes the first of `settings_of`."""
        wanted = self.triple(hand)
        return next(s for triple, s, _ in distinct_settings(hand, self.rules) if triple == wanted)


def distinct_settings(hand: CardSet, rules: Rules) -> list[tuple[Triple, Setting, int]]:
    """Return the legal settings by falling triple: one of each, and how many are worth the same."""
    triples = np.empty(SETTINGS, np.uint32)
    chosen, same = np.empty(SETTINGS, np.uint8), np.empty(SETTINGS, np.uint8)
    found = _native.asia_settings(numbers_of(rules).native, check_hand(hand), triples, chosen, same)
    cards = falling_cards(hand)
    return [
        (int(triples[i]), setting_at(cards, int(chosen[i])), int(same[i])) for i in range(found)
    ]


def triple_of(setting: Setting, rules: Rules) -> Triple:
    """Return what a setting is worth, legal or not."""
    numbers = numbers_of(rules)
    high, medium, low = (order_of(cards, rules) for cards in setting)
    return numbers.triple_of(high, medium, low)


def lexicographic_choice(rules: Rules) -> Choice:
    """Return the way that takes the greatest four, then the greatest two, then the greatest one."""
    choice = np.empty(CLASSES, np.uint8)
    _native.asia_lexicographic(numbers_of(rules).native, choice)
    return choice


def balanced_choice() -> Choice:
    """Return the way that comes with the package, see `balance`."""
    import lzma

    return np.frombuffer(lzma.decompress(BALANCED_FILE.read_bytes()), np.uint8).copy()


def make_way(name: str, choice: Choice, rules: Rules) -> HouseWay:
    """Return the way with these settings, or raise if it misses or fouls a hand."""
    triples = np.empty(CLASSES, np.uint32)
    bad = _native.asia_outcomes(numbers_of(rules).native, choice, triples)
    if bad < CLASSES:
        raise HouseWayError(_what_is_wrong(name, int(choice[bad]), bad, rules))
    distinct, outcome = np.unique(triples, return_inverse=True)
    return HouseWay(name, rules, distinct, outcome.astype(np.uint32), choice)


@lru_cache(maxsize=4)
def _unpacked_way(name: str, packed: bytes, rules: Rules) -> HouseWay:
    """Return a way that came in a pickle: made once in a process, however often it comes."""
    return make_way(name, np.frombuffer(zlib.decompress(packed), np.uint8), rules)


def _what_is_wrong(name: str, chosen: int, number: int, rules: Rules) -> str:
    hand = example_hand(number)
    cards = class_order(hand)
    if chosen >= SETTINGS:
        return (
            f"house way {name!r} has no setting for {cards_name(cards)}: a rule for it is missing"
        )
    setting = setting_at(cards, chosen)
    reasons = "; ".join(fouls(setting, rules))
    return f"house way {name!r} fouls {cards_name(cards)}, set as {setting}: {reasons}"


def _order_switches(rules: Rules) -> dict[str, bool | str]:
    """Return what the outcomes of a way depend on: all switches but what becomes of copies."""
    return {
        "quads_over_straight_flush": rules.quads_over_straight_flush,
        "wheel": str(rules.wheel),
        "strict_order": rules.strict_order,
    }


def check_way(way: HouseWay, rules: Rules) -> None:
    """Raise if a way was made under rules by which hands are ordered otherwise."""
    if _order_switches(way.rules) != _order_switches(rules):
        raise BadInputError(
            f"house way {way.name!r} is one under {way.rules.name!r}, not under {rules.name!r}"
        )


@lru_cache(maxsize=8)
def named_way(name: str, rules: Rules) -> HouseWay:
    """Return one of the package's own ways, kept in a table file in the cache folder."""
    source = sha256(BALANCED_FILE.read_bytes()).hexdigest() if name == BALANCED else name
    parameters = {"source": source, **_order_switches(rules)}
    path = cache_folder() / f"asia-way-{sha256(repr(parameters).encode()).hexdigest()[:16]}"
    with suppress(TableError):  # missing, damaged or of another version: made anew below
        table = open_table(
            path, kind=KIND, version=VERSION, parameters=parameters, rebuild="use it once more"
        )
        return HouseWay(name, rules, table["triples"], table["outcome"])
    way = make_way(
        name, balanced_choice() if name == BALANCED else lexicographic_choice(rules), rules
    )
    with suppress(TableError):  # a cache that can't be written costs time, not an answer
        arrays = {"triples": way.triples, "outcome": way.outcome}
        write_table(path, arrays, kind=KIND, version=VERSION, parameters=parameters)
    return replace(way, choice=None)


def find_way(name: str, rules: Rules) -> HouseWay:
    """Return a way by its name, or from a TOML file, which is read anew each time."""
    if name.endswith(".toml"):
        return make_way(name, read_way(Path(name)), rules)
    if name not in WAYS:
        raise UnknownNameError(
            f"no house way {name!r}; there are {', '.join(WAYS)}, "
            "and any TOML file of your own (NAME.toml)"
        )
    return named_way(name, rules)


def default_way(rules: Rules) -> HouseWay:
    """Return the way that the profile's answers assume."""
    return find_way(rules.dealer, rules)
