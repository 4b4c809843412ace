"""Pictures as text and SVG: a board, and a curve of chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal._checks import require_flag
from astragal.ur.moves import SIDES, Side
from astragal.ur.squares import COLUMNS, SQUARES, Square, row_and_column

if TYPE_CHECKING:
    from astragal.ur.position import Position


_PIECES = "○●"
_BOARD = """\
    1   2   3   4   5   6   7   8
  ┌───┬───┬───┬───┐       ┌───┬───┐
A │{}│{}│{}│{}│       │{}│{}│   {a}
  ├───┼───┼───┼───┼───┬───┼───┼───┤
B │{}│{}│{}│{}│{}│{}│{}│{}│
  ├───┼───┼───┼───┼───┴───┼───┼───┤
C │{}│{}│{}│{}│       │{}│{}│   {b}
  └───┴───┴───┴───┘       └───┴───┘"""
_ASCII = str.maketrans("○●✿─│┌┬┐├┼┤└┴┘", "AB*-|" + "+" * 9)


def draw_board(position: Position, *, ascii_only: bool = False) -> str:
    """Draw a board for a terminal.

    >>> from astragal.ur import start
    >>> print(draw_board(start(), ascii_only=True))
        1   2   3   4   5   6   7   8
      +---+---+---+---+       +---+---+
    A | * |   |   |   |       | * |   |   A: 7 in hand, 0 home   to move
      +---+---+---+---+---+---+---+---+
    B |   |   |   | * |   |   |   |   |
      +---+---+---+---+---+---+---+---+
    C | * |   |   |   |       | * |   |   B: 7 in hand, 0 home
      +---+---+---+---+       +---+---+
    """
    cells = [_cell(position, square) for square in SQUARES]
    require_flag(ascii_only, "ascii_only")
    a, b = (_score(position, side, ascii_only=ascii_only) for side in SIDES)
    board = _BOARD.format(*cells, a=a, b=b)
    return board.translate(_ASCII) if ascii_only else board


def _cell(position: Position, square: Square) -> str:
    owner = position.piece_at(square)
    rosette = "✿" if square in position.rules.rosettes else " "
    return f" {rosette} " if owner is None else f"{rosette}{_PIECES[owner]} "


def _score(position: Position, side: Side, *, ascii_only: bool = False) -> str:
    piece = "" if ascii_only else f" {_PIECES[side]}"
    text = f"{side}{piece}: {position.hand(side)} in hand, {position.home(side)} home"
    if position.winner == side:
        return f"{text}   has won"
    if position.winner is None and position.turn == side:
        rolled = f", rolled {position.roll}" if position.roll is not None else ""
        return f"{text}   to move{rolled}"
    return text


_SIDE = 44
_MARGIN = 22


def draw_svg(position: Position) -> str:
    """Draw a board as a stand-alone image, in the colours of the page around it."""
    shapes = []
    for square in SQUARES:
        row, column = row_and_column(square)
        x, y = _MARGIN + column * _SIDE, _MARGIN + row * _SIDE
        shapes.append(
            f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="none"'
            ' stroke="currentColor"/>'
        )
        middle = (x + _SIDE // 2, y + _SIDE // 2)
        if square in position.rules.rosettes:
            shapes.append(_rosette(*middle))
        owner = position.piece_at(square)
        if owner is not None:
            shapes.append(_piece(*middle, owner))
    width, height = 2 * _MARGIN + COLUMNS * _SIDE, 2 * _MARGIN + 3 * _SIDE
    for side, y in ((Side.A, _MARGIN - 8), (Side.B, height - 8)):
        shapes.append(f'<text x="{_MARGIN}" y="{y}">{_score(position, side)}</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
            ' font-family="ui-sans-serif, sans-serif" font-size="12" fill="currentColor">',
            f"<title>Royal Game of Ur, {position.rules.name}</title>",
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
    fill = "#fff" if owner == Side.A else "#222"
    return f'<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="#888" stroke-width="2"/>'


_WIDTH, _HEIGHT = 72, 9


def draw_curve(chances: Sequence[float]) -> str:
    """Draw a curve of chances for a terminal.

    >>> print(draw_curve((0.5, 0.75, 1.0)))
    100% ┤  ●
         │
         │ ●
         │
     50% ┤●
         │
         │
         │
      0% ┤
    """
    step = max(1, -(-len(chances) // _WIDTH))
    shown = chances[::step]
    rows = [[" "] * len(shown) for _ in range(_HEIGHT)]
    for column, chance in enumerate(shown):
        rows[round((1 - chance) * (_HEIGHT - 1))][column] = "●"
    labels = {0: "100% ┤", _HEIGHT // 2: " 50% ┤", _HEIGHT - 1: "  0% ┤"}
    lines = [labels.get(i, "     │") + "".join(row) for i, row in enumerate(rows)]
    return "\n".join(line.rstrip() for line in lines)


def curve_svg(chances: Sequence[float]) -> str:
    """Draw a curve of chances as a stand-alone image."""
    width, height = 640, 200
    step = width / max(1, len(chances) - 1)
    points = " ".join(
        f"{i * step:.1f},{(1 - chance) * height:.1f}" for i, chance in enumerate(chances)
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -4 {width} {height + 8}"'
            ' role="img" fill="none" stroke="currentColor">',
            "<title>A's chance of winning, turn by turn</title>",
            f'<path d="M0 {height // 2}H{width}" stroke-opacity="0.3"/>',
            f'<polyline points="{points}" stroke-width="2"/>',
            "</svg>",
            "",
        ]
    )
