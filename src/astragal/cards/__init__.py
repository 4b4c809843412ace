"""Cards, sets of cards in a word, and how they are written.

>>> from astragal.cards import complement, parse_set, set_name, subset_count, subsets
>>> hole = parse_set("As Kd", deck=52, count=2)
>>> set_name(hole)
'Kd As'
>>> unseen = complement(hole, deck=52)
>>> subset_count(unseen, 3)
19600
>>> flops = subsets(unseen, 3)
>>> set_name(flops[0]), set_name(flops[-1])
('2c 2d 2h', 'Ac Ad Ah')
"""

from astragal.cards.arrays import (
    HandArray,
    SetArray,
    hand_names,
    hands_to_sets,
    parse_hands,
    parse_sets,
    set_names,
    sets_to_hands,
)
from astragal.cards.card import (
    CARD_NAMES,
    DECK_SIZES,
    JOKER,
    RANKS,
    SECOND_JOKER,
    SUITS,
    Card,
    Rank,
    Suit,
    check_card,
    is_joker,
    make_card,
    rank_of,
    suit_of,
)
from astragal.cards.cardset import (
    CardSet,
    cards_of,
    check_set,
    complement,
    full_deck,
    set_of,
    set_size,
)
from astragal.cards.notation import (
    Count,
    card_name,
    cards_name,
    parse_card,
    parse_cards,
    parse_set,
    set_name,
)
from astragal.cards.subset import subset_count, subset_rank, subset_unrank, subsets

__all__ = [
    "CARD_NAMES",
    "DECK_SIZES",
    "JOKER",
    "RANKS",
    "SECOND_JOKER",
    "SUITS",
    "Card",
    "CardSet",
    "Count",
    "HandArray",
    "Rank",
    "SetArray",
    "Suit",
    "card_name",
    "cards_name",
    "cards_of",
    "check_card",
    "check_set",
    "complement",
    "full_deck",
    "hand_names",
    "hands_to_sets",
    "is_joker",
    "make_card",
    "parse_card",
    "parse_cards",
    "parse_hands",
    "parse_set",
    "parse_sets",
    "rank_of",
    "set_name",
    "set_names",
    "set_of",
    "set_size",
    "sets_to_hands",
    "subset_count",
    "subset_rank",
    "subset_unrank",
    "subsets",
    "suit_of",
]
