"""The 169 starting hands of two cards: pairs, suited and offsuit hands."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from astragal.cards import RANKS, CardSet, Rank, Suit, make_card


class StartingHand(NamedTuple):
    """Two ranks, and whether the cards are of one suit; a pair never is."""

    high: Rank
    low: Rank
    suited: bool

    @property
    def name(self) -> str:
        """As people write it: QQ, AKs, AKo."""
        ranks = RANKS[self.high] + RANKS[self.low]
        if self.high == self.low:
            return ranks
        return ranks + ("s" if self.suited else "o")

    def hands(self) -> list[CardSet]:
        """Return the 6, 4 or 12 hands it stands for, ascending."""
        return list(_hands_of(self))


@cache
def _hands_of(one: StartingHand) -> tuple[CardSet, ...]:
    if one.high == one.low:
        suits: list[tuple[Suit, Suit]] = list(combinations(range(4), 2))
    elif one.suited:
        suits = [(suit, suit) for suit in range(4)]
    else:
        suits = [(first, other) for first in range(4) for other in range(4) if first != other]
    return tuple(
        sorted(
            1 << make_card(one.high, first) | 1 << make_card(one.low, other)
            for first, other in suits
        )
    )


def starting_hands(lowest: Rank = 0) -> Iterator[StartingHand]:
    """Give all of them, by the high rank and then by the low one, aces first.

    >>> names = [hand.name for hand in starting_hands()]
    >>> len(names), names[:5]
    (169, ['AA', 'AKs', 'AKo', 'AQs', 'AQo'])
    """
    for high in range(len(RANKS) - 1, lowest - 1, -1):
        yield StartingHand(high, high, False)
        for low in range(high - 1, lowest - 1, -1):
            yield StartingHand(high, low, True)
            yield StartingHand(high, low, False)
