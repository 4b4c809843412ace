"""Games as records: turns with their rolls, and RoyalUr's text form of them, RGN.

    [Rules finkel]
    [Pieces 7]

    1. A@A1 * A@A3 / C@C3
    2. A3A2 / 0 --

A's actions follow the number, B's the `/`. `A@A3` is a new piece on A3, `A3A1` a move, `A7A+` a
piece home; `x` behind a square is a capture, ` *` a rosette; `2 --` a roll without a move; `#` ends
a finished game. The roll of a move is the distance it goes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from astragal.errors import BadInputError
from astragal.ur.moves import HAND, OFF, Move, play, successors
from astragal.ur.notation import ROWS, parse_square, square_name
from astragal.ur.rules import FINKEL, RULES, Roll, Rules, Square
from astragal.ur.state import (
    PLAYERS,
    Player,
    State,
    parse_state,
    piece_at,
    pieces_of,
    require_valid,
    roll_of,
    start,
    state_name,
    turn_of,
    winner_of,
    without_roll,
)


@dataclass(frozen=True)
class Turn:
    """A state, what was rolled in it, and the move made (None for a pass)."""

    state: State
    roll: Roll
    move: Move | None


@dataclass(frozen=True)
class Record:
    """A game, finished or not: every turn from the first state on, and the last state."""

    rules: Rules
    turns: tuple[Turn, ...]
    last: State
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def first(self) -> State:
        """The state in which it began."""
        return self.turns[0].state if self.turns else self.last


def replay(
    first: State, rolled: Sequence[tuple[Roll, Move | None]], rules: Rules = FINKEL
) -> Record:
    """Return the record of rolls and moves, each of them checked.

    >>> replay(0x3F, [(1, Move(HAND, 3)), (0, None)]).last == 0x40003E
    True
    """
    turns = []
    state = without_roll(first)
    for roll, move in rolled:
        turns.append(Turn(state, roll, move))
        state = play(state, move, roll, rules)
    return Record(rules, tuple(turns), state)


def record_of_states(states: Sequence[State], rules: Rules = FINKEL) -> Record:
    """Return the game that went through these states, its rolls worked out from its moves.

    The roll of a pass is the one in the state, or 0, as nothing else tells.
    """
    if not states:
        raise BadInputError("a game has at least one state")
    turns = [
        Turn(without_roll(before), *_step(before, after, rules))
        for before, after in pairwise(states)
    ]
    require_valid(states[-1], rules)
    return Record(rules, tuple(turns), without_roll(states[-1]))


def _step(before: State, after: State, rules: Rules) -> tuple[Roll, Move | None]:
    rolls = [roll_of(before)] if roll_of(before) else list(rules.rolls)
    for roll in rolls:
        legal = successors(without_roll(before), roll, rules)
        for move, reached in legal.items():
            if reached == without_roll(after):
                return roll, move
        if not legal and play(without_roll(before), None, roll, rules) == without_roll(after):
            return roll, None
    raise BadInputError(f"no move leads from {state_name(before)} to {state_name(after)}")


_TAG = re.compile(r"\[(\w+)\s+(?:\"([^\"]*)\"|([^\]\s]+))\]")
_ACTION = re.compile(r"([ABC])([1-8]|@)([ABC])([1-8]|\+)(x?)")
_PASS = re.compile(r"([0-9]) --")
_NUMBER = re.compile(r"\d+\.")


def write_rgn(record: Record) -> str:
    """Write a record as RGN."""
    tags = {"Rules": record.rules.name, "Pieces": str(pieces_of(record.first))}
    if record.first != start(pieces_of(record.first)):
        tags["State"] = state_name(record.first)
    lines = [f"[{key} {_quoted(value)}]" for key, value in (record.tags | tags).items()]
    body: list[str] = []
    player: Player | None = None
    for turn in record.turns:
        mover = turn_of(turn.state)
        if player is None or (mover != player and mover == 0):
            body.append(f"{len(body) + 1}.")
        if mover == 1 and player != 1:
            body[-1] += " /"
        body[-1] += " " + _action_name(turn, record.rules)
        player = mover
    if winner_of(record.last) is not None and body:
        body[-1] += " #"
    return "\n".join([*lines, "", *body, ""])


def parse_rgn(text: str, rules: Rules | None = None) -> Record:
    r"""Read RGN. Rules come from its tags, unless given; without either they are Finkel's.

    >>> record = parse_rgn("[Pieces 7]\n\n1. A@A1 * A@A3 / C@C3")
    >>> [(turn.roll, str(turn.move)) for turn in record.turns]
    [(4, 'hand>0'), (2, 'hand>2'), (2, 'hand>18')]
    """
    head, body = _split(text)
    tags = _parse_tags(head)
    if rules is None:
        rules = RULES.get(tags.get("Rules", FINKEL.name).lower(), FINKEL)
    state = _first_state(tags, rules)
    turns: list[Turn] = []
    for action in _actions(body):
        try:
            roll, move = _parse_action(action, rules, turn_of(state))
            turns.append(Turn(state, roll, move))
            state = play(state, move, roll, rules)
        except BadInputError as error:
            raise BadInputError(f"{action!r}, turn {len(turns)}: {error}") from None
    return Record(rules, tuple(turns), state, tags)


def parse_game(text: str, rules: Rules | None = None) -> Record:
    """Read a game as people paste it: RGN, or states as hexadecimal words, one after the other.

    >>> [str(turn.move) for turn in parse_game("0x3f 0x40103e").turns]
    ['hand>3']
    """
    words = text.split()
    if words and all(word.lower().startswith("0x") for word in words):
        return record_of_states([parse_state(word) for word in words], rules or FINKEL)
    return parse_rgn(text, rules)


def _split(text: str) -> tuple[list[str], str]:
    lines = [line.strip() for line in text.splitlines()]
    head = [line for line in lines if line.startswith("[")]
    return head, " ".join(line for line in lines if not line.startswith("["))


def _parse_tags(head: list[str]) -> dict[str, str]:
    tags = {}
    for line in head:
        found = _TAG.fullmatch(line)
        if found is None:
            raise BadInputError(f'{line!r} is not a tag; write [Key value] or [Key "a value"]')
        tags[found[1]] = found[2] if found[2] is not None else found[3]
    return tags


def _first_state(tags: dict[str, str], rules: Rules) -> State:
    if "State" in tags:
        state = parse_state(tags["State"])
        require_valid(state, rules)
        return without_roll(state)
    try:
        return start(int(tags.get("Pieces", rules.pieces)))
    except ValueError:
        raise BadInputError(f"[Pieces {tags['Pieces']}]: a number is wanted") from None


def _actions(body: str) -> Iterator[str]:
    """Yield moves as `A@A3`, and rolls without one as `2 --`."""
    words = iter(body.split())
    for word in words:
        if word in ("/", "*", "#") or _NUMBER.fullmatch(word):
            continue
        if word.isdigit():
            if next(words, "") != "--":
                raise BadInputError(f"{word!r}: a roll without a move is written '{word} --'")
            yield f"{word} --"
        else:
            yield word


def _parse_action(action: str, rules: Rules, player: Player) -> tuple[Roll, Move | None]:
    """Read an action of that player; the roll of a move is how far it goes on the player's path."""
    if passed := _PASS.fullmatch(action):
        return int(passed[1]), None
    found = _ACTION.fullmatch(action)
    if found is None:
        raise BadInputError("not a move; write A@A3, A3A1, A7A+ or 2 --")
    source = HAND if found[2] == "@" else parse_square(found[1] + found[2])
    target = OFF if found[4] == "+" else parse_square(found[3] + found[4])
    side = ROWS[2 * player]
    roll = _distance(source, target, rules.path_of(player))
    astray = (source == HAND and found[1] != side) or (target == OFF and found[3] != side)
    if astray or roll not in rules.rolls:
        raise BadInputError(f"{PLAYERS[player]} is to move, and no roll takes it there")
    return roll, Move(source, target)


def _distance(source: Square, target: Square, path: tuple[Square, ...]) -> int:
    try:
        begin = -1 if source == HAND else path.index(source)
        end = len(path) if target == OFF else path.index(target)
    except ValueError:
        return -1
    return end - begin


def _action_name(turn: Turn, rules: Rules) -> str:
    if turn.move is None:
        return f"{turn.roll} --"
    player = turn_of(turn.state)
    side = ROWS[2 * player]
    source, target = turn.move
    text = f"{side}@" if source == HAND else square_name(source)
    if target == OFF:
        return f"{text}{side}+"
    text += square_name(target)
    if piece_at(turn.state, target) == 1 - player:
        text += "x"
    return f"{text} *" if target in rules.rosettes else text


def _quoted(value: str) -> str:
    return value if re.fullmatch(r"[^\s\]\"]+", value) else f'"{value}"'
