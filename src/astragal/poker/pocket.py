"""Which of the five cards that count are the player's own: OpenHoldem's symbols.

`pcbits` has a bit for each rank field of pokerval, bit 4 for the first. Walking the fields from the
top, a field goes to an unused pocket card of its rank before any board card; in a flush only a
pocket card of the flush's suit counts.

OpenHoldem's own code departs from its manual in two ways, which `quirks="openholdem"` reproduces:
in three of a kind the second kicker sets bit 1 instead of bit 0, and in a high card of 3 or 4 cards
a pocket deuce also sets the bits of the empty fields.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_array, require_out
from astragal.cards import RANKS, SUITS, Card, HandArray, card_set, hands_to_sets
from astragal.errors import BadInputError, CardError, UnknownNameError
from astragal.poker.evaluator import DECK, MOST_CARDS, evaluate_many, to_pokerval
from astragal.poker.rules import Category
from astragal.poker.tables import values_of

Quirks: TypeAlias = Literal["openholdem"]
QUIRKS = ("openholdem",)

POCKET = 2
FIELDS = 5
FLUSH = 5
ACE = 14
LOW_ACE = 1
DEUCE = 2


@dataclass(frozen=True, slots=True)
class PocketBits:
    """OpenHoldem's symbols for a pocket and a board."""

    pcbits: int
    npcbits: int
    pokervalplayer: int
    pokervalcommon: int
    nstraight: int


@dataclass(frozen=True, slots=True)
class PocketBitsArrays:
    """The same symbols for many pockets and boards, an array each."""

    pcbits: NDArray[np.uint8]
    npcbits: NDArray[np.uint8]
    pokervalplayer: NDArray[np.uint32]
    pokervalcommon: NDArray[np.uint32]
    nstraight: NDArray[np.uint8]


def pocket_bits(
    pocket: Sequence[Card], board: Sequence[Card] = (), *, quirks: Quirks | None = None
) -> PocketBits:
    """Return the symbols for two pocket cards, or none, and up to five of the board.

    >>> from astragal.cards import card_ids
    >>> pocket_bits(card_ids("7h 6d"), card_ids("9c 8s 5d")).pcbits
    6
    """
    _check_sizes(len(pocket), len(board))
    card_set([*pocket, *board], deck=DECK)  # raises for cards that can't be
    many = pocket_bits_many(_row(pocket), _row(board), quirks=quirks)
    return PocketBits(*(int(getattr(many, name)[0]) for name in PocketBits.__slots__))


def pocket_bits_many(
    pockets: HandArray, boards: HandArray, *, quirks: Quirks | None = None
) -> PocketBitsArrays:
    """Return the symbols for rows of two pocket cards, or none, and rows of board cards."""
    pcbits = pcbits_many(pockets, boards, quirks=quirks)
    return PocketBitsArrays(
        pcbits,
        np.bitwise_count(pcbits),
        to_pokerval(evaluate_many(pockets)),
        to_pokerval(evaluate_many(boards)),
        nstraight_many(np.concatenate([pockets, boards], axis=1)),
    )


def pcbits_many(
    pockets: HandArray,
    boards: HandArray,
    *,
    quirks: Quirks | None = None,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return pcbits for rows of two pocket cards, or none, and rows of board cards."""
    if quirks is not None and quirks not in QUIRKS:
        raise UnknownNameError(f"no quirks {quirks!r}; there are {', '.join(QUIRKS)}")
    require_array(pockets, "pockets", np.uint8, 2)
    require_array(boards, "boards", np.uint8, 2)
    if len(pockets) != len(boards):
        raise BadInputError(f"{len(pockets)} pockets and {len(boards)} boards: one each is needed")
    _check_sizes(pockets.shape[1], boards.shape[1])
    hands = np.concatenate([pockets, boards], axis=1)
    strengths = evaluate_many(hands)
    bits = require_out(out, (len(hands),), np.uint8)
    bits.fill(0)
    if pockets.shape[1] != POCKET:
        return bits
    category = values_of().category[strengths]
    fields = values_of().ranks[:, strengths]
    rank = (pockets // len(SUITS) + DEUCE).T
    usable = _usable_pockets(pockets, hands, category)
    for place in range(FIELDS):
        field = np.where(fields[place] == LOW_ACE, ACE, fields[place])
        mine = np.zeros(len(hands), bool)
        for card in range(POCKET):
            takes = usable[card] & (rank[card] == field) & ~mine
            usable[card] &= ~takes
            mine |= takes
        bits |= mine.astype(np.uint8) << (FIELDS - 1 - place)
    if quirks:
        _add_quirks(bits, category, rank, hands.shape[1])
    return bits


def nstraight_many(hands: HandArray, *, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Return the longest run of consecutive ranks of each hand, ace high or low, 5 at most.

    >>> nstraight_many(np.array([[48, 0, 4, 44]], np.uint8))
    array([3], dtype=uint8)
    """
    hands_to_sets(hands, deck=DECK)  # raises for cards that can't be
    ranks = np.zeros(len(hands), np.uint16)
    for column in hands.T:
        ranks |= np.uint16(1) << (column // len(SUITS)).astype(np.uint16)
    out = require_out(out, (len(hands),), np.uint8)
    np.take(_longest_runs(), ranks, out=out)
    return out


@cache
def _longest_runs() -> NDArray[np.uint8]:
    """Return the longest run within a straight's ranks, for each set of ranks."""
    sets = np.arange(1 << len(RANKS))
    # From the ace that counts low to the ace, one bit each.
    line = sets << 1 | sets >> (len(RANKS) - 1)
    longest = np.zeros(len(sets), np.uint8)
    for length in range(1, FIELDS + 1):
        longest[line != 0] = length
        line &= line >> 1
    return longest


def _usable_pockets(
    pockets: HandArray, hands: HandArray, category: NDArray[np.uint8]
) -> list[NDArray[np.bool_]]:
    """Tell for each pocket card whether it may count: in a flush, only if it is of that suit."""
    suits = hands % len(SUITS)
    in_flush = np.isin(category, (Category.FLUSH, Category.STRAIGHT_FLUSH))
    usable = []
    for card in range(POCKET):
        alike = (suits == suits[:, card : card + 1]).sum(axis=1)
        usable.append(~in_flush | (alike >= FLUSH))
    return usable


def _add_quirks(
    bits: NDArray[np.uint8], category: NDArray[np.uint8], rank: NDArray[np.uint8], size: int
) -> None:
    trips = category == Category.THREE_OF_A_KIND
    bits[trips] = np.where(bits[trips] & 1, bits[trips] & ~np.uint8(1) | 2, bits[trips])
    if size in (3, 4):
        deuce = (category == Category.HIGH_CARD) & (rank == DEUCE).any(axis=0)
        bits[deuce] |= np.uint8((1 << FIELDS - size) - 1)


def _check_sizes(pocket: int, board: int) -> None:
    if pocket not in (0, POCKET) or board > MOST_CARDS - POCKET:
        raise CardError(
            f"a pocket of {pocket} and a board of {board} cards: a pocket has 2 or none, "
            f"a board at most {MOST_CARDS - POCKET}"
        )


def _row(cards: Sequence[Card]) -> HandArray:
    return np.array([cards], np.uint8).reshape(1, len(cards))
