"""Positions as words: making them, checking them, reading them.

A state is the word of `UR_STATE`. Nothing here plays; see `moves`.
"""

from typing import TypeAlias

from astragal.errors import BadInputError, FieldError
from astragal.ur.layouts import UR_STATE
from astragal.ur.rules import FINKEL, MAX_PIECES, SQUARES, Roll, Rules, Square, mirror_square

State: TypeAlias = int
"""A position as a word of `UR_STATE`."""

Player: TypeAlias = int
"""0 is A, 1 is B."""

PLAYERS = "AB"

_HANDS = tuple(UR_STATE.field(name).items[0] for name in ("a_hand", "b_hand"))
_DONE = tuple(UR_STATE.field(name).items[0] for name in ("a_done", "b_done"))
_TURN = UR_STATE.field("turn").items[0]
_ROLL = UR_STATE.field("roll").items[0]
_EXTRA = UR_STATE.field("extra").items[0]
_SQUARE = dict(zip(SQUARES, UR_STATE.field("square").items, strict=True))


def start(pieces: int = FINKEL.pieces) -> State:
    """Return the first state of a game with so many pieces.

    >>> hex(start(7)), hex(start(5))
    ('0x3f', '0x2d')
    """
    if not 1 <= pieces <= MAX_PIECES:
        raise BadInputError(f"{pieces!r} pieces: a game has 1 to {MAX_PIECES}")
    return UR_STATE.pack(a_hand=pieces, b_hand=pieces)


def parse_state(text: str) -> State:
    """Read a state as people paste it: hexadecimal or decimal, by its prefix."""
    try:
        return int(text, 0)
    except ValueError:
        raise BadInputError(f"{text!r} is not a state; write it as {state_name(start())}") from None


def state_name(state: State) -> str:
    """Write a state as it is exchanged.

    >>> state_name(0x3F)
    '0x000000000000003f'
    """
    return UR_STATE.hex(state)


def turn_of(state: State) -> Player:
    """Return who is to move."""
    return _TURN.of(state)


def roll_of(state: State) -> Roll:
    """Return the roll; 0 also means that nothing has been rolled yet."""
    return _ROLL.of(state)


def hand_of(state: State, player: Player) -> int:
    """Return how many pieces of a player are not on the board yet."""
    return _HANDS[player].of(state)


def done_of(state: State, player: Player) -> int:
    """Return how many pieces of a player have completed the path."""
    return _DONE[player].of(state)


def grants_roll(state: State) -> bool:
    """Return whether the last move gave another roll to whoever made it."""
    return bool(_EXTRA.of(state))


def piece_at(state: State, square: Square) -> Player | None:
    """Return whose piece stands on a square."""
    owner = _SQUARE[square].of(state)
    return owner - 1 if owner else None


def squares_of(state: State, player: Player) -> list[Square]:
    """Return the squares on which a player's pieces stand, ascending."""
    return [square for square in SQUARES if _SQUARE[square].of(state) == player + 1]


def pieces_of(state: State, player: Player = 0) -> int:
    """Return with how many pieces a player plays: in hand, on the board, completed."""
    return hand_of(state, player) + len(squares_of(state, player)) + done_of(state, player)


def winner_of(state: State) -> Player | None:
    """Return who has completed all pieces.

    >>> winner_of(0x3F), winner_of(0x1C0 | 7 << 3)
    (None, 0)
    """
    for player in (0, 1):
        if pieces_of(state, player) == done_of(state, player):
            return player
    return None


def with_roll(state: State, roll: Roll) -> State:
    """Return the state with that roll."""
    return state & ~_ROLL.mask | roll << _ROLL.offset


def without_roll(state: State) -> State:
    """Return the state as it was before the roll."""
    return with_roll(state, 0)


def mirror(state: State) -> State:
    """Return the same state with the players exchanged: its value is the same.

    >>> hex(mirror(0x3F)), mirror(mirror(0x2000000040000D80)) == 0x2000000040000D80
    ('0x103f', True)
    """
    swapped = state & (_ROLL.mask | _EXTRA.mask) | (1 - turn_of(state)) << _TURN.offset
    for fields in (_HANDS, _DONE):
        for mine, theirs in (fields, fields[::-1]):
            swapped |= mine.of(state) << theirs.offset
    for square, item in _SQUARE.items():
        owner = item.of(state)
        if owner:
            swapped |= (3 - owner) << _SQUARE[mirror_square(square)].offset
    return swapped


def problems(state: State, rules: Rules = FINKEL) -> list[str]:
    """Return everything that is wrong with a state; nothing, if it is valid.

    >>> problems(0x3F)
    []
    >>> for problem in problems(0x3E | 3 << 16):
    ...     print(problem)
    square 0 holds 3: 0 is empty, 1 is A, 2 is B
    A has 6 pieces and B has 7: they must be equal
    """
    try:
        UR_STATE.check_word(state)
    except FieldError as error:
        if not 0 <= state < 1 << UR_STATE.bits:
            return [str(error)]
        found = [str(error)]
    else:
        found = []
    roll = roll_of(state)
    if roll and roll not in rules.rolls:
        found.append(f"a roll of {roll} can't be: {rules.name} has {_listed(rules.rolls)}")
    for square, item in _SQUARE.items():
        if item.of(state) == 3:
            found.append(f"square {square} holds 3: 0 is empty, 1 is A, 2 is B")
    for player in (0, 1):
        astray = [one for one in squares_of(state, player) if one not in rules.path_of(player)]
        if astray:
            where = f"square{'s' * (len(astray) > 1)} {_listed(astray)}"
            found.append(f"{PLAYERS[player]} has a piece on {where}, where its path does not go")
    a_pieces, b_pieces = pieces_of(state, 0), pieces_of(state, 1)
    if a_pieces != b_pieces:
        found.append(f"A has {a_pieces} pieces and B has {b_pieces}: they must be equal")
    elif not 1 <= a_pieces <= MAX_PIECES:
        found.append(f"{a_pieces} pieces each: there must be 1 to {MAX_PIECES}")
    elif done_of(state, 0) == done_of(state, 1) == a_pieces:
        found.append("both players have completed all their pieces")
    return found


def is_valid(state: State, rules: Rules = FINKEL) -> bool:
    """Return whether a state can be read under these rules."""
    return not problems(state, rules)


def require_valid(state: State, rules: Rules = FINKEL) -> None:
    """Raise BadInputError with everything that is wrong with a state, if anything is."""
    found = problems(state, rules)
    if found:
        shown = state_name(state) if 0 <= state < 1 << UR_STATE.bits else hex(state)
        raise BadInputError(f"{shown} is not a state of {rules.name}: {'; '.join(found)}")


def _listed(numbers: tuple[int, ...] | list[int]) -> str:
    return ", ".join(map(str, numbers))
