"""The Insurance side bet: it pays if the seven cards hold nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from typing_extensions import TypedDict

from astragal._frames import Floats
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import RANKS
from astragal.setting.classes import HANDS
from astragal.setting.hand import ACE
from astragal.setting.pay_table import read_pays
from astragal.setting.setting import HAND_SIZE

# The pay table that Barona publishes: to one, by the highest card.
PAYS: Mapping[str, float] = {"9": 100, "T": 40, "J": 10, "Q": 7, "K": 6, "A": 3}
STRAIGHTS_OF_FIVE = [
    {ACE, 0, 1, 2, 3},
    *({low, low + 1, low + 2, low + 3, low + 4} for low in range(ACE - 3)),
]


class InsurancePayJson(TypedDict):
    """The hands that one line of the pay table pays."""

    highest: str
    """The highest rank of the hand."""
    pays: float
    """What the bet pays, to 1."""
    hands: int


class InsuranceJson(TypedDict):
    """The Insurance side bet."""

    hands: int
    """All hands of seven cards."""
    paid: list[InsurancePayJson]
    edge: float
    """The house edge, as a part of the bet."""


@dataclass(frozen=True, slots=True)
class Insurance(TableResult):
    """How many of all hands of seven the Insurance bet pays, by the highest rank."""

    counts: Mapping[str, int]
    hands: int
    pays: Mapping[str, float]
    """What each highest rank pays, to one."""

    @property
    def edge(self) -> float:
        """The house edge of the bet."""
        won = sum(count * self.pays[rank] for rank, count in self.counts.items())
        lost = self.hands - sum(self.counts.values())
        return (lost - won) / self.hands

    def __repr__(self) -> str:
        return f"Insurance(edge={self.edge:.6g})"

    def _columns(self) -> dict[str, Any]:
        return {
            "highest": list(self.counts),
            "pays": Floats(self.pays[rank] for rank in self.counts),
            "hands": list(self.counts.values()),
        }

    def to_dict(self) -> InsuranceJson:
        """Return what `astragal asia insurance --json` prints."""
        return {
            "hands": self.hands,
            "paid": [
                {"highest": rank, "pays": self.pays[rank], "hands": count}
                for rank, count in self.counts.items()
            ],
            "edge": self.edge,
        }

    def _table(self) -> TextTable:
        rows = [[rank, f"{self.pays[rank]:g} to 1", f"{n:,}"] for rank, n in self.counts.items()]
        below = f"of {self.hands:,} hands; house edge {self.edge:.3%}"
        return TextTable(["highest", "pays", "hands"], rows, below)


def _suitings(cards: int, longest: int) -> int:
    """Count the ways to give suits to cards of different ranks with no suit beyond `longest`."""
    return sum(
        all(suits.count(suit) <= longest for suit in range(4))
        for suits in product(range(4), repeat=cards)
    )


def insurance(pays: Mapping[str, float] | None = None) -> Insurance:
    """Count the hands that the Insurance side bet pays, by their highest rank.

    They have no pair, and no straight or flush of five cards. The joker helps as in a hand of five:
    it is an ace, or completes a straight or a flush. `pays` is a pay table to one; a rank that it
    does not name loses. By default it is Barona's.

    >>> round(insurance().edge, 6)
    0.039079
    >>> round(insurance({"9": 100, "T": 40, "J": 10, "Q": 7, "K": 6, "A": 2}).edge, 6)
    0.132699
    """
    table = read_pays(PAYS if pays is None else pays, [*PAYS])
    counts = {RANKS.index(rank): 0 for rank in PAYS}
    for joker in (False, True):
        size = HAND_SIZE - joker
        suitings = _suitings(size, longest=4 - joker)
        # Beside the joker an ace would make a pair, and four of a straight would make five.
        ranks = range(ACE) if joker else range(ACE + 1)
        for held in combinations(ranks, size):
            if all(len(run.intersection(held)) + joker < 5 for run in STRAIGHTS_OF_FIVE):
                counts[ACE if joker else held[-1]] += suitings
    named = {RANKS[rank]: number for rank, number in counts.items()}
    return Insurance({rank: named[rank] for rank in table}, HANDS, table)
