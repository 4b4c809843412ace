"""A showdown on a board: the opponents' hands that a hand beats now, and its improving cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from typing_extensions import TypedDict

from astragal._cached import cached_property
from astragal._frames import Integers, Texts
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import (
    Cards,
    CardSet,
    SetArray,
    card_ids,
    card_names,
    card_set,
    cards_text,
    cards_text_many,
    complement,
    subsets,
)
from astragal.poker.evaluate import evaluate
from astragal.poker.hand_value import HandValue
from astragal.poker.rules import Category
from astragal.poker.strengths import DECK, evaluate_many, to_category

HOLE = 2
BOARDS = range(3, 6)
FULL_BOARD = 5


class PokerShowdownJson(TypedDict):
    """A hand of hold'em on a board against every hand of one opponent."""

    hand: list[str]
    board: list[str]
    text: str
    """The name of the hand's value."""
    opponents: int
    """The number of hands that an opponent can hold."""
    wins: int
    """Opponents' hands that are worse now."""
    ties: int
    losses: int
    """Opponents' hands that are better now."""
    nuts: bool
    """Whether no two cards make a better hand on this board."""
    best_text: str
    """The name of the best value that any two cards make on this board."""
    improving: dict[str, list[str]]
    """The next cards that lift the hand to a higher category, by category."""
    shared: list[str]
    """Those of them that help everybody: the board alone makes the category, or the second pair."""


@dataclass(frozen=True, repr=False)
class PokerShowdown(TableResult):
    """A hand of hold'em on a board, compared with every hand that one opponent can hold.

    >>> flopped = showdown("Ah Kh", "Qh Jh 2c")
    >>> flopped
    <PokerShowdown Kh Ah on 2c Jh Qh: beats 59.20% of 1,081 hands>
    >>> print(flopped)
    next card to    number  cards
    ─────────────────────────────────────────────────────────────────
    pair                14  2d 2s Jc Jd Js Qc Qd Qs Kc Kd Ks Ac Ad As
    straight             3  Tc Td Ts
    flush                8  2h 3h 4h 5h 6h 7h 8h 9h
    straight flush       1  Th
    high card, ace king queen jack two: beats 640, ties with 9 and loses to 432 of 1,081 hands
    """

    hand: CardSet
    board: CardSet
    value: HandValue
    wins: int
    """Opponents' hands that are worse now."""
    ties: int
    losses: int
    """Opponents' hands that are better now."""
    best: HandValue
    """The best value that any two cards make on this board, the hand's own cards included."""

    @property
    def opponents(self) -> int:
        """The number of hands that an opponent can hold."""
        return self.wins + self.ties + self.losses

    @property
    def share(self) -> float:
        """The share of the opponents' hands that this hand beats now."""
        return self.wins / self.opponents

    @property
    def nuts(self) -> bool:
        """Whether no hand of two cards makes a better value on this board."""
        return self.value == self.best

    @cached_property
    def improving(self) -> dict[Category, tuple[str, ...]]:
        """The next cards that lift the hand to a higher category, by category; {} on the river."""
        known = self.hand | self.board
        if self.board.bit_count() == FULL_BOARD:
            return {}
        cards = subsets(complement(known, deck=DECK), 1)
        reached = to_category(evaluate_many(cards | np.uint64(known)))
        return {
            category: tuple(cards_text_many(cards[reached == category]))
            for category in Category
            if category > self.value.category and (reached == category).any()
        }

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The improving cards that help everybody, through the board.

        With them the board alone makes the category, or the second pair of two pair.

        >>> showdown("Ah Kh", "Qh Jh 2c").shared
        ('2d', '2s', 'Jc', 'Jd', 'Js', 'Qc', 'Qd', 'Qs')
        >>> showdown("5c 5d", "Ks 8c 3h").shared
        ('3c', '3d', '3s', '8d', '8h', '8s', 'Kc', 'Kd', 'Kh')
        """
        now = evaluate(card_ids(self.board)).category

        def is_shared(category: Category, card: str) -> bool:
            board = evaluate(card_ids(self.board | card_set(card))).category
            return board == category or (category == Category.TWO_PAIR and board > now)

        return tuple(
            card
            for category, cards in self.improving.items()
            for card in cards
            if is_shared(category, card)
        )

    def __repr__(self) -> str:
        place = f"{cards_text(self.hand)} on {cards_text(self.board)}"
        return f"<PokerShowdown {place}: beats {self.share:.2%} of {self.opponents:,} hands>"

    def to_dict(self) -> PokerShowdownJson:
        """Return the JSON of `astragal showdown`."""
        return {
            "hand": card_names(self.hand),
            "board": card_names(self.board),
            "text": self.value.text,
            "opponents": self.opponents,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "nuts": self.nuts,
            "best_text": self.best.text,
            "improving": {category.text: list(cards) for category, cards in self.improving.items()},
            "shared": list(self.shared),
        }

    def _columns(self) -> Mapping[str, Sequence[object]]:
        return {
            "next card to": Texts(category.text for category in self.improving),
            "number": Integers(map(len, self.improving.values())),
            "cards": Texts(map(" ".join, self.improving.values())),
        }

    def _table(self) -> TextTable:
        columns = self._columns()
        return TextTable([*columns], zip(*columns.values(), strict=True), showdown_text(self))


def showdown_text(result: PokerShowdown) -> str:
    """Return the result in a sentence."""
    nuts = "; the nuts" if result.nuts else ""
    return (
        f"{result.value}: beats {result.wins:,}, ties with {result.ties:,} and loses to "
        f"{result.losses:,} of {result.opponents:,} hands{nuts}"
    )


def showdown(hand: Cards, board: Cards) -> PokerShowdown:
    """Compare a hand of two cards on a board of three to five with every hand of an opponent.

    Improving cards are not outs: a card that lifts the hand may lift the opponent's as well. See
    `equity.outs`.

    >>> showdown("As Ks", "Qs Js Ts 2c 2d").nuts
    True
    """
    hole = card_ids(hand, deck=DECK, count=HOLE)
    known = card_ids(board, deck=DECK, count=BOARDS)
    value = evaluate([*hole, *known])
    shared = card_set(known)
    theirs = evaluate_many(_on(shared, value.cards))
    all_hands = _on(shared, shared)
    best = evaluate(card_ids(int(all_hands[evaluate_many(all_hands).argmax()])))
    mine = value.strength
    return PokerShowdown(
        hand=value.cards ^ shared,
        board=shared,
        value=value,
        wins=int(np.count_nonzero(theirs < mine)),
        ties=int(np.count_nonzero(theirs == mine)),
        losses=int(np.count_nonzero(theirs > mine)),
        best=best,
    )


def _on(board: CardSet, known: CardSet) -> SetArray:
    """Return the board with each pair of unknown cards."""
    return subsets(complement(known, deck=DECK), HOLE) | np.uint64(board)
