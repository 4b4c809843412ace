"""How people write it down: names of squares, and pictures of a board.

Squares have RoyalUr's names: A1..A8 is A's side, B1..B8 the middle, C1..C8 B's side, and 1 is the
square with number 0 of its row.
"""

import re
from typing import NamedTuple

from astragal.errors import BadInputError
from astragal.ur.moves import HAND, OFF, Move, place_name
from astragal.ur.rules import FINKEL, ROW, SQUARES, Rules, Square
from astragal.ur.state import (
    PLAYERS,
    State,
    done_of,
    hand_of,
    piece_at,
    roll_of,
    turn_of,
    winner_of,
)

ROWS = "ABC"
_NAME = re.compile(r"([ABC])([1-8])")


def square_name(square: Square) -> str:
    """Name a square as players do.

    >>> square_name(0), square_name(11), square_name(22)
    ('A1', 'B4', 'C7')
    """
    row, column = divmod(square, ROW)
    return f"{ROWS[row]}{column + 1}"


def parse_square(name: str) -> Square:
    """Read a square's name.

    >>> parse_square("B4")
    11
    """
    found = _NAME.fullmatch(name.upper())
    square = ROWS.index(found[1]) * ROW + int(found[2]) - 1 if found else None
    if square not in SQUARES:
        raise BadInputError(f"{name!r} is not a square; they are A1 to A4, A7, A8, B1 to B8, and C")
    return square


def move_name(move: Move | None) -> str:
    """Name a move by its squares.

    >>> move_name(Move(HAND, 3)), move_name(Move(6, OFF)), move_name(None)
    ('hand-A4', 'A7-off', 'pass')
    """
    if move is None:
        return "pass"
    return "-".join(
        place_name(place) if place in (HAND, OFF) else square_name(place) for place in move
    )


class Glyphs(NamedTuple):
    """The characters of a picture: two players' pieces, a rosette, and how lines meet."""

    pieces: str
    rosette: str
    lines: str  # across, down, and crossings by what leads out of them: up, down, left, right


# A crossing's place in `lines` is 2 plus its directions as bits: up 1, down 2, left 4, right 8.
UNICODE = Glyphs("○●", "✿", "─│" + " ╵╷│╴┘┐┤╶└┌├─┴┬┼")
ASCII = Glyphs("AB", "*", "-|" + " " + "+" * 15)

_CELL = 3


def draw_board(state: State, rules: Rules = FINKEL, *, ascii_only: bool = False) -> str:
    """Draw a state for a terminal.

    >>> print(draw_board(0x3F, ascii_only=True))
        1   2   3   4   5   6   7   8
      +---+---+---+---+       +---+---+
    A | * |   |   |   |       | * |   |   A: 7 in hand, 0 home   to move
      +---+---+---+---+---+---+---+---+
    B |   |   |   | * |   |   |   |   |
      +---+---+---+---+---+---+---+---+
    C | * |   |   |   |       | * |   |   B: 7 in hand, 0 home
      +---+---+---+---+       +---+---+
    """
    glyphs = ASCII if ascii_only else UNICODE
    lines = ["  " + "".join(f"  {column + 1} " for column in range(ROW))]
    for row in range(4):
        lines.append("  " + _rule(row, glyphs))
        if row < 3:
            cells = _cells(state, row, rules, glyphs)
            lines.append(f"{ROWS[row]} {cells}{_score(state, row, glyphs)}")
    return "\n".join(line.rstrip() for line in lines)


def _is_square(row: int, column: int) -> bool:
    return 0 <= column < ROW and 0 <= row < 3 and row * ROW + column in SQUARES


def _rule(row: int, glyphs: Glyphs) -> str:
    """Draw the line above a row of squares."""
    parts = []
    for column in range(ROW + 1):
        above, below = _is_square(row - 1, column), _is_square(row, column)
        above_left, below_left = _is_square(row - 1, column - 1), _is_square(row, column - 1)
        directions = (
            (above or above_left)
            + 2 * (below or below_left)
            + 4 * (above_left or below_left)
            + 8 * (above or below)
        )
        parts.append(glyphs.lines[2 + directions])
        if column < ROW:
            parts.append((glyphs.lines[0] if above or below else " ") * _CELL)
    return "".join(parts)


def _cells(state: State, row: int, rules: Rules, glyphs: Glyphs) -> str:
    parts = []
    for column in range(ROW + 1):
        here, left = _is_square(row, column), _is_square(row, column - 1)
        parts.append(glyphs.lines[1] if here or left else " ")
        if column < ROW:
            parts.append(_cell(state, row * ROW + column, rules, glyphs) if here else " " * _CELL)
    return "".join(parts)


def _cell(state: State, square: Square, rules: Rules, glyphs: Glyphs) -> str:
    owner = piece_at(state, square)
    rosette = glyphs.rosette if square in rules.rosettes else " "
    return f" {rosette} " if owner is None else f"{rosette}{glyphs.pieces[owner]} "


def _score(state: State, row: int, glyphs: Glyphs) -> str:
    if row == 1:
        return ""
    player = row // 2
    name = PLAYERS[player]
    piece = "" if glyphs.pieces[player] == name else f" {glyphs.pieces[player]}"
    text = f"   {name}{piece}: {hand_of(state, player)} in hand, {done_of(state, player)} home"
    if winner_of(state) == player:
        return f"{text}   has won"
    if winner_of(state) is None and turn_of(state) == player:
        rolled = f", rolled {roll_of(state)}" if roll_of(state) else ""
        return f"{text}   to move{rolled}"
    return text


_SIDE = 44
_MARGIN = 22


def draw_svg(state: State, rules: Rules = FINKEL) -> str:
    """Draw a state as a stand-alone image, in the colours of the page around it."""
    shapes = []
    for square in SQUARES:
        row, column = divmod(square, ROW)
        x, y = _MARGIN + column * _SIDE, _MARGIN + row * _SIDE
        shapes.append(
            f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="none"'
            ' stroke="currentColor"/>'
        )
        middle = (x + _SIDE // 2, y + _SIDE // 2)
        if square in rules.rosettes:
            shapes.append(_rosette(*middle))
        owner = piece_at(state, square)
        if owner is not None:
            shapes.append(_piece(*middle, owner))
    width, height = 2 * _MARGIN + ROW * _SIDE, 2 * _MARGIN + 3 * _SIDE
    for player, y in ((0, _MARGIN - 8), (1, height - 8)):
        text = _score(state, 2 * player, UNICODE).strip()
        shapes.append(f'<text x="{_MARGIN}" y="{y}">{text}</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
            ' font-family="ui-sans-serif, sans-serif" font-size="12" fill="currentColor">',
            f"<title>Royal Game of Ur, {rules.name}</title>",
            *shapes,
            "</svg>",
            "",
        ]
    )


def _rosette(x: int, y: int) -> str:
    petals = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="5" ry="19" transform="rotate({angle} {x} {y})"/>'
        for angle in (0, 45, 90, 135)
    )
    return f'<g fill="currentColor" fill-opacity="0.2">{petals}</g>'


def _piece(x: int, y: int, owner: int) -> str:
    fill = "#fff" if owner == 0 else "#222"
    return f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="#888" stroke-width="2"/>'
