"""A position: a state and the rules it is played by.

A `Position` is checked once, when it is made. What legal moves lead to needs no check, so `moves`
and `play` cost little more than on bare words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Protocol, SupportsIndex, TypeAlias

from astragal.errors import BadInputError
from astragal.ur.drawing import Tabular, draw_board, draw_svg
from astragal.ur.layouts import UR_STATE
from astragal.ur.rules import FINKEL, Roll, Rules, Square, read_pieces, read_rules, require_roll
from astragal.ur.words import (
    MOVES,
    Move,
    Side,
    State,
    done_of,
    extra_of,
    hand_of,
    mirror,
    parse_square,
    parse_state,
    piece_at,
    pieces_of,
    problems,
    read_move,
    require_valid,
    roll_of,
    start_state,
    state_name,
    turn_of,
    winner_of,
    with_roll,
)

MAX_DEPTH = 20

_new, _set = object.__new__, object.__setattr__  # of a frozen class


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Position:
    """A position of the Royal Game of Ur: immutable, hashable, and it knows its rules.

    It is made from a word, as a number or as text. `rules` are a name (`finkel`, `blitz`,
    `masters`), the name of a TOML file, or `Rules`.

    >>> game = Position("0x0000084040000d40", rules="finkel")
    >>> game.moves(roll=2)
    [Move('B4-B6'), Move('A8-off')]
    >>> game.play("A8-off", roll=2)
    Position('0x0000084000001d80', rules='finkel')
    """

    word: State
    rules: Rules

    def __init__(
        self, word: SupportsIndex | str, rules: Rules | str = FINKEL, *, check: bool = True
    ) -> None:
        """Read and check a state. `check=False` accepts any word, to see what is wrong with it."""
        ruleset = read_rules(rules)
        number = parse_state(word) if isinstance(word, str) else _word_of(word)
        if not 0 <= number < 1 << UR_STATE.bits:
            raise BadInputError(f"{word!r} is not a state: it does not fit in {UR_STATE.bits} bits")
        if check:
            require_valid(number, ruleset)
        _set(self, "word", number)
        _set(self, "rules", ruleset)

    @classmethod
    def _known(cls, word: State, rules: Rules) -> "Position":
        """Return a position that is known to be valid."""
        made = _new(cls)
        _set(made, "word", word)
        _set(made, "rules", rules)
        return made

    def __hash__(self) -> int:
        return hash((self.word, self.rules.name))

    def __repr__(self) -> str:
        return f"Position({self.name!r}, rules={self.rules.name!r})"

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str:
        return draw_svg(self.word, self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the state, its rules, its fields, and what is wrong with it."""
        wrong = self.problems
        return {
            "state": self.name,
            "rules": self.rules.name,
            "pieces": self.pieces,
            **UR_STATE.unpack(self.word & UR_STATE.mask),
            "valid": not wrong,
            "problems": wrong,
        }

    def draw(self, *, ascii_only: bool = False) -> str:
        """Draw the board as text."""
        return draw_board(self.word, self.rules, ascii_only=ascii_only)

    @property
    def name(self) -> str:
        """The word in hexadecimal, as states are exchanged."""
        return state_name(self.word)

    @property
    def turn(self) -> Side:
        """The side to move."""
        return turn_of(self.word)

    @property
    def roll(self) -> Roll | None:
        """The roll to be played, or None if the dice have not been rolled yet."""
        return roll_of(self.word) or None

    @property
    def pieces(self) -> int:
        """The number of pieces of each side."""
        return pieces_of(self.word)

    @property
    def winner(self) -> Side | None:
        """The side that has completed all its pieces, or None."""
        return winner_of(self.word)

    @property
    def extra(self) -> bool:
        """Whether the last move granted another roll."""
        return extra_of(self.word)

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong with a position made with `check=False`; else empty."""
        return problems(self.word, self.rules)

    def hand(self, side: Side) -> int:
        """Return how many pieces of a side are not on the board yet."""
        return hand_of(self.word, side)

    def done(self, side: Side) -> int:
        """Return how many pieces of a side have completed the path."""
        return done_of(self.word, side)

    def piece_at(self, square: Square | str) -> Side | None:
        """Return the side whose piece stands on a square, given by name or number."""
        return piece_at(self.word, parse_square(square) if isinstance(square, str) else square)

    def with_roll(self, roll: Roll | None) -> "Position":
        """Return the position with that roll; None means not rolled yet."""
        if roll:
            require_roll(roll, self.rules)
        return self._known(with_roll(self.word, roll or 0), self.rules)

    def mirror(self) -> "Position":
        """Return the same position with the sides exchanged."""
        return self._known(mirror(self.word), self.rules)

    def moves(self, roll: Roll | None = None) -> list[Move]:
        """Return the legal moves with a roll (default: the position's own).

        The list is empty if the turn passes, or if the game is over.
        """
        rules = self.rules
        if roll not in rules.rolls:
            roll = self._roll(roll)
        return [MOVES[places] for places in rules.native.moves(self.word, roll)]

    def successors(self, roll: Roll | None = None) -> dict[Move, "Position"]:
        """Return each legal move with a roll, and the position it leads to."""
        play, rules = self.rules.native.play, self.rules
        return {move: self._known(play(self.word, *move), rules) for move in self.moves(roll)}

    def play(self, move: Move | str | None, roll: Roll | None = None) -> "Position":
        """Return the position after a legal move, or after a pass (None or "pass").

        >>> start("blitz").play("hand-A1", roll=4)
        Position('0x000000000101002c', rules='blitz')
        >>> start().play("hand-A1", roll=2)
        Traceback (most recent call last):
        astragal.errors.BadInputError: A can't play hand-A1 with a 2; legal: hand-A3
        """
        rules = self.rules
        if roll not in rules.rolls:
            roll = self._roll(roll)
        wanted = read_move(move)
        if wanted is not None:
            after = rules.native.play_checked(self.word, roll, *wanted)
            if after is not None:
                return self._known(after, rules)
        if self.winner is not None:
            raise BadInputError(f"{self.name}: the game is over")
        legal = self.moves(roll)
        if wanted is None and not legal:
            return self._known(rules.native.passed(self.word), rules)
        does = "pass" if wanted is None else f"play {wanted}"
        names = ", ".join(map(str, legal)) or "pass"
        raise BadInputError(f"{self.turn} can't {does} with a {roll}; legal: {names}")

    def _roll(self, roll: Roll | None) -> Roll:
        """Return the position's own roll if none is given; raise if there is none."""
        if roll is None:
            roll = roll_of(self.word)
            if not roll:
                raise BadInputError(f"{self.name}: not rolled yet; give the roll, as in roll=2")
        require_roll(roll, self.rules)
        return roll

    def by_roll(self, roll: Roll | None = None) -> "MovesByRoll":
        """Return the moves with a roll, else with the position's own, else with every roll."""
        return MovesByRoll(
            self,
            {
                one: [Successor(*pair) for pair in self.successors(one).items()]
                for one in self.rolls(roll)
            },
        )

    def rolls(self, roll: Roll | None = None) -> list[Roll]:
        """Return a roll, else the position's own, else every roll that allows moves."""
        roll = self.roll if roll is None else roll
        return [one for one in self.rules.rolls if one] if roll is None else [roll]

    def perft(self, depth: int) -> int:
        """Count the positions after `depth` moves, whatever the position's own roll.

        All rolls are tried at each step; a pass counts as a move; a finished game counts once and
        goes no further.

        >>> [start().perft(depth) for depth in range(1, 5)]
        [5, 28, 192, 1492]
        """
        if not 0 <= depth <= MAX_DEPTH:
            raise BadInputError(f"depth {depth!r} is not in 0..{MAX_DEPTH}")
        return self.rules.native.perft(with_roll(self.word, 0), depth)[0]


AnyPosition: TypeAlias = Position | SupportsIndex | str
"""A position, its word, or the word as text."""


def start(rules: Rules | str = FINKEL, pieces: int | None = None) -> Position:
    """Return the first position of a game; `pieces` defaults to the rules' own number.

    >>> start("blitz", pieces=5)
    Position('0x000000000000002d', rules='blitz')
    """
    ruleset = read_rules(rules)
    return Position(start_state(read_pieces(pieces, ruleset)), ruleset)


def read_position(position: AnyPosition, rules: Rules | str = FINKEL) -> Position:
    """Return a position as it is, or make one from a word or its text."""
    return position if isinstance(position, Position) else Position(position, rules)


class MoveOfList(Protocol):
    """An entry of a list of moves."""

    @property
    def move(self) -> Move:
        """The move."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return the move and what is told about it."""
        ...


@dataclass(frozen=True)
class Successor:
    """A move and the position it leads to."""

    move: Move
    position: Position

    def to_dict(self) -> dict[str, Any]:
        """Return the move and the state after it."""
        return self.move.to_dict() | {"state": self.position.name}


@dataclass(frozen=True)
class MovesByRoll(Tabular):
    """The moves of a position for each of some rolls; no moves mean a pass."""

    position: Position
    moves: Mapping[Roll, Sequence[MoveOfList]]

    def to_dict(self) -> dict[str, Any]:
        """Return the moves of each roll."""
        return {
            "state": self.position.name,
            "rules": self.position.rules.name,
            "pieces": self.position.pieces,
            "moves": {
                str(roll): [one.to_dict() for one in moves] for roll, moves in self.moves.items()
            },
        }

    def rows(self) -> list[dict[str, object]]:
        """Return a row for each move, and one for each roll that passes."""
        return [
            {"roll": roll, "move": str(one.move)}
            | {key: value for key, value in one.to_dict().items() if key not in ("from", "to")}
            for roll, moves in self.moves.items()
            for one in moves
        ] + [{"roll": roll, "move": "pass"} for roll, moves in self.moves.items() if not moves]


def _word_of(word: SupportsIndex) -> State:
    try:
        return index(word)
    except TypeError:
        raise BadInputError(f"{word!r} is not a state; write it as 0x3f") from None
