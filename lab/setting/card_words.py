"""The least hands that a card to play from can name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from astragal.cards import RANKS


@dataclass(frozen=True)
class CardWords:
    """The least hands that a card of a game can name, for each hand of a setting."""

    words: Mapping[str, Sequence[str]]
    """All least hands, ascending; the first, which is empty, allows any hand."""
    coarse: Mapping[str, Sequence[str]]
    """Least hands that new lines are made of."""
    first_steps: Mapping[str, Sequence[str]]
    """Least hands whose points the search starts with."""
    word_cost: float
    """What each word of a line counts in the search, as a part of the bet."""


# In the two, single ranks come before two ranks: the cards that ship were searched in this order.
ASIA = CardWords(
    words={
        "high": [
            "", "A", "pair", *(f"pair {rank}" for rank in RANKS[1:]),
            "two pair", *(f"two pair {rank}" for rank in RANKS[2:]),
            "trips", *(f"trips {rank}" for rank in RANKS[1:]),
            "straight", *(f"straight {rank}" for rank in RANKS[4:]),
            "flush", *(f"flush {rank}" for rank in RANKS[5:]), "straight flush", "quads",
        ],
        "medium": [
            "", *RANKS[2:],
            *(f"{high} {low}" for high in "QKA" for low in RANKS[: RANKS.index(high)]),
            "pair", *(f"pair {rank}" for rank in RANKS[1:]),
        ],
        "low": ["", *RANKS[1:]],
    },
    coarse={
        "high": [
            "", "A", "pair", "pair 7", "pair T", "pair Q", "pair A", "two pair", "trips",
            "straight", "straight 9", "straight Q", "flush", "flush Q", "straight flush",
        ],
        "medium": [
            "", "Q", "K", "A", "K T", "A 7", "A T", "A Q", "A K", "pair", "pair 5", "pair 8",
            "pair J", "pair A",
        ],
        "low": ["", "7", "9", "T", "J", "Q", "K", "A"],
    },
    first_steps={
        "high": [
            "A", "pair", "pair 5", "pair 8", "pair J", "pair K", "pair A", "two pair", "two pair T",
            "trips", "trips 8", "straight", "straight 7", "straight T", "straight Q", "flush",
            "flush T", "flush Q", "flush A", "straight flush",
        ],
        "medium": [
            "T", "J", "Q", "K", "A", "A 7", "A T", "A Q", "pair", "pair 4", "pair 6", "pair 9",
            "pair J", "pair Q", "pair A",
        ],
        "low": ["7", "8", "9", "T", "J", "Q", "K", "A"],
    },
    word_cost=2e-5,
)  # fmt: skip

PAIGOW = CardWords(
    words={
        "high": [
            "", "Q", "K", "A", "pair", *(f"pair {rank}" for rank in RANKS[1:]),
            "two pair", *(f"two pair {rank}" for rank in RANKS[2:]),
            "trips", *(f"trips {rank}" for rank in RANKS[1:]),
            "straight", *(f"straight {rank}" for rank in RANKS[5:]),
            "flush", *(f"flush {rank}" for rank in RANKS[6:]),
            "full house", *(f"full house {rank}" for rank in RANKS[1:]),
            "quads", *(f"quads {rank}" for rank in RANKS[1:]), "straight flush", "five aces",
        ],
        "low": [
            "", *RANKS[2:10], "Q", *(f"Q {rank}" for rank in RANKS[1:10]),
            "K", *(f"K {rank}" for rank in RANKS[1:11]),
            "A", *(f"A {rank}" for rank in RANKS[1:12]),
            "pair", *(f"pair {rank}" for rank in RANKS[1:]),
        ],
    },
    coarse={
        "high": [
            "", "K", "A", "pair", *(f"pair {rank}" for rank in RANKS[2::2]),
            "two pair", *(f"two pair {rank}" for rank in RANKS[3::2]), "trips", "trips A",
            "straight", "straight 9", "straight Q", "flush", "flush Q", "full house", "quads",
            "quads 7", "quads J", "straight flush",
        ],
        "low": [
            "", "T", "J", "Q", "Q T", "K", "K T", "K Q", "A", "A 7", "A T", "A Q", "A K", "pair",
            *(f"pair {rank}" for rank in RANKS[2::2]),
        ],
    },
    first_steps={
        "high": [
            "K", "A", "pair", "pair 5", "pair 8", "pair J", "pair K", "pair A", "two pair",
            "two pair 7", "two pair T", "two pair K", "trips", "trips 8", "straight", "straight T",
            "flush", "flush Q", "full house", "full house 8", "quads", "straight flush",
        ],
        "low": [
            "9", "T", "J", "Q", "Q T", "K", "K T", "A", "A 7", "A T", "A Q", "pair", "pair 4",
            "pair 6", "pair 9", "pair J", "pair Q", "pair A",
        ],
    },
    word_cost=2e-6,  # settings differ by less than in Asia Poker, where most of them lose
)  # fmt: skip

CARD_WORDS: Mapping[str, CardWords] = {"asia": ASIA, "paigow": PAIGOW}
