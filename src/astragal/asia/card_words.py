"""The least hands that a card to play Asia Poker from can name."""

from __future__ import annotations

from astragal.cards import RANKS
from astragal.setting.study.distil import CardWords

# In the two, single ranks come before two ranks: the cards that ship were searched in this order.
CARD_WORDS = CardWords(
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
