"""Omaha hands of four cards: how their ranges are written, their classes, and their order.

    AAxx              two aces and any two cards       AhAxx            the ace of hearts among them
    AKQJ              one card of each of these ranks  JT98+            JT98, QJT9, KQJT, AKQJ
    AAxx ds           two suits with two cards each    AAxx ss          one suit with two or more
    AAxx r            four suits, a rainbow            15%  5-15%       the best hands

270,725 hands are 16,432 classes of hands that differ only in suits. Their order is that of the
exact equity against a random hand, as `OmahaTable` has it; `make verify` compares.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from astragal.cards import RANKS, SUITS, CardSet, SetArray, card_set, subsets
from astragal.equity.games import GAMES, Game
from astragal.equity.starting import best_starting_hands, permuted

OMAHA = GAMES["omaha"]
SUITED = re.compile(r"(?i)[\s$]+(ds|ss|r)(?=[\s,:!]|$)")
"""What follows a part and says which suits it has."""

_CARD = "(?:10|[2-9TJQKA])[cdhs]?|x"
_PATTERN = re.compile(rf"(?i)((?:{_CARD}){{4}})(\+?)(?:\$(ds|ss|r))?")
_ORDER = Path(__file__).with_name("omaha.order")


class HandClasses(NamedTuple):
    """All hands, ascending, and the classes of hands that differ only in suits."""

    hands: SetArray
    class_of: NDArray[np.intp]
    """The number of the class of each hand."""
    first: SetArray
    """The lowest hand of each class, ascending."""
    sizes: NDArray[np.int64]


@cache
def hand_classes(game: Game = OMAHA) -> HandClasses:
    """Return all hands of a game and their classes.

    >>> found = hand_classes()
    >>> len(found.hands), len(found.first), int(found.sizes.sum())
    (270725, 16432, 270725)
    """
    hands = subsets(game.deck, game.hole)
    lowest = hands
    for permutation in permutations(range(len(SUITS))):
        lowest = np.minimum(lowest, permuted(hands, permutation))
    first, class_of, sizes = np.unique(lowest, return_inverse=True, return_counts=True)
    return HandClasses(hands, class_of, first, sizes)


@cache
def order_of_classes() -> NDArray[np.uint16]:
    """Return the numbers of the classes, best first."""
    return np.fromfile(_ORDER, "<u2")


def best_hands(least: float, most: float, game: Game) -> Sequence[CardSet]:
    """Return the best hands of a game up to a percentage, without the best `least` percent."""
    if game.name != OMAHA.name:
        better = len(best_starting_hands(least, game)) if least else 0
        return [hand for one in best_starting_hands(most, game)[better:] for hand in one.combos]
    classes, order = hand_classes(), order_of_classes()
    before = np.concatenate([[0], classes.sizes[order].cumsum()[:-1]])
    start, stop = (
        before.searchsorted(percent / 100 * game.hand_count) for percent in (least, most)
    )
    wanted = np.zeros(len(order), bool)
    wanted[order[start:stop]] = True
    hands: list[CardSet] = classes.hands[wanted[classes.class_of]].tolist()
    return hands


@cache
def _counts() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return how many cards of each rank each hand has, and of each suit."""
    hands = hand_classes().hands[:, np.newaxis]
    bits = hands >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    cards = bits.astype(np.uint8).reshape(-1, len(RANKS), len(SUITS))
    return cards.sum(axis=2, dtype=np.uint8), cards.sum(axis=1, dtype=np.uint8)


def pattern_hands(text: str, game: Game) -> Sequence[CardSet] | None:
    """Return the hands of a part like `AAxx` or `JT98+$ds`; None if it is not such a part."""
    found = _PATTERN.fullmatch(text)
    if found is None or game.hole != OMAHA.hole:
        return None
    tokens = [one.upper().replace("10", "T") for one in re.findall(f"(?i){_CARD}", found[1])]
    if all(len(token) == 2 for token in tokens) and not found[2] and not found[3]:
        return None  # one hand
    ranks = [RANKS.index(token[0]) for token in tokens if token != "X"]
    known = [token for token in tokens if len(token) == 2]
    steps = len(RANKS) - max(ranks, default=0) if found[2] and ranks and not known else 1
    by_rank, by_suit = _counts()
    fits = np.zeros(len(by_rank), bool)
    for step in range(steps):
        fits |= np.logical_and.reduce(
            [by_rank[:, rank + step] >= number for rank, number in Counter(ranks).items()]
            or [np.ones(len(by_rank), bool)]
        )
    if known:
        own = np.uint64(card_set("".join(known)))
        fits &= hand_classes().hands & own == own
    if found[3]:
        twice = (by_suit >= 2).sum(axis=1)
        fits &= twice == {"ds": 2, "ss": 1, "r": 0}[found[3].lower()]
    hands: list[CardSet] = hand_classes().hands[fits].tolist()
    return hands
