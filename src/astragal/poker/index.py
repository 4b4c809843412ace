"""An index of hands and boards; hands that differ only by a permutation of suits share a number.

The numbers of a street run from 0 to `hand_index_size(street) - 1`. With `ordered`, the index
distinguishes flop, turn and river; otherwise the board is one set of cards.

Stability: programs store these numbers. Changing them is a breaking change.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from astragal import _native
from astragal._arrays import read_array, require_out
from astragal._checks import require_flag, require_int, require_name
from astragal.cards import Card, Cards, HandArray, card_ids, cards_text
from astragal.cards.arrays import refuse_row
from astragal.errors import BadInputError, CardError, quoted
from astragal.poker.strengths import DECK, hand_array, in_slices
from astragal.poker.variants import Variant, find_variant, require_board_size

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]
HandNumbers: TypeAlias = NDArray[np.uint64]

DEALT: dict[Street, tuple[int, ...]] = {
    "preflop": (),
    "flop": (3,),
    "turn": (3, 1),
    "river": (3, 1, 1),
}


def hand_index_size(street: Street, *, game: str | Variant = "holdem", ordered: bool = True) -> int:
    """Return the number of classes of hands and boards of a street.

    >>> [hand_index_size(street) for street in ("preflop", "flop", "turn", "river")]
    [169, 1286792, 55190538, 2428287420]
    >>> [hand_index_size(street, ordered=False) for street in ("turn", "river")]
    [13960050, 123156254]
    >>> hand_index_size("preflop", game="omaha")
    16432
    """
    return _native_index(street, game, ordered).size


def hand_index(
    hand: Cards, board: Cards = "", *, game: str | Variant = "holdem", ordered: bool = True
) -> int:
    """Return the number of a hand on a board, the same for every permutation of the suits.

    >>> hand_index("Ah Kh", "2c 7d Jh") == hand_index("Ks As", "7c 2h Js")
    True
    >>> hand_index("Ah Kh", "2c 7d Jh 5s") == hand_index("Ah Kh", "2c 7d 5s Jh")
    False
    """
    hole = card_ids(hand, deck=DECK, count=_hole_cards(game))
    both = hole + _dealt(board, ordered)
    card_ids(both, deck=DECK)  # refuses a card of the hand on the board
    return int(hand_index_many(np.array([both], np.uint8), game=game, ordered=ordered)[0])


def _dealt(board: Cards, ordered: bool) -> list[Card]:
    """Return the cards of a board in the order in which they were dealt."""
    require_flag(ordered, "ordered")
    dealt = card_ids(board, deck=DECK)
    require_board_size(len(dealt), sum(1 << card for card in dealt))
    if ordered and len(dealt) > 3 and (isinstance(board, Set) or not isinstance(board, Iterable)):
        raise CardError(
            f"the set {quoted(cards_text(dealt))} has no order of streets: give the board as text "
            "or ids, or ordered=False"
        )
    return dealt


def hand_unindex(
    street: Street, number: int, *, game: str | Variant = "holdem", ordered: bool = True
) -> tuple[str, str]:
    """Return a hand and a board that have this number.

    >>> hand_unindex("flop", hand_index("Ah Kh", "2c 7d Jh"))
    ('Kc Ac', '2h 7d Jc')
    """
    most = hand_index_size(street, game=game, ordered=ordered) - 1
    require_int(number, "number", 0, most)
    [ids] = hand_unindex_many(street, [number], game=game, ordered=ordered).tolist()
    hole = _hole_cards(game)
    return cards_text(ids[:hole]), cards_text(ids[hole:])


def hand_index_many(
    hands: ArrayLike | Iterable[Cards],
    *,
    board: Cards = "",
    game: str | Variant = "holdem",
    ordered: bool = True,
    threads: int | None = None,
    out: HandNumbers | None = None,
) -> HandNumbers:
    """Return the numbers of many hands and boards: rows of ids, the hand first, then the board.

    The length of the rows determines the street. A list may have text. With `board`, the rows are
    hands only, which all have this board.

    >>> hand_index_many(np.array([[50, 46], [51, 47]], np.uint8))
    array([168, 168], dtype=uint64)
    >>> hand_index_many(["Ah Kh 2c 7d Jh"]) == hand_index("Ah Kh", "2c 7d Jh")
    array([ True])
    >>> hand_index_many(["Ah Kh"], board="2c 7d Jh") == hand_index("Ah Kh", "2c 7d Jh")
    array([ True])
    """
    hands = hand_array(hands, "hands")
    if shared := _dealt(board, ordered):
        if hands.shape[1] != _hole_cards(game):
            raise CardError(
                f"rows of {hands.shape[1]} cards and a board: hands of {game} have "
                f"{_hole_cards(game)}"
            )
        rows = np.tile(np.array(shared, np.uint8), (len(hands), 1))
        hands = np.concatenate([hands, rows], axis=1)
    on_board = hands.shape[1] - _hole_cards(game)
    street = next((name for name, cards in DEALT.items() if sum(cards) == on_board), None)
    if street is None:
        sizes = [str(_hole_cards(game) + sum(cards)) for cards in DEALT.values()]
        raise CardError(
            f"rows of {hands.shape[1]} cards: hand and board of {game} have {', '.join(sizes)}"
        )
    out = require_out(out, (len(hands),), np.uint64, [hands])
    index = _native_index(street, game, ordered).index
    bad = in_slices(lambda rows: index(hands[rows], out[rows]), len(hands), threads)
    if bad is not None:
        refuse_row(bad, hands[bad].tolist(), lambda cards: card_ids(cards, deck=DECK))
    return out


def hand_unindex_many(
    street: Street,
    numbers: ArrayLike,
    *,
    game: str | Variant = "holdem",
    ordered: bool = True,
    out: HandArray | None = None,
) -> HandArray:
    """Return a hand and a board for each number, as rows of ids.

    >>> hand_unindex_many("preflop", [0, 168])
    array([[ 0,  1],
           [44, 48]], dtype=uint8)
    """
    index = _native_index(street, game, ordered)
    numbers = read_array(numbers, "numbers", np.uint64, 1)
    out = require_out(out, (len(numbers), index.cards), np.uint8, [numbers])
    bad = index.unindex(numbers, out)
    if bad < len(numbers):
        raise BadInputError(
            f"row {bad} of numbers: {numbers[bad]} is not in 0..{index.size - 1}, those of the "
            f"{street}"
        )
    return out


def _hole_cards(game: str | Variant) -> int:
    variant = find_variant(game)
    if variant.rules.lowest_rank:
        raise BadInputError(f"hands are numbered in games with a full deck, not in {variant}")
    return variant.hole


def _native_index(street: Street, game: str | Variant, ordered: bool) -> _native.HandIndex:
    require_name(street, DEALT, "street")
    require_flag(ordered, "ordered")
    dealt = DEALT[street]
    return _index_of((_hole_cards(game), *(dealt if ordered or not dealt else (sum(dealt),))))


@cache
def _index_of(rounds: tuple[int, ...]) -> _native.HandIndex:
    return _native.HandIndex(rounds)
