"""A setting: seven cards as four, two and one; whether it fouls, and who wins."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from astragal.asia.rules import Copies, Rules
from astragal.asia.values import Order, is_below, order_of, pack_order, value_name
from astragal.cards import Card, CardSet, card_ids, card_set, cards_name, set_size
from astragal.errors import BadInputError, CardError

DECK = 53
HAND_SIZE = 7
NAMES = ("high", "medium", "low")
SETTINGS = 105


class Setting(NamedTuple):
    """Seven cards, each sub-hand by falling card."""

    high: tuple[Card, ...]
    medium: tuple[Card, ...]
    low: tuple[Card, ...]

    def __str__(self) -> str:
        return " / ".join(cards_name(cards) for cards in self)

    @property
    def hand(self) -> CardSet:
        """All seven cards."""
        return card_set(card for cards in self for card in cards)


class Result(StrEnum):
    """What becomes of a bet, or of a sub-hand."""

    WIN = "win"
    LOSS = "loss"
    PUSH = "push"


def check_hand(hand: CardSet) -> CardSet:
    """Return the set, or raise if it is not seven cards of the deck of 53."""
    hand = card_set(hand, deck=DECK)
    if set_size(hand) != HAND_SIZE:
        raise CardError(f"a hand has seven cards, not {set_size(hand)}")
    return hand


def falling_cards(hand: CardSet) -> list[Card]:
    """Return the cards of a set, the highest first."""
    cards = []
    while hand:
        highest = hand.bit_length() - 1
        cards.append(highest)
        hand ^= 1 << highest
    return cards


def make_setting(high: Iterable[Card], medium: Iterable[Card], low: Iterable[Card]) -> Setting:
    """Return the setting with these cards, or raise unless they are four, two and one."""
    parts = [tuple(sorted(cards, reverse=True)) for cards in (high, medium, low)]
    sizes = [len(cards) for cards in parts]
    if sizes != [4, 2, 1]:
        shown = " / ".join(cards_name(cards) for cards in parts)
        raise CardError(f"{shown!r} has {sizes} cards: a setting has four, two and one")
    setting = Setting(*parts)
    check_hand(setting.hand)
    return setting


def parse_setting(text: str) -> Setting:
    """Read a setting.

    >>> str(parse_setting("As 9s 7d 4h / Qh Kd / Jc"))
    'As 9s 7d 4h / Kd Qh / Jc'
    """
    parts = text.split("/")
    if len(parts) != len(NAMES):
        raise BadInputError(f"{text!r} is not a setting: write four cards / two cards / one card")
    card_ids(" ".join(parts), deck=DECK, count=HAND_SIZE)  # a card twice shows up here
    return make_setting(*(card_ids(part, deck=DECK) for part in parts))


def settings_of(hand: CardSet) -> Iterator[Setting]:
    """List the 105 settings of a hand, legal or not.

    Those with the highest cards in the medium come first, then those with the highest in the low.
    """
    cards = falling_cards(check_hand(hand))
    for medium in combinations(cards, 2):
        for low in cards:
            if low not in medium:
                high = tuple(card for card in cards if card != low and card not in medium)
                yield Setting(high, medium, (low,))


@cache
def _order(cards: tuple[Card, ...], rules: Rules) -> Order:
    return order_of(cards, rules)


def fouls(setting: Setting, rules: Rules) -> list[str]:
    """Say what is wrong with a setting; nothing if it is legal.

    >>> from astragal.asia.rules import PROFILES
    >>> fouls(parse_setting("As Qs 7d 4h / Kd Kh / Jc"), PROFILES["push"])
    ['high (ace queen seven four) is below medium (pair of kings)']
    """
    orders = [_order(cards, rules) for cards in setting]
    named = [
        f"{name} ({value_name(pack_order(order))})"
        for name, order in zip(NAMES, orders, strict=True)
    ]
    verb = "is not above" if rules.strict_order else "is below"
    return [
        f"{named[i]} {verb} {named[i + 1]}"
        for i in range(2)
        if not is_below(orders[i + 1], orders[i], rules)
    ]


def is_legal(setting: Setting, rules: Rules) -> bool:
    """Tell whether a setting does not foul."""
    return not fouls(setting, rules)


def sub_results(mine: Setting, dealer: Setting, rules: Rules) -> tuple[Result, Result, Result]:
    """Compare the three sub-hands; a copy is a push here, whatever becomes of it in the whole."""

    def compare(a: Sequence[Card], b: Sequence[Card]) -> Result:
        first, second = order_of(a, rules), order_of(b, rules)
        if first == second:
            return Result.PUSH
        return Result.WIN if first > second else Result.LOSS

    high, medium, low = (compare(a, b) for a, b in zip(mine, dealer, strict=True))
    return high, medium, low


def result(mine: Setting, dealer: Setting, rules: Rules) -> Result:
    """Say what becomes of the player's bet; a fouled hand loses."""
    if fouls(mine, rules):
        return Result.LOSS
    found = sub_results(mine, dealer, rules)
    if found.count(Result.WIN) >= 2:
        return Result.WIN
    if found.count(Result.LOSS) >= 2 or rules.copies is Copies.DEALER:
        return Result.LOSS
    return Result.PUSH
