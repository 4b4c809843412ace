"""A position: a state and the rules it is played by.

A `Position` is checked once, when it is made. A position after a legal move needs no check, so
`moves` and `play` cost little more than on bare states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from typing_extensions import TypedDict

from astragal._checks import (
    parse_word,
    require_flag,
    require_instance,
    require_int,
    require_list,
    whole,
)
from astragal._frames import Integers, Texts
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError, FieldError, counted, quoted
from astragal.layout.field import Item, ItemValue
from astragal.ur.drawing import draw_board, draw_svg
from astragal.ur.layouts import UR_STATE
from astragal.ur.moves import MOVES, SIDES, Move, Side, UrMoveJson, read_move, read_side
from astragal.ur.rules import (
    FINKEL,
    MAX_PIECES,
    MAX_ROLL,
    Roll,
    Rules,
    find_rules,
    read_pieces,
    require_roll,
)
from astragal.ur.squares import SQUARES, Square, mirror_square, parse_square
from astragal.ur.states import ON_BOARD, State, turn_of, winner_of

MAX_DEPTH = 20

_HAND = tuple(UR_STATE.field(name).items[0] for name in ("a_hand", "b_hand"))
_DONE = tuple(UR_STATE.field(name).items[0] for name in ("a_done", "b_done"))
_ROLL = UR_STATE.field("roll").items[0]
_EXTRA = UR_STATE.field("extra").items[0]
_SQUARE = dict(zip(SQUARES, UR_STATE.field("square").items, strict=True))


def _item(items: tuple[Item, ...], side: Side) -> Item:
    """Return the item of the state that belongs to a side."""
    try:
        place = whole(side)
    except TypeError:
        place = -1
    if 0 <= place < len(SIDES):
        return items[place]
    raise BadInputError(f"{quoted(side)} is not a side; give Side.A or Side.B")


class _NotOnBoard(NamedTuple):
    """The pieces of a side that are not on the board."""

    hand: int
    home: int


def _read_squares(squares: Sequence[Square] | str, name: str) -> list[Square]:
    """Return the squares of a side, given as a list or as text, and each once."""
    listed = squares.split() if isinstance(squares, str) else squares
    read = [parse_square(square) for square in require_list(listed, name, "squares")]
    if twice := [square for square in read if read.count(square) > 1]:
        raise BadInputError(f"{name} = {quoted(squares)} has {twice[0]} twice")
    return read


def _place_the_rest(
    name: str, squares: list[Square], hand: int | None, home: int | None, pieces: int
) -> _NotOnBoard:
    """Return the pieces in hand and home of a side; one of the two numbers follows."""
    game = f"a game of {counted(pieces, 'piece')}"
    rest = pieces - len(squares)
    if rest < 0:
        raise BadInputError(f"{name} has {counted(len(squares), 'piece')} on the board, in {game}")
    for kind, number in (("hand", hand), ("home", home)):
        if number is not None:
            require_int(number, f"{name}_{kind}", 0, rest)
    if hand is None:
        home = 0 if home is None else home
        return _NotOnBoard(rest - home, home)
    if home is None:
        home = rest - hand
    if hand + home != rest:
        raise BadInputError(
            f"{name} has {len(squares)} on the board, {hand} in hand and {home} home, in {game}"
        )
    return _NotOnBoard(hand, home)


class UrPositionJson(TypedDict):
    """A position: its state, the fields of the state, and its problems."""

    state: str
    rules: str
    pieces: int
    """Pieces of each side."""
    a_hand: int
    """A's pieces that are not on the board yet."""
    b_hand: int
    a_done: int
    """A's pieces that have completed the path."""
    b_done: int
    turn: str
    """The side to move: "A" or "B"."""
    roll: int | None
    """The roll to be played; null if the dice have not been rolled. The state has the same bits for
    a roll of 0 and for no roll."""
    extra: bool
    """Whether the last move granted another roll."""
    squares: dict[str, str]
    """The side that stands on each occupied square."""
    valid: bool
    problems: list[str]
    """Everything that is wrong with the state."""


_new, _set = object.__new__, object.__setattr__  # of a frozen class


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Position(Result):
    """A position of the Royal Game of Ur: immutable, hashable, and it knows its rules.

    It is made from its state, as a number or as text; `place` makes it from its pieces. `rules` are
    a name, such as `finkel`, the name of a TOML file, or `Rules`.

    >>> game = Position("0x0000084040000d40", rules="finkel")
    >>> game.moves(roll=2)
    [Move('B4-B6'), Move('A8-off')]
    >>> game.play("A8-off", roll=2)
    Position('0x0000084000001d80', rules='finkel')
    """

    state: State
    rules: Rules
    rolled_zero: bool
    """Whether the dice show 0: the bits of the state are the same as before the roll."""

    def __init__(
        self, state: SupportsIndex | str, rules: Rules | str = FINKEL, *, check: bool = True
    ) -> None:
        """Read and check a state. With `check=False`, it may have `problems`."""
        try:
            number = parse_word(state) if isinstance(state, str) else index(state)
        except (ValueError, TypeError):
            raise BadInputError(
                f"{quoted(state)} is not a state; write it as {UR_STATE.hex(63)}"
            ) from None
        if not 0 <= number < 1 << UR_STATE.bits:
            raise BadInputError(
                f"{quoted(state)} is not a state: it does not fit in {UR_STATE.bits} bits"
            )
        _set(self, "state", number)
        _set(self, "rules", find_rules(rules))
        _set(self, "rolled_zero", False)
        if (check is True or require_flag(check, "check")) and (wrong := self.problems):
            raise BadInputError(
                f"{self.name} is not a state of {self.rules.name}: {'; '.join(wrong)}"
            )

    @classmethod
    def place(
        cls,
        a: Sequence[Square] | str = (),
        b: Sequence[Square] | str = (),
        *,
        a_hand: int | None = None,
        b_hand: int | None = None,
        a_home: int | None = None,
        b_home: int | None = None,
        turn: Side | str = Side.A,
        rules: Rules | str = FINKEL,
        pieces: int | None = None,
    ) -> Position:
        """Return the position with A's pieces on the squares `a`, and B's on the squares `b`.

        All other pieces of a side are in hand, but for those that are `home`. Give `hand` or `home`
        of a side, and the other follows from `pieces`, which defaults to the rules' own number.

        >>> placed = Position.place(a=["A1", "B3"], b=["C2"], a_home=1, turn="B")
        >>> print(placed.draw(ascii_only=True))
            1   2   3   4   5   6   7   8
          +---+---+---+---+       +---+---+
        A |*A |   |   |   |       | * |   |   A: 4 in hand, 1 home
          +---+---+---+---+---+---+---+---+
        B |   |   | A | * |   |   |   |   |
          +---+---+---+---+---+---+---+---+
        C | * | B |   |   |       | * |   |   B: 6 in hand, 0 home   to move
          +---+---+---+---+       +---+---+
        """
        ruleset = find_rules(rules)
        pieces = read_pieces(pieces, ruleset)
        squares = _read_squares(a, "a"), _read_squares(b, "b")
        if shared := [square for square in squares[0] if square in squares[1]]:
            raise BadInputError(f"a and b both have a piece on {shared[0]}")
        left_a = _place_the_rest("a", squares[0], a_hand, a_home, pieces)
        left_b = _place_the_rest("b", squares[1], b_hand, b_home, pieces)
        owners: dict[int | str, ItemValue] = {
            **dict.fromkeys(squares[0], "A"),
            **dict.fromkeys(squares[1], "B"),
        }
        state = UR_STATE.pack(
            a_hand=left_a.hand,
            b_hand=left_b.hand,
            a_done=left_a.home,
            b_done=left_b.home,
            turn=read_side(turn),
            square=owners,
        )
        return cls(state, ruleset)

    @classmethod
    def _known(cls, state: State, rules: Rules, rolled_zero: bool = False) -> Position:
        """Return a position that is known to be valid."""
        made = _new(cls)
        _set_state(made, state)
        _set_rules(made, rules)
        _set_rolled_zero(made, rolled_zero)
        return made

    def __hash__(self) -> int:
        return hash((self.state, self.rules.name))

    def __repr__(self) -> str:
        rolled = ".with_roll(0)" if self.rolled_zero else ""
        return f"Position({self.name!r}, rules={self.rules.name!r}){rolled}"

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str:
        return draw_svg(self)

    def to_dict(self) -> UrPositionJson:
        """Return the state, its rules, its fields, and its problems."""
        problems = self.problems
        owners = {square: self.piece_at(square) for square in SQUARES}
        return {
            "state": self.name,
            "rules": self.rules.name,
            "pieces": self.pieces,
            "a_hand": self.hand(Side.A),
            "b_hand": self.hand(Side.B),
            "a_done": self.home(Side.A),
            "b_done": self.home(Side.B),
            "turn": str(self.turn),
            "roll": self.roll,
            "extra": self.extra,
            "squares": {square: str(side) for square, side in owners.items() if side is not None},
            "valid": not problems,
            "problems": problems,
        }

    def draw(self, *, ascii_only: bool = False) -> str:
        """Draw the board as text."""
        return draw_board(self, ascii_only=ascii_only)

    @property
    def name(self) -> str:
        """The state in hexadecimal, as positions are exchanged."""
        return UR_STATE.hex(self.state)

    @property
    def about(self) -> str:
        """The rules and the number of pieces, for answers."""
        return self.rules.about(self.pieces)

    @property
    def turn(self) -> Side:
        """The side to move."""
        return turn_of(self.state)

    @property
    def roll(self) -> Roll | None:
        """The roll to be played, or None if the dice have not been rolled yet."""
        return _ROLL.of(self.state) or (0 if self.rolled_zero else None)

    @property
    def pieces(self) -> int:
        """The number of pieces of each side."""
        return self._pieces(Side.A)

    @property
    def winner(self) -> Side | None:
        """The side that has completed all its pieces, or None."""
        return winner_of(self.state)

    @property
    def extra(self) -> bool:
        """Whether the last move granted another roll."""
        return bool(_EXTRA.of(self.state))

    @property
    def problems(self) -> list[str]:
        """Everything that is wrong with a position made with `check=False`; else empty.

        >>> Position(0x3E | 3 << 16, check=False).problems[0]
        'square A1 holds 3: 0 is empty, 1 is A, 2 is B'
        """
        return list(self._problems())

    def _problems(self) -> Iterator[str]:
        try:
            UR_STATE.check_word(self.state)
        except FieldError as error:
            yield str(error)
        if self.roll and self.roll not in self.rules.rolls:
            possible = ", ".join(map(str, self.rules.rolls))
            yield f"a roll of {self.roll} is not possible: {self.rules.name} has {possible}"
        for square, item in _SQUARE.items():
            owner = item.of(self.state)
            if owner == 3:
                yield f"square {square} holds 3: 0 is empty, 1 is A, 2 is B"
            elif owner and square not in self.rules.path_of(owner - 1):
                yield f"{SIDES[owner - 1]} has a piece on {square}, which is not on its path"
        a_pieces, b_pieces = map(self._pieces, SIDES)
        if a_pieces != b_pieces:
            yield f"A has {a_pieces} pieces and B has {b_pieces}: they must be equal"
        elif not 1 <= a_pieces <= MAX_PIECES:
            yield f"{a_pieces} pieces each: there must be 1 to {MAX_PIECES}"
        elif self.home(Side.A) == self.home(Side.B) == a_pieces:
            yield "both sides have completed all their pieces"

    def _pieces(self, side: Side) -> int:
        return self.hand(side) + (self.state & ON_BOARD[side]).bit_count() + self.home(side)

    def hand(self, side: Side) -> int:
        """Return how many pieces of a side are not on the board yet."""
        return _item(_HAND, side).of(self.state)

    def home(self, side: Side) -> int:
        """Return how many pieces of a side have completed the path."""
        return _item(_DONE, side).of(self.state)

    def piece_at(self, square: Square) -> Side | None:
        """Return the side whose piece stands on a square, such as "B4"."""
        item = _SQUARE.get(square)
        owner = (_SQUARE[parse_square(square)] if item is None else item).of(self.state)
        return SIDES[owner - 1] if owner in (1, 2) else None

    def with_roll(self, roll: Roll | None) -> Position:
        """Return the position with that roll; None means not rolled yet.

        The bits of a state are the same for a roll of 0 and for no roll. A position remembers a
        roll of 0 beside its state.

        >>> start().with_roll(0).moves(), start().with_roll(0).roll, start().roll
        ([], 0, None)
        """
        if roll is not None:
            roll = require_roll(roll, self.rules)
        state = self.state & ~_ROLL.mask | UR_STATE.pack(roll=roll or 0)
        return self._known(state, self.rules, rolled_zero=roll == 0)

    def mirror(self) -> Position:
        """Return the same position with the sides exchanged. Its value is the same.

        >>> start().mirror()
        Position('0x000000000000103f', rules='finkel')
        """
        swapped: dict[int | str, ItemValue] = {
            mirror_square(square): (0, 2, 1, 3)[item.of(self.state)]
            for square, item in _SQUARE.items()
        }
        state = UR_STATE.pack(
            a_hand=self.hand(Side.B),
            b_hand=self.hand(Side.A),
            a_done=self.home(Side.B),
            b_done=self.home(Side.A),
            turn=self.turn.other,
            square=swapped,
        )
        state |= self.state & (_ROLL.mask | _EXTRA.mask)
        return self._known(state, self.rules, self.rolled_zero)

    def throw(self, random: np.random.Generator) -> Roll:
        """Throw the dice of the rules, and return the roll.

        >>> start().throw(np.random.default_rng(1))
        2
        """
        require_instance(random, np.random.Generator, "np.random.default_rng() makes one")
        return int(random.choice(MAX_ROLL + 1, p=self.rules.chances))

    def moves(self, roll: Roll | None = None) -> list[Move]:
        """Return the legal moves with a roll (default: the position's own).

        The list is empty if the turn passes, or if the game is over.
        """
        rules = self.rules
        if roll.__class__ is not int or roll not in rules.rolls:
            roll = self._own_roll(roll)
        return [MOVES[numbers] for numbers in rules.native.moves(self.state, roll)]

    def successors(self, roll: Roll | None = None) -> list[tuple[Move, Position]]:
        """Return each legal move with a roll (default: the position's own), and where it leads.

        >>> for move, position in start().successors(4):
        ...     print(move, position.turn)
        hand-A1 A
        """
        play, rules = self.rules.native.play, self.rules
        return [
            (move, self._known(play(self.state, *move.numbers), rules)) for move in self.moves(roll)
        ]

    def play(self, move: Move | str | None, roll: Roll | None = None) -> Position:
        """Return the position after a legal move, or after a pass (None or "pass").

        >>> start("blitz").play("hand-A1", roll=4)
        Position('0x000000000101002c', rules='blitz')
        >>> start().play("hand-A1", roll=2)
        Traceback (most recent call last):
        astragal.errors.BadInputError: A can't play hand-A1 with a 2; legal: hand-A3
        """
        rules = self.rules
        if roll.__class__ is not int or roll not in rules.rolls:
            roll = self._own_roll(roll)
        wanted = read_move(move)
        if wanted is not None:
            after = rules.native.play_checked(self.state, roll, *wanted.numbers)
            if after is not None:
                return self._known(after, rules)
        if self.winner is not None:
            raise BadInputError(f"{self.name}: the game is over")
        legal = self.moves(roll)
        if wanted is None and not legal:
            return self._known(rules.native.passed(self.state), rules)
        does = "pass" if wanted is None else f"play {wanted}"
        names = ", ".join(map(str, legal)) or "pass"
        raise BadInputError(f"{self.turn} can't {does} with a {roll}; legal: {names}")

    def _own_roll(self, roll: Roll | None) -> Roll:
        """Return the position's own roll if none is given; raise if there is none."""
        if roll is None:
            roll = self.roll
            if roll is None:
                raise BadInputError(
                    f"{self.name}: not rolled yet; give the roll, as in roll=2 or roll=0"
                )
        return require_roll(roll, self.rules)

    def by_roll(self, roll: Roll | None = None) -> MovesByRoll:
        """Return the moves with a roll, else with the position's own, else with every roll."""
        return MovesByRoll(
            self,
            {
                each: [Successor(*pair) for pair in self.successors(each)]
                for each in self.rolls(roll)
            },
        )

    def rolls(self, roll: Roll | None = None) -> list[Roll]:
        """Return a roll, else the position's own, else every roll that allows moves."""
        roll = self.roll if roll is None else roll
        return [each for each in self.rules.rolls if each] if roll is None else [roll]

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` moves, whatever the position's own roll.

        All rolls are tried at each step; a pass counts as a move; a sequence that finishes the game
        ends there. Two sequences count twice even if they lead to the same position.

        >>> [start().perft(depth) for depth in range(1, 5)]
        [5, 28, 192, 1492]
        """
        require_int(depth, "depth", 0, MAX_DEPTH)
        return self.rules.native.perft(self.with_roll(None).state, depth)[0]


# The slots of a frozen class are set through their descriptors: faster than `object.__setattr__`.
_set_state, _set_rules, _set_rolled_zero = (
    Position.__dict__[slot].__set__ for slot in ("state", "rules", "rolled_zero")
)


class UrPerftJson(TypedDict):
    """The number of sequences of moves from a position."""

    state: str
    rules: str
    pieces: int
    depth: int
    nodes: int
    """Sequences of `depth` moves, with all rolls; fewer moves where a game ends."""


@dataclass(frozen=True, slots=True)
class Perft(Result):
    """The number of sequences of `depth` moves, see `Position.perft`."""

    position: Position
    depth: int

    @property
    def nodes(self) -> int:
        """The number of sequences."""
        return self.position.perft(self.depth)

    def __str__(self) -> str:
        return str(self.nodes)

    def to_dict(self) -> UrPerftJson:
        """Return the position, the depth and the number of sequences."""
        return {
            "state": self.position.name,
            "rules": self.position.rules.name,
            "pieces": self.position.pieces,
            "depth": self.depth,
            "nodes": self.nodes,
        }


AnyPosition: TypeAlias = Position | SupportsIndex | str
"""A position, its state, or the state as text."""


def start(rules: Rules | str = FINKEL, pieces: int | None = None) -> Position:
    """Return the first position of a game; `pieces` defaults to the rules' own number.

    >>> start("blitz", pieces=5)
    Position('0x000000000000002d', rules='blitz')
    """
    ruleset = find_rules(rules)
    pieces = read_pieces(pieces, ruleset)
    return Position(UR_STATE.pack(a_hand=pieces, b_hand=pieces), ruleset)


def read_position(position: AnyPosition, rules: Rules | str = FINKEL) -> Position:
    """Return a position as it is, or make one from a state or its text."""
    return position if isinstance(position, Position) else Position(position, rules)


class UrSuccessorJson(UrMoveJson):
    """A move and the state it leads to."""

    state: str


@dataclass(frozen=True, slots=True)
class Successor(Result):
    """A move and the position it leads to."""

    move: Move
    position: Position

    def __str__(self) -> str:
        return f"{self.move}: {self.position.name}"

    def to_dict(self) -> UrSuccessorJson:
        """Return the move and the state it leads to."""
        return {**self.move.to_dict(), "state": self.position.name}


class UrMovesJson(TypedDict):
    """The legal moves of a position."""

    state: str
    rules: str
    pieces: int
    moves: dict[str, list[UrSuccessorJson]]
    """The moves by roll; an empty list is a pass."""


@dataclass(frozen=True, repr=False, slots=True)
class MovesByRoll(TableResult):
    """The legal moves of a position for each of some rolls; an empty list is a pass."""

    position: Position
    moves: Mapping[Roll, Sequence[Successor]]

    def __repr__(self) -> str:
        return (
            f"MovesByRoll(state={self.position.name!r}, rules={self.position.rules.name!r}, "
            f"rolls={list(self.moves)})"
        )

    def to_dict(self) -> UrMovesJson:
        """Return the position and its moves by roll."""
        return {
            "state": self.position.name,
            "rules": self.position.rules.name,
            "pieces": self.position.pieces,
            "moves": {
                str(roll): [successor.to_dict() for successor in successors]
                for roll, successors in self.moves.items()
            },
        }

    def _rows(self) -> Iterator[tuple[Roll, str, str | None]]:
        for roll, successors in self.moves.items():
            for successor in successors:
                yield roll, str(successor.move), successor.position.name
            if not successors:
                yield roll, "pass", None

    def _table(self) -> TextTable:
        rows = [(roll, move, state or "") for roll, move, state in self._rows()]
        return TextTable(["roll", "move", "state"], rows, self.position.about)

    def _columns(self) -> dict[str, Sequence[object]]:
        rows = list(self._rows())
        return {
            "roll": Integers(roll for roll, _, _ in rows),
            "move": Texts(move for _, move, _ in rows),
            "state": Texts(state for _, _, state in rows),
        }
