"""Lines: the actions and cards that lead from the root to a node, as text.

"check, bet 100, call, 2c" and "x b100 c 2c" are the same line. An amount is the player's total on
its street. "bet", "raise" and "all-in" need no amount if only one action fits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from astragal.cards import CARD_NAMES, CardSet, cards_text, parse_card
from astragal.errors import BadInputError, CardError, quoted
from astragal.postflop.bets import PLAYERS, Player
from astragal.postflop.certificate import DECK
from astragal.postflop.tree import CHANCE, Action, BettingTree

_WORDS = {
    "f": "fold", "fold": "fold", "x": "check", "check": "check", "c": "call", "call": "call",
    "b": "bet", "bet": "bet", "r": "raise", "raise": "raise", "a": "all-in", "all-in": "all-in",
    "allin": "all-in",
}  # fmt: skip
_WITH_AMOUNT = {"bet", "raise", "all-in"}
_ACTION = re.compile(r"(?a)([a-z-]+?)(?:\s*(?:to\s*)?(\d{1,12}(?:\.\d{1,9})?))?", re.IGNORECASE)
_CARD = re.compile(r"(?ai:(?:10|[2-9tjqka])(?:[cdhs]|[♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?))")
_STEP = re.compile(
    rf"{_CARD.pattern}(?![a-z0-9])"
    r"|(?ai:(?:bet|raise|all-?in|b|r|a)(?:\s+to)?\s*\d[\d.]*(?![a-z\d]))"
    r"|[^\s,/]+"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A node after the cards dealt below the root, and the text of its line."""

    node: int
    deal: int
    """0 if no card was dealt; the card; or 52 x the first card + the second."""
    cards: CardSet
    """The cards dealt below the root."""
    line: str
    """The actions and cards: "check, bet 100, call, 2c"; "" at the root."""


ROOT = Place(0, 0, 0, "")


def read_line(tree: BettingTree, board: CardSet, line: str) -> Place:
    """Return the place to which a line leads; raise if the hand is over there."""
    if not isinstance(line, str):
        raise BadInputError(f"{quoted(line)} is no line: write 'check, bet 100, call, 2c'")
    place = ROOT
    for step in _STEP.findall(line):
        place = follow(tree, board, place, step.strip(), quoted(line))
    if tree.kind[place.node] > CHANCE:
        raise BadInputError(f"the hand is over after {quoted(place.line)}: give a shorter line")
    return place


def follow(tree: BettingTree, board: CardSet, place: Place, step: str, line: str) -> Place:
    """Return the place after one more action or card; `line` is quoted in errors."""
    where = f"after {quoted(place.line)}" if place.line else "at the root"
    kind = int(tree.kind[place.node])
    if kind > CHANCE:
        raise BadInputError(f"{quoted(step)} in {line}: the hand is over {where}")
    is_card = _CARD.fullmatch(step) is not None
    if kind == CHANCE:
        if not is_card:
            raise BadInputError(f"{quoted(step)} in {line}: a card comes {where}, like 2c")
        return _dealt(tree, board, place, step, line)
    actions = tree.actions(place.node)
    known = ", ".join(map(str, actions))
    if is_card:
        raise BadInputError(
            f"{quoted(step)} in {line}: no card comes {where}; {PLAYERS[kind]} can {known}"
        )
    number = find_action(actions, step)
    if number is None:
        raise BadInputError(
            f"no action {quoted(step)} in {line}: {where} {PLAYERS[kind]} can {known}"
        )
    node = int(tree.first_child[place.node]) + number
    return Place(node, place.deal, place.cards, _joined(place.line, str(actions[number])))


def _dealt(tree: BettingTree, board: CardSet, place: Place, step: str, line: str) -> Place:
    card = parse_card(step, deck=DECK)
    if (board | place.cards) >> card & 1:
        raise CardError(
            f"{quoted(step)} in {line} is dead: the board is "
            f"{cards_text(board)} {cards_text(place.cards)}".rstrip()
        )
    deal = DECK * place.deal + card if place.cards else card
    node = int(tree.first_child[place.node])
    return Place(node, deal, place.cards | 1 << card, _joined(place.line, CARD_NAMES[card]))


def _joined(line: str, step: str) -> str:
    return f"{line}, {step}" if line else step


def find_action(actions: list[Action], text: str) -> int | None:
    """Return the number of the action that a text names, or None.

    >>> actions = [Action("check"), Action("bet", 50), Action("all-in", 900)]
    >>> [find_action(actions, text) for text in ("x", "bet 50", "b50", "bet", "all-in", "bet 900")]
    [0, 1, 1, 1, 2, 2]
    """
    match = _ACTION.fullmatch(text.strip()) if isinstance(text, str) else None
    kind = _WORDS.get(match[1].lower()) if match else None
    if match is None or kind is None:
        return None
    if kind not in _WITH_AMOUNT:
        fitting = [n for n, action in enumerate(actions) if action.kind == kind]
        return fitting[0] if fitting and match[2] is None else None
    if match[2] is None:
        fitting = [n for n, action in enumerate(actions) if action.kind == kind]
    else:
        amount = Decimal(match[2])
        fitting = [
            n
            for n, action in enumerate(actions)
            if action.chips
            and action.chips * action.chip == amount
            and action.kind in {kind, "all-in"}
        ]
    return fitting[0] if len(fitting) == 1 else None


def line_name(line: str) -> str:
    """Return a line for an error message."""
    return f"line {quoted(line)}" if line else "the root"


def player_at(tree: BettingTree, place: Place) -> Player | None:
    """Return the player to act, or None if a card comes."""
    kind = int(tree.kind[place.node])
    return None if kind >= CHANCE else PLAYERS[kind]
