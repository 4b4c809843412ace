"""A picture of a word of a card: a move that meets it, beside a move that does not.

Pieces enter from the gap after A4 and leave the board into the gap before A7, where the pieces in
hand and home are counted. The colours are fixed, on a ground of their own, so that a picture looks
the same on a light and on a dark page.
"""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from astragal.ur.moves import SIDES, Side
from astragal.ur.squares import COLUMNS, NUMBERS, ROWS, SQUARES

if TYPE_CHECKING:
    from astragal.ur.card.examples import CardWord, Example

_CELL = 32
_GAP = 24
_TOP = 58
_LINE = 15
_CHARACTERS = 46
"""How many characters of a note fit below a board."""

_WIDTH = COLUMNS * _CELL + 2 * _GAP
_HEIGHT = _TOP + 3 * _CELL + 2 * _LINE + 18
_HAND_COLUMN, _HOME_COLUMN = 4, 5

_STYLE = (
    "text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#2b2620}"
    ".t{font-size:14px;font-weight:600}.y{fill:#17663a}.n{fill:#a3241c}"
    ".s{font-size:9px;text-anchor:middle;fill:#5d5548}"
    ".q{fill:#fffdf7;stroke:#8d8270}.p{fill:#f5d98b}"
    ".a{fill:#fff;stroke:#4a443a;stroke-width:2}.b{fill:#2b2620;stroke:#4a443a;stroke-width:2}"
    ".r{fill:#b4532a;fill-opacity:.4}"
    ".m{fill:none;stroke:#0b63b0;stroke-width:3;marker-end:url(#h)}"
)
_DEFS = (
    '<defs><marker id="h" viewBox="0 0 6 6" refX="4" refY="3" markerWidth="3.4" markerHeight="3.4"'
    ' orient="auto"><path d="M0 0 6 3 0 6z" fill="#0b63b0"/></marker>'
    '<g id="r" class="r">'
    + "".join(f'<ellipse rx="4" ry="13" transform="rotate({turn})"/>' for turn in (0, 45, 90, 135))
    + "</g></defs>"
)


def draw_word(word: CardWord) -> str:
    """Draw the two examples of a word as a stand-alone image."""
    width = 2 * _WIDTH
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" role="img">',
            f"<title>{escape(_title(word))}</title>",
            f"<style>{_STYLE}</style>{_DEFS}",
            f'<rect width="{width}" height="{_HEIGHT}" rx="8" fill="#f4eee0"/>',
            *_board(word, word.holds, holds=True),
            f'<g transform="translate({_WIDTH} 0)">',
            *_board(word, word.fails, holds=False),
            "</g>",
            "</svg>",
            "",
        ]
    )


def _title(word: CardWord) -> str:
    yes, no = word.holds, word.fails
    return (
        f"{word.word}: {yes.move} with a {yes.roll} meets it. {yes.note} "
        f"{no.move} with a {no.roll} does not. {no.note}"
    )


def _board(word: CardWord, example: Example, *, holds: bool) -> list[str]:
    position = example.position
    verdict = ("y", f"✓ {word.word}") if holds else ("n", f"✗ {word.word}")
    shapes = [
        f'<text x="{_GAP}" y="20" class="t {verdict[0]}">{escape(verdict[1])}</text>',
        f'<text x="{_GAP}" y="37">○ A rolls {example.roll} and plays {example.move}</text>',
    ]
    for column in range(COLUMNS):
        x, _ = _middle(column)
        shapes.append(f'<text x="{x}" y="{_TOP - 5}" class="s">{column + 1}</text>')
    for row, letter in enumerate(ROWS):
        _, y = _middle(row * COLUMNS)
        shapes.append(f'<text x="{_GAP - 8}" y="{y + 3}" class="s">{letter}</text>')
    marked = frozenset(word.squares)
    for square in SQUARES:
        x, y = _middle(NUMBERS[square])
        half = _CELL // 2
        kind = "q p" if square in marked else "q"
        shapes.append(
            f'<rect x="{x - half}" y="{y - half}" width="{_CELL}" height="{_CELL}" class="{kind}"/>'
        )
        if square in position.rules.rosettes:
            shapes.append(f'<use href="#r" x="{x}" y="{y}"/>')
        owner = position.piece_at(square)
        if owner is not None:
            shapes.append(_piece(x, y, owner, 11))
    for side in SIDES:
        shapes += _beside(side, position.hand(side), _HAND_COLUMN, "hand")
        shapes += _beside(side, position.home(side), _HOME_COLUMN, "home")
    shapes.append(_arrow(example))
    below = _TOP + 3 * _CELL + 20
    for number, line in enumerate(wrap(example.note, _CHARACTERS)):
        shapes.append(f'<text x="{_GAP}" y="{below + number * _LINE}">{escape(line)}</text>')
    return shapes


def _middle(number: int) -> tuple[int, int]:
    row, column = divmod(number, COLUMNS)
    return _GAP + column * _CELL + _CELL // 2, _TOP + row * _CELL + _CELL // 2


def _piece(x: int, y: int, owner: int, radius: int) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" class="{"ab"[owner]}"/>'


def _beside(side: Side, count: int, column: int, name: str) -> list[str]:
    """Count the pieces in hand or home, in the gap of the side's row."""
    if count == 0:
        return []
    x, y = _middle(2 * COLUMNS * side + column)
    return [
        _piece(x, y - 5, side, 6),
        f'<text x="{x}" y="{y + 12}" class="s">{name} {count}</text>',
    ]


def _arrow(example: Example) -> str:
    """Draw a move as an arc, from the gap if a piece enters, into it if one goes home."""
    row = 2 * COLUMNS * example.position.turn
    source, target = example.move.source, example.move.target
    x0, y0 = _middle(row + _HAND_COLUMN if source == "hand" else NUMBERS[source])
    x1, y1 = _middle(row + _HOME_COLUMN if target == "off" else NUMBERS[target])
    bend = _CELL // 2 if y0 == y1 else 0
    return f'<path d="M{x0} {y0}Q{(x0 + x1) // 2} {(y0 + y1) // 2 - bend} {x1} {y1}" class="m"/>'
