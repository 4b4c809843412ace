"""Low hands: the lowest cards win.

`ace-to-five`: the ace is low, straights and flushes don't count; the best is 5-4-3-2-A.
`eight-or-better`: the same, but only five different ranks, none above the eight, qualify.
`deuce-to-seven`: the ace is high, straights and flushes count; the best is 7-5-4-3-2.
`badugi`: up to four cards that differ in rank and in suit; more cards are better, then lower ones.

A strength is the position of a value among all values of its kind, from 1 for the worst; 0 is the
strength of hands that don't qualify. Bigger is better, and equal strengths split the pot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial, total_ordering
from itertools import combinations
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._arrays import read_only
from astragal._checks import require_name
from astragal._results import Result
from astragal._tables import fact_rows, html_table
from astragal.cards import (
    CARD_NAMES,
    RANKS,
    Card,
    Cards,
    CardSet,
    card_ids,
    card_names,
    card_set_many,
    cards_text,
)
from astragal.cards.cardset import CardList
from astragal.errors import BadInputError
from astragal.poker.evaluate import refuse_int
from astragal.poker.hand_value import (
    best_cards,
    fives_of_two,
    rank_name,
    value_text,
)
from astragal.poker.layouts import LOW_TYPES, LOWVAL
from astragal.poker.rules import (
    ACE_TO_FIVE,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    STANDARD,
    Category,
    Rules,
)
from astragal.poker.strengths import (
    DECK,
    SIZES,
    HandsOnBoards,
    Loop,
    Strengths,
    look_up,
    read_hand_on_board,
    run_loops,
)
from astragal.poker.tables import tables_for, values_of
from astragal.poker.variants import HOLDEM, Variant, find_variant, read_board

LowKind: TypeAlias = Literal["ace-to-five", "eight-or-better", "deuce-to-seven", "badugi"]
"""A kind of low hand, see `evaluate_low`."""
KINDS: tuple[LowKind, ...] = get_args(LowKind)

RULES: dict[str, Rules] = {
    rules.name: rules for rules in (ACE_TO_FIVE, EIGHT_OR_BETTER, DEUCE_TO_SEVEN)
}
BADUGI = 4  # cards
TWO_OF_OWN = ("ace-to-five", "eight-or-better")
"""The kinds in which no flush counts, so that two cards of the hand may be forced to play."""
LOWEST = 15  # a field of the word is this minus the field of a pokerval, so that bigger is better
NO_PAIR = "no pair"


class LowValueJson(TypedDict):
    """The value of a low hand."""

    cards: list[str]
    """All cards of the hand, ascending."""
    kind: str
    """ace-to-five, eight-or-better, deuce-to-seven or badugi"""
    category: str | None
    """no pair, pair, ..., or in badugi the number of cards; null if the hand doesn't qualify."""
    strength: int
    """1 for the worst value of the kind; bigger is better. 0 if the hand doesn't qualify."""
    lowval: str
    """The 32-bit word, in hexadecimal."""
    text: str
    """The name of the hand."""
    best: list[str]
    """The cards that count, highest first; empty if the hand doesn't qualify."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LowValue(Result):
    """The value of a low hand. Values of the same kind compare: a better hand is greater.

    A hand that doesn't qualify has strength 0; `evaluate_low` returns None in its place.

    >>> from astragal.poker import evaluate_low
    >>> hand = evaluate_low("As 2d 4h 6c 8s Kd Kh", "eight-or-better")
    >>> print(hand)
    eight low, six four two ace
    >>> hand > evaluate_low("As 2d 4h 7c 8s", "eight-or-better")
    True
    """

    cards: CardSet
    kind: LowKind
    strength: int
    board: CardSet = 0
    """The board, if there is one; its cards are among `cards`."""
    game: Variant = HOLDEM
    """The game, which says how many cards of the hand play."""

    @property
    def lowval(self) -> int:
        """The 32-bit word."""
        return int(lowvals(self.kind)[self.strength])

    @property
    def category(self) -> str | None:
        """The category: no pair, pair, ..., badugi, ...; None if the hand doesn't qualify."""
        return LOW_TYPES[_fields(self.kind)[0][self.strength] - 1] if self.strength else None

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that count, the made part first: 1 for a low ace, 14 for a high one."""
        return tuple(rank for rank in _fields(self.kind)[1][:, self.strength].tolist() if rank)

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that count, in the order of the ranks; none if the hand doesn't qualify."""
        if not self.strength:
            return ()
        if self.game.two_of_own:
            sets: Iterable[CardSet] = fives_of_two(self.cards ^ self.board, self.board)
        else:
            choices = combinations(reversed(card_ids(self.cards)), len(self.ranks))
            sets = (sum(1 << card for card in choice) for choice in choices)
        chosen = next(cards for cards in sets if _strength(cards, self.kind) == self.strength)
        return best_cards(chosen, Category.HIGH_CARD, self.ranks)

    @property
    def text(self) -> str:
        """The value in words."""
        category, names = self.category, [rank_name(rank) for rank in self.ranks]
        if category is None:
            return f"no {self.kind} hand"
        if self.kind == "badugi":
            return f"{category}, {' '.join(names)}"
        if category == NO_PAIR:
            return f"{names[0]} low, {' '.join(names[1:])}"
        return value_text(Category[category.upper().replace(" ", "_")], self.ranks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LowValue):
            return NotImplemented
        return (self.kind, self.strength) == (other.kind, other.strength)

    def __lt__(self, other: LowValue) -> bool:
        if not isinstance(other, LowValue) or self.kind != other.kind:
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash((self.kind, self.strength))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<LowValue {cards_text(self.cards)}, {self.kind}: {self.text}>"

    def to_dict(self) -> LowValueJson:
        """Return the JSON of `astragal eval --low`."""
        return {
            "cards": card_names(self.cards),
            "kind": self.kind,
            "category": self.category,
            "strength": self.strength,
            "lowval": LOWVAL.hex(self.lowval),
            "text": self.text,
            "best": [CARD_NAMES[card] for card in self.best],
        }

    def rows(self) -> list[tuple[str, str]]:
        """Return names and values for people: the word in hexadecimal, cards as text."""
        return fact_rows({**self.to_dict(), "cards": None, "text": None})

    def _repr_html_(self) -> str:
        return html_table([], self.rows(), caption=self.text)


def evaluate_low(
    cards: CardList, kind: LowKind, *, board: CardList = "", game: str | Variant = "holdem"
) -> LowValue | None:
    """Return the value of 0 to 7 cards as a low hand, or None if they don't qualify.

    Fewer than five cards qualify for badugi only. With a board, any of all cards play; in Omaha
    (`game="omaha"`) exactly two of the hand do. A single int is refused, as by `evaluate`.

    >>> evaluate_low("As 2d 3h 4c 5s 5d Kh", "ace-to-five").text
    'five low, four three two ace'
    >>> evaluate_low("2s 3d 4h 5c 6s 8d Kh", "deuce-to-seven").text
    'eight low, five four three two'
    >>> evaluate_low("As 2s 3h 4c", "badugi").text
    'three cards, four three ace'
    >>> evaluate_low("As 2d 3h 4c 9s", "eight-or-better") is None
    True
    >>> evaluate_low("As 2d Kh Kc", "eight-or-better", board="3c 6d 8h", game="omaha").text
    'eight low, six three two ace'
    """
    refuse_int(cards, "cards", "poker.evaluate_low_many takes card sets")
    refuse_int(board, "board", "cards.card_ids reads card sets")
    variant = _low_variant(kind, game)
    hand, common = read_hand_on_board(cards, board, variant)
    if common:
        _require_board_of(kind)
    if variant.two_of_own:
        hands = np.array([hand], np.uint64)
        strength = int(evaluate_low_many(hands, kind, board=common, game=variant)[0])
    else:
        strength = _strength(hand | common, kind)
    return LowValue(hand | common, kind, strength, common, variant) if strength else None


def low_values(
    hands: Iterable[Cards], kind: LowKind, *, board: Cards = "", game: str | Variant = "holdem"
) -> list[LowValue]:
    """Return the low values of many hands; strength 0 means that a hand doesn't qualify.

    >>> [value.text for value in low_values(["As 2d 3h 4c 5s", "As 2d 3h 4c 9s"], "ace-to-five")]
    ['five low, four three two ace', 'nine low, four three two ace']
    """
    variant, common = _low_variant(kind, game), read_board(board)
    sets = card_set_many(hands, deck=DECK, count=SIZES)
    strengths = evaluate_low_many(sets, kind, board=common, game=variant).tolist()
    values = zip((sets | np.uint64(common)).tolist(), strengths, strict=True)
    return [LowValue(cards, kind, strength, common, variant) for cards, strength in values]


def evaluate_low_many(
    hands: ArrayLike | Iterable[Cards],
    kind: LowKind,
    *,
    board: Cards = "",
    boards: ArrayLike | Iterable[Cards] | None = None,
    game: str | Variant = "holdem",
    check: bool = True,
    threads: int | None = None,
    out: Strengths | None = None,
) -> Strengths:
    """Return the strengths of many low hands, 0 for hands that don't qualify.

    The arguments are those of `evaluate_many`.

    >>> evaluate_low_many(["As 2d 3h 4c 5s", "2d 3h 4c 7s 8s", "2d 3h 4c 7s 9s"], "eight-or-better")
    array([56, 17,  0], dtype=uint16)
    """
    variant = _low_variant(kind, game)
    if boards is not None or read_board(board):
        _require_board_of(kind)
    if boards is not None or variant.two_of_own:
        spots = HandsOnBoards(hands, board, boards, variant, check)
        return spots.evaluate(RULES[kind], threads, out)
    loops: tuple[Loop, Loop]
    if kind == "badugi":
        of_ranks = _badugi_strengths()
        loops = (
            partial(_native.evaluate_badugi, of_ranks=of_ranks),
            partial(_native.evaluate_badugi_ids, of_ranks=of_ranks),
        )
    else:
        tables = tables_for(RULES[kind])
        loops = tables.evaluate_sets, tables.evaluate_ids
    return run_loops(hands, *loops, board=board, check=check, threads=threads, out=out)


def to_lowval(
    strengths: ArrayLike, kind: LowKind, *, out: NDArray[np.uint32] | None = None
) -> NDArray[np.uint32]:
    """Return the word `lowval` of each strength of low hands; 0 for hands that don't qualify.

    >>> [hex(word) for word in to_lowval([56, 0], "eight-or-better")]
    ['0x90abcde', '0x0']
    """
    return look_up(lowvals(_check_kind(kind)), strengths, out)


def _low_variant(kind: LowKind, game: str | Variant) -> Variant:
    """Return the variant of that name; raise unless low hands of this kind are made in it."""
    variant = find_variant(game)
    if variant.rules is not STANDARD:
        raise BadInputError(f"low hands need a full deck, which {variant} has not")
    if _check_kind(kind) not in TWO_OF_OWN and variant.two_of_own:
        raise BadInputError(f"in {variant} low hands are {' or '.join(TWO_OF_OWN)}, not {kind}")
    return variant


def _require_board_of(kind: LowKind) -> None:
    if kind == "badugi":
        raise BadInputError("badugi has no board: give all cards together")


def _check_kind(kind: LowKind) -> LowKind:
    require_name(kind, KINDS, "low hands of kind")
    return kind


def _strength(cards: CardSet, kind: LowKind) -> int:
    if kind == "badugi":
        return int(_badugi_strengths()[_native.badugi_ranks(cards)])
    return tables_for(RULES[kind]).strength(cards)


@cache
def _badugi_ranks() -> list[tuple[int, ...]]:
    """Return the ranks of every strength, 1 for the ace to 13 for the king, highest first."""
    descending = range(len(RANKS), 0, -1)
    return [
        ranks
        for size in range(BADUGI + 1)
        for ranks in combinations(descending, size)  # those with high ranks come first
    ]


@cache
def _badugi_strengths() -> Strengths:
    """Return the strength of each set of ranks, bit 0 the ace."""
    strengths = np.zeros(1 << len(RANKS), np.uint16)
    for strength, ranks in enumerate(_badugi_ranks()):
        strengths[sum(1 << (rank - 1) for rank in ranks)] = strength
    return strengths


@cache
def _fields(kind: LowKind) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the type of each strength, and its ranks: a row for each field, 0 for no card."""
    no_pair = LOW_TYPES.index(NO_PAIR) + 1
    if kind == "badugi":
        ranks = np.zeros((5, len(_badugi_ranks())), np.uint8)
        for strength, chosen in enumerate(_badugi_ranks()):
            ranks[: len(chosen), strength] = chosen
        types = no_pair + np.count_nonzero(ranks, axis=0)
    else:
        ranks = values_of(RULES[kind]).ranks
        types = no_pair - values_of(RULES[kind]).category
    types[0] = 0
    return types.astype(np.uint8), ranks


@cache
def lowvals(kind: LowKind) -> NDArray[np.uint32]:
    """Return the word of each strength."""
    types, ranks = _fields(kind)
    ranks = np.where(ranks, np.uint8(LOWEST) - ranks, np.uint8(0))
    return read_only(LOWVAL.pack_many(type=types, rank=ranks))  # type: ignore[arg-type]
