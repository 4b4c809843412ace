"""What four, two and one cards are worth: one order over all of them.

A value is a category and ranks in the order in which they count, packed as `asia-value`. So values
compare as integers across sizes too, which is what the foul check needs: a longer hand that begins
with the same ranks is above the shorter.

The joker's part is all in `joker_ranks`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from astragal.asia.layouts import ASIA_VALUE, CATEGORY_NAMES
from astragal.asia.rules import Category, Rules, Wheel
from astragal.cards import JOKER, Card, Rank, check_card, rank_of, suit_of
from astragal.errors import CardError
from astragal.poker.layouts import RANK_NAMES

Value: TypeAlias = int
"""A word of the layout `asia-value`; bigger is better."""

ACE: Rank = 12
WHEEL = (ACE, 2, 1, 0)
LOW_ACE = -1  # the ace below the two, as the lowest wheel counts it
SIZES = (4, 2, 1)


class Order(NamedTuple):
    """A value before it is packed: comparable, and with ranks that can be read."""

    strength: int
    ranks: tuple[int, ...]


def is_straight(ranks: Sequence[Rank]) -> bool:
    """Tell whether four falling ranks are in sequence; the ace is high, or low below the two."""
    run = all(high - low == 1 for high, low in pairwise(ranks))
    return run or tuple(ranks) == WHEEL


def natural_order(ranks: Iterable[Rank], suited: bool, rules: Rules) -> Order:
    """Return the order of one, two or four cards of which none is a joker."""
    numbers = Counter(ranks)
    falling = tuple(sorted(numbers, key=lambda rank: (numbers[rank], rank), reverse=True))
    straight = len(falling) == 4 and is_straight(falling)
    if straight:
        category = Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
        if falling == WHEEL and rules.wheel is Wheel.LOWEST:
            falling = (*WHEEL[1:], LOW_ACE)
    elif len(falling) == 4 and suited:
        category = Category.FLUSH
    else:
        category = _GROUPS[tuple(sorted(numbers.values(), reverse=True))]
    return Order(rules.strength(category), falling)


_GROUPS = {
    (4,): Category.FOUR_OF_A_KIND,
    (3, 1): Category.THREE_OF_A_KIND,
    (2, 2): Category.TWO_PAIR,
    (2, 1, 1): Category.PAIR,
    (1, 1, 1, 1): Category.HIGH_CARD,
    (2,): Category.PAIR,
    (1, 1): Category.HIGH_CARD,
    (1,): Category.HIGH_CARD,
}


def joker_ranks(others: Sequence[Rank], suited: bool) -> list[Rank]:
    """Return the ranks that the joker may take beside the other cards of its sub-hand.

    In four cards: those that complete a straight (flush), if any; in a flush the highest that is
    missing; else, and in two cards and in one, an ace.

    >>> joker_ranks([11, 10, 8], suited=False), joker_ranks([12, 11, 5], suited=True)
    ([9], [10])
    """
    if len(others) == 3:
        completing = [
            rank
            for rank in range(ACE + 1)
            if rank not in others and is_straight(sorted((*others, rank), reverse=True))
        ]
        if completing and len(set(others)) == 3:
            return completing
        if suited:
            return [max(set(range(ACE + 1)) - set(others))]
    return [ACE]


def order_of_ranks(ranks: Sequence[Rank], suited: bool, joker: bool, rules: Rules) -> Order:
    """Return the order of cards with these ranks, and the joker if `joker`.

    `suited` says that all of them, but for the joker, share a suit; it matters to four cards only.
    """
    if not joker:
        return natural_order(ranks, suited, rules)
    return max(natural_order((*ranks, rank), suited, rules) for rank in joker_ranks(ranks, suited))


def order_of(cards: Sequence[Card], rules: Rules) -> Order:
    """Return the order of four, two or one cards."""
    if len(cards) not in SIZES:
        raise CardError(f"{len(cards)} cards have no value here: a sub-hand has four, two or one")
    plain = [card for card in cards if check_card(card, deck=53) != JOKER]
    suited = len({suit_of(card) for card in plain}) == 1
    return order_of_ranks([rank_of(card) for card in plain], suited, JOKER in cards, rules)


def pack_order(order: Order) -> Value:
    """Return the word of an order."""
    ranks = [rank + 2 for rank in order.ranks]
    return ASIA_VALUE.pack(category=order.strength, rank=ranks + [0] * (4 - len(ranks)))


def unpack_value(value: Value) -> Order:
    """Return the order that a word stands for."""
    fields = ASIA_VALUE.unpack(value)
    ranks, category = fields["rank"], fields["category"]
    assert isinstance(ranks, tuple)
    assert isinstance(category, int)
    return Order(category, tuple(rank - 2 for rank in ranks if rank))


def value_of(cards: Sequence[Card], rules: Rules) -> Value:
    """Return the value of four, two or one cards.

    >>> from astragal.asia.rules import PROFILES
    >>> from astragal.cards import card_ids
    >>> hex(value_of(card_ids("7h 7s As Kd"), PROFILES["push"]))
    '0x17ed0'
    """
    return pack_order(order_of(cards, rules))


def value_name(value: Value) -> str:
    """Say what a value is.

    >>> value_name(0x17ED0), value_name(0x0ED00), value_name(0x74321)
    ('pair of sevens, ace king', 'ace king', 'straight flush, ace to four')
    """
    strength, ranks = unpack_value(value)
    names = [RANK_NAMES[rank] for rank in ranks]  # a low ace, -1, is an ace as well
    kind = CATEGORY_NAMES[strength]
    if kind in ("straight", "straight flush"):
        wheel = ranks[0] - ranks[-1] > 3 or ranks[-1] == LOW_ACE
        return f"{kind}, ace to four" if wheel else f"{kind}, {names[0]} high"
    if kind == "high card":
        return " ".join(names)
    if kind == "flush":
        return f"flush, {' '.join(names)}"
    many = [_plural(name) for name in names]
    if kind == "two pair":
        return f"{many[0]} and {many[1]}"
    group = {"pair": "pair of", "three of a kind": "three"}.get(kind, "four")
    return ", ".join([f"{group} {many[0]}", *([" ".join(names[1:])] if names[1:] else [])])


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith("x") else f"{name}s"


def is_below(shorter: Order, longer: Order, rules: Rules) -> bool:
    """Tell whether the shorter hand may stand beside the longer without a foul.

    A strict order also refuses a shorter hand that the longer one begins with.
    """
    if rules.strict_order:
        return (longer.strength, longer.ranks[: len(shorter.ranks)]) > shorter
    return longer >= shorter
