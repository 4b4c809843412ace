"""The made hand, the draws and the blockers of two cards on a board.

`astragal.poker.rules` has the rules in words: `MADE_HANDS`, `DRAWS` and `BLOCKERS`. `HOLDS` has a
function for each rule, which decides it for many hands at once from the facts of a `Spot`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypedDict

from astragal._cached import cached_property
from astragal._results import Result
from astragal._tables import fact_rows, html_table
from astragal.cards import (
    RANKS,
    SUITS,
    Cards,
    CardSet,
    SetArray,
    card_ids,
    card_names,
    card_set,
    cards_text,
    sets_to_hands,
)
from astragal.layout import decode
from astragal.poker.layouts import DEUCE, MADE_HAND
from astragal.poker.rules import BLOCKERS, DRAWS, MADE_HANDS, STANDARD, Category
from astragal.poker.strengths import (
    DECK,
    add_board,
    evaluate_many,
    hand_parts,
    sets_of,
    strength,
)
from astragal.poker.tables import values_of

Flags: TypeAlias = Any  # NDArray[np.bool_]; NumPy's comparisons have no types
RankSets: TypeAlias = NDArray[np.uint16]
MadeWords: TypeAlias = NDArray[np.uint32]

HAND = 2
BOARDS = range(3, 6)
FLOP, RIVER = BOARDS[0], BOARDS[-1]
FLUSH = 5
ACE = len(RANKS) - 1
ALL_RANKS = (1 << len(RANKS)) - 1


class MadeHandJson(TypedDict):
    """The made hand, the draws and the blockers of two cards on a board."""

    hand: list[str]
    board: list[str]
    made: str
    """The made hand: top pair, set, nut flush, ..."""
    draws: list[str]
    blockers: list[str]
    word: str
    """The word made-hand, in hexadecimal."""


@dataclass(frozen=True, slots=True, repr=False)
class MadeHand(Result):
    """The made hand, the draws and the blockers of two cards on a board.

    >>> from astragal.poker import made_hand
    >>> hand = made_hand("Ah Qh", "Qs 8h 3h")
    >>> hand.made, hand.draws, hand.blockers
    ('top pair top kicker', ('nut flush draw',), ())
    >>> print(hand)
    top pair top kicker, nut flush draw
    """

    hand: CardSet
    board: CardSet
    word: int
    """The word `made-hand`."""

    @property
    def made(self) -> str:
        """The made hand, a name from `rules.MADE_HANDS`."""
        return self._names["made"][0]

    @property
    def draws(self) -> tuple[str, ...]:
        """The names of the draws, from `rules.DRAWS`."""
        return self._names["draws"]

    @property
    def blockers(self) -> tuple[str, ...]:
        """The names of the blockers, from `rules.BLOCKERS`."""
        return self._names["blockers"]

    @property
    def _names(self) -> dict[str, tuple[str, ...]]:
        return decode(MADE_HAND, self.word).names

    def __str__(self) -> str:
        return ", ".join((self.made, *self.draws, *self.blockers))

    def __repr__(self) -> str:
        return f"<MadeHand {cards_text(self.hand)} on {cards_text(self.board)}: {self}>"

    def _repr_html_(self) -> str:
        return html_table([], fact_rows(self.to_dict()), caption=str(self))

    def to_dict(self) -> MadeHandJson:
        """Return the JSON of `astragal made-hand`."""
        return {
            "hand": card_names(self.hand),
            "board": card_names(self.board),
            "made": self.made,
            "draws": list(self.draws),
            "blockers": list(self.blockers),
            "word": MADE_HAND.hex(self.word),
        }


class Spot:
    """Hands on a board, and the facts that the rules need. Sets of ranks have bit 0 for the two."""

    def __init__(self, hands: SetArray, board: CardSet) -> None:
        ids = sets_to_hands(hands, HAND, deck=DECK)  # refuses other hands
        board_ids = np.array(card_ids(board), np.uint8)
        self.river, self.flop = len(board_ids) == RIVER, len(board_ids) == FLOP
        self.low, self.high = (ids // len(SUITS)).T.astype(np.int8)
        self.pocket = self.low == self.high
        self.suits = [
            Suit(_ranks_of(ids, suit), int(_ranks_of(board_ids, suit)))
            for suit in range(len(SUITS))
        ]
        self.own = np.bitwise_or.reduce([suit.own for suit in self.suits])
        self.board = int(np.bitwise_or.reduce([suit.board for suit in self.suits]))
        self.all = self.own | np.uint16(self.board)
        self.order = [rank for rank in reversed(range(len(RANKS))) if self.board >> rank & 1]

        strengths = evaluate_many(add_board(hands, board), threads=1)
        self.plays_board = strengths == (strength(board) if self.river else 0)
        self.category = values_of().category[strengths]
        self.first, self.second = values_of().ranks[[0, 2]][:, strengths].astype(np.int8) - DEUCE

    def is_a(self, category: Category) -> Flags:
        """Return whether the best five cards are of this category."""
        return self.category == category

    def pairs(self, rank: NDArray[np.int8]) -> Flags:
        """Return whether a card of the hand, of this rank, is in a pair that counts."""
        two = self.is_a(Category.TWO_PAIR)
        one = two | self.is_a(Category.PAIR)
        return (one & (self.first == rank)) | (two & (self.second == rank))

    @cached_property
    def paired(self) -> NDArray[np.int8]:
        """The higher rank of the hand that is in a pair that counts, -1 for none."""
        low = np.where(self.pairs(self.low), self.low, np.int8(-1))
        return np.where(self.pairs(self.high), self.high, low)

    def paired_with(self, ranks: list[int]) -> Flags:
        """Return whether a card of the hand pairs one of these ranks of the board."""
        return ~self.pocket & np.isin(self.paired, ranks)

    @cached_property
    def pocket_pair(self) -> Flags:
        """Whether the hand is a pair that counts as one."""
        return self.pocket & (self.paired >= 0)

    @cached_property
    def three(self) -> Flags:
        """Whether there are three of a kind, some of them in the hand."""
        return self.is_a(Category.THREE_OF_A_KIND) & self._of_own

    @cached_property
    def four(self) -> Flags:
        """Whether there are four of a kind, some of them in the hand."""
        return self.is_a(Category.FOUR_OF_A_KIND) & self._of_own

    @property
    def _of_own(self) -> Flags:
        """Whether the first rank of the best five is a rank of the hand."""
        return (self.first == self.low) | (self.first == self.high)

    @cached_property
    def nothing(self) -> Flags:
        """Whether no card of the hand is in a pair or better."""
        below_straight = (self.paired < 0) & ~self.three & (self.category < Category.STRAIGHT)
        return below_straight | (self.is_a(Category.FOUR_OF_A_KIND) & ~self.four)

    @cached_property
    def two_pair(self) -> Flags:
        """Whether both cards of the hand are in pairs."""
        return ~self.pocket & self.pairs(self.low) & self.pairs(self.high)

    def overcards(self, number: int) -> Flags:
        """Return whether a hand with nothing has that number of overcards, before the river."""
        top = self.order[0]
        above = (self.low > top).astype(np.int8) + (self.high > top)
        return self.nothing & (above == number) & (not self.river)

    def in_a_suit(self, holds: Callable[[Suit], Flags]) -> Flags:
        """Return whether the condition holds for one of the suits."""
        return np.logical_or.reduce([holds(suit) for suit in self.suits])

    def flush_draw(self, cards: int = FLUSH - 1) -> Flags:
        """Return whether a suit has that number of cards, some of them in the hand."""
        return self.in_a_suit(lambda suit: (suit.cards == cards) & (suit.own != 0))

    @cached_property
    def nut_flush_draw(self) -> Flags:
        """Whether the hand has the highest card of a flush draw."""
        return self.in_a_suit(lambda suit: (suit.cards == FLUSH - 1) & suit.has_highest)

    @cached_property
    def straight_flush_draw(self) -> Flags:
        """Whether there are four cards of a straight flush, some of them in the hand."""
        near = self.flush_draw() | self.flush_draw(FLUSH) | self.flush_draw(FLUSH + 1)
        draws = np.zeros_like(near)
        if near.any():
            draws[near] = self.in_a_suit(lambda suit: _of_a_straight(suit.own[near], suit.board, 4))
        return draws & ~self.is_a(Category.STRAIGHT_FLUSH)

    @cached_property
    def no_straight(self) -> Flags:
        """Whether the ranks make no straight."""
        return _straight_tops()[self.all] == 0

    @cached_property
    def straight_ranks(self) -> RankSets:
        """The ranks whose next card makes a better straight than with the board alone."""
        tops, ranks = _straight_tops(), np.zeros_like(self.own)
        for bit in (1 << rank for rank in range(len(RANKS))):
            better = tops[self.all | np.uint16(bit)] > tops[self.board | bit]
            ranks |= np.where(better & self.no_straight, np.uint16(bit), np.uint16(0))
        return ranks if not self.river else np.zeros_like(ranks)

    @cached_property
    def open_ended(self) -> Flags:
        """Whether a rank at either end of four in a row makes a straight."""
        ranks, ends = _with_low_ace(self.all), _with_low_ace(self.straight_ranks)
        runs = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3
        return runs & ends << 1 & ends >> 4 != 0

    @property
    def best_straight(self) -> int:
        """The ranks of the highest straight that the board allows, 0 if there is none."""
        near = [one.ranks for one in STANDARD.straights if (one.ranks & self.board).bit_count() > 2]
        return near[-1] if near else 0


@dataclass(frozen=True)
class Suit:
    """The ranks of a suit in each hand and on the board."""

    own: RankSets
    board: int

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """How many cards of the suit there are."""
        return np.bitwise_count(self.own) + np.uint8(self.board.bit_count())

    @cached_property
    def has_highest(self) -> Flags:
        """Whether the hand has the highest card that is not on the board."""
        return self.own & _highest_missing(self.board) != 0


def _ranks_of(ids: NDArray[np.uint8], suit: int) -> RankSets:
    """Return the set of ranks that each hand, or one, has in a suit."""
    bits = np.uint16(1) << (ids // len(SUITS)).astype(np.uint16)
    ranks: RankSets = np.bitwise_or.reduce(np.where(ids % len(SUITS) == suit, bits, 0), axis=-1)
    return ranks.astype(np.uint16)


def _highest_missing(ranks: int) -> int:
    """Return the highest rank that is not in the set, as a set."""
    return 1 << (ALL_RANKS & ~ranks).bit_length() - 1


def _of_a_straight(own: RankSets, board: int, number: int) -> Flags:
    """Return whether that many ranks of a straight are there, some of them in the hand alone."""
    helps = own & np.uint16(~board & ALL_RANKS)
    straights = [
        (np.bitwise_count((own | board) & straight.ranks) >= number) & (helps & straight.ranks != 0)
        for straight in STANDARD.straights
    ]
    return np.logical_or.reduce(straights)


def _with_low_ace(ranks: RankSets) -> NDArray[np.uint32]:
    """Return the sets with one more bit below the two, for the ace."""
    return ranks.astype(np.uint32) << np.uint32(1) | ranks >> np.uint16(ACE)


@cache
def _straight_tops() -> NDArray[np.uint8]:
    """Return the top rank of the best straight in each set of ranks, plus 1; 0 if there is none."""
    sets = np.arange(ALL_RANKS + 1)
    tops = np.zeros(len(sets), np.uint8)
    for straight in STANDARD.straights:  # from the lowest
        tops[sets & straight.ranks == straight.ranks] = straight.top + 1
    return tops


HOLDS: dict[str, Callable[[Spot], Flags]] = {
    "plays the board": lambda spot: spot.plays_board,
    "high card": lambda spot: spot.nothing,
    "ace high": lambda spot: spot.nothing & (spot.high == ACE),
    "underpair": lambda spot: spot.pocket_pair & (spot.low < spot.order[-1]),
    "low pair": lambda spot: spot.paired_with(spot.order[3:]),
    "third pair": lambda spot: spot.paired_with(spot.order[2:3]),
    "second pair": lambda spot: spot.paired_with(spot.order[1:2]),
    "pocket pair below top": lambda spot: (
        spot.pocket_pair & (spot.low > spot.order[-1]) & (spot.low < spot.order[0])
    ),
    "top pair": lambda spot: spot.paired_with(spot.order[:1]),
    "top pair top kicker": lambda spot: (
        spot.paired_with(spot.order[:1]) & (spot.own & _highest_missing(spot.board) != 0)
    ),
    "overpair": lambda spot: spot.pocket_pair & (spot.low > spot.order[0]),
    "two pair": lambda spot: spot.two_pair,
    "top two pair": lambda spot: (
        spot.two_pair & (spot.own == sum(1 << rank for rank in spot.order[:2]))
    ),
    "trips": lambda spot: spot.three & ~spot.pocket,
    "set": lambda spot: spot.three & spot.pocket,
    "straight": lambda spot: spot.is_a(Category.STRAIGHT),
    "nut straight": lambda spot: (
        spot.is_a(Category.STRAIGHT)
        & (_straight_tops()[spot.all] == _straight_tops()[spot.best_straight])
    ),
    "flush": lambda spot: spot.is_a(Category.FLUSH),
    "nut flush": lambda spot: (
        spot.is_a(Category.FLUSH)
        & spot.in_a_suit(lambda suit: (suit.cards >= FLUSH) & suit.has_highest)
    ),
    "full house": lambda spot: spot.is_a(Category.FULL_HOUSE),
    "four of a kind": lambda spot: spot.four,
    "straight flush": lambda spot: spot.is_a(Category.STRAIGHT_FLUSH),
    "nut flush draw": lambda spot: spot.nut_flush_draw & (not spot.river),
    "flush draw": lambda spot: spot.flush_draw() & ~spot.nut_flush_draw & (not spot.river),
    "straight flush draw": lambda spot: spot.straight_flush_draw & (not spot.river),
    "open-ended": lambda spot: spot.open_ended,
    "double gutshot": lambda spot: (np.bitwise_count(spot.straight_ranks) > 1) & ~spot.open_ended,
    "gutshot": lambda spot: np.bitwise_count(spot.straight_ranks) == 1,
    "backdoor flush draw": lambda spot: spot.flush_draw(FLUSH - 2) & spot.flop,
    "backdoor straight draw": lambda spot: (
        _of_a_straight(spot.own, spot.board, 3)
        & spot.no_straight
        & (spot.straight_ranks == 0)
        & spot.flop
    ),
    "two overcards": lambda spot: spot.overcards(2),
    "one overcard": lambda spot: spot.overcards(1),
    "nut flush blocker": lambda spot: spot.in_a_suit(
        lambda suit: suit.has_highest & (suit.cards < FLUSH) & (suit.board.bit_count() > 2)
    ),
    "nut flush draw blocker": lambda spot: (
        spot.in_a_suit(
            lambda suit: suit.has_highest & (suit.cards == 3) & (suit.board.bit_count() == 2)
        )
        & (not spot.river)
    ),
    "nut straight blocker": lambda spot: (
        spot.no_straight & (spot.own & (spot.best_straight & ~spot.board) != 0)
    ),
}


def _words(spot: Spot) -> MadeWords:
    made = np.zeros(len(spot.own), np.uint8)
    for number, name in enumerate(MADE_HANDS):
        made[HOLDS[name](spot)] = number
    made[spot.plays_board] = 0

    def flags(names: Iterable[str]) -> Any:
        bits = [HOLDS[name](spot).astype(np.uint16) << bit for bit, name in enumerate(names)]
        return np.bitwise_or.reduce(bits, dtype=np.uint16)

    words: MadeWords = MADE_HAND.pack_many(  # type: ignore[assignment]
        made=made, draws=flags(DRAWS), blockers=flags(BLOCKERS)
    )
    return words


def made_hand(hand: Cards, board: Cards) -> MadeHand:
    """Return the made hand, draws and blockers of two cards on a board of three to five.

    >>> print(made_hand("Ah Kh", "Qh 7h 2c"))
    ace high, nut flush draw, backdoor straight draw, two overcards
    >>> print(made_hand("9s 8s", "Tc 7d 2s 2h"))
    high card, open-ended
    """
    cards = card_set(hand, deck=DECK, count=HAND)
    on_board = _read_board(board)
    return MadeHand(cards, on_board, int(made_hand_many([cards], on_board)[0]))


def made_hand_many(hands: ArrayLike | Iterable[Cards], board: Cards) -> MadeWords:
    """Return the word `made-hand` of each hand on one board.

    Hands are as in `evaluate_many`, two cards each; `MADE_HAND.unpack_many` splits the words.

    >>> [hex(word) for word in made_hand_many(["Ah Kh", "Qs Qd"], "Qh 7h 2c")]
    ['0x2018100', '0xe000000']
    """
    on_board = _read_board(board)
    return _words(Spot(np.concatenate(sets_of(hand_parts(hands, count=HAND))), on_board))


def _read_board(board: Cards) -> CardSet:
    return card_set(board, deck=DECK, count=BOARDS)
