"""The words of poker: hand values in 32 and 64 bits, and cards as pairs of additive keys.

A hand in 32 bits:

>>> print(POKERVAL)
 31                           24                 19           16
┌───────────────────────────────┬───────────────┬───────────────┐
│              type             │       ·       │      rank     │
│                               │               │       1       │
└───────────────────────────────┴───────────────┴───────────────┘
 15                                                            0
┌───────────────────────────────────────────────────────────────┐
│                              rank                             │
│       2       │       3       │       4       │       5       │
└───────────────┴───────────────┴───────────────┴───────────────┘

The same hand in 64 bits, as sets of ranks:

>>> print(MASK64)
 63                           56                 51           48
┌───────────────────────────────┬───────────────┬───────────────┐
│              type             │       ·       │      made     │
└───────────────────────────────┴───────────────┴───────────────┘
 47                               39 38                       32
┌───────────────────────────────────┬───────────────────────────┐
│                made               │           second          │
└───────────────────────────────────┴───────────────────────────┘
 31                   26 25                                   16
┌───────────────────────┬───────────────────────────────────────┐
│         second        │                kickers                │
└───────────────────────┴───────────────────────────────────────┘
 15       13
┌───────────┬───────────────────────────────────────────────────┐
│  kickers  │                         ·                         │
└───────────┴───────────────────────────────────────────────────┘

A low hand, in which a lower card has a bigger number, has the same fields:

>>> str(LOWVAL) == str(POKERVAL)
True

What two cards make on a board:

>>> print(MADE_HAND)
 31                           24                         17   16
┌───────────────────────────────┬───────────────────────┬───────┐
│              made             │           ·           │ draws │
└───────────────────────────────┴───────────────────────┴───────┘
 15                            8                     2         0
┌───────────────────────────────┬───────────────────┬───────────┐
│             draws             │         ·         │  blockers │
└───────────────────────────────┴───────────────────┴───────────┘

A card, or the sum of up to seven cards:

>>> print(CARD32)
 31                               23 22                       16
┌───────────────────────────────────┬───────────────────────────┐
│                suit               │            face           │
└───────────────────────────────────┴───────────────────────────┘
 15                                                            0
┌───────────────────────────────────────────────────────────────┐
│                              face                             │
└───────────────────────────────────────────────────────────────┘

An example of a mistake: kickers and made ranks overlap:

>>> print(BITVAL_LEGACY)
 63                           56              52              48
┌───────────────────────────────┬───────────┬───┬───────────┬───┐
│              type             │     ·     │mad│     ·     │mad│
│                               │           │ace│           │kin│
└───────────────────────────────┴───────────┴───┴───────────┴───┘
              44              40              36              32
┌───────────┬───┬───────────┬───┬───────────┬───┬───────────┬───┐
│     ·     │mad│     ·     │mad│     ·     │mad│     ·     │mad│
│           │que│           │jac│           │ten│           │nin│
└───────────┴───┴───────────┴───┴───────────┴───┴───────────┴───┘
              28          25  24 23       21  20 19       17  16
┌───────────┬───┬───────┬───┬───┬───────────┬───┬───────────┬───┐
│     ·     │mad│   ·   │kic│ ✗ │   kicker  │ ✗ │   kicker  │ ✗ │
│           │eig│       │ace│ ✗ │que│jac│ten│ ✗ │eig│sev│six│ ✗ │
└───────────┴───┴───────┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘
 15       13  12               8               4               0
┌───────────┬───┬───────────┬───┬───────────┬───┬───────────┬───┐
│   kicker  │mad│     ·     │mad│     ·     │mad│     ·     │low│
│fou│thr│two│fou│           │thr│           │two│           │   │
└───┴───┴───┴───┴───────────┴───┴───────────┴───┴───────────┴───┘

Stability: other programs store and exchange these encodings. Changing one is a breaking change and
needs a new name.
"""

from __future__ import annotations

from astragal.cards.card import RANK_NAMES
from astragal.layout import Ascending, Field, Layout, Unused
from astragal.poker.rules import BLOCKERS, DRAWS, MADE_HANDS

LOW_ACE = 1  # the rank field of an ace below the two
DEUCE = 2  # the rank field of a two; an ace has 14

TYPE_FLAGS = (
    "one pair", "two pair", "three of a kind", "straight",
    "flush", "full house", "four of a kind", "straight flush",
)  # fmt: skip
FIVE_OF_A_KIND = " | ".join(TYPE_FLAGS)

TYPE_MEANING = "one flag for the hand's category; none: high card; all: five of a kind"
STABILITY = "Stable: changing this encoding is a breaking change."


def _ranks(cards: str, values: dict[int, str]) -> Field:
    meaning = f"ranks of the {cards} that count, the made part first; 0: no card"
    return Field("rank", 16, 4, meaning, runs="1..5", stride=-4, values=values)


POKERVAL = Layout(
    "pokerval",
    32,
    (
        Field("type", 24, 8, TYPE_MEANING, flags=TYPE_FLAGS),
        _ranks("five cards", {1: "ace (low)"} | dict(enumerate(RANK_NAMES, 2))),
    ),
    meaning="A hand of 0 to 7 cards in 32 bits, as in OpenHoldem",
    claims=(
        Unused(20, 23),
        Ascending(
            (
                {},
                {"rank": (14, 13, 0, 0, 0)},
                {"rank": (14, 13, 12, 11, 9)},
                {"type": "one pair", "rank": (2, 2, 0, 0, 0)},
                {"type": "one pair", "rank": (2, 2, 14, 5, 4)},
                {"type": "one pair", "rank": (3, 3, 13, 5, 4)},
                {"type": "two pair", "rank": (3, 3, 2, 2, 4)},
                {"type": "three of a kind", "rank": (7, 7, 7, 14, 13)},
                {"type": "straight", "rank": (5, 4, 3, 2, 1)},
                {"type": "straight", "rank": (6, 5, 4, 3, 2)},
                {"type": "flush", "rank": (7, 5, 4, 3, 2)},
                {"type": "full house", "rank": (4, 4, 4, 7, 7)},
                {"type": "full house", "rank": (7, 7, 7, 4, 4)},
                {"type": "four of a kind", "rank": (2, 2, 2, 2, 3)},
                {"type": "straight flush", "rank": (14, 13, 12, 11, 10)},
                {"type": FIVE_OF_A_KIND, "rank": (2, 2, 2, 2, 2)},
            )
        ),
    ),
    stability=STABILITY,
    reader="astragal.poker.words:read_pokerval",
)

MASK64 = Layout(
    "mask64",
    64,
    (
        Field("type", 56, 8, TYPE_MEANING, flags=TYPE_FLAGS),
        Field(
            "made",
            39,
            13,
            "the pair or pairs, the trips, the quads, the five; the top card of a straight",
            flags=RANK_NAMES,
        ),
        Field("second", 26, 13, "the pair of a full house", flags=RANK_NAMES),
        Field("kickers", 13, 13, "kickers; all of a flush or a high card", flags=RANK_NAMES),
    ),
    meaning="A hand of 0 to 7 cards in 64 bits, as sets of ranks",
    claims=(
        Unused(52, 55),
        Unused(0, 12),
        Ascending(
            (
                {},
                {"kickers": "ace | king"},
                {"type": "one pair", "made": "two", "kickers": "ace | five | four"},
                {"type": "one pair", "made": "three", "kickers": "king | five | four"},
                {"type": "one pair", "made": "seven", "kickers": "ace | queen | jack"},
                {"type": "one pair", "made": "seven", "kickers": "ace | king | queen"},
                {"type": "two pair", "made": "three | two", "kickers": "four"},
                {"type": "three of a kind", "made": "seven", "kickers": "ace | king"},
                {"type": "straight", "made": "five"},
                {"type": "straight", "made": "six"},
                {"type": "flush", "kickers": "seven | five | four | three | two"},
                {"type": "full house", "made": "four", "second": "seven"},
                {"type": "full house", "made": "seven", "second": "four"},
                {"type": "four of a kind", "made": "two", "kickers": "three"},
                {"type": "straight flush", "made": "ace"},
                {"type": FIVE_OF_A_KIND, "made": "two"},
            )
        ),
    ),
    stability=STABILITY,
    reader="astragal.poker.words:read_mask",
)

LOW_TYPES = (
    "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind",
    "two pair", "pair", "no pair", "one card", "two cards", "three cards", "badugi",
)  # fmt: skip

LOWVAL = Layout(
    "lowval",
    32,
    (
        Field(
            "type",
            24,
            8,
            "what the hand makes; the last four are for badugi; 0: it doesn't qualify",
            values=dict(enumerate(LOW_TYPES, 1)),
        ),
        _ranks("cards", dict(enumerate(reversed(RANK_NAMES), 1)) | {14: "ace (low)"}),
    ),
    meaning="A low hand of 0 to 7 cards in 32 bits",
    claims=(
        Unused(20, 23),
        Ascending(
            (
                {},
                {"type": "straight flush", "rank": (1, 2, 3, 4, 5)},
                {"type": "straight", "rank": (9, 10, 11, 12, 13)},
                {"type": "pair", "rank": (2, 2, 3, 4, 5)},
                {"type": "pair", "rank": (14, 14, 11, 12, 13)},
                {"type": "no pair", "rank": (1, 2, 3, 4, 6)},
                {"type": "no pair", "rank": (7, 8, 12, 13, 14)},
                {"type": "no pair", "rank": (7, 9, 12, 13, 14)},
                {"type": "no pair", "rank": (8, 10, 11, 12, 13)},
                {"type": "no pair", "rank": (10, 11, 12, 13, 14)},
                {"type": "one card", "rank": (2, 0, 0, 0, 0)},
                {"type": "three cards", "rank": (12, 13, 14, 0, 0)},
                {"type": "badugi", "rank": (2, 3, 4, 5, 0)},
                {"type": "badugi", "rank": (11, 12, 13, 14, 0)},
            )
        ),
    ),
    stability=STABILITY,
    reader="astragal.poker.words:read_lowval",
)

BITVAL_LEGACY = Layout(
    "bitval-legacy",
    64,
    (
        Field("type", 56, 8, "one flag for the hand's category", flags=TYPE_FLAGS),
        Field("kicker", 13, 1, "kicker bit of each rank: 13 + rank", count=13, labels=RANK_NAMES),
        Field(
            "made",
            4,
            1,
            "made bit of each rank: 4 x (rank + 1)",
            count=13,
            stride=4,
            labels=RANK_NAMES,
        ),
        Field("low_ace", 0, 1, "set by four aces, in addition to made[ace]"),
    ),
    meaning="A 64-bit hand value with overlapping fields, kept to show what goes wrong",
    claims=(
        Unused(26, 51),
        Ascending(
            tuple(
                {"type": "one pair", "made": {pair: 1}, "kicker": dict.fromkeys(kickers, 1)}
                for pair, kickers in (
                    ("two", ("ace", "five", "four")),
                    ("three", ("king", "five", "four")),
                    ("seven", ("ace", "queen", "jack")),
                    ("seven", ("ace", "king", "queen")),
                )
            )
        ),
    ),
    stability="An example of a mistake; not used.",
    allow_overlaps=True,
    reader="astragal.poker.words:read_legacy_mask",
)

CARD32 = Layout(
    "card32",
    32,
    (
        Field("suit", 23, 9, "suit key; the sum over seven cards shows a flush"),
        Field("face", 0, 23, "face key; the sum over seven cards determines their ranks"),
    ),
    meaning="A card, or the sum of up to seven cards, as two additive keys",
    stability=STABILITY,
    reader="astragal.poker.words:read_card",
)

MADE_HAND = Layout(
    "made-hand",
    32,
    (
        Field("made", 24, 8, "the made hand", values=dict(enumerate(MADE_HANDS))),
        Field("draws", 8, len(DRAWS), "all draws that the hand has", flags=tuple(DRAWS)),
        Field("blockers", 0, len(BLOCKERS), "what the hand blocks", flags=tuple(BLOCKERS)),
    ),
    meaning="What two cards make on a board",
    stability=STABILITY,
    reader="astragal.poker.words:read_made_hand",
)

LAYOUTS = (POKERVAL, MASK64, LOWVAL, MADE_HAND, BITVAL_LEGACY, CARD32)

# The words of the C++ loops are never stored or shown; they may change at any time.

SUIT_RANKS = Layout(
    "suit-ranks",
    64,
    (Field("ranks", 0, 13, "set of the ranks held in each suit", count=4, stride=16),),
    meaning="A set of cards as four sets of ranks, one for each suit",
)

HAND_SUM = Layout(
    "hand-sum",
    64,
    (
        Field("key", 41, 23, "sum of the rank keys; at the top, so that its carry is lost"),
        Field("suit", 16, 4, "cards of each suit, plus 3: five of them set the top bit", count=4),
        Field("size", 0, 6, "number of cards"),
    ),
    meaning="A card, or the sum of the cards of a hand, as the evaluator adds them up",
)

SUIT_SUM = Layout(
    "suit-sum",
    32,
    (
        Field("key", 9, 23, "sum of the rank keys"),
        Field("flush", 6, 1, "five or more cards"),
        Field("size", 0, 6, "number of cards"),
    ),
    meaning="The sum of the cards of one suit; the sum over the suits is that of the hand",
)

INDEXED_SUIT = Layout(
    "indexed-suit",
    64,
    (
        Field("shape", 40, 24, "how many of its cards each round has; it decides first"),
        Field("cards", 0, 40, "number of its cards among those of this shape"),
    ),
    meaning="One suit of a hand, in the order in which the hand index takes the suits",
)

RANKED_HAND = Layout(
    "ranked-hand",
    32,
    (Field("strength", 16, 16, "what it makes"), Field("hand", 0, 16, "its number")),
    meaning="A hand of Omaha to be sorted by what it makes on a board",
)

NATIVE_LAYOUTS = (POKERVAL, SUIT_RANKS, HAND_SUM, SUIT_SUM, INDEXED_SUIT, RANKED_HAND)
