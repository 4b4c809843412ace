"""Cards, sets of cards as bit masks, and their notation.

>>> from astragal.cards import card_set, cards_text, complement, subset_count, subsets
>>> hole = card_set("As Kd", deck=52, count=2)
>>> cards_text(hole)
'Kd As'
>>> unseen = complement(hole)
>>> subset_count(unseen, 3)
19600
>>> flops = subsets(unseen, 3)
>>> cards_text(flops[0]), cards_text(flops[-1])
('2c 2d 2h', 'Ac Ad Ah')
"""

from astragal.cards.arrays import (
    HandArray,
    SetArray,
    card_ids_many,
    card_set_many,
    cards_text_many,
    hands_to_sets,
    sets_to_hands,
)
from astragal.cards.card import (
    CARD_NAMES,
    JOKER,
    RANKS,
    SECOND_JOKER,
    SUITS,
    Card,
    Rank,
    Suit,
    is_joker,
    make_card,
    rank_of,
    suit_of,
)
from astragal.cards.cardset import (
    Cards,
    CardSet,
    card_ids,
    card_names,
    card_set,
    cards_text,
    complement,
    full_deck,
    set_size,
)
from astragal.cards.notation import card_name, parse_card
from astragal.cards.subset import subset_count, subset_rank, subset_unrank, subsets

__all__ = [
    "CARD_NAMES", "JOKER", "RANKS", "SECOND_JOKER", "SUITS", "Card", "CardSet", "Cards",
    "HandArray", "Rank", "SetArray", "Suit", "card_ids", "card_ids_many", "card_name",
    "card_names", "card_set", "card_set_many", "cards_text", "cards_text_many", "complement",
    "full_deck", "hands_to_sets", "is_joker", "make_card", "parse_card", "rank_of", "set_size",
    "sets_to_hands", "subset_count", "subset_rank", "subset_unrank", "subsets", "suit_of",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
