"""Cards as people write them.

A card is a rank, `2`..`9`, `T` or `10`, `J`, `Q`, `K`, `A`, and a suit, `c`, `d`, `h`, `s` or its
symbol, in either case; the jokers are `Jk` and `Jr`. Cards may touch or be set apart by spaces and
commas: `AsKd`, `As Kd`, `A♠, K♦`. All of that is read; written is only the plainest, `As Kd`.
"""

import re
from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import TypeAlias

from astragal.cards.card import (
    CARD_NAMES,
    JOKER,
    LARGEST_DECK,
    Card,
    check_card,
    check_cards,
    check_deck,
)
from astragal.cards.cardset import CardSet, cards_of
from astragal.errors import CardError

# How many cards a text may have: so many; or one of several numbers, as `range(5, 8)` or, for a
# board, `(0, 3, 4, 5)`; or, for None, any.
Count: TypeAlias = int | Collection[int] | None

# ASCII rules for case: otherwise the long s, `ſ`, and the Kelvin sign would be letters of a card.
# Symbols may bring a variation selector, by which a phone asks for the coloured or the plain one.
_CARD = r"(?ai:(?:10|[2-9TJQKA])(?:[cdhs]|[♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?)|J[kr])"
# What is unknown ends at a gap or where a card begins, so that an error quotes no more than that.
_TOKEN = re.compile(rf"(?P<card>{_CARD})|[\s,]+|(?P<unknown>(?:(?!{_CARD})[^\s,])+)")

_PLAIN_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0e\ufe0f")
_ID_OF_NAME = {name: card for card, name in enumerate(CARD_NAMES)}


def parse_card(text: str, *, deck: int = LARGEST_DECK) -> Card:
    """Read one card.

    >>> parse_card("As"), parse_card("10♥"), parse_card("Jk")
    (51, 34, 52)
    """
    return parse_cards(text, deck=deck, count=1)[0]


def card_name(card: Card) -> str:
    """Write one card.

    >>> card_name(51)
    'As'
    """
    return CARD_NAMES[check_card(card)]


def parse_cards(text: str, *, deck: int = LARGEST_DECK, count: Count = None) -> list[Card]:
    """Read cards, in the order they are written, each once.

    `deck` is 52 to refuse jokers, 53 to allow one, 54 to allow both; `count` says how many cards
    are right.

    >>> parse_cards("As Kd")
    [51, 45]
    >>> parse_cards("As Kd A♠")
    Traceback (most recent call last):
    astragal.errors.CardError: card 'A♠' comes twice in 'As Kd A♠': each may come once
    """
    check_deck(deck)
    cards: list[Card] = []
    for token in _TOKEN.finditer(text):
        if part := token["unknown"]:
            raise CardError(f"unknown card {part!r} in {text!r}: {_what_is_right(deck)}")
        if part := token["card"]:
            card = _id_of_spelling(part)
            if card >= deck:
                raise CardError(f"{part!r} in {text!r} is not in this deck: {_what_is_right(deck)}")
            if card in cards:
                raise CardError(f"card {part!r} comes twice in {text!r}: each may come once")
            cards.append(card)
    check_count(len(cards), text, count)
    return cards


def cards_name(cards: Iterable[Card]) -> str:
    """Write cards, in the order given.

    >>> cards_name([51, 45])
    'As Kd'
    """
    return " ".join(CARD_NAMES[card] for card in check_cards(cards))


def parse_set(text: str, *, deck: int = LARGEST_DECK, count: Count = None) -> CardSet:
    """Read cards as `parse_cards` does, into a set.

    >>> parse_set("2h 2c")
    5
    """
    return sum(1 << card for card in parse_cards(text, deck=deck, count=count))


def set_name(cards: CardSet) -> str:
    """Write the cards of a set, ascending.

    >>> set_name(5)
    '2c 2h'
    """
    return cards_name(cards_of(cards))


def _id_of_spelling(text: str) -> Card:
    return _ID_OF_NAME[text.translate(_PLAIN_SUITS).replace("10", "T").capitalize()]


def _what_is_right(deck: int) -> str:
    jokers = ["", ", or the joker Jk", ", or a joker, Jk or Jr"][deck - JOKER]
    return f"a card is a rank (2..9, T or 10, J, Q, K, A) and a suit (c, d, h, s){jokers}"


def check_count(found: int, text: str, count: Count) -> None:
    """Raise, quoting `text`, unless the number of cards found in it is a right one."""
    allowed = (count,) if isinstance(count, int) else count
    if allowed is not None and found not in allowed:
        cards = "1 card" if found == 1 else f"{found} cards"
        raise CardError(f"{cards} in {text!r}: {_either(allowed)} expected")


def _either(numbers: Collection[int]) -> str:
    """Say `5`, `5 or 7`, `0, 3 or 5`, and for a run of three and more `5 to 7`."""
    ordered = sorted(numbers)
    if len(ordered) > 2 and all(b == a + 1 for a, b in pairwise(ordered)):
        return f"{ordered[0]} to {ordered[-1]}"
    *others, last = map(str, ordered)
    return f"{', '.join(others)} or {last}" if others else last
