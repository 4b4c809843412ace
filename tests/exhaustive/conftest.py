"""Seven cards as the best of their fives, each of which the slow reference has judged."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal.cards import full_deck, sets_to_hands, subsets

from reference import poker as reference


@pytest.fixture(scope="session")
def five_card_values() -> NDArray[np.uint32]:
    """By rank in the order of subsets: pokervals of all fives, from the slow reference."""
    hands = sets_to_hands(subsets(full_deck(52), 5), 5)
    known: dict[tuple[int, ...], int] = {}
    one_suit = np.all(hands % 4 == hands[:, :1] % 4, axis=1)
    values = np.empty(len(hands), np.uint32)
    for index, key in enumerate(zip(*(hands // 4).T.tolist(), one_suit.tolist(), strict=True)):
        if key not in known:
            known[key] = reference.pokerval(hands[index].tolist())
        values[index] = known[key]
    return values


def best_of_fives(hands: NDArray[np.uint8], values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the greatest value of five of the cards, which ascend in each row."""
    place = np.array([[comb(card, k) for card in range(52)] for k in range(1, 6)], np.int32)
    best = np.zeros(len(hands), np.uint32)
    for five in combinations(range(hands.shape[1]), 5):
        ranks = sum(place[k][hands[:, column]] for k, column in enumerate(five))
        np.maximum(best, values[ranks], out=best)
    return best
