"""The 169 starting hands of two cards: pairs, suited and offsuit hands."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from astragal.cards import RANKS, CardSet, Rank, Suit, make_card
from astragal.errors import BadInputError

_NAME = re.compile("(?ai:([2-9TJQKA])([2-9TJQKA])([so]?))")


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
        if self.high == self.low:
            suits: list[tuple[Suit, Suit]] = list(combinations(range(4), 2))
        elif self.suited:
            suits = [(suit, suit) for suit in range(4)]
        else:
            suits = [(one, other) for one in range(4) for other in range(4) if one != other]
        return sorted(
            1 << make_card(self.high, one) | 1 << make_card(self.low, other) for one, other in suits
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


def parse_starting_hand(text: str, lowest: Rank = 0) -> StartingHand:
    """Read the name of one starting hand; capitals and the order of the ranks don't matter.

    >>> parse_starting_hand("AKs").hands() == parse_starting_hand("kas").hands()
    True
    >>> parse_starting_hand("AK")
    Traceback (most recent call last):
    astragal.errors.BadInputError: 'AK' is two starting hands, AKs and AKo: say which
    """
    name = text.strip()
    found = _NAME.fullmatch(name)
    if found is None:
        raise BadInputError(f"{text!r} is not a starting hand: it is named as QQ, AKs or AKo")
    low, high = sorted(RANKS.index(rank.upper()) for rank in found.group(1, 2))
    suits = found[3].lower()
    if low < lowest:
        raise BadInputError(f"{text!r}: the ranks of this game are {RANKS[lowest:]}")
    if high == low and suits:
        raise BadInputError(f"{text!r}: a pair is neither suited nor offsuit, it is {name[:2]!r}")
    if high != low and not suits:
        raise BadInputError(f"{text!r} is two starting hands, {name}s and {name}o: say which")
    return StartingHand(high, low, suits == "s")
