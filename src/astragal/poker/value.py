"""The value of one hand: comparable, and explained."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import total_ordering

from astragal.cards import JOKER, RANKS, Card, CardSet, card_ids, rank_of, suit_of
from astragal.poker.layouts import RANK_NAMES
from astragal.poker.rules import Category
from astragal.poker.tables import values_of
from astragal.poker.wild import Wild

FLUSHES = (Category.FLUSH, Category.STRAIGHT_FLUSH)
LOW_ACE = 1  # its rank field; an ace that counts high has 14
FIRST_FIELD = 2  # the rank field of a two


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class HandValue:
    """What a hand of 0 to 7 cards is worth. Values compare as their strengths do.

    >>> from astragal.poker import evaluate
    >>> hand = evaluate("7h 7d 7s 4c 4h")
    >>> hand.text, hand.strength, hand.kev, hex(hand.pokerval)
    ('full house, sevens over fours', 9569, 260, '0x20077744')
    >>> hand > evaluate("As Ks Qs Js 9s")
    True
    """

    cards: CardSet
    strength: int
    wild: Wild | None = None
    """What jokers counted as, if there could be any."""

    @property
    def category(self) -> Category:
        """Pair, flush, ..."""
        return Category(int(values_of().category[self.strength]))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The five rank fields of pokerval, as numbers from 2 to 14; 0 where there is no card."""
        return tuple(values_of().ranks[:, self.strength].tolist())

    @property
    def kev(self) -> int | None:
        """Cactus Kev's number, lower is better; None for fewer than five cards."""
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

        Of cards that would do as well, the one with the higher id. A wild card stands where nothing
        else would.
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


def best_cards(cards: CardSet, category: Category, ranks: Iterable[int]) -> tuple[Card, ...]:
    """Find cards for the rank fields, within one suit for a flush; jokers fill in what is missing.

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
        # The suit that leaves least to the jokers; without jokers, the suit that has it all.
        plain = max(suits, key=lambda suited: len({rank_of(c) for c in suited} & set(wanted)))
    best: list[Card] = []
    for rank in wanted:
        found = [card for card in plain if rank_of(card) == rank and card not in best]
        best.append(found[-1] if found else jokers.pop())
    return tuple(best)


def value_text(category: Category, fields: Iterable[int]) -> str:
    """Put a value into words.

    >>> value_text(Category.TWO_PAIR, (13, 13, 7, 7, 14))
    'two pair, kings and sevens, ace'
    """
    names = [RANK_NAMES[_rank_of_field(field)] for field in fields if field]
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


def _rank_of_field(field: int) -> int:
    return len(RANKS) - 1 if field == LOW_ACE else field - FIRST_FIELD


def _plural(name: str) -> str:
    return f"{name}es" if name == "six" else f"{name}s"


def _list(head: str, names: list[str]) -> str:
    return f"{head}, {' '.join(names)}" if names else head
