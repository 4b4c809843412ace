"""The least hands that a card to play pai gow poker from can name."""

from __future__ import annotations

from astragal.cards import RANKS
from astragal.setting.study.distil import CardWords

CARD_WORDS = CardWords(
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
