"""An example of each word of a card: a move that meets it, and a move that does not.

Positions are by Finkel's rules, A to move. They are written as A's squares, a slash, and B's: the
other pieces are in hand, and `+2` are two pieces home.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import require_name
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.ur.card.card import native_card
from astragal.ur.card.pictures import draw_word
from astragal.ur.card.words import CONDITIONS, FACTS, parse_term, places
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import Move
from astragal.ur.position import Position
from astragal.ur.rules import FINKEL, Roll
from astragal.ur.squares import Square, parse_square

WordKind: TypeAlias = Literal["fact", "place", "condition"]
"""What a word is about: the move, where it begins or ends, or the centre rosette."""


class UrExampleJson(TypedDict):
    """A move in a position."""

    state: str
    """The position before the move, A to move."""
    roll: int
    move: str
    note: str
    """Why the move meets the word, or why it does not."""


class UrCardWordJson(TypedDict):
    """A word of a card, with a move that meets it and a move that does not."""

    word: str
    """The word as a card file has it, such as "from hand" or "captures"."""
    kind: str
    """fact: about the move; place: where it begins or ends; condition: about the centre rosette."""
    meaning: str
    squares: list[str]
    """The squares of a place; empty for other words."""
    holds: UrExampleJson
    """A move that meets the word."""
    fails: UrExampleJson
    """A move that does not."""


class UrCardWordsJson(TypedDict):
    """The words of a card, with examples by Finkel's rules."""

    rules: str
    words: list[UrCardWordJson]


@dataclass(frozen=True)
class Example:
    """A move in a position."""

    position: Position
    roll: Roll
    move: Move
    note: str

    def meets(self, word: str) -> bool:
        """Return whether the move meets a line of a card.

        >>> find_card_word("captures").holds.meets("captures, rolls again")
        False
        """
        rules = self.position.rules
        met = np.zeros((1, 1), np.uint8)
        native_card(rules, [parse_term(word, rules)]).meeting(
            np.array([self.position.state], np.uint64), np.array([self.roll], np.uint8), met
        )
        place = self.position.moves(self.roll).index(self.move)
        return bool(met[0, 0] >> place & 1)

    def to_dict(self) -> UrExampleJson:
        """Return the state, the roll, the move and the note."""
        return {
            "state": self.position.name,
            "roll": self.roll,
            "move": str(self.move),
            "note": self.note,
        }


@dataclass(frozen=True, repr=False)
class CardWord(Result):
    """A word of a card, with a move that meets it and a move that does not.

    >>> print(find_card_word("captures"))
    captures: It captures a piece of the opponent.
    B1-B3 with a 2 meets it. B's piece on B3 goes back to the hand.
    hand-A3 with a 2 does not. It lands on an empty square.
    """

    word: str
    kind: WordKind
    meaning: str
    holds: Example
    fails: Example

    def __repr__(self) -> str:
        return f"CardWord({self.word!r})"

    def __str__(self) -> str:
        yes, no = self.holds, self.fails
        return (
            f"{self.word}: {self.meaning}\n"
            f"{yes.move} with a {yes.roll} meets it. {yes.note}\n"
            f"{no.move} with a {no.roll} does not. {no.note}"
        )

    def _repr_svg_(self) -> str:
        return self.draw()

    def draw(self) -> str:
        """Draw both examples side by side, as SVG."""
        return draw_word(self)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of a place, for A; empty for other words."""
        if self.kind != "place":
            return ()
        _, _, name = self.word.partition(" ")
        track = places(FINKEL)[name].squares
        return tuple(square for number, square in enumerate(FINKEL.path, 1) if track >> number & 1)

    def to_dict(self) -> UrCardWordJson:
        """Return the word, its meaning and its two examples."""
        return {
            "word": self.word,
            "kind": self.kind,
            "meaning": self.meaning,
            "squares": list(self.squares),
            "holds": self.holds.to_dict(),
            "fails": self.fails.to_dict(),
        }


@dataclass(frozen=True, repr=False)
class CardWords(TableResult):
    """The words of a card, each with its meaning and two examples.

    >>> print(card_words()[0].meaning)
    It captures a piece of the opponent.
    """

    words: tuple[CardWord, ...]

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, number: int) -> CardWord:
        return self.words[number]

    def __repr__(self) -> str:
        return f"CardWords(words={len(self.words)})"

    def to_dict(self) -> UrCardWordsJson:
        """Return the words, with examples by Finkel's rules."""
        return {"rules": FINKEL.name, "words": [word.to_dict() for word in self.words]}

    def _table(self) -> TextTable:
        rows = [(word.word, word.meaning) for word in self.words]
        notes = "A line of a card is some of these words, separated by commas; `not` denies a fact."
        return TextTable(["word", "a move meets it if"], rows, notes)

    def _columns(self) -> dict[str, Sequence[object]]:
        rows = [word.to_dict() for word in self.words]
        columns: dict[str, Sequence[object]] = {
            key: [row[key] for row in rows] for key in ("word", "kind", "meaning")
        }
        for name in ("holds", "fails"):
            for key in ("state", "roll", "move"):
                columns[f"{name}_{key}"] = [row[name][key] for row in rows]
        return columns


class _Shown(NamedTuple):
    """An example as it is written here."""

    position: str
    roll: Roll
    move: str
    note: str


class _Words(NamedTuple):
    meaning: str
    holds: _Shown
    fails: _Shown


_EXAMPLES: dict[str, _Words] = {
    "captures": _Words(
        "It captures a piece of the opponent.",
        _Shown("B1 / B3", 2, "B1-B3", "B's piece on B3 goes back to the hand."),
        _Shown("B1 / B3", 2, "hand-A3", "It lands on an empty square."),
    ),
    "captures foremost": _Words(
        "It captures the opponent's piece that has come furthest.",
        _Shown("B1 B5 / B3 B7", 2, "B5-B7", "No piece of B has come further than B7."),
        _Shown("B1 B5 / B3 B7", 2, "B1-B3", "B's piece on B7 has come further."),
    ),
    "rolls again": _Words(
        "It grants another roll.",
        _Shown("A3 B1 / B6", 2, "A3-A1", "A1 is a rosette."),
        _Shown("A3 B1 / B6", 2, "B1-B3", "B3 is no rosette."),
    ),
    "exposed": _Words(
        "The opponent can capture the piece where it lands with one roll.",
        _Shown("A1 B5 / C1", 2, "A1-B2", "From C1, a 2 captures it."),
        _Shown("A1 B5 / C1", 2, "B5-B7", "No roll reaches it from C1: it is seven squares away."),
    ),
    "exposed twice": _Words(
        "Two different rolls or more can capture the piece where it lands.",
        _Shown("A1 B5 / C1 C2 B4", 2, "A1-B2", "A 2 from C1 captures it, and a 3 from C2."),
        _Shown("A1 B5 / C1 C2 B4", 2, "B5-B7", "Only a 3, from B4, captures it."),
    ),
    "was exposed": _Words(
        "The opponent could capture the piece where it stood.",
        _Shown("B2 B6 / C1", 1, "B2-B3", "On B2, a 2 from C1 captures it."),
        _Shown("B2 B6 / C1", 1, "B6-B7", "No roll reaches B6 from C1."),
    ),
    "was most exposed": _Words(
        "Of the pieces that can move, more throws than for any other capture it where it stood.",
        _Shown("B2 B3 / C1", 2, "B2-B4", "A 2 captures it on B2: 6 of the 16 throws."),
        _Shown("B2 B3 / C1", 2, "B3-B5", "A 3 captures it on B3: only 4 throws."),
    ),
    "others exposed": _Words(
        "After it, the opponent can capture another piece with one roll.",
        _Shown("A3 B2 / C1", 1, "A3-A2", "A 2 from C1 captures the piece left on B2."),
        _Shown("A3 B2 / C1", 1, "B2-B3", "Only the piece that moved can be captured."),
    ),
    "least exposed": _Words(
        "It leaves the opponent the fewest throws that capture any piece.",
        _Shown("A3 B2 / C1", 2, "B2-B4", "B4 is safe, so no throw captures."),
        _Shown("A3 B2 / C1", 2, "A3-A1", "Six throws, those that show a 2, capture on B2."),
    ),
    "safe for good": _Words(
        "The piece lands where it can never be captured.",
        _Shown("B4 B7 / C2", 2, "B7-A8", "B's pieces never come to A8."),
        _Shown("B4 B7 / C2", 2, "B4-B6", "No roll reaches B6 yet, but a later one may."),
    ),
    "was safe for good": _Words(
        "The piece could never be captured where it stood.",
        _Shown("A2 B5 / C2", 2, "A2-B1", "B's pieces never come to A2."),
        _Shown("A2 B5 / C2", 2, "B5-B7", "On B5, B's pieces may still catch it."),
    ),
    "threatens": _Words(
        "From where it lands, the piece can capture with the next roll.",
        _Shown("A3 B5 / B3", 2, "A3-A1", "From A1, a 3 captures on B3."),
        _Shown("A3 B5 / B3", 2, "B5-B7", "There is nothing ahead to capture."),
    ),
    "threatened": _Words(
        "From where it stood, the piece could capture with some roll.",
        _Shown("A1 B5 / B3", 1, "A1-B1", "From A1, a 3 would capture on B3."),
        _Shown("A1 B5 / B3", 1, "B5-B6", "From B5 there is nothing to capture."),
    ),
    "most threats": _Words(
        "After it, the most throws capture any piece of the opponent.",
        _Shown("A2 B5 / B3", 1, "A2-A1", "Then a 3 captures on B3: 4 of the 16 throws."),
        _Shown("A2 B5 / B3", 1, "B5-B6", "Only a 4 captures, from A2: one throw."),
    ),
    "foremost": _Words(
        "Of the pieces that can move, it has come furthest.",
        _Shown("A1 B5 +5 / C2 B2 +5", 1, "B5-B6", "B5 is ahead of A1."),
        _Shown("A1 B5 +5 / C2 B2 +5", 1, "A1-B1", "The piece on B5 has come further."),
    ),
    "rearmost": _Words(
        "Of the pieces that can move, it has come least far; the hand is before all squares.",
        _Shown("A1 B5 +5 / C2 B2 +5", 1, "A1-B1", "A1 is behind B5, and no piece is in hand."),
        _Shown("A1 B5 +5 / C2 B2 +5", 1, "B5-B6", "The piece on A1 has come less far."),
    ),
    "ahead": _Words(
        "Your pieces have come further than the opponent's, in all.",
        _Shown("A1 B6 +2 / C2 B2", 2, "B6-B8", "Two pieces home and one on B6: A is ahead."),
        _Shown("A1 B2 / C2 B6 +2", 2, "B2-B4", "B has two pieces home: A is behind."),
    ),
    "from hand": _Words(
        "A new piece enters the board.",
        _Shown("A1 / C3", 2, "hand-A3", "The piece comes from the hand."),
        _Shown("A1 / C3", 2, "A1-B2", "The piece was on A1."),
    ),
    "from board": _Words(
        "The piece was on the board already.",
        _Shown("A1 / C3", 2, "A1-B2", "The piece was on A1."),
        _Shown("A1 / C3", 2, "hand-A3", "The piece comes from the hand."),
    ),
    "to home": _Words(
        "The piece leaves the board at the end of its path.",
        _Shown("A8 B1 / C3", 2, "A8-off", "It needs this very roll."),
        _Shown("A8 B1 / C3", 2, "B1-B3", "It stays on the board."),
    ),
    "to start": _Words(
        "The piece lands on one of your first squares, which only you use.",
        _Shown("A3 B5 / C3", 1, "A3-A2", "A2 is square 3 of the path."),
        _Shown("A3 B5 / C3", 1, "B5-B6", "Both sides use B6."),
    ),
    "to middle": _Words(
        "The piece lands on a square that both sides use.",
        _Shown("A2 / C3", 2, "A2-B1", "Both sides use B1."),
        _Shown("A2 / C3", 2, "hand-A3", "Only A uses A3."),
    ),
    "to before centre": _Words(
        "The piece lands on the middle row before the centre rosette.",
        _Shown("A1 B4 / C3", 2, "A1-B2", "B2 comes before B4."),
        _Shown("A1 B4 / C3", 2, "B4-B6", "B6 comes after B4."),
    ),
    "to after centre": _Words(
        "The piece lands on a shared square after the centre rosette.",
        _Shown("A1 B4 / C3", 2, "B4-B6", "B6 comes after B4."),
        _Shown("A1 B4 / C3", 2, "A1-B2", "B2 comes before B4."),
    ),
    "to end": _Words(
        "The piece lands on one of your last squares, after the shared ones.",
        _Shown("B1 B7 / C3", 2, "B7-A8", "A8 is the last square but one."),
        _Shown("B1 B7 / C3", 2, "B1-B3", "Both sides use B3."),
    ),
    "to rosette": _Words(
        "The piece lands on a rosette.",
        _Shown("A3 B1 / C3", 2, "A3-A1", "A1 is a rosette."),
        _Shown("A3 B1 / C3", 2, "B1-B3", "B3 is no rosette."),
    ),
    "to first rosette": _Words(
        "The piece lands on the first rosette of your path.",
        _Shown("A3 B2 / C3", 2, "A3-A1", "A1 is your first rosette."),
        _Shown("A3 B2 / C3", 2, "B2-B4", "B4 is the centre rosette."),
    ),
    "to centre rosette": _Words(
        "The piece lands on the centre rosette.",
        _Shown("A3 B2 / C3", 2, "B2-B4", "B4 is the centre rosette."),
        _Shown("A3 B2 / C3", 2, "A3-A1", "A1 is your first rosette."),
    ),
    "to last rosette": _Words(
        "The piece lands on the last rosette of your path.",
        _Shown("B2 B8 / C3", 2, "B8-A7", "A7 is your last rosette."),
        _Shown("B2 B8 / C3", 2, "B2-B4", "B4 is the centre rosette."),
    ),
    "to square 6": _Words(
        "The piece lands on the sixth square of your path; so for every square.",
        _Shown("A1 B4 / C3", 2, "A1-B2", "B2 is the sixth square."),
        _Shown("A1 B4 / C3", 2, "B4-B6", "B6 is the tenth square."),
    ),
    "if you on centre": _Words(
        "You hold the centre rosette before the move, whatever the move is.",
        _Shown("A3 B4 / C3", 1, "A3-A2", "A's piece is on B4."),
        _Shown("A3 B3 / C3", 1, "B3-B4", "A's piece comes to B4 only with this move."),
    ),
    "if you not on centre": _Words(
        "You don't hold the centre rosette before the move.",
        _Shown("A3 B3 / C3", 1, "B3-B4", "A's piece comes to B4 only with this move."),
        _Shown("A3 B4 / C3", 1, "A3-A2", "A's piece is on B4."),
    ),
    "if opponent on centre": _Words(
        "The opponent holds the centre rosette.",
        _Shown("A3 B2 / B4", 1, "B2-B3", "B's piece is on B4."),
        _Shown("A3 B2 / B3", 1, "A3-A2", "B4 is empty."),
    ),
    "if opponent not on centre": _Words(
        "The opponent doesn't hold the centre rosette.",
        _Shown("A3 B2 / B3", 1, "A3-A2", "B4 is empty."),
        _Shown("A3 B2 / B4", 1, "B2-B3", "B's piece is on B4."),
    ),
    "if centre empty": _Words(
        "Nobody holds the centre rosette before the move.",
        _Shown("A3 B2 / B3", 1, "A3-A2", "B4 is empty."),
        _Shown("A3 B4 / C3", 1, "A3-A2", "A's piece is on B4."),
    ),
}


def _read(shown: _Shown) -> Example:
    fields: dict[str, int] = {}
    owners: dict[int | str, int] = {}
    for number, (side, part) in enumerate(zip("ab", shown.position.split("/"), strict=True), 1):
        names = part.split()
        fields[f"{side}_done"] = sum(int(name) for name in names if name.startswith("+"))
        squares = [parse_square(name) for name in names if not name.startswith("+")]
        owners |= dict.fromkeys(squares, number)
        fields[f"{side}_hand"] = FINKEL.pieces - fields[f"{side}_done"] - len(squares)
    position = Position(UR_STATE.pack(**fields, square=owners), FINKEL)
    return Example(position, shown.roll, Move(shown.move), shown.note)


def _kind(word: str) -> WordKind:
    if word in FACTS:
        return "fact"
    return "condition" if word.removeprefix("if ") in CONDITIONS else "place"


@cache
def card_words() -> CardWords:
    """Return the words of a card, each with a move that meets it and a move that does not."""
    return CardWords(
        tuple(
            CardWord(word, _kind(word), shown.meaning, _read(shown.holds), _read(shown.fails))
            for word, shown in _EXAMPLES.items()
        )
    )


def find_card_word(word: str) -> CardWord:
    """Return a word of a card by its text.

    >>> find_card_word("from hand").meaning
    'A new piece enters the board.'
    """
    require_name(word, _EXAMPLES, "word")
    return next(known for known in card_words().words if known.word == word)
