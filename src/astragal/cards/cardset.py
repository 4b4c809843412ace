"""A set of cards: one word, with bit i for card i.

Union, intersection and difference are `|`, `&` and `& ~`, and the number of cards is
`int.bit_count`; here are the doors between sets and ids, which check what passes.
"""

from collections.abc import Iterable
from operator import index
from typing import TypeAlias

from astragal.cards.card import CARD_NAMES, LARGEST_DECK, Card, check_cards, check_deck
from astragal.errors import CardError

CardSet: TypeAlias = int  # 0..2**54 - 1


def full_deck(deck: int) -> CardSet:
    """Return the set of all cards of a deck of 52, 53 or 54.

    >>> hex(full_deck(52))
    '0xfffffffffffff'
    """
    return (1 << check_deck(deck)) - 1


def check_set(cards: CardSet, deck: int = LARGEST_DECK) -> CardSet:
    """Return `cards` as a plain int, or raise if it has a bit that is no card of the deck."""
    word = index(cards)
    if word & ~full_deck(deck):
        raise CardError(f"{word:#018x} is no set from a deck of {deck} cards: bits 0..{deck - 1}")
    return word


def set_of(cards: Iterable[Card], deck: int = LARGEST_DECK) -> CardSet:
    """Return the set of these ids, each of which must be in the deck and come once.

    >>> set_of([0, 2, 3])
    13
    >>> set_of([51, 3, 51])
    Traceback (most recent call last):
    astragal.errors.CardError: in [51, 3, 51]: card 51 ('As') comes twice
    """
    ids = check_cards(cards, deck)
    word = 0
    for card in ids:
        if word >> card & 1:
            raise CardError(f"in {ids}: card {card} ({CARD_NAMES[card]!r}) comes twice")
        word |= 1 << card
    return word


def cards_of(cards: CardSet) -> list[Card]:
    """Return the ids in the set, ascending.

    >>> cards_of(13)
    [0, 2, 3]
    """
    rest = check_set(cards)
    ids = []
    while rest:
        lowest = rest & -rest
        ids.append(lowest.bit_length() - 1)
        rest ^= lowest
    return ids


def set_size(cards: CardSet) -> int:
    """Return how many cards the set has."""
    return check_set(cards).bit_count()


def complement(cards: CardSet, deck: int) -> CardSet:
    """Return the cards of the deck that are not in the set, which must be within the deck."""
    return full_deck(deck) ^ check_set(cards, deck)
