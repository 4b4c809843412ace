"""How a hand stands on a board: the opponents it beats now, the nuts, and the outs to improve."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from astragal._cached import cached_property
from astragal._tables import TextTable
from astragal.cards import (
    Cards,
    CardSet,
    SetArray,
    card_ids,
    card_set,
    cards_name,
    complement,
    subsets,
)
from astragal.notebook import Tabular
from astragal.poker.evaluator import DECK, evaluate_many, to_category
from astragal.poker.hand_value import HandValue, evaluate
from astragal.poker.rules import Category

HOLE = 2
BOARDS = range(3, 6)
FULL_BOARD = 5


@dataclass(frozen=True, repr=False)
class Standing(Tabular):
    """A hand of hold'em on a board, compared with every hand that one opponent can hold.

    >>> flopped = standing("Ah Kh", "Qh Jh 2c")
    >>> flopped
    <Standing Kh Ah on 2c Jh Qh: beats 59.20% of 1,081 hands>
    >>> print(flopped)
    next card       outs  cards
    ───────────────────────────────────────────────────────────────
    pair              14  2d 2s Jc Jd Js Qc Qd Qs Kc Kd Ks Ac Ad As
    straight           3  Tc Td Ts
    flush              8  2h 3h 4h 5h 6h 7h 8h 9h
    straight flush     1  Th
    high card, ace king queen jack two: beats 640, ties with 9 and loses to 432 of 1,081 hands
    """

    JSON = "text=value.text opponents beats ties loses nuts best=best.text outs=_outs"

    hand: CardSet
    board: CardSet
    value: HandValue
    beats: int
    """Opponents' hands that are worse now."""
    ties: int
    loses: int
    best: HandValue
    """The best value that any two cards make on this board, the hand's own cards included."""

    @property
    def opponents(self) -> int:
        """How many hands an opponent can hold."""
        return self.beats + self.ties + self.loses

    @property
    def share(self) -> float:
        """The share of the opponents' hands that this hand beats now."""
        return self.beats / self.opponents

    @property
    def nuts(self) -> bool:
        """Whether no hand of two cards makes a better value on this board."""
        return self.value == self.best

    @cached_property
    def outs(self) -> dict[Category, CardSet]:
        """The next cards that lift the hand to a higher category, by category; {} on the river."""
        known = self.hand | self.board
        if self.board.bit_count() == FULL_BOARD:
            return {}
        cards = subsets(complement(known, deck=DECK), 1)
        reached = to_category(evaluate_many(cards | np.uint64(known)))
        return {
            category: int(np.bitwise_or.reduce(cards[reached == category]))
            for category in Category
            if category > self.value.category and (reached == category).any()
        }

    def __repr__(self) -> str:
        place = f"{cards_name(self.hand)} on {cards_name(self.board)}"
        return f"<Standing {place}: beats {self.share:.2%} of {self.opponents:,} hands>"

    def _outs(self) -> dict[Category, list[str]]:
        return {category: cards_name(cards).split() for category, cards in self.outs.items()}

    def _records(self) -> Iterator[dict[str, object]]:
        for category, cards in self.outs.items():
            names = cards_name(cards)
            yield {"next card": category.text, "outs": cards.bit_count(), "cards": names}

    def _table(self) -> TextTable:
        return TextTable(
            ["next card", "outs", "cards"],
            [[*one.values()] for one in self._records()],
            f"{self.value}: beats {self.beats:,}, ties with {self.ties:,} and loses to "
            f"{self.loses:,} of {self.opponents:,} hands" + ("; the nuts" if self.nuts else ""),
        )


def standing(hand: Cards, board: Cards) -> Standing:
    """Compare a hand of two cards on a board of three to five with every hand of an opponent.

    >>> standing("As Ks", "Qs Js Ts 2c 2d").nuts
    True
    """
    hole = card_ids(hand, deck=DECK, count=HOLE)
    known = card_ids(board, deck=DECK, count=BOARDS)
    value = evaluate([*hole, *known])
    shared = card_set(known)
    theirs = evaluate_many(_on(shared, value.cards))
    all_hands = _on(shared, shared)
    best = evaluate(int(all_hands[evaluate_many(all_hands).argmax()]))
    mine = value.strength
    beats, ties = (int(np.count_nonzero(one)) for one in (theirs < mine, theirs == mine))
    loses = len(theirs) - beats - ties
    return Standing(value.cards ^ shared, shared, value, beats, ties, loses, best)


def _on(board: CardSet, known: CardSet) -> SetArray:
    """Return the board with each pair of unknown cards."""
    return subsets(complement(known, deck=DECK), HOLE) | np.uint64(board)
