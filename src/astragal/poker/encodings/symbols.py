"""OpenHoldem's symbols: which of the five cards that count come from the pocket.

`pcbits` has a bit for each rank field of pokerval, bit 4 for the first. Going through the fields
from the top, a field is assigned to an unused pocket card of its rank before any board card; in a
flush only a pocket card of the flush's suit counts.

OpenHoldem's own code departs from its manual in two ways, which `quirks="openholdem"` reproduces:
in three of a kind the second kicker sets bit 1 instead of bit 0, and in a high card of 3 or 4 cards
a pocket deuce also sets the bits of the empty fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_name
from astragal._results import Result
from astragal._tables import fact_rows, html_table
from astragal.cards import (
    RANKS,
    SUITS,
    Cards,
    CardSet,
    HandArray,
    card_ids,
    card_set,
    cards_text,
)
from astragal.errors import BadInputError, CardError, counted, quoted
from astragal.poker.layouts import DEUCE, LOW_ACE, POKERVAL
from astragal.poker.rules import Category
from astragal.poker.strengths import (
    DECK,
    MOST_CARDS,
    OMAHA_SIZES,
    Strengths,
    evaluate_many,
    hand_array,
    to_pokerval,
)
from astragal.poker.tables import values_of

Quirks: TypeAlias = Literal["openholdem"]
"""Reproduce a flaw of OpenHoldem's symbols."""
QUIRKS = ("openholdem",)

POCKET = 2
FIELDS = 5
FLUSH = 5
ACE = 14


class SymbolsJson(TypedDict):
    """OpenHoldem's symbols for a pocket and a board."""

    pcbits: str
    """A bit for each of the five cards that count, the highest first: set for a pocket card."""
    npcbits: int
    """The number of bits set in pcbits."""
    pokervalplayer: str
    """The pokerval of the pocket alone."""
    pokervalcommon: str
    """The pokerval of the board alone."""
    nstraight: int
    """The longest run of consecutive ranks, at most 5."""
    quirks: str | None
    """openholdem if the deviations of that program are reproduced."""


@dataclass(frozen=True, slots=True)
class Symbols(Result):
    """OpenHoldem's symbols for a pocket and a board."""

    pcbits: int
    """A bit for each of the five cards that count: whether it comes from the pocket."""
    npcbits: int
    """The number of bits set in pcbits."""
    pokervalplayer: int
    """The pokerval of the pocket alone."""
    pokervalcommon: int
    """The pokerval of the board alone."""
    nstraight: int
    """The longest run of consecutive ranks, ace high or low, at most 5."""
    quirks: Quirks | None = None

    @property
    def bit_text(self) -> str:
        """The pcbits as five binary digits."""
        return f"{self.pcbits:0{FIELDS}b}"

    def _rows(self) -> list[tuple[str, str]]:
        return fact_rows({**self.to_dict(), "pcbits": self.bit_text})

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self._rows())

    def _repr_html_(self) -> str:
        return html_table([], self._rows(), caption=str(self))

    def to_dict(self) -> SymbolsJson:
        """Return the symbols, as `astragal eval --board ... --json` prints them."""
        return {
            "pcbits": pcbits_hex(self.pcbits),
            "npcbits": self.npcbits,
            "pokervalplayer": POKERVAL.hex(self.pokervalplayer),
            "pokervalcommon": POKERVAL.hex(self.pokervalcommon),
            "nstraight": self.nstraight,
            "quirks": self.quirks,
        }


class SymbolArraysJson(TypedDict):
    """OpenHoldem's symbols for many pockets and boards: a list for each symbol."""

    pcbits: list[str]
    npcbits: list[int]
    pokervalplayer: list[str]
    pokervalcommon: list[str]
    nstraight: list[int]
    quirks: str | None


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class SymbolArrays(Result):
    """OpenHoldem's symbols for many pockets and boards: an array for each symbol."""

    pcbits: NDArray[np.uint8]
    npcbits: NDArray[np.uint8]
    pokervalplayer: NDArray[np.uint32]
    pokervalcommon: NDArray[np.uint32]
    nstraight: NDArray[np.uint8]
    quirks: Quirks | None = None

    def __len__(self) -> int:
        return len(self.pcbits)

    def __iter__(self) -> Iterator[Symbols]:
        """Iterate over the symbols of each hand."""
        arrays = self.pcbits, self.npcbits, self.pokervalplayer, self.pokervalcommon, self.nstraight
        for pcbits, npcbits, player, common, nstraight in zip(
            *(array.tolist() for array in arrays), strict=True
        ):
            yield Symbols(pcbits, npcbits, player, common, nstraight, quirks=self.quirks)

    def __repr__(self) -> str:
        return f"<SymbolArrays of {len(self.pcbits):,} hands>"

    def __str__(self) -> str:
        return repr(self)

    def to_dict(self) -> SymbolArraysJson:
        """Return a list for each symbol, packed words in hexadecimal."""
        return {
            "pcbits": [pcbits_hex(bits) for bits in self.pcbits.tolist()],
            "npcbits": self.npcbits.tolist(),
            "pokervalplayer": [POKERVAL.hex(word) for word in self.pokervalplayer.tolist()],
            "pokervalcommon": [POKERVAL.hex(word) for word in self.pokervalcommon.tolist()],
            "nstraight": self.nstraight.tolist(),
            "quirks": self.quirks,
        }


def pcbits_hex(bits: int) -> str:
    """Return pcbits in hexadecimal, as a byte."""
    return f"0x{bits:02x}"


def symbols(pocket: Cards, board: Cards = (), *, quirks: Quirks | None = None) -> Symbols:
    """Return OpenHoldem's symbols for two pocket cards (or none) and up to five board cards.

    >>> print(symbols("7h 6d", "9c 8s 5d"))
    pcbits 00110, npcbits 2, pokervalplayer 0x00076000, pokervalcommon 0x00098500, nstraight 5
    """
    return symbols_of(*read_pocket_and_board(pocket, board), quirks)


def read_pocket_and_board(pocket: Cards, board: Cards) -> tuple[CardSet, CardSet]:
    """Return two pocket cards, or none, and up to five board cards."""
    own = card_set(pocket, deck=DECK)
    if own.bit_count() not in (0, POCKET):
        hint = ""
        if own.bit_count() in OMAHA_SIZES:
            hint = ", before the board; hands of Omaha need game='omaha'"
        text = pocket if isinstance(pocket, str) else cards_text(own)
        raise CardError(
            f"{counted(own.bit_count(), 'card')} in {quoted(text)}: 0 or 2 expected{hint}"
        )
    common = card_set(board, deck=DECK, count=range(MOST_CARDS - POCKET + 1))
    if own & common:  # a card is in both, which is an error
        texts = [
            given if isinstance(given, str) else cards_text(cards)
            for given, cards in ((pocket, own), (board, common))
        ]
        card_set(" ".join(texts))
    return own, common


def symbols_of(pocket: CardSet, board: CardSet, quirks: Quirks | None) -> Symbols:
    """Return the symbols of cards that are checked already."""
    rows = [np.array([card_ids(cards)], np.uint8).reshape(1, -1) for cards in (pocket, board)]
    [symbols] = symbols_many(*rows, quirks=quirks)
    return symbols


def symbols_many(
    pockets: HandArray | Iterable[Cards],
    boards: HandArray | Iterable[Cards],
    *,
    quirks: Quirks | None = None,
) -> SymbolArrays:
    """Return OpenHoldem's symbols for many pockets and boards.

    Both are (n, k) arrays of uint8 ids, or lists of cards. All pockets have the same size, 0 or 2,
    and so have all boards.

    >>> symbols_many(["7h 6d", "As Ks"], ["9c 8s 5d", "Qs Js Ts"]).pcbits
    array([ 6, 24], dtype=uint8)
    """
    pockets, boards = hand_array(pockets, "pockets"), hand_array(boards, "boards")
    if len(pockets) != len(boards):
        raise BadInputError(f"{len(pockets)} pockets and {len(boards)} boards: one each is needed")
    if pockets.shape[1] not in (0, POCKET) or boards.shape[1] > MOST_CARDS - POCKET:
        raise CardError(
            f"a pocket of {pockets.shape[1]} and a board of {boards.shape[1]} cards: a pocket has "
            f"2 cards or none, a board at most {MOST_CARDS - POCKET}"
        )
    if quirks is not None:
        require_name(quirks, QUIRKS, "quirks")
    hands = np.concatenate([pockets, boards], axis=1)
    strengths = evaluate_many(hands)
    pcbits = _pcbits(pockets, hands, strengths, quirks)
    return SymbolArrays(
        pcbits=pcbits,
        npcbits=np.bitwise_count(pcbits),
        pokervalplayer=to_pokerval(evaluate_many(pockets)),
        pokervalcommon=to_pokerval(evaluate_many(boards)),
        nstraight=_nstraight(hands),
        quirks=quirks,
    )


def _pcbits(
    pockets: HandArray, hands: HandArray, strengths: Strengths, quirks: Quirks | None
) -> NDArray[np.uint8]:
    bits = np.zeros(len(hands), np.uint8)
    if pockets.shape[1] != POCKET:
        return bits
    category, field_ranks = values_of().category[strengths], values_of().ranks[:, strengths]
    rank = (pockets // len(SUITS) + DEUCE).T
    usable = _usable_pockets(hands, category)
    for place in range(FIELDS):
        field = np.where(field_ranks[place] == LOW_ACE, ACE, field_ranks[place])
        mine = np.zeros(len(hands), bool)
        for card in range(POCKET):
            takes = usable[card] & (rank[card] == field) & ~mine
            usable[card] &= ~takes
            mine |= takes
        bits |= mine.astype(np.uint8) << (FIELDS - 1 - place)
    if quirks:
        _add_quirks(bits, category, rank, hands.shape[1])
    return bits


def _nstraight(hands: HandArray) -> NDArray[np.uint8]:
    """Return the longest run of consecutive ranks of each hand, at most 5."""
    ranks = np.bitwise_or.reduce(1 << (hands // len(SUITS)).astype(np.uint16), axis=1)
    # One bit for each rank from the low ace to the ace.
    line = ranks << 1 | ranks >> (len(RANKS) - 1)
    longest = np.zeros(len(hands), np.uint8)
    for length in range(1, FIELDS + 1):
        longest[line != 0] = length
        line &= line >> 1
    return longest


def _usable_pockets(hands: HandArray, category: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return whether each pocket card can count: in a flush, only if it has that suit."""
    suits = hands % len(SUITS)
    alike = (suits[:, :POCKET, np.newaxis] == suits[:, np.newaxis]).sum(axis=2)
    in_flush = np.isin(category, (Category.FLUSH, Category.STRAIGHT_FLUSH))
    usable: NDArray[np.bool_] = ~in_flush | (alike.T >= FLUSH)
    return usable


def _add_quirks(
    bits: NDArray[np.uint8], category: NDArray[np.uint8], rank: NDArray[np.uint8], size: int
) -> None:
    trips = category == Category.THREE_OF_A_KIND
    bits[trips] = np.where(bits[trips] & 1, bits[trips] & ~np.uint8(1) | 2, bits[trips])
    if size in (3, 4):
        deuce = (category == Category.HIGH_CARD) & (rank == DEUCE).any(axis=0)
        bits[deuce] |= np.uint8((1 << FIELDS - size) - 1)
