"""The words of a card: places, facts of a move, and conditions, all to be seen on the board.

A term is written as words, separated by commas, and reads as a sentence:

    captures, to centre rosette            Capture on the centre rosette.
    from hand, to first rosette            Enter a piece on the first rosette.
    not exposed, if opponent on centre     If the opponent holds the centre rosette, ...

- `from` and `to` name places on the mover's path, from `hand` to `home`; `square 5` is its fifth
  square;
- a fact, or `not` and a fact, is about the move; `FACTS` lists them;
- `if` names a condition about the position before the move; `CONDITIONS` lists them.

A piece is exposed if the opponent can capture it with one roll. Throws count: of the sixteen throws
of four dice, six show a 2, and one shows a 4. `docs/ur.md` says what each word means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from astragal import _native
from astragal._checks import require_name
from astragal.errors import BadInputError, quoted
from astragal.ur.rules import Rules

Track: TypeAlias = int
"""A set of places on a path: bit 0 is the hand, bit n its n-th square, the last bit home."""

CENTRE_SQUARE = "B4"


class FactWords(NamedTuple):
    """How a sentence names a fact that holds, and one that does not."""

    holds: str
    fails: str

    def text(self, holds: bool) -> str:
        """Return the name of the fact, or of its denial."""
        return self.holds if holds else self.fails


FACTS: dict[str, FactWords] = {
    "captures": FactWords("capturing", "without a capture"),
    "captures foremost": FactWords(
        "capturing the opponent's foremost piece", "without capturing the opponent's foremost piece"
    ),
    "rolls again": FactWords("for another roll", "without another roll"),
    "exposed": FactWords("to where it is exposed", "to where it is not exposed"),
    "exposed twice": FactWords(
        "to where two rolls or more can capture it", "to where at most one roll can capture it"
    ),
    "was exposed": FactWords("that is exposed", "that is not exposed"),
    "was most exposed": FactWords(
        "that is exposed to the most throws, at least one",
        "that is not exposed to the most throws, or to none",
    ),
    "others exposed": FactWords(
        "leaving another piece exposed", "leaving no other piece exposed"
    ),
    "least exposed": FactWords(
        "leaving the opponent the fewest throws that capture",
        "not leaving the opponent the fewest throws that capture",
    ),
    "safe for good": FactWords(
        "to where it can never be captured", "to where it can still be captured"
    ),
    "was safe for good": FactWords(
        "that can never be captured", "that can still be captured"
    ),
    "threatens": FactWords(
        "to where it can capture with the next roll",
        "to where it can't capture with the next roll",
    ),
    "threatened": FactWords(
        "that could capture with some roll", "that could capture with no roll"
    ),
    "most threats": FactWords(
        "leaving you the most throws that capture, at least one",
        "not leaving you the most throws that capture, or leaving none",
    ),
    "foremost": FactWords("the foremost", "not the foremost"),
    "rearmost": FactWords("the rearmost", "not the rearmost"),
    "ahead": FactWords("you are ahead", "you are not ahead"),
}  # fmt: skip
"""Facts of a move, in the order of their bits in `native/ur/card.hpp`."""

# The facts that say which piece moves, and those that are about the position.
_OF_THE_PIECE = ("was exposed", "was most exposed", "was safe for good", "threatened")
_OF_THE_POSITION = ("ahead",)


class Condition(NamedTuple):
    """A condition about the centre rosette: who must stand there, and who must not."""

    text: str
    own_any: bool = False
    own_none: bool = False
    seen_any: bool = False
    seen_none: bool = False


CONDITIONS: dict[str, Condition] = {
    "you on centre": Condition("you hold the centre rosette", own_any=True),
    "you not on centre": Condition("you don't hold the centre rosette", own_none=True),
    "opponent on centre": Condition("the opponent holds the centre rosette", seen_any=True),
    "opponent not on centre": Condition(
        "the opponent doesn't hold the centre rosette", seen_none=True
    ),
    "centre empty": Condition("nobody holds the centre rosette", own_none=True, seen_none=True),
}
assert len(FACTS) == _native.UR_FACTS, (
    f"ur/card/words.py has {len(FACTS)} facts, the built native/ur/card.hpp {_native.UR_FACTS}: "
    f"name the same ones in both, in the same order, and run make"
)


class Place(NamedTuple):
    """Some squares of the path, and how a sentence names them."""

    squares: Track
    text: str


@cache
def places(rules: Rules) -> Mapping[str, Place]:
    """Return the places that words name, for a rule set.

    >>> from astragal.ur.rules import FINKEL
    >>> [name for name in places(FINKEL) if "rosette" in name]
    ['rosette', 'first rosette', 'centre rosette', 'last rosette']
    """
    path = rules.path
    home = len(path) + 1
    numbers = range(1, home)
    shared = [number for number in numbers if path[number - 1] in rules.shared]
    rosettes = [number for number in numbers if path[number - 1] in rules.rosettes]
    named = {
        "hand": Place(1, "the hand"),
        "board": Place(_track(numbers), "the board"),
        "home": Place(_track([home]), "home"),
    }
    first, last = (shared[0], shared[-1]) if shared else (home, home)
    named["start"] = Place(_track(range(1, first)), "your first squares")
    named["middle"] = Place(_track(shared), "the squares that both sides use")
    named["end"] = Place(_track(range(last + 1, home)), "your last squares")
    named["rosette"] = Place(_track(rosettes), "a rosette")
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    for ordinal, number in zip(ordinals, rosettes, strict=False):
        name = "last" if number == rosettes[-1] else ordinal
        if path[number - 1] == CENTRE_SQUARE and number in shared:
            named["before centre"] = Place(
                _track(square for square in shared if square < number),
                "the shared squares before the centre rosette",
            )
            named["after centre"] = Place(
                _track(square for square in shared if square > number),
                "the shared squares after the centre rosette",
            )
            name = "centre"
        named[f"{name} rosette"] = Place(_track([number]), f"the {name} rosette")
    for number in numbers:
        named[f"square {number}"] = Place(_track([number]), f"square {number}")
    return {name: place for name, place in named.items() if place.squares}


def _track(numbers: Iterator[int] | range | list[int]) -> Track:
    return sum(1 << number for number in numbers)


def everywhere(rules: Rules) -> Track:
    """Return all places of a path, the hand and home included."""
    return (1 << (len(rules.path) + 2)) - 1


@dataclass(frozen=True)
class Term:
    """A condition on a move: from where, to where, facts about it, and about the position.

    >>> from astragal.ur.rules import FINKEL
    >>> term = parse_term("from hand, to first rosette", FINKEL)
    >>> print(term.sentence(FINKEL))
    Enter a piece on the first rosette.
    >>> str(term)
    'from hand, to first rosette'
    """

    source: str = ""
    target: str = ""
    facts: tuple[tuple[str, bool], ...] = ()
    condition: str = ""

    def __str__(self) -> str:
        words = [f"from {self.source}"] if self.source else []
        words += [f"to {self.target}"] if self.target else []
        words += [name if holds else f"not {name}" for name, holds in self.facts]
        words += [f"if {self.condition}"] if self.condition else []
        return ", ".join(words)

    @property
    def size(self) -> int:
        """The number of words, separated by commas."""
        return len(self.facts) + sum(
            1 for word in (self.source, self.target, self.condition) if word
        )

    def numbers(self, rules: Rules, points: int = 0) -> list[int]:
        """Return the masks of the native loops, and the points."""
        known = places(rules)
        care = sum(1 << list(FACTS).index(name) for name, _ in self.facts)
        facts = sum(1 << list(FACTS).index(name) for name, holds in self.facts if holds)
        centre = known["centre rosette"].squares if self.condition else 0
        masks = [0, 0, 0, 0]
        if self.condition:
            masks = [centre if asked else 0 for asked in CONDITIONS[self.condition][1:]]
        source = known[self.source].squares if self.source else everywhere(rules)
        target = known[self.target].squares if self.target else everywhere(rules)
        return [source, target, care, facts, *masks, points]

    def sentence(self, rules: Rules) -> str:
        """Return the term as a sentence for people."""
        known = places(rules)
        facts = dict(self.facts)
        capture = facts.pop("captures", None)
        ends = {name: facts.pop(name) for name in ("foremost", "rearmost") if name in facts}
        which = next((name for name, holds in ends.items() if holds), "")
        piece = f"the {which} piece" if which else "a piece"
        conditions = [CONDITIONS[self.condition].text] if self.condition else []
        conditions += [
            FACTS[name].text(facts.pop(name)) for name in _OF_THE_POSITION if name in facts
        ]
        # Which piece, and where to.
        about = [f"that is {FACTS[n].text(holds)}" for n, holds in ends.items() if n != which]
        about += [FACTS[name].text(facts.pop(name)) for name in _OF_THE_PIECE if name in facts]
        details = [" and ".join(about)] if about else []
        enters = self.source == "hand" and self.target != "home"
        if self.source and not enters:
            details.insert(0, f"from {known[self.source].text}")
        where = f"on {known[self.target].text}" if self.target not in ("", "home") else ""
        if enters:
            verb = f"enter {piece}"
        elif self.target == "home":
            verb = f"bring {piece} home"
        elif capture:
            verb, piece = "capture", "with " + piece if which or details else ""
            verb = f"{verb} {where}".strip()
            where, verb, capture = "", f"{verb} {piece}".strip(), None
        elif where:
            verb = f"land {where}" + (f" with {piece}" if which or details else "")
            where = ""
        else:
            verb = f"move {piece}"
        after = [FACTS[name].text(holds) for name, holds in facts.items()]
        if capture is not None:
            after.append(FACTS["captures"].text(capture))
        goals = [text for text in after if text.startswith("to ")]
        ways = [text for text in after if text not in goals]
        if self.target and self.target != "home":
            goals = [text.removeprefix("to ") for text in goals]
        said = " ".join(filter(None, [verb, " ".join(details), where, " and ".join(goals)]))
        said = ", ".join([said, *ways])
        begin = f"if {' and '.join(conditions)}, " if conditions else ""
        sentence = f"{begin}{said}."
        return sentence[0].upper() + sentence[1:]


def parse_term(text: str, rules: Rules) -> Term:
    """Read a term; raise BadInputError or UnknownNameError that names the wrong word."""
    if not isinstance(text, str) or not text.strip():
        raise BadInputError(f"{quoted(text)} is not a line: give words, such as 'captures'")
    source = target = condition = ""
    facts: dict[str, bool] = {}
    for word in (" ".join(part.split()) for part in text.split(",")):
        kind, _, name = word.partition(" ")
        if not word:
            raise BadInputError(f"{quoted(text)}: a word is missing before or after a comma")
        if (kind == "from" and source) or (kind == "to" and target) or (kind == "if" and condition):
            raise BadInputError(f"{quoted(text)}: a line has at most one {quoted(kind)}")
        if kind == "not" and name.partition(" ")[0] in ("from", "to", "if"):
            raise BadInputError(
                f"{quoted(word)}: not stands before a fact, such as 'not captures', and neither "
                f"before a place nor before a condition"
            )
        if kind == "from":
            source = require_name(name, [n for n in places(rules) if n != "home"], "place")
        elif kind == "to":
            target = require_name(name, [n for n in places(rules) if n != "hand"], "place")
        elif kind == "if":
            condition = require_name(name, CONDITIONS, "condition")
            if "centre rosette" not in places(rules):
                raise BadInputError(f"{quoted(word)}: rules {rules.name} have no centre rosette")
        else:
            fact = require_name(name if kind == "not" else word, FACTS, "fact")
            if fact in facts:
                raise BadInputError(f"{quoted(text)}: {quoted(fact)} stands there twice")
            facts[fact] = kind != "not"
    ordered = tuple((name, facts[name]) for name in FACTS if name in facts)
    return Term(source, target, ordered, condition)
