"""Games as records: turns with their rolls, and RoyalUr's text format for them, RGN.

    [Rules "finkel"]
    [Pieces "7"]

    1. A@A1 * A@A3 / C@C3
    2. A3A2 / 0 --

A's actions follow the number, B's follow the `/`. `A@A3` is a new piece on A3, `A3A1` a move,
`A7A+` a piece home; `x` after a square is a capture, ` *` a rosette; `2 --` is a roll without a
move, because there is none or, at the end, because it has yet to be made; `#` ends a finished game.
The roll of a move is the distance it goes. Rules without a name of ours are written out, in the
tags `RULE_TAGS`.

The text is written as RoyalUr writes it, which does not read it; both spellings of tags and of the
end are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from os.path import isfile
from pathlib import Path

from typing_extensions import TypedDict

from astragal._checks import require_list
from astragal._results import Result
from astragal.errors import BadInputError, quoted
from astragal.store.files import read_file
from astragal.ur.moves import (
    Move,
    Side,
    UrTurnMoveJson,
    move_name,
    read_move,
    turn_move_json,
)
from astragal.ur.position import AnyPosition, Position, read_position, start
from astragal.ur.rules import FINKEL, MAX_PIECES, RULES, Roll, Rules, find_rules
from astragal.ur.squares import HAND, OFF, ROWS, parse_square


class UrTurnJson(UrTurnMoveJson):
    """A turn of a game."""

    state: str
    """The state before the roll."""
    roll: int


@dataclass(frozen=True)
class Turn(Result):
    """A position before the roll, the roll, and the move made (None for a pass)."""

    position: Position
    roll: Roll
    move: Move | None

    def __str__(self) -> str:
        return f"{self.position.turn} {self.roll} {move_name(self.move)}"

    def to_dict(self) -> UrTurnJson:
        """Return the state, the roll and the move."""
        return {**turn_move_json(self.move), "state": self.position.name, "roll": self.roll}


class UrRolledMoveJson(UrTurnMoveJson):
    """A roll and the move made with it."""

    roll: int


class UrRecordJson(TypedDict):
    """A game, finished or not."""

    rules: str
    rgn: str
    """The game as RGN, RoyalUr's text format."""
    states: list[str]
    """The state of each turn with its roll, and the last state."""
    moves: list[UrRolledMoveJson]
    """The roll and the move of each turn."""


@dataclass(frozen=True, repr=False)
class Record(Result):
    """A game, finished or not: every turn from the first position on, and the last position.

    `str` writes it as RGN.
    """

    turns: tuple[Turn, ...]
    last: Position
    tags: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return _write_rgn(self)

    def __repr__(self) -> str:
        return (
            f"Record(rules={self.rules.name!r}, turns={len(self.turns)}, last={self.last.name!r})"
        )

    def to_dict(self) -> UrRecordJson:
        """Return the rules, the game as RGN, its states, and its rolls and moves."""
        rolled = (turn.position.with_roll(turn.roll) for turn in self.turns)
        return {
            "rules": self.rules.name,
            "rgn": str(self),
            "states": [position.name for position in (*rolled, self.last)],
            "moves": [{**turn_move_json(turn.move), "roll": turn.roll} for turn in self.turns],
        }

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.last.rules

    @property
    def first(self) -> Position:
        """The position in which the game began."""
        return self.turns[0].position if self.turns else self.last


def replay(first: AnyPosition, rolled: Sequence[tuple[Roll, Move | str | None]]) -> Record:
    """Return the record of a game from its rolls and moves; each move is checked.

    >>> [str(turn) for turn in replay(start(), [(1, "hand-A4"), (0, "pass")]).turns]
    ['A 1 hand-A4', 'B 0 pass']
    """
    turns = []
    position = read_position(first).with_roll(None)
    for pair in require_list(rolled, "rolled", "pairs of a roll and a move"):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise BadInputError(f"rolled: {quoted(pair)} is not a pair of a roll and a move")
        roll, move = pair[0], read_move(pair[1])
        turns.append(Turn(position, roll, move))
        position = position.play(move, roll)
    return Record(tuple(turns), position)


def read_game(game: str | Path | Sequence[AnyPosition], rules: Rules | str | None = None) -> Record:
    """Read a game: RGN text, its positions as hexadecimal text or in a sequence, or a file.

    A file is a `Path`, or text in one line that ends with `.rgn` or names a file. The rules of RGN
    are those that its tags name, otherwise those that are given, otherwise Finkel's. Tags that name
    others than those given are an error.

    >>> [str(turn) for turn in read_game("1. A@A1 * A@A3 / C@C3").turns]
    ['A 4 hand-A1', 'A 2 hand-A3', 'B 2 hand-C3']
    >>> [str(turn) for turn in read_game("0x3f 0x40103e").turns]
    ['A 1 hand-A4']
    """
    if isinstance(game, Path) or (isinstance(game, str) and _names_a_file(game)):
        return read_file(game, lambda text: parse_game(text, rules))
    if isinstance(game, str):
        return parse_game(game, rules)
    listed = require_list(game, "game", "positions (or RGN, or the Path of a file)")
    played = FINKEL if rules is None else rules
    return _record_of_positions([read_position(each, played) for each in listed])


def _names_a_file(text: str) -> bool:
    return "\n" not in text and (text.endswith(".rgn") or isfile(text))


def parse_game(text: str, rules: Rules | str | None = None) -> Record:
    """Read a game from its text, as `read_game`; it opens no file, so the text may be anybody's."""
    words = text.split()
    if not words:
        raise BadInputError("the game is empty: give RGN or positions")
    if all(word.lower().startswith("0x") for word in words):
        played = FINKEL if rules is None else rules
        return _record_of_positions([Position(word, played) for word in words])
    return _parse_rgn(text, rules)


def _record_of_positions(positions: Sequence[Position]) -> Record:
    """Return the game that went through these positions, its rolls worked out from its moves.

    The roll of a pass is the roll of the position, or else 0.
    """
    if not positions:
        raise BadInputError("a game has at least one position")
    turns = [
        Turn(before.with_roll(None), *_step(before, after)) for before, after in pairwise(positions)
    ]
    return Record(tuple(turns), positions[-1].with_roll(None))


def _step(before: Position, after: Position) -> tuple[Roll, Move | None]:
    wanted = after.with_roll(None)
    for roll in before.rules.rolls if before.roll is None else [before.roll]:
        legal = before.successors(roll)
        for move, reached in legal:
            if reached == wanted:
                return roll, move
        if not legal and before.winner is None and before.play(None, roll) == wanted:
            return roll, None
    raise BadInputError(f"no move leads from {before.name} to {after.name}")


_TAG = re.compile(r'\[(\w+)\s+(?:"((?:[^"\\]|\\.)*)"|([^\]\s]+))\]')
_ESCAPES = {'"': r"\"", "\\": r"\\", "\r": r"\r", "\n": r"\n"}
_ESCAPED = {escape[1]: plain for plain, escape in _ESCAPES.items()}
_ESCAPING = str.maketrans(_ESCAPES)
MOST_IN_A_LINE = 60
_ACTION = re.compile(r"([ABC])([1-8]|@)([ABC])([1-8]|\+)(x?)")
_PASS = re.compile(r"([0-9]) --")
_NUMBER = re.compile(r"[0-9]+\.")


def _write_rgn(record: Record) -> str:
    first = record.first
    tags = {"Rules": record.rules.name, "Pieces": str(first.pieces)}
    if RULES.get(record.rules.name) != record.rules:
        tags |= _rule_tags(record.rules)
    if first != start(record.rules, first.pieces):
        tags["State"] = first.name
    tags = record.tags | tags
    lines = [f'[{key} "{value.translate(_ESCAPING)}"]' for key, value in tags.items()]
    return "\n".join([*lines, "", *_turn_lines(record)])


def _turn_lines(record: Record) -> Iterator[str]:
    """Yield the text of each turn of both sides, folded as RoyalUr folds it."""
    turns = list(record.turns)
    if record.last.roll:
        turns.append(Turn(record.last.with_roll(None), record.last.roll, None))
    line, number = "", 0
    side: Side | None = None
    for at, turn in enumerate(turns, 1):
        action = _action_name(turn)
        if at == len(turns) and record.last.winner is not None:
            action += "#"
        if turn.position.turn != side:
            if side == Side.B:
                yield line
                line = ""
            number += 1
            side = turn.position.turn
            action = f"{(number + 1) // 2}. {action}" if side == Side.A else f"/ {action}"
        if line:
            fits = len(line) - line.rfind("\n") + len(action) < MOST_IN_A_LINE
            line += " " if fits else "\n"
        line += action
    if line:
        yield line


def _parse_rgn(text: str, rules: Rules | str | None) -> Record:
    lines = [line.strip() for line in text.splitlines()]
    tags = _parse_tags([line for line in lines if line.startswith("[")])
    body = " ".join(line for line in lines if not line.startswith("["))
    position = _first_position(tags, rules)
    turns: list[Turn] = []
    actions = list(_actions(body))
    for number, action in enumerate(actions, 1):
        try:
            roll, move = _parse_action(action, position.rules, position.turn)
            if move is None and number == len(actions) and position.moves(roll):
                position = position.with_roll(roll)  # the move has yet to be made
                break
            turns.append(Turn(position, roll, move))
            position = position.play(move, roll)
        except BadInputError as error:
            raise BadInputError(f"{quoted(action)}, turn {number}: {error}") from None
    if body.rstrip().endswith("#") and position.winner is None:
        raise BadInputError("the game ends with '#', which marks a finished game, and it is not")
    return Record(tuple(turns), position, tags)


def _parse_tags(head: list[str]) -> dict[str, str]:
    tags = {}
    for line in head:
        tag = _TAG.fullmatch(line)
        if tag is None:
            raise BadInputError(
                f'{quoted(line)} is not a tag; write [Key value] or [Key "a value"]'
            )
        if tag[1] in tags:
            raise BadInputError(
                f"{quoted(line)}: there are two tags {tag[1]}; a game has one of each"
            )
        tags[tag[1]] = tag[3] or re.sub(
            r"\\(.)", lambda escape: _ESCAPED.get(escape[1], escape[1]), tag[2]
        )
    return tags


def _first_position(tags: dict[str, str], rules: Rules | str | None) -> Position:
    tag = tags.get("Rules", FINKEL.name if rules is None else "")
    named = _tagged_rules(tag, tags) if "Path" in tags else RULES.get(tag.lower())
    played = named if rules is None else find_rules(rules)
    if played is None:
        known = ", ".join(RULES)
        raise BadInputError(f"[Rules {tag}]: unknown rules; give the rules, or name {known}")
    if named is not None and named.parameters != played.parameters:
        raise BadInputError(f"[Rules {tag}]: the game was played by other rules than {played.name}")
    if "State" in tags:
        return Position(tags["State"], played).with_roll(None)
    return start(played, _pieces(tags, played.pieces))


RULE_TAGS = ("Path", "Dice", "Rosettes", "SafeRosettes", "RosetteRolls", "CaptureRolls")
"""The tags of rules. Squares are names; `Dice` has the ways to throw 0, 1, 2 ..."""


def _rule_tags(rules: Rules) -> dict[str, str]:
    return {
        "Path": " ".join(rules.path),
        "Dice": " ".join(map(str, rules.dice)),
        "Rosettes": " ".join(rules.rosettes),
        "SafeRosettes": str(rules.safe_rosettes).lower(),
        "RosetteRolls": str(rules.rosette_rolls).lower(),
        "CaptureRolls": str(rules.capture_rolls).lower(),
    }


def _tagged_rules(name: str, tags: dict[str, str]) -> Rules:
    """Return the rules that tags write out."""

    def switch(tag: str) -> bool:
        if tags[tag] not in ("true", "false"):
            raise BadInputError(f"[{tag} {tags[tag]}]: write true or false")
        return tags[tag] == "true"

    if missing := [tag for tag in RULE_TAGS if tag not in tags]:
        raise BadInputError(f"[Path ...]: rules are written out, and {missing[0]} is missing")
    if not re.fullmatch(r"[0-9]{1,6}( [0-9]{1,6})*", tags["Dice"]):
        raise BadInputError(f"[Dice {tags['Dice']}]: write the ways to throw 0, 1, 2, ...")
    return Rules(
        name,
        _pieces(tags, MAX_PIECES),
        tuple(tags["Path"].split()),
        tuple(map(int, tags["Dice"].split())),
        rosettes=tuple(tags["Rosettes"].split()),
        safe_rosettes=switch("SafeRosettes"),
        rosette_rolls=switch("RosetteRolls"),
        capture_rolls=switch("CaptureRolls"),
    )


def _pieces(tags: dict[str, str], default: int) -> int:
    pieces = tags.get("Pieces", str(default))
    if not re.fullmatch("[0-9]", pieces):
        raise BadInputError(f"[Pieces {pieces}]: a game has 1 to {MAX_PIECES}")
    return int(pieces)


def _actions(body: str) -> Iterator[str]:
    """Yield moves as `A@A3`, and rolls without a move as `2 --`."""
    words = iter(body.rstrip().removesuffix("#").split())
    for word in words:
        if word in ("/", "*") or _NUMBER.fullmatch(word):
            continue
        if word.isascii() and word.isdigit():
            if next(words, "") != "--":
                raise BadInputError(f"{quoted(word)}: a roll without a move is written '{word} --'")
            yield f"{word} --"
        else:
            yield word


def _parse_action(action: str, rules: Rules, side: Side) -> tuple[Roll, Move | None]:
    """Read an action of a side; the roll of a move is the distance on that side's path."""
    if passed := _PASS.fullmatch(action):
        return int(passed[1]), None
    parts = _ACTION.fullmatch(action)
    if parts is None:
        raise BadInputError(
            "not a move; write A@A3 (enter), A3A1 (move), A7A+ (home) or 2 -- (no move)"
        )
    source = HAND if parts[2] == "@" else parse_square(parts[1] + parts[2])
    target = OFF if parts[4] == "+" else parse_square(parts[3] + parts[4])

    def roll_of(mover: Side) -> Roll | None:
        row = ROWS[2 * mover]
        astray = (source == HAND and parts[1] != row) or (target == OFF and parts[3] != row)
        path = (HAND, *rules.path_of(mover), OFF)
        if astray or source not in path or target not in path:
            return None
        roll = path.index(target) - path.index(source)
        return roll if roll in rules.rolls else None

    roll = roll_of(side)
    if roll is None:
        wrong = f"{side} is to move, and no roll takes it there"
        if roll_of(side.other) is not None:
            again = []
            if rules.rosette_rolls:
                again.append("a rosette (*)")
            if rules.capture_rolls:
                again.append("a capture (x)")
            wrong += f": it is a move of {side.other}"
            wrong += f", and only {' or '.join(again)} gives another roll" if again else ""
        raise BadInputError(wrong)
    return roll, Move(source, target)


def _action_name(turn: Turn) -> str:
    if turn.move is None:
        return f"{turn.roll} --"
    side = turn.position.turn
    row = ROWS[2 * side]
    source, target = turn.move.source, turn.move.target
    text = f"{row}@" if source == HAND else source
    if target == OFF:
        return f"{text}{row}+"
    text += target
    if turn.position.piece_at(target) == side.other:
        text += "x"
    return f"{text} *" if target in turn.position.rules.rosettes else text
