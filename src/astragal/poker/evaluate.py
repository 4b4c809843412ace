"""The values of hands, with words and JSON: of a hand, of a hand on a board, of many hands."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from astragal import _native
from astragal._checks import require_name
from astragal.cards import Cards, CardSet, card_set_many
from astragal.cards.card import JOKER
from astragal.cards.cardset import CardList
from astragal.errors import BadInputError, CardError, quoted
from astragal.poker.encodings.symbols import POCKET, QUIRKS, Quirks, read_pocket_and_board
from astragal.poker.hand_value import HandValue
from astragal.poker.strengths import (
    DECK,
    MOST_CARDS,
    WILD_DECK,
    Wild,
    evaluate_many,
    hand_set,
    hole_sizes,
    is_holdem,
    played_variant,
    read_hand_on_board,
    wild_mode,
)
from astragal.poker.tables import tables_for
from astragal.poker.variants import HOLDEM, Variant

NUMBERS = (int, np.integer)
_native.register_hand_value(
    HandValue, {"game": HOLDEM, "board": None, "wild": None, "quirks": None}
)


def evaluate(
    cards: CardList,
    board: CardList | None = None,
    *,
    game: str | Variant = "holdem",
    wild: Wild | None = None,
    quirks: Quirks | None = None,
) -> HandValue:
    """Return the value of 0 to 7 cards, given as text, names or ids.

    A single int is refused, because 51 could be an ace or a set of four cards; `strength` takes
    card sets. With a board, the cards are the two pocket cards, and the value also has OpenHoldem's
    symbols; `quirks` is for these. With `wild`, jokers are allowed: `"bug"` makes a joker an ace,
    or any card that completes a straight, a flush or a straight flush, and `"full"` any card.

    In Omaha (`game="omaha"`) the hand has 4 to 6 cards, and exactly two of them play with three of
    the board. Short deck (`game="short"`) ranks hands by its own rules.

    >>> evaluate("7h 7d 7s 4c 4h").text
    'full house, sevens over fours'
    >>> evaluate("7h 6d", board="9c 8s 5d").symbols.pcbits == 0b00110
    True
    >>> evaluate("Jk 5h 6h 7c 8d", wild="bug").text
    'straight, nine high'
    >>> evaluate("4c 5c 6c 7s", board="8c 9c Ts 2d 2h", game="omaha").text
    'straight, ten high'
    >>> evaluate("Ah Kd", board="6h 7c 8c 9s Ts", game="short").text
    'straight, ten high'
    """
    if type(cards) is not str:  # the usual case costs no more
        refuse_int(cards, "cards", "poker.strength takes card sets")
    if board is None and wild is None and quirks is None and is_holdem(game):
        return _native.evaluate(cards)
    if board is not None:
        refuse_int(board, "board", "cards.card_ids reads card sets")
    if not is_holdem(game):
        for name, option in {"wild": wild, "quirks": quirks}.items():
            if option is not None:
                raise BadInputError(f"{name} = {quoted(option)} is for holdem, not for {game}")
        return _variant_value(cards, "" if board is None else board, played_variant(game))
    common = None
    if board is not None:
        pocket, common = read_pocket_and_board(cards, board)
        hand = pocket | common
    else:
        hand = hand_set(cards, DECK if wild is None else WILD_DECK)
    if quirks is not None:
        if board is None:
            raise BadInputError(
                f"quirks = {quoted(quirks)} is about pocket cards: give the board as well"
            )
        require_name(quirks, QUIRKS, "quirks")
    tables = tables_for()
    strength = (
        tables.strength(hand) if wild is None else tables.wild_strength(hand, wild_mode(wild))
    )
    return HandValue(hand, strength, HOLDEM, common, wild, quirks)


def _variant_value(cards: Cards, board: Cards, game: Variant) -> HandValue:
    if game.two_of_own:
        sizes = hole_sizes(game)
        read = _native.evaluate_two_of_text(game.tables, cards, board, min(sizes), max(sizes))
        if read is not None:  # else the cards are no text, or are wrong
            own, common, strength = read
            return HandValue(own | common, strength, game, common)
    own, common = read_hand_on_board(cards, board, game)
    if game.two_of_own:
        [strength] = _native.showdown_strengths(game.tables, True, [own], common)
    else:
        strength = game.tables.strength(own | common)
    return HandValue(own | common, strength, game, common)


def refuse_int(cards: object, name: str, sets: str) -> None:
    """Raise if cards are a single int: an id or a card set; `sets` says where to give a set."""
    if isinstance(cards, NUMBERS) and not isinstance(cards, bool):
        raise CardError(
            f"{name} = {quoted(int(cards))}: an int may be an id or a card set; give text, "
            f"'As Kd', or a list of ids, [51, 45]; {sets}"
        )


def hand_values(
    hands: Iterable[Cards],
    *,
    board: Cards = "",
    game: str | Variant = "holdem",
    wild: Wild | None = None,
) -> list[HandValue]:
    """Return the values of many hands, each together with the board.

    Hands of two cards on a board have OpenHoldem's symbols.

    >>> [value.text for value in hand_values(["Ah Kh", "7s 7d"], board="Qh 7h 2h 2c")]
    ['flush, ace king queen seven two', 'full house, sevens over twos']
    """
    deck = DECK if wild is None else WILD_DECK
    own = card_set_many(hands, deck=deck, count=range(MOST_CARDS + 1))
    shared = hand_set(board, deck)
    strengths = evaluate_many(own, board=shared, game=game, wild=wild).tolist()
    variant = played_variant(game)
    return [
        HandValue(hand | shared, strength, variant, _board_of(hand, shared, variant), wild)
        for hand, strength in zip(own.tolist(), strengths, strict=True)
    ]


def _board_of(hand: CardSet, board: CardSet, game: Variant) -> CardSet | None:
    """Return the board of a value: None if hold'em has no symbols for the hand."""
    if game != HOLDEM:
        return board
    has_symbols = board > 0 and hand.bit_count() == POCKET and not (hand | board) >> JOKER
    return board if has_symbols else None
