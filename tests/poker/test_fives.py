"""All 2,598,960 hands of five cards against the slow reference."""

from itertools import combinations

import numpy as np

from astragal import poker

from reference import poker as reference


def test_all_fives() -> None:
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    assert len(hands) == 2_598_960
    found = poker.to_pokerval(poker.evaluate_many(hands))
    # Suits matter only by whether they are all the same: the ranks of most hands come again.
    known: dict[tuple[int, ...], int] = {}
    ranks = hands // 4
    one_suit = np.all(hands % 4 == hands[:, :1] % 4, axis=1)
    for index, key in enumerate(zip(*ranks.T.tolist(), one_suit.tolist(), strict=True)):
        if key not in known:
            known[key] = reference.pokerval(hands[index].tolist())
        assert found[index] == known[key], hands[index]
    assert len(set(known.values())) == 7462
