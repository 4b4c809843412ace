"""One card: a small integer, 4 × rank + suit.

Ranks run from 0 (the two) to 12 (the ace). Suits are clubs, diamonds, hearts and spades, 0 to 3. So
ids ascend by rank first: 0 is the two of clubs, 51 the ace of spades. 52 and 53 are the jokers.

Stability: ids are stored in tables and packed into words; changing them is a breaking change.
"""

from __future__ import annotations

from operator import index
from typing import TypeAlias

from astragal._checks import whole
from astragal.errors import BadInputError, CardError, quoted

Card: TypeAlias = int
"""The id of a card: 4 times its rank plus its suit, 0..51; 52 and 53 are the jokers."""
Rank: TypeAlias = int
"""The rank of a card: 0 (two) to 12 (ace)."""
Suit: TypeAlias = int
"""The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""

RANKS = "23456789TJQKA"
"""The letters of the ranks; rank 0 is the two, 12 the ace."""
SUITS = "cdhs"
"""The letters of the suits: clubs, diamonds, hearts, spades."""

JOKER: Card = 52
"""The id of the joker, `Jk`."""
SECOND_JOKER: Card = 53
"""The id of the second joker, `Jr`."""

RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip

CARD_NAMES = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "Jr")
"""The names of all cards by their ids: `CARD_NAMES[51]` is `As`."""

DECK_SIZES = (52, 53, 54)
"""The size identifies a deck, whose ids are 0..size-1: without jokers, with one, with both."""
LARGEST_DECK = 54


def check_deck(deck: int) -> int:
    """Return `deck`, or raise unless it is the size of a deck."""
    try:
        size = index(deck)
    except TypeError:
        size = 0
    if size in DECK_SIZES:
        return size
    raise BadInputError(f"no deck has {quoted(deck)} cards: a deck has 52, or 53 or 54 with jokers")


def check_card(card: Card, deck: int = LARGEST_DECK) -> Card:
    """Return `card` as an int, or raise unless it is in the deck.

    >>> check_card(54)
    Traceback (most recent call last):
    astragal.errors.CardError: no card has the id 54: a deck of 54 cards has ids 0..53
    """
    try:
        number = whole(card)
    except TypeError:
        raise CardError(
            f"{quoted(card)} is not the id of a card, 0..{check_deck(deck) - 1}"
        ) from None
    if not 0 <= number < check_deck(deck):
        raise CardError(
            f"no card has the id {quoted(number)}: a deck of {deck} cards has ids 0..{deck - 1}"
        )
    return number


def make_card(rank: Rank, suit: Suit) -> Card:
    """Return the card with this rank and suit.

    >>> make_card(RANKS.index("A"), SUITS.index("s"))
    51
    """
    try:
        plain_rank, plain_suit = whole(rank), whole(suit)
    except TypeError:
        plain_rank = plain_suit = -1
    if 0 <= plain_rank < len(RANKS) and 0 <= plain_suit < len(SUITS):
        return plain_rank * len(SUITS) + plain_suit
    raise CardError(
        f"no card has rank {quoted(rank)} and suit {quoted(suit)}: they are 0..12 and 0..3"
    )


def is_joker(card: Card) -> bool:
    """Return whether the card is a joker, which has neither rank nor suit."""
    return check_card(card) >= JOKER


def rank_of(card: Card) -> Rank:
    """Return the rank of a card; raise for a joker."""
    return _check_suited(card) // len(SUITS)


def suit_of(card: Card) -> Suit:
    """Return the suit of a card; raise for a joker."""
    return _check_suited(card) % len(SUITS)


def _check_suited(card: Card) -> Card:
    if is_joker(card):
        raise CardError(f"{quoted(CARD_NAMES[card])} is a joker: it has neither rank nor suit")
    return index(card)
