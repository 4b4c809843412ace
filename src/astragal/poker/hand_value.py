"""The value of one hand: comparable, and explained."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering
from typing import Any

from astragal._native import set_and_strength
from astragal.cards import (
    JOKER,
    RANKS,
    Card,
    Cards,
    CardSet,
    card_ids,
    card_name,
    cards_name,
    rank_of,
    suit_of,
)
from astragal.errors import BadInputError, quoted
from astragal.notebook import Facts
from astragal.poker.encodings.symbols import Quirks, Symbols, symbols
from astragal.poker.evaluator import WILD_DECK, Wild, read_hand, wild_mode
from astragal.poker.layouts import MASK64, POKERVAL, RANK_NAMES
from astragal.poker.rules import Category
from astragal.poker.tables import DEUCE, LOW_ACE, tables_for, values_of

FLUSHES = (Category.FLUSH, Category.STRAIGHT_FLUSH)


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False, init=False)
class HandValue(Facts):
    """The value of a hand of 0 to 7 cards. Values compare by their strengths.

    >>> from astragal.poker import evaluate
    >>> hand = evaluate("7h 7d 7s 4c 4h")
    >>> print(hand)
    full house, sevens over fours
    >>> hand.strength, hand.kev, hex(hand.pokerval)
    (9569, 260, '0x20077744')
    >>> hand > evaluate("As Ks Qs Js 9s")
    True
    """

    cards: CardSet
    strength: int
    wild: Wild | None = None
    """The rule for jokers, if the deck has any."""
    symbols: Symbols | None = None
    """OpenHoldem's symbols, if the hand was given as pocket and board."""

    def __init__(
        self,
        cards: CardSet,
        strength: int,
        wild: Wild | None = None,
        symbols: Symbols | None = None,
    ) -> None:
        # A third of the time that the dataclass would take.
        _set_cards(self, cards)
        _set_strength(self, strength)
        _set_wild(self, wild)
        _set_symbols(self, symbols)

    @property
    def category(self) -> Category:
        """The category: pair, flush, ..."""
        return Category(int(values_of().category[self.strength]))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The five rank fields of pokerval, 2 to 14; 0 for a missing card, 1 for a low ace."""
        return tuple(values_of().ranks[:, self.strength].tolist())

    @property
    def kev(self) -> int | None:
        """Cactus Kev's number, lower is better; None for values of fewer than five cards."""
        return int(values_of().kev[self.strength]) or None

    @property
    def pokerval(self) -> int:
        """The 32-bit word."""
        return int(values_of().pokerval[self.strength])

    @property
    def mask(self) -> int:
        """The 64-bit word."""
        return int(values_of().mask[self.strength])

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that count, at most five, in the order of the rank fields.

        Among equally good cards the one with the highest id is taken, and a joker only if no other
        card fits.
        """
        return best_cards(self.cards, self.category, self.ranks)

    @property
    def text(self) -> str:
        """The value in words."""
        return value_text(self.category, self.ranks)

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, HandValue) else NotImplemented

    def __lt__(self, other: "HandValue") -> bool:
        return self.strength < other.strength if isinstance(other, HandValue) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.strength)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<HandValue {cards_name(self.cards)}: {self.text}>"

    def _facts(self) -> dict[str, Any]:
        return self.to_dict() | (self.symbols.shown if self.symbols else {})

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as `astragal eval --json` prints them."""
        best = [card_name(card) for card in self.best]
        value = self.strength_dict() | {"best": best, "wild": self.wild}
        return value if self.symbols is None else value | self.symbols.to_dict()

    def strength_dict(self) -> dict[str, Any]:
        """Return those plain values that the strength determines, without the cards."""
        return {
            "category": self.category.text,
            "strength": self.strength,
            "kev": self.kev,
            "pokerval": POKERVAL.hex(self.pokerval),
            "mask": MASK64.hex(self.mask),
            "text": self.text,
        }


_set_cards, _set_strength, _set_wild, _set_symbols = (
    HandValue.__dict__[slot].__set__ for slot in ("cards", "strength", "wild", "symbols")
)


def evaluate(
    cards: Cards,
    board: Cards | None = None,
    *,
    wild: Wild | None = None,
    quirks: Quirks | None = None,
) -> HandValue:
    """Return the value of 0 to 7 cards.

    With a board, the cards are the two pocket cards, and the value also has OpenHoldem's symbols;
    `quirks` is for these. With `wild`, jokers are allowed: see `astragal.poker.evaluator`.

    >>> evaluate("7h 7d 7s 4c 4h").text
    'full house, sevens over fours'
    >>> evaluate("7h 6d", board="9c 8s 5d").symbols.pcbits == 0b00110
    True
    >>> evaluate("Jk 5h 6h 7c 8d", wild="bug").text
    'straight, nine high'
    """
    found = None
    if board is not None:
        found = symbols(cards, board, quirks=quirks)
        cards = [*card_ids(cards), *card_ids(board)]
    elif quirks is not None:
        raise BadInputError(
            f"quirks = {quoted(quirks)} is about pocket cards: give the board as well"
        )
    if wild is None:
        return HandValue(*set_and_strength(cards), symbols=found)
    word = read_hand(cards, WILD_DECK)
    return HandValue(word, tables_for().wild_strength(word, wild_mode(wild)), wild, found)


def best_cards(cards: CardSet, category: Category, ranks: Iterable[int]) -> tuple[Card, ...]:
    """Return a card for each rank field, all of one suit for a flush; jokers replace missing ones.

    >>> from astragal.cards import cards_name, card_set
    >>> wheel = card_set("2c 3d 4h 5s Ac Kd Kh")
    >>> cards_name(best_cards(wheel, Category.STRAIGHT, (5, 4, 3, 2, 1)))
    '5s 4h 3d 2c Ac'
    """
    ids = card_ids(cards)
    jokers = [card for card in ids if card >= JOKER]
    wanted = [_rank_of_field(field) for field in ranks if field]
    plain = [card for card in ids if card < JOKER]
    if category in FLUSHES:
        suits = [[card for card in plain if suit_of(card) == suit] for suit in range(4)]
        # The suit that needs the fewest jokers.
        plain = max(suits, key=lambda suited: len({rank_of(c) for c in suited} & set(wanted)))
    best: list[Card] = []
    for rank in wanted:
        found = [card for card in plain if rank_of(card) == rank and card not in best]
        best.append(found[-1] if found else jokers.pop())
    return tuple(best)


def value_text(category: Category, fields: Iterable[int]) -> str:
    """Return a value in words.

    >>> value_text(Category.TWO_PAIR, (13, 13, 7, 7, 14))
    'two pair, kings and sevens, ace'
    """
    names = [rank_name(field) for field in fields if field]
    match category:
        case Category.HIGH_CARD if not names:
            return "no cards"
        case Category.HIGH_CARD | Category.FLUSH:
            return _list(category.text, names)
        case Category.PAIR:
            return _list(f"pair of {_plural(names[0])}", names[2:])
        case Category.TWO_PAIR:
            return _list(f"two pair, {_plural(names[0])} and {_plural(names[2])}", names[4:])
        case Category.STRAIGHT_FLUSH if names[0] == "ace":
            return "royal flush"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{category.text}, {names[0]} high"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(names[0])} over {_plural(names[3])}"
        case _:
            alike = sum(1 for name in names if name == names[0])
            return _list(f"{category.text}, {_plural(names[0])}", names[alike:])


def rank_name(field: int) -> str:
    """Return the name of a rank field."""
    return RANK_NAMES[_rank_of_field(field)]


def _rank_of_field(field: int) -> int:
    return len(RANKS) - 1 if field == LOW_ACE else field - DEUCE


def _plural(name: str) -> str:
    return f"{name}es" if name == "six" else f"{name}s"


def _list(head: str, names: list[str]) -> str:
    return f"{head}, {' '.join(names)}" if names else head
