"""A strategy card, and the file it is kept in.

The lines of a strategy card are in order. The first line that some move meets keeps these moves
only, and so on with the next line, until one move is left. Points are added up: the move with the
highest total is played. Of equal moves, the foremost piece moves.

A strategy card is written in TOML, with the words of `card.words`:

    rules = "finkel"
    lines = ["captures", "to rosette", "not exposed"]

or with points, small whole numbers:

    rules = "finkel"
    [points]
    "captures" = 5
    "exposed" = -2

A table `[chance]` has the exact chance of the card against perfect play, if it has been computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from json import dumps
from os import PathLike
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._checks import require_instance, require_int, require_name, require_number, whole
from astragal._frames import Integers
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal._toml import Kinds, check_keys, parse_toml
from astragal.errors import BadInputError, quoted
from astragal.store.canonical import Parameters
from astragal.store.files import read_file, read_path
from astragal.store.package_data import package_files, read_package_text
from astragal.store.replace import whole_file
from astragal.ur.card.words import Term, parse_term
from astragal.ur.evaluation import Chance
from astragal.ur.moves import Move
from astragal.ur.position import Position
from astragal.ur.rules import FINKEL, RULES, Roll, Rules, find_rules
from astragal.ur.states import read_states_and_rolls

CardKind: TypeAlias = Literal["card", "points"]
"""Lines in order, or points."""

KINDS: tuple[CardKind, ...] = ("card", "points")
MOST_TERMS = 64
MOST_POINTS = 99

_REQUIRED: Kinds = {"rules": str}
_OPTIONAL: Kinds = {"lines": list, "points": dict, "chance": dict}
_CHANCE: Kinds = {"win_as_a": float, "win_as_b": float, "error": float, "command": str}


class UrCardChanceJson(TypedDict):
    """The exact chance of a strategy card against perfect play."""

    win: float
    """The card's chance if it begins every other game."""
    win_as_a: float
    """The card's chance if it begins."""
    win_as_b: float
    """The card's chance if perfect play begins."""
    error: float
    """A bound on the error of these chances."""
    command: str
    """The command that computed them."""


@dataclass(frozen=True)
class CardChance:
    """The exact chance of a strategy card against perfect play, as its file gives it."""

    win_as_a: Chance
    win_as_b: Chance
    error: float
    """A bound on the error of both."""
    command: str
    """The command that computed them."""

    def __post_init__(self) -> None:
        for name in ("win_as_a", "win_as_b", "error"):
            require_number(getattr(self, name), f"chance: {name}", 0, 1)

    @property
    def win(self) -> Chance:
        """The chance if the card begins every other game."""
        return (self.win_as_a + self.win_as_b) / 2

    def __str__(self) -> str:
        return (
            f"wins {self.win:.4%} against perfect play: {self.win_as_a:.4%} as A, "
            f"{self.win_as_b:.4%} as B; exact, error at most {self.error:.1g}"
        )

    def to_dict(self) -> UrCardChanceJson:
        """Return the chances, the bound on their error, and the command."""
        return {
            "win": self.win,
            "win_as_a": self.win_as_a,
            "win_as_b": self.win_as_b,
            "error": self.error,
            "command": self.command,
        }


class UrCardLineJson(TypedDict):
    """A line of a strategy card, or a term of points."""

    words: str
    """The line in the words of a card file."""
    text: str
    """The line as a sentence."""
    points: int | None
    """The points of a move that meets it; null for a line."""


class UrCardJson(TypedDict):
    """A strategy card, or points."""

    rules: str
    kind: str
    """card: the first line that applies decides; points: the highest total."""
    lines: list[UrCardLineJson]
    chance: UrCardChanceJson | None
    """Its exact chance against perfect play; null if its file has none."""


@dataclass(frozen=True, repr=False)
class StrategyCard(TableResult):
    """A strategy card: lines in order, or points.

    >>> card = StrategyCard(FINKEL, ["captures", "to rosette"])
    >>> print(card)
    line  play
    ────────────────────────
       1  Capture.
       2  Land on a rosette.
    finkel; of equal moves, the foremost piece
    >>> card.lines
    ('captures', 'to rosette')
    """

    rules: Rules
    terms: tuple[Term, ...]
    points: tuple[int, ...] | None = None
    """The points of each term; None for lines."""
    chance: CardChance | None = None
    """Its exact chance against perfect play; None if its file has none."""

    def __init__(
        self,
        rules: Rules | str,
        terms: Sequence[str] | Mapping[str, int],
        chance: CardChance | None = None,
    ) -> None:
        """Make a card of lines in order, or of terms and their points."""
        ruleset = find_rules(rules)
        object.__setattr__(self, "rules", ruleset)
        if isinstance(terms, str) or not isinstance(terms, (Sequence, Mapping)):
            raise BadInputError(f"lines = {quoted(terms)}: give a list of lines")
        if chance is not None:
            require_instance(chance, CardChance, "`find_card` reads it from the file of a card")
        object.__setattr__(self, "chance", chance)
        texts = list(islice(terms, MOST_TERMS + 1))
        if not 1 <= len(texts) <= MOST_TERMS:
            raise BadInputError(f"a card has 1 to {MOST_TERMS} lines, not {len(terms)}")
        object.__setattr__(self, "terms", tuple(_different_terms(texts, ruleset)))
        points = tuple(map(_points, terms.values())) if isinstance(terms, Mapping) else None
        object.__setattr__(self, "points", points)

    def __repr__(self) -> str:
        return (
            f"StrategyCard(rules={self.rules.name!r}, kind={self.kind!r}, lines={len(self.terms)})"
        )

    @property
    def kind(self) -> CardKind:
        """The kind of card: lines in order, or points."""
        return "card" if self.points is None else "points"

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines in the words of a card file."""
        return tuple(map(str, self.terms))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lines as sentences."""
        return tuple(term.sentence(self.rules) for term in self.terms)

    @property
    def parameters(self) -> Parameters:
        """Everything its moves depend on."""
        return {
            "lines": list(self.lines),
            "points": None if self.points is None else list(self.points),
            "rules": self.rules.parameters,
        }

    @cached_property
    def native(self) -> _native.UrStrategyCard:
        """The same card for the native loops."""
        return native_card(self.rules, self.terms, self.points)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields only; the native card is built again after unpickling."""
        return {
            "rules": self.rules,
            "terms": self.terms,
            "points": self.points,
            "chance": self.chance,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the fields."""
        for name, value in state.items():
            object.__setattr__(self, name, value)

    def choose_many(self, states: ArrayLike, rolls: ArrayLike) -> NDArray[np.uint8]:
        """Return the index of the card's move for each state; 0 if there is none."""
        states, rolls = read_states_and_rolls(states, rolls)
        chosen = np.zeros(len(states), np.uint8)
        self.native.choose(states, rolls, chosen)
        return chosen

    def choose(self, position: Position, roll: Roll) -> Move | None:
        """Return the card's move, or None if the turn passes."""
        moves = self._moves(position, roll)
        return moves[int(self.choose_many([position.state], [roll])[0])] if moves else None

    def deciding(self, position: Position, roll: Roll) -> int | None:
        """Return the number of the line that keeps the chosen move and drops another, from 0.

        It is the last such line. None if there is one move only, or the foremost piece decides.
        """
        moves = self._moves(position, roll)
        if self.points is not None:
            return None
        states, rolls = np.array([position.state], np.uint64), np.array([roll], np.uint8)
        met = np.zeros((len(self.terms), 1), np.uint8)
        self.native.meeting(states, rolls, met)
        left = (1 << len(moves)) - 1
        decided = None
        for number, keeps in enumerate(met[:, 0].tolist()):
            if left & keeps not in (0, left):
                left, decided = left & keeps, number
        return decided

    def _moves(self, position: Position, roll: Roll) -> list[Move]:
        """Return the legal moves, or raise unless the position is one of the card's rules."""
        require_instance(position, Position, "ur.Position makes one")
        if position.rules.parameters != self.rules.parameters:
            raise BadInputError(f"{quoted(position)}: the card is for {self.rules.name}")
        return position.moves(roll)

    def without(self, number: int) -> StrategyCard:
        """Return the card without one of its lines, counted from 0."""
        require_int(number, "number", 0, len(self.terms) - 1)
        rest = [place for place in range(len(self.terms)) if place != number]
        lines = [self.lines[place] for place in rest]
        if self.points is None:
            return StrategyCard(self.rules, lines)
        return StrategyCard(self.rules, {self.lines[place]: self.points[place] for place in rest})

    def to_dict(self) -> UrCardJson:
        """Return the rules, the kind of card, its lines and its chance."""
        return {
            "rules": self.rules.name,
            "kind": self.kind,
            "lines": [
                {
                    "words": str(term),
                    "text": term.sentence(self.rules),
                    "points": None if self.points is None else self.points[place],
                }
                for place, term in enumerate(self.terms)
            ],
            "chance": None if self.chance is None else self.chance.to_dict(),
        }

    def to_toml(self) -> str:
        """Return the card as a TOML document, which `find_card` reads."""
        text = f"rules = {dumps(self.rules.name)}\n"
        if self.points is None:
            lines = "".join(f"    {dumps(line)},\n" for line in self.lines)
            text += f"lines = [\n{lines}]\n"
        else:
            pairs = zip(self.lines, self.points, strict=True)
            text += "\n[points]\n" + "".join(f"{dumps(line)} = {n}\n" for line, n in pairs)
        if self.chance is not None:
            text += "\n[chance]                    # against perfect play, exact\n"
            text += f"win_as_a = {self.chance.win_as_a!r}\nwin_as_b = {self.chance.win_as_b!r}\n"
            text += f"error = {self.chance.error!r}\ncommand = {dumps(self.chance.command)}\n"
        return text

    def write(self, path: str | PathLike[str]) -> None:
        """Write the card to a TOML file."""
        with whole_file(read_path(path)) as file:
            file.write(self.to_toml().encode())

    def _table(self) -> TextTable:
        numbers = range(1, len(self.terms) + 1) if self.points is None else self.points
        first = "line" if self.points is None else "points"
        rows = list(zip(numbers, self.sentences, strict=True))
        below = f"{self.rules.name}; of equal moves, the foremost piece"
        if self.chance is not None:
            below += f"\n{self.chance}"
        return TextTable([first, "play"], rows, below)

    def _columns(self) -> dict[str, Sequence[object]]:
        lines = self.to_dict()["lines"]
        return {
            "words": [line["words"] for line in lines],
            "text": [line["text"] for line in lines],
            "points": Integers([line["points"] for line in lines]),
        }


def _different_terms(texts: Iterable[str], rules: Rules) -> Iterable[Term]:
    """Return the terms of some texts, or raise if two texts are the same term."""
    known: dict[Term, str] = {}
    for text in texts:
        term = parse_term(text, rules)
        if term in known:
            raise BadInputError(f"{quoted(known[term])} and {quoted(text)} are the same line")
        known[term] = text
    return known


def _points(number: object) -> int:
    try:
        points = whole(number)
    except TypeError:
        points = MOST_POINTS + 1
    if not -MOST_POINTS <= points <= MOST_POINTS:
        raise BadInputError(
            f"points must be whole numbers from -{MOST_POINTS} to {MOST_POINTS}, "
            f"not {quoted(number)}"
        )
    return points


def native_card(
    rules: Rules, terms: Iterable[Term], points: Iterable[int] | None = None
) -> _native.UrStrategyCard:
    """Return lines or points for the native loops."""
    terms = list(terms)
    numbers = [0] * len(terms) if points is None else list(points)
    rows = [term.numbers(rules, number) for term, number in zip(terms, numbers, strict=True)]
    matrix = np.array(rows, np.int64).reshape(-1, 9)
    return _native.UrStrategyCard(rules.native, matrix, adds=points is not None)


def parse_card(text: str, rules: Rules | str | None = None) -> StrategyCard:
    r"""Read a card from TOML. If it names these `rules`, it is for them: it may be for your own.

    >>> parse_card('rules = "finkel"\nlines = ["captures"]')
    StrategyCard(rules='finkel', kind='card', lines=1)
    """
    document = parse_toml(text)
    check_keys(document, "card", required=_REQUIRED, optional=_OPTIONAL)
    if ("lines" in document) == ("points" in document):
        raise BadInputError("a card has either lines or points")
    terms = document["lines"] if "lines" in document else document["points"]
    chance = None
    if "chance" in document:
        check_keys(document["chance"], "chance", required=_CHANCE, optional={})
        chance = CardChance(**document["chance"])
    own = None if rules is None else find_rules(rules)
    ruleset = own if own and own.name == document["rules"] else document["rules"]
    return StrategyCard(ruleset, terms, chance)


def read_card(path: str | PathLike[str], rules: Rules | str | None = None) -> StrategyCard:
    """Read a card from a TOML file. If it names these `rules`, it is for them."""
    own = None if rules is None else find_rules(rules)  # here, where errors don't name the card
    return read_file(path, lambda text: parse_card(text, own))


def find_card(card: StrategyCard | str = "card", rules: Rules | str = FINKEL) -> StrategyCard:
    """Return the package's card for these rules ("card" or "points"), or that of a TOML file.

    A card of a file has rules of its own. If it names `rules`, it is for them.

    >>> find_card("points", "finkel").kind
    'points'
    """
    if isinstance(card, StrategyCard):
        return card
    if isinstance(card, str) and card.endswith(".toml"):
        return read_card(card, rules)
    kind = require_name(card, KINDS, "card", ", or give the name of a TOML file")
    found = get_card(cast("CardKind", kind), find_rules(rules))
    if found is None:
        name = quoted(find_rules(rules).name)
        raise BadInputError(
            f"there is no {kind} for the rules {name}; give the name of a TOML file"
        )
    return found


@cache
def get_card(kind: CardKind, rules: Rules) -> StrategyCard | None:
    """Return the package's card for these rules, or None if there is none."""
    known = RULES.get(rules.name)
    if known is None or known.parameters != rules.parameters:
        return None
    name = f"{rules.name}-{kind}"
    if name not in package_files("ur/card", ".toml"):
        return None
    return parse_card(read_package_text(f"ur/card/{name}.toml"))
