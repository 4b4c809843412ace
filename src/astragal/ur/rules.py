"""The rules of the Royal Game of Ur as data: path, dice, pieces, rosettes and three switches.

A rule set gives A's path, as names of squares; B's path is its mirror image. The rule sets:

- `finkel`: as Irving Finkel read the clay tablet of 177 BC, and as most people play today;
- `blitz`: five pieces on the long path; every capture gives another roll;
- `masters`: seven pieces on the long path; three dice.

You can declare your own in a TOML file and pass the file's name:

    name = "short"
    pieces = 3
    path = ["A4", "A3", "A2", "A1", "B1", "B2", "B3", "B4", "A8", "A7"]
    dice = [1, 2, 1]              # ways to throw 0, 1, 2
    rosettes = ["A1", "A7", "B4", "C1", "C7"]
    safe_rosettes = true
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._checks import has_items, require_int, require_name, whole
from astragal._results import Result
from astragal._toml import Kinds, check_keys, parse_toml
from astragal.errors import BadInputError, counted, quoted
from astragal.store.canonical import Parameters
from astragal.store.files import read_file
from astragal.store.folders import check_name
from astragal.ur.layouts import UR_STATE
from astragal.ur.squares import NUMBERS, SQUARES, SQUARES_TEXT, Square, mirror_square

Roll: TypeAlias = int
"""0..4."""

MAX_PIECES = UR_STATE.field("a_hand").items[0].limit
MAX_ROLL = 4

# 3^13 contents of the shared squares take 6 MB of tables. The states of a path that shares more
# squares would not fit into memory anyway.
MAX_SHARED = 13


class UrRulesJson(TypedDict):
    """A rule set."""

    name: str
    pieces: int
    """Pieces of each side."""
    paths: list[list[str]]
    """The squares of A's path and of B's path, in order."""
    rosettes: list[str]
    safe_rosettes: bool
    """Whether a piece on a rosette can't be captured."""
    rosette_rolls: bool
    """Whether a rosette grants another roll."""
    capture_rolls: bool
    """Whether a capture grants another roll."""
    chances: list[float]
    """The probability of each roll, 0 to 4."""
    start: str
    """The first state of a game."""


@dataclass(frozen=True, repr=False)
class Rules(Result):
    """A rule set. `dice[n]` is the number of ways to throw n.

    >>> FINKEL
    Rules('finkel')
    >>> FINKEL.dice, FINKEL.path[:4], FINKEL.b_path[:4]
    ((1, 4, 6, 4, 1), ('A4', 'A3', 'A2', 'A1'), ('C4', 'C3', 'C2', 'C1'))
    """

    name: str
    pieces: int
    path: tuple[Square, ...]
    dice: tuple[int, ...]
    rosettes: tuple[Square, ...] = ("A1", "A7", "B4", "C1", "C7")
    safe_rosettes: bool = False
    rosette_rolls: bool = True
    capture_rolls: bool = False

    def __post_init__(self) -> None:
        what = f"rules {quoted(check_name(self.name, 'rules'))}"
        for name in ("path", "rosettes"):
            object.__setattr__(self, name, _squares(getattr(self, name), f"{what}: {name}"))
        object.__setattr__(self, "dice", _whole_numbers(self.dice, f"{what}: dice"))
        try:
            object.__setattr__(self, "pieces", whole(self.pieces))
        except TypeError:
            raise BadInputError(
                f"{what}: pieces = {quoted(self.pieces)} is not of type int"
            ) from None
        for name in ("safe_rosettes", "rosette_rolls", "capture_rolls"):
            switch = getattr(self, name)
            if not isinstance(switch, bool | np.bool_):
                raise BadInputError(f"{what}: {name} = {quoted(switch)} is not of type bool")
            object.__setattr__(self, name, bool(switch))
        if problems := list(self._problems()):
            raise BadInputError(f"{what}: {'; '.join(problems)}")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields only; the native tables are built again after unpickling."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def about(self, pieces: int) -> str:
        """Return the name of the rules and the number of pieces of a game, for answers."""
        return f"{self.name}, {counted(pieces, 'piece')}"

    def to_dict(self) -> UrRulesJson:
        """Return the rules, with squares by name."""
        return {
            "name": self.name,
            "pieces": self.pieces,
            "paths": [list(self.path_of(side)) for side in (0, 1)],
            "rosettes": list(self.rosettes),
            "safe_rosettes": self.safe_rosettes,
            "rosette_rolls": self.rosette_rolls,
            "capture_rolls": self.capture_rolls,
            "chances": list(self.chances),
            "start": UR_STATE.hex(UR_STATE.pack(a_hand=self.pieces, b_hand=self.pieces)),
        }

    def _problems(self) -> Iterator[str]:
        if not 1 <= self.pieces <= MAX_PIECES:
            yield f"pieces = {quoted(self.pieces)}: a game has 1 to {MAX_PIECES}"
        if not 2 <= len(self.dice) <= MAX_ROLL + 1 or min(self.dice) < 0 or not any(self.dice[1:]):
            right = f"ways to throw 0 to at most {MAX_ROLL}, none negative, and not only 0"
            yield f"dice {self.dice} must be {right}"
        if unknown := sorted({*self.path, *self.rosettes} - set(SQUARES)):
            names = ", ".join(map(quoted, unknown))
            yield f"there is no square {names}; squares are {SQUARES_TEXT}"
            return
        if not self.path:
            yield "the path is empty"
        for square in sorted({square for square in self.path if self.path.count(square) > 1}):
            yield f"the path visits {square} twice"
        if set(map(mirror_square, self.rosettes)) != set(self.rosettes):
            yield "the rosettes are not the same for both sides"
        if len(self.shared) > MAX_SHARED:
            yield f"the paths share {len(self.shared)} squares; at most {MAX_SHARED} are supported"

    @cached_property
    def b_path(self) -> tuple[Square, ...]:
        """B's path."""
        return tuple(map(mirror_square, self.path))

    @cached_property
    def shared(self) -> frozenset[Square]:
        """The squares that are on both paths."""
        return frozenset(self.path) & frozenset(self.b_path)

    def path_of(self, side: int) -> tuple[Square, ...]:
        """Return the path of side 0 (A) or 1 (B)."""
        return self.b_path if side else self.path

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls that the dice can show."""
        return tuple(roll for roll, ways in enumerate(self.dice) if ways)

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The probability of each roll, 0 to 4."""
        total = sum(self.dice)
        padded = (*self.dice, *[0] * (MAX_ROLL + 1 - len(self.dice)))
        return tuple(ways / total for ways in padded)

    @cached_property
    def parameters(self) -> Parameters:
        """Everything a solution depends on, for the header of a table; not name and pieces."""
        return {
            "path": [NUMBERS[square] for square in self.path],
            "dice": list(self.dice),
            "rosettes": sorted(NUMBERS[square] for square in self.rosettes),
            "safe_rosettes": self.safe_rosettes,
            "rosette_rolls": self.rosette_rolls,
            "capture_rolls": self.capture_rolls,
        }

    @cached_property
    def native(self) -> _native.UrRules:
        """The same rules for the native loops."""
        return _native.UrRules(
            a_path=[NUMBERS[square] for square in self.path],
            b_path=[NUMBERS[square] for square in self.b_path],
            chances=list(self.chances),
            rosettes=sum(1 << NUMBERS[square] for square in self.rosettes),
            safe_rosettes=self.safe_rosettes,
            rosette_rolls=self.rosette_rolls,
            capture_rolls=self.capture_rolls,
        )


def _squares(given: Any, what: str) -> tuple[Square, ...]:
    """Return a list of names of squares as a tuple; `Rules` checks that there are such squares."""
    if has_items(given):
        names = tuple(given)
        if all(isinstance(name, str) for name in names):
            return tuple(name.upper() for name in names)
    raise BadInputError(f"{what} = {quoted(given)} is not a list of squares, such as ['A4', 'A3']")


def _whole_numbers(given: Any, what: str) -> tuple[int, ...]:
    """Return a list or an array of whole numbers as a tuple."""
    try:
        if has_items(given):
            return tuple(whole(number) for number in given)
    except TypeError:
        pass
    raise BadInputError(f"{what} = {quoted(given)} is not of type list of int")


FOUR_BINARY = (1, 4, 6, 4, 1)
THREE_BINARY_ZERO_IS_FOUR = (0, 3, 3, 1, 1)
SHORT_PATH = (
    *("A4", "A3", "A2", "A1"),
    *("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8"),
    *("A8", "A7"),
)
LONG_PATH = (
    *("A4", "A3", "A2", "A1"),
    *("B1", "B2", "B3", "B4", "B5", "B6", "B7"),
    *("C7", "C8", "B8", "A8", "A7"),
)

RULES: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules("finkel", 7, SHORT_PATH, FOUR_BINARY, safe_rosettes=True),
        Rules("blitz", 5, LONG_PATH, FOUR_BINARY, capture_rolls=True),
        Rules("masters", 7, LONG_PATH, THREE_BINARY_ZERO_IS_FOUR),
    )
}
"""The rule sets that come with the package, by name."""

FINKEL = RULES["finkel"]

_REQUIRED: Kinds = {"name": str, "pieces": int, "path": list, "dice": list}
_OPTIONAL: Kinds = {
    "rosettes": list,
    "safe_rosettes": bool,
    "rosette_rolls": bool,
    "capture_rolls": bool,
}


def parse_rules(text: str) -> Rules:
    r"""Read a rule set from TOML.

    >>> parse_rules('name="x"\npieces=1\npath=["A4", "B1", "A8"]\ndice=[1, 1]').rolls
    (0, 1)
    """
    document = parse_toml(text)
    check_keys(document, "rules", required=_REQUIRED, optional=_OPTIONAL)
    rules = Rules(**document)
    if RULES.get(rules.name, rules) != rules:
        raise BadInputError(
            f"name = {quoted(rules.name)}: these rules differ from those of that name"
        )
    return rules


def find_rules(rules: Rules | str) -> Rules:
    """Return rules given as a name, as the name of a TOML file, or as they are.

    >>> find_rules("blitz").pieces
    5
    """
    if isinstance(rules, Rules):
        return rules
    if not isinstance(rules, str):
        raise BadInputError(
            f"rules = {quoted(rules)}: give a name, such as 'finkel', or a Rules object"
        )
    if rules.endswith(".toml"):
        return read_file(rules, parse_rules)
    return RULES[require_name(rules, RULES, "rules", ", or give the name of a TOML file")]


def read_pieces(pieces: int | None, rules: Rules) -> int:
    """Return the number of pieces of a game; None means the rules' own number."""
    if pieces is None:
        return rules.pieces
    return require_int(pieces, "pieces", 1, MAX_PIECES)


def require_roll(roll: Roll, rules: Rules) -> Roll:
    """Return a roll that the dice can show, as an int, or raise BadInputError."""
    if not isinstance(roll, Integral) or isinstance(roll, bool) or roll not in rules.rolls:
        possible = ", ".join(map(str, rules.rolls))
        raise BadInputError(
            f"a roll of {quoted(roll)} is not possible: {rules.name} has {possible}"
        )
    return int(roll)
