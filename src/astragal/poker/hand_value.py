"""The value of one hand: comparable, and explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, total_ordering
from itertools import combinations, product
from typing import NamedTuple

from typing_extensions import TypedDict

from astragal._results import Result
from astragal._tables import fact_rows, html_table
from astragal.cards import (
    CARD_NAMES,
    JOKER,
    RANKS,
    SUITS,
    Card,
    CardSet,
    card_ids,
    card_names,
    cards_text,
    make_card,
)
from astragal.cards.card import RANK_NAMES
from astragal.poker.encodings.symbols import Quirks, Symbols, symbols_of
from astragal.poker.layouts import DEUCE, LOW_ACE, MASK64, POKERVAL
from astragal.poker.rules import STANDARD, Category, Rules
from astragal.poker.strengths import Wild
from astragal.poker.tables import tables_for, values_of
from astragal.poker.variants import HOLDEM, Variant

FLUSHES = (Category.FLUSH, Category.STRAIGHT_FLUSH)
_ALL_SUITS = (1 << len(SUITS)) - 1
_SUIT_SETS = [
    sum(1 << make_card(rank, suit) for rank in range(len(RANKS))) for suit in range(len(SUITS))
]


class StrengthFacts(NamedTuple):
    """The part of a value's JSON that its strength determines."""

    category: str
    kev: int | None
    pokerval: str
    mask: str
    text: str
    ranks: tuple[int, ...]


@cache
def strength_facts(strength: int, rules: Rules = STANDARD) -> StrengthFacts:
    """Return the facts of a strength; standard rules have 9,855."""
    values = values_of(rules)
    category = Category(int(values.category[strength]))
    ranks = tuple(values.ranks[:, strength].tolist())
    return StrengthFacts(
        category=category.text,
        kev=int(values.kev[strength]) or None if rules is STANDARD else None,
        pokerval=POKERVAL.hex(int(values.pokerval[strength])),
        mask=MASK64.hex(int(values.mask[strength])),
        text=value_text(category, ranks),
        ranks=ranks,
    )


class HandValueJson(TypedDict):
    """The value of a hand of 0 to 7 cards."""

    cards: list[str]
    """All cards of the hand and the board, ascending."""
    game: str
    """holdem, omaha, short, ...: the game whose rules make and rank the hand."""
    category: str
    """high card, pair, two pair, ..., five of a kind"""
    strength: int
    """0 (no cards) to 9854 (five aces); bigger is better. Short deck has a scale of its own."""
    kev: int | None
    """Cactus Kev's number, 1 to 7462; lower is better. Null for fewer than five cards and in short
    deck."""
    pokerval: str
    """The 32-bit word, in hexadecimal."""
    mask: str
    """The 64-bit word mask64, in hexadecimal."""
    text: str
    """The name of the hand."""
    best: list[str]
    """The cards that count, at most five, the made part first."""
    wild: str | None
    """The rule for jokers: bug or full; null without jokers."""
    pcbits: str | None
    """A bit for each card of `best`, the highest first: set for a pocket card. Null without a
    board, as are the fields that follow."""
    npcbits: int | None
    """The number of pocket cards in `best`."""
    pokervalplayer: str | None
    """The pokerval of the pocket cards alone."""
    pokervalcommon: str | None
    """The pokerval of the board alone."""
    nstraight: int | None
    """The longest run of consecutive ranks, at most 5."""
    quirks: str | None
    """openholdem if the deviations of that program are reproduced."""


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HandValue(Result):
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
    """All cards, those of the board among them."""
    strength: int
    game: Variant = HOLDEM
    """The game whose rules make and rank the hand."""
    board: CardSet | None = None
    """The cards of the board; None if the hand was given without a board."""
    wild: Wild | None = None
    """The rule for jokers, if the deck has any."""
    quirks: Quirks | None = None
    """The program whose deviations the symbols reproduce."""

    @property
    def hand(self) -> CardSet:
        """The cards that are not on the board."""
        return self.cards ^ (self.board or 0)

    @property
    def symbols(self) -> Symbols | None:
        """OpenHoldem's symbols; None without a board, and in other games than hold'em."""
        if self.board is None or self.game != HOLDEM:
            return None
        return symbols_of(self.hand, self.board, self.quirks)

    @property
    def _facts(self) -> StrengthFacts:
        return strength_facts(self.strength, self.game.rules)

    @property
    def category(self) -> Category:
        """The category: pair, flush, ..."""
        return Category(int(values_of(self.game.rules).category[self.strength]))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The five rank fields of pokerval, 2 to 14; 0 for a missing card, 1 for a low ace."""
        return self._facts.ranks

    @property
    def kev(self) -> int | None:
        """Cactus Kev's number, lower is better; None in short deck and below five cards."""
        return self._facts.kev

    @property
    def pokerval(self) -> int:
        """The 32-bit word."""
        return int(values_of(self.game.rules).pokerval[self.strength])

    @property
    def mask(self) -> int:
        """The 64-bit word."""
        return int(values_of(self.game.rules).mask[self.strength])

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that count, at most five, in the order of the rank fields.

        Among equally good cards the one with the highest id is taken, and a joker only if no other
        card fits. In Omaha two cards are of the hand and three of the board.
        """
        if not self.game.two_of_own:
            return best_cards(self.cards, self.category, self.ranks)
        tables = tables_for(self.game.rules)
        fives = fives_of_two(self.hand, self.board or 0)
        five = next(cards for cards in fives if tables.strength(cards) == self.strength)
        return best_cards(five, self.category, self.ranks)

    @property
    def text(self) -> str:
        """The value in words."""
        return self._facts.text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandValue) or other.game.rules is not self.game.rules:
            return NotImplemented
        return self.strength == other.strength

    def __lt__(self, other: HandValue) -> bool:
        if not isinstance(other, HandValue) or other.game.rules is not self.game.rules:
            return NotImplemented
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        if self.game == HOLDEM:
            return f"<HandValue {cards_text(self.cards)}: {self.text}>"
        on = f" on {cards_text(self.board)}" if self.board else ""
        return f"<HandValue {cards_text(self.hand)}{on}, {self.game}: {self.text}>"

    def to_dict(self) -> HandValueJson:
        """Return the JSON of `astragal eval`."""
        facts = self._facts
        symbols = self.symbols.to_dict() if self.symbols else None
        return {
            "cards": card_names(self.cards),
            "game": self.game.name,
            "category": facts.category,
            "strength": self.strength,
            "kev": facts.kev,
            "pokerval": facts.pokerval,
            "mask": facts.mask,
            "text": facts.text,
            "best": [CARD_NAMES[card] for card in self.best],
            "wild": self.wild,
            "pcbits": symbols["pcbits"] if symbols else None,
            "npcbits": symbols["npcbits"] if symbols else None,
            "pokervalplayer": symbols["pokervalplayer"] if symbols else None,
            "pokervalcommon": symbols["pokervalcommon"] if symbols else None,
            "nstraight": symbols["nstraight"] if symbols else None,
            "quirks": symbols["quirks"] if symbols else None,
        }

    def rows(self) -> list[tuple[str, str]]:
        """Return names and values for people: words in hexadecimal, pcbits bit by bit."""
        facts: dict[str, object] = {**self.to_dict(), "cards": None, "text": None}
        if symbols := self.symbols:
            facts["pcbits"] = symbols.bit_text
        if self.game == HOLDEM:
            facts["game"] = None
        return fact_rows(facts)

    def _repr_html_(self) -> str:
        return html_table([], self.rows(), caption=self.text)


def fives_of_two(hand: CardSet, board: CardSet) -> Iterator[CardSet]:
    """Return all sets of two cards of the hand and three of the board, high cards first."""
    twos = combinations(reversed(card_ids(hand)), 2)
    threes = combinations(reversed(card_ids(board)), 3)
    return (sum(1 << card for card in (*two, *three)) for two, three in product(twos, threes))


def best_cards(cards: CardSet, category: Category, ranks: Iterable[int]) -> tuple[Card, ...]:
    """Return a card for each rank field, all of one suit for a flush; jokers replace missing ones.

    >>> from astragal.cards import cards_text, card_set
    >>> wheel = card_set("2c 3d 4h 5s Ac Kd Kh")
    >>> cards_text(best_cards(wheel, Category.STRAIGHT, (5, 4, 3, 2, 1)))
    '5s 4h 3d 2c Ac'
    """
    wanted = [make_card(_rank_of_field(field), 0) for field in ranks if field]  # the clubs
    jokers = cards >> JOKER
    if category in FLUSHES:
        needed = sum({_ALL_SUITS << club for club in wanted})
        # The suit that needs the fewest jokers.
        cards = max(
            (cards & suit for suit in _SUIT_SETS), key=lambda held: (held & needed).bit_count()
        )
    best: list[Card] = []
    for club in wanted:
        unused = cards >> club & _ALL_SUITS
        if unused:
            card = club + unused.bit_length() - 1
            cards ^= 1 << card
        else:
            card = JOKER + jokers.bit_length() - 1
            jokers ^= 1 << card - JOKER
        best.append(card)
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
