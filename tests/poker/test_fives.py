"""All 2,598,960 hands of five cards against the slow reference."""

from itertools import chain, combinations

import numpy as np

from astragal import poker

from reference import poker as reference


def test_all_fives() -> None:
    cards = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(cards, np.uint8).reshape(-1, 5)
    assert len(hands) == 2_598_960
    found = poker.to_pokerval(poker.evaluate_many(hands))
    # Suits matter only by whether they are all the same: the ranks of most hands come again.
    one_suit = np.all(hands % 4 == hands[:, :1] % 4, axis=1)
    kinds = 2 * (hands // 4 @ 13 ** np.arange(5)) + one_suit
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    known = np.array([reference.pokerval(hand) for hand in hands[first].tolist()])
    wrong = np.flatnonzero(found != known[kind])
    assert len(wrong) == 0, hands[wrong[0]]
    assert len(set(known.tolist())) == 7462
