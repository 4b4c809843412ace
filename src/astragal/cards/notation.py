"""The notation of cards.

A card is a rank (`2`..`9`, `T` or `10`, `J`, `Q`, `K`, `A`) and a suit (`c`, `d`, `h`, `s` or its
symbol), in upper or lower case; the jokers are `Jk` and `Jr`. Cards may touch, or be separated by
spaces or commas: `AsKd`, `As Kd`, `A♠, K♦`. Output always has the form `As Kd`.
"""

from __future__ import annotations

import re

from astragal import _native
from astragal.cards.card import CARD_NAMES, JOKER, LARGEST_DECK, Card, check_card, check_deck
from astragal.errors import CardError, quoted

# ASCII case rules keep out the long s, `ſ`, and the Kelvin sign. Phones add a variation selector to
# a suit symbol to choose its colour.
_CARD = r"(?ai:(?:10|[2-9TJQKA])(?:[cdhs]|[♣♦♥♠♧♢♡♤][\ufe0e\ufe0f]?)|J[kr])"
# An unknown part ends at a separator or before a card, so that an error quotes only this part.
_TOKEN = re.compile(rf"(?P<card>{_CARD})|[\s,]+|(?P<unknown>(?:(?!{_CARD})[^\s,])+)")

_PLAIN_SUITS = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs", "\ufe0e\ufe0f")
_ID_OF_NAME = {name: card for card, name in enumerate(CARD_NAMES)}


def parse_card(text: str, *, deck: int = LARGEST_DECK) -> Card:
    """Read one card.

    >>> parse_card("As"), parse_card("10♥"), parse_card("Jk")
    (51, 34, 52)
    """
    if not isinstance(text, str):
        raise CardError(f"{quoted(text)} is not the name of a card, like 'As'")
    cards = parse_text(text, deck)
    if len(cards) != 1:
        raise CardError(f"{len(cards)} cards in {quoted(text)}: 1 expected")
    return cards[0]


def card_name(card: Card) -> str:
    """Return the name of one card.

    >>> card_name(51)
    'As'
    """
    return CARD_NAMES[check_card(card)]


def parse_text(text: str, deck: int) -> list[Card]:
    """Return the cards of a text, in their order."""
    cards = _native.read_cards(text, check_deck(deck))
    return parse_or_explain(text, deck) if cards is None else cards


def parse_or_explain(text: str, deck: int) -> list[Card]:
    """Return the cards of a text without native code, or raise an error that explains it."""
    cards: list[Card] = []
    for token in _TOKEN.finditer(text):
        if part := token["unknown"]:
            raise CardError(f"unknown card {quoted(part)} in {quoted(text)}: {_expected(deck)}")
        if part := token["card"]:
            plain = part.translate(_PLAIN_SUITS).replace("10", "T").capitalize()
            card = _ID_OF_NAME[plain]
            if card >= deck:
                raise CardError(
                    f"{quoted(part)} in {quoted(text)} is not in this deck: {_expected(deck)}"
                )
            if card in cards:
                raise CardError(
                    f"card {quoted(part)} comes twice in {quoted(text)}: each may come once"
                )
            cards.append(card)
    return cards


def _expected(deck: int) -> str:
    jokers = ["", ", or the joker Jk", ", or a joker, Jk or Jr"][deck - JOKER]
    return f"a card is a rank (2..9, T or 10, J, Q, K, A) and a suit (c, d, h, s){jokers}"
