"""The rules of poker as tables: the order of the categories, the straights, the made hands.

Native code gets these tables and builds its look-up tables from them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.cards import RANKS
from astragal.cards.card import Rank
from astragal.keys import FACE_SEVEN_KEYS
from astragal.keys.known import SHORT_SEVEN_KEYS
from astragal.keys.sums import Key


class Category(IntEnum):
    """The categories of hands, in the standard order. `Rules.order` says which beats which."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9  # only with wild cards

    @property
    def text(self) -> str:
        """The name that players use.

        >>> Category.FULL_HOUSE.text
        'full house'
        """
        return self.name.lower().replace("_", " ")

    def __str__(self) -> str:
        return self.text


class StraightJson(TypedDict):
    """Five ranks in a row."""

    ranks: str
    """The letters of the ranks, from the two up."""
    top: str
    """The letter of the top card: 5 in A-2-3-4-5."""


@dataclass(frozen=True, slots=True)
class Straight(Result):
    """Five ranks in a row, and the top card: the five in A-2-3-4-5."""

    ranks: int
    """The set of ranks, bit 0 the two."""
    top: Rank

    def __str__(self) -> str:
        letters = (letter for rank, letter in enumerate(RANKS) if self.ranks >> rank & 1)
        return "".join(letters)

    def to_dict(self) -> StraightJson:
        """Return one of the `straights` of rules."""
        return {"ranks": str(self), "top": RANKS[self.top]}


def straight(ranks: str) -> Straight:
    """Return the straight of these ranks, the top card last.

    >>> straight("A2345")
    Straight(ranks=4111, top=3)
    """
    return Straight(sum(1 << RANKS.index(rank) for rank in ranks), RANKS.index(ranks[-1]))


class PokerRulesJson(TypedDict):
    """Rules that rank poker hands."""

    name: str
    order: list[str]
    """The categories, from worst to best."""
    straights: list[StraightJson]
    lowest_rank: str
    """The lowest rank of the deck: 2, or 6 in a short deck."""
    low: bool
    """Whether the worst five cards win."""
    ace_low: bool
    """Whether the ace ranks below the two."""
    flushes: bool
    """Whether flushes count."""
    highest_card: str
    """The highest rank of a low hand that qualifies; A if every hand does."""


@dataclass(frozen=True, repr=False)
class Rules(Result):
    """A set of rules: the categories from worst to best, the straights, the deck and its keys."""

    name: str
    order: tuple[Category, ...]
    straights: tuple[Straight, ...]
    keys: tuple[Key, ...] = FACE_SEVEN_KEYS
    """An additive key for each rank; keys below `lowest_rank` are not used."""
    lowest_rank: Rank = 0
    low: bool = False
    """Whether the worst five cards win. The fields below are for low rules."""
    ace_low: bool = False
    """Whether the ace ranks below the two."""
    flushes: bool = True
    """Whether flushes count. Straights count if `straights` has them."""
    highest_card: Rank = len(RANKS) - 1
    """Below the ace: hands with a higher card, or with a pair, don't qualify."""

    def __hash__(self) -> int:
        return hash(self.name)  # a cache key: hashing all fields would take longer

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    def to_dict(self) -> PokerRulesJson:
        """Return the rules, without the keys of the ranks."""
        return {
            "name": self.name,
            "order": [category.text for category in self.order],
            "straights": [straight.to_dict() for straight in self.straights],
            "lowest_rank": RANKS[self.lowest_rank],
            "low": self.low,
            "ace_low": self.ace_low,
            "flushes": self.flushes,
            "highest_card": RANKS[self.highest_card],
        }


STANDARD = Rules(
    "standard",
    order=tuple(Category),  # as they are declared
    straights=tuple(map(straight, (
        "A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA",
    ))),
)  # fmt: skip
"""The rules of hold'em: the standard order of the categories, and 52 cards."""


def swapped(order: tuple[Category, ...], one: Category, other: Category) -> tuple[Category, ...]:
    """Return the order with two categories swapped."""
    places = {one: other, other: one}
    return tuple(places.get(category, category) for category in order)


SHORT_DECK = Rules(
    "short deck",
    order=swapped(STANDARD.order, Category.FLUSH, Category.FULL_HOUSE),
    straights=tuple(map(straight, ("A6789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"))),
    keys=(0,) * (len(RANKS) - len(SHORT_SEVEN_KEYS)) + SHORT_SEVEN_KEYS,
    lowest_rank=RANKS.index("6"),
)
"""36 cards, from the six up. A flush beats a full house; the ace is also low, below the six."""

SHORT_DECK_TRIPS = replace(
    SHORT_DECK,
    name="short deck, three of a kind over straight",
    order=swapped(SHORT_DECK.order, Category.STRAIGHT, Category.THREE_OF_A_KIND),
)
"""The variant in which three of a kind also beats a straight."""

ACE_TO_FIVE = Rules(
    "ace-to-five", STANDARD.order, straights=(), low=True, ace_low=True, flushes=False
)
"""The lows of razz: the ace is low, straights and flushes don't count; A-2-3-4-5 is the best."""

EIGHT_OR_BETTER = replace(ACE_TO_FIVE, name="eight-or-better", highest_card=RANKS.index("8"))
"""The lows of hi-lo games: five different ranks, none above the eight."""

DEUCE_TO_SEVEN = Rules("deuce-to-seven", STANDARD.order, straights=STANDARD.straights[1:], low=True)
"""The lows of 2-7 games: the ace is high, straights and flushes count; 2-3-4-5-7 is the best."""

MADE_HANDS = {
    "plays the board": "The board's five cards are the best hand",
    "high card": "No pair with a card of the hand, and no ace in it",
    "ace high": "No pair with a card of the hand, and an ace in it",
    "underpair": "A pocket pair below every rank of the board",
    "low pair": "A pair with the fourth or fifth rank of the board",
    "third pair": "A pair with the third rank of the board",
    "second pair": "A pair with the second rank of the board",
    "pocket pair below top": "A pocket pair below the top rank of the board and above its lowest",
    "top pair": "A pair with the top rank of the board",
    "top pair top kicker": "Top pair, and the highest rank that is not on the board",
    "overpair": "A pocket pair above every rank of the board",
    "two pair": "Both cards of the hand pair a card of the board",
    "top two pair": "Both cards of the hand pair, with the two highest ranks of the board",
    "trips": "Three of a kind with one card of the hand",
    "set": "Three of a kind with a pocket pair",
    "straight": "A straight that a higher one can beat",
    "nut straight": "The highest straight that the board allows",
    "flush": "A flush that a higher one can beat",
    "nut flush": "A flush with the highest card of the suit that is not on the board",
    "full house": "A full house",
    "four of a kind": "Four of a kind, at least one of them in the hand",
    "straight flush": "A straight flush",
}
"""The made hands of two cards on a board, from worst to best: the best rule that holds decides.

Pairs, trips and four of a kind count if a card of the hand is in them and if they are among the
best five cards. So `Ah 5c` on `KKKK2` is ace high, `5c 4c` there is a high card, which is only the
kicker, and `66` on `AAKK` is a high card."""

DRAWS = {
    "nut flush draw": "Four cards of a suit, one of them the highest that is not on the board",
    "flush draw": "Four cards of a suit, at least one of them in the hand, but not the highest",
    "straight flush draw": "Four cards of a straight flush, at least one of them in the hand",
    "open-ended": "Four ranks in a row with the hand's help; a card at either end makes a straight",
    "double gutshot": "Several ranks make a straight with the hand's help; not open-ended",
    "gutshot": "One rank makes a straight with the hand's help",
    "backdoor flush draw": "On the flop: three cards of a suit, at least one of them in the hand",
    "backdoor straight draw": "On the flop: three ranks of a straight with the hand's help",
    "two overcards": "No pair, and both cards are above every rank of the board",
    "one overcard": "No pair, and one card is above every rank of the board",
}
"""The draws of a hand; on the river there are none.

Straight draws are for hands without a straight, flush draws for hands without a flush. A hand with
a draw has no backdoor draw of the same kind."""

BLOCKERS = {
    "nut flush blocker": "No flush, and the highest missing card of a suit with three on the board",
    "nut flush draw blocker": "The same of a suit with two, before the river; no draw",
    "nut straight blocker": "No straight, and a rank that the highest possible straight needs",
}
"""The blockers: cards of a hand that an opponent therefore can't hold."""
