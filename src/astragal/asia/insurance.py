"""The Insurance side bet: paid when seven cards hold nothing at all.

No pair, and no straight or flush of five cards, where the joker helps as it would in a hand of
five: an ace, or what completes a straight or a flush. The pay is by the highest card. It is the pay
table that Barona publishes.
"""

from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from astragal.asia.setting import DECK, HAND_SIZE
from astragal.asia.values import ACE
from astragal.cards import RANKS, Rank

PAYS: dict[Rank, int] = {
    RANKS.index(rank): pay
    for rank, pay in {"9": 100, "T": 40, "J": 10, "Q": 7, "K": 6, "A": 3}.items()
}
STRAIGHTS_OF_FIVE = [
    {ACE, 0, 1, 2, 3},
    *({low, low + 1, low + 2, low + 3, low + 4} for low in range(ACE - 3)),
]


@dataclass(frozen=True, slots=True)
class Insurance:
    """How often the bet is paid for each highest rank, of all hands of seven."""

    counts: dict[Rank, int]
    hands: int

    @property
    def edge(self) -> float:
        """The house edge of the bet."""
        won = sum(count * PAYS[rank] for rank, count in self.counts.items())
        lost = self.hands - sum(self.counts.values())
        return (lost - won) / self.hands


def _suitings(cards: int, longest: int) -> int:
    """Count the ways to give suits to cards of different ranks with no suit beyond `longest`."""
    return sum(
        all(suits.count(suit) <= longest for suit in range(4))
        for suits in product(range(4), repeat=cards)
    )


def insurance() -> Insurance:
    """Count the hands that are paid.

    >>> f"{insurance().edge:.3%}"
    '3.908%'
    """
    counts = dict.fromkeys(PAYS, 0)
    for joker in (False, True):
        size = HAND_SIZE - joker
        suitings = _suitings(size, longest=4 - joker)
        # Beside the joker an ace would make a pair, and four of a straight would make five.
        ranks = range(ACE) if joker else range(ACE + 1)
        for held in combinations(ranks, size):
            if all(len(run.intersection(held)) + joker < 5 for run in STRAIGHTS_OF_FIVE):
                counts[ACE if joker else held[-1]] += suitings
    return Insurance(counts, comb(DECK, HAND_SIZE))
