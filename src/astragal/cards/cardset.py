"""Cards as text, as ids, or as a card set: a bit mask with bit i for card i.

Union, intersection and difference of card sets are `|`, `&` and `& ~`. Every function of the
package with an argument of cards accepts all three forms, through `card_set` or `card_ids`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice, pairwise
from typing import TypeAlias

from astragal import _native
from astragal._checks import has_items, whole
from astragal.cards.card import CARD_NAMES, LARGEST_DECK, Card, check_card, check_deck
from astragal.cards.notation import parse_card, parse_or_explain, parse_text
from astragal.errors import BadInputError, CardError, counted, quoted

CardSet: TypeAlias = int
"""A set of cards: bit i stands for the card with id i."""

CardList: TypeAlias = str | Iterable[Card | str]
"""Text ("As Kd"), ids or names ([51, 45], ["As", "Kd"])."""

Cards: TypeAlias = CardList | CardSet
"""A list of cards, or a card set (1 << 51 | 1 << 45)."""

Count: TypeAlias = int | Collection[int] | None
"""The allowed number of cards: a number, several numbers (`range(5, 8)`), or None for any."""


def card_set(cards: Cards, *, deck: int = LARGEST_DECK, count: Count = None) -> CardSet:
    """Return the card set of these cards, which must be distinct and in the deck.

    `deck` is 52 to refuse jokers, 53 to allow one, 54 to allow both. `count` is the allowed number
    of cards.

    >>> card_set("2h 2c"), card_set([2, 0]), card_set(["2h", "2c"]), card_set(5)
    (5, 5, 5, 5)
    >>> card_set([51, 3, 51])
    Traceback (most recent call last):
    astragal.errors.CardError: card 51 ('As') comes twice in [51, 3, 51]: each may come once
    """
    if isinstance(cards, str) and (word := _native.read_set(cards, check_deck(deck))) is not None:
        _check_count(word.bit_count(), count, cards)
        return word
    return read_or_explain(cards, deck, count)


def read_or_explain(cards: Cards, deck: int, count: Count) -> CardSet:
    """Return the card set without native code, or raise an error that explains the problem."""
    if isinstance(cards, str):
        word = sum(1 << card for card in parse_or_explain(cards, deck))
    elif not isinstance(cards, int) and isinstance(cards, Iterable):  # the first test is faster
        if isinstance(cards, list | tuple) and (word := _set_of_ids(cards, deck)):
            _check_count(word.bit_count(), count, cards)
            return word
        return sum(1 << card for card in card_ids(cards, deck=deck, count=count))
    else:
        word = _check_word(cards, deck)
    _check_count(word.bit_count(), count, cards)
    return word


def _set_of_ids(ids: Sequence[Card | str], deck: int) -> CardSet:
    """Return the card set of distinct ids of the deck; 0 if they are anything else."""
    word = 0
    for card in ids:
        if type(card) is not int or not 0 <= card < deck:
            return 0
        word |= 1 << card
    return word if word.bit_count() == len(ids) else 0


def card_ids(cards: Cards, *, deck: int = LARGEST_DECK, count: Count = None) -> list[Card]:
    """Return the ids of these cards: of text and ids in their order, of a set ascending.

    >>> card_ids("As Kd"), card_ids([51, 45]), card_ids(5)
    ([51, 45], [51, 45], [0, 2])
    >>> card_ids("As Kd A♠")
    Traceback (most recent call last):
    astragal.errors.CardError: card 'A♠' comes twice in 'As Kd A♠': each may come once
    """
    if isinstance(cards, str):
        ids = parse_text(cards, deck)
    elif isinstance(cards, Iterable) and has_items(cards):
        cards = list(islice(cards, check_deck(deck) + 1))  # one more has an error for certain
        ids = _check_ids(cards, deck)
    else:
        ids = _bits(_check_word(cards, deck))
    _check_count(len(ids), count, cards if isinstance(cards, str) else ids)
    return ids


def card_names(cards: Cards) -> list[str]:
    """Return a list of the names of these cards, in the order of `card_ids`.

    >>> card_names("A♠ 10d"), card_names(5)
    (['As', 'Td'], ['2c', '2h'])
    """
    return [CARD_NAMES[card] for card in card_ids(cards)]


def cards_text(cards: Cards) -> str:
    """Return the names of these cards as one text, in the order of `card_ids`.

    >>> cards_text([51, 45]), cards_text(5)
    ('As Kd', '2c 2h')
    """
    return " ".join(card_names(cards))


def set_size(cards: Cards) -> int:
    """Return the number of cards."""
    return card_set(cards).bit_count()


def full_deck(deck: int = 52) -> CardSet:
    """Return the card set of a whole deck of 52, 53 or 54 cards.

    >>> hex(full_deck())
    '0xfffffffffffff'
    """
    return (1 << check_deck(deck)) - 1


def complement(cards: Cards, deck: int = 52) -> CardSet:
    """Return the other cards of the deck; raise unless all given cards are in the deck.

    >>> set_size(complement("As Kd"))
    50
    """
    return full_deck(deck) ^ card_set(cards, deck=deck)


def _check_word(cards: object, deck: int) -> CardSet:
    try:
        word = whole(cards)
    except TypeError:
        raise CardError(
            f"{quoted(cards)} is neither text like 'As Kd', nor ids, nor a card set"
        ) from None
    if word & ~full_deck(deck):
        raise CardError(
            f"{word:#018x} is not a set from a deck of {deck} cards: it uses bits 0..{deck - 1}"
        )
    return word


def _check_ids(cards: list[Card | str], deck: int) -> list[Card]:
    ids: list[Card] = []
    for item in cards:
        try:
            card = (
                parse_card(item, deck=deck)
                if isinstance(item, str)
                else check_card(item, deck=deck)
            )
        except CardError as error:
            raise CardError(f"in {_plain(cards)}: {error}") from None
        if card in ids:
            raise CardError(
                f"card {card} ({quoted(CARD_NAMES[card])}) comes twice in {_plain(cards)}: "
                "each may come once"
            )
        ids.append(card)
    return ids


def _bits(word: CardSet) -> list[Card]:
    ids = []
    while word:
        lowest = word & -word
        ids.append(lowest.bit_length() - 1)
        word ^= lowest
    return ids


def _plain(cards: list[Card | str]) -> str:
    """Quote cards for an error message, with NumPy's numbers as ints."""
    return quoted([card.tolist() if hasattr(card, "tolist") else card for card in cards])


def _check_count(size: int, count: Count, cards: Cards) -> None:
    if count is None:
        return
    if isinstance(count, int):  # the usual case, which costs little
        if size == count:
            return
        allowed: Collection[int] = (count,)
    else:
        allowed = read_counts(count)
        if size in allowed:
            return
    text = cards if isinstance(cards, str) else cards_text(cards)
    raise CardError(f"{counted(size, 'card')} in {quoted(text)}: {_either(allowed)} expected")


def read_counts(count: Count) -> Collection[int]:
    """Return the allowed numbers of cards, or raise unless they are whole numbers."""
    if isinstance(count, range):
        return count
    try:
        if isinstance(count, Collection) and has_items(count):
            return [whole(number) for number in count]
        return (whole(count),)
    except TypeError:
        raise BadInputError(
            f"count must be a whole number, several, or None, not {quoted(count)}"
        ) from None


def _either(numbers: Collection[int]) -> str:
    """Join numbers: `5`, `5 or 7`, `0, 3 or 5`; three or more consecutive numbers as `5 to 7`."""
    ordered = sorted(numbers)
    if not ordered:
        return "none"
    if len(ordered) > 2 and all(b == a + 1 for a, b in pairwise(ordered)):
        return f"{ordered[0]} to {ordered[-1]}"
    *others, last = map(quoted, ordered)
    return f"{', '.join(others)} or {last}" if others else last
