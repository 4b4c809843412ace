"""All boards of four cards, all 47,008 match-ups, and the stored orders of starting hands."""

from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from exhaustive.conftest import best_of_fives
from numpy.typing import NDArray

from astragal import equity, poker
from astragal.cards import (
    card_ids,
    card_set,
    cards_text,
    full_deck,
    sets_to_hands,
    subset_unrank,
    subsets,
)
from astragal.equity.starting_hands import ordering
from astragal.poker import VARIANTS


def with_hand(boards: NDArray[np.uint8], hand: int) -> NDArray[np.uint8]:
    own = np.tile(np.array(card_ids(hand), np.uint8), (len(boards), 1))
    return np.sort(np.concatenate([boards, own], axis=1), axis=1)


@pytest.mark.parametrize("hands", [("AhKh", "QsQd"), ("7h6h", "7s6d"), ("AhAd", "Th9h")])
def test_every_board_of_four_known_cards(
    hands: tuple[str, str], five_card_values: NDArray[np.uint32]
) -> None:
    one, other = map(card_set, hands)
    live = full_deck(52) & ~(one | other)
    fives = subsets(live, 5)
    boards = sets_to_hands(fives, 5)
    mine, yours = (
        best_of_fives(with_hand(boards, hand), five_card_values) for hand in (one, other)
    )

    # Each board of five is a river for five boards of four.
    position = np.zeros(52, np.int64)
    position[card_ids(live)] = np.arange(48)
    places = np.array([[comb(place, k) for place in range(48)] for k in range(1, 5)])
    expected = np.zeros((comb(48, 4), 2), np.int64)
    for four in combinations(range(5), 4):
        rank = sum(places[k][position[boards[:, column]]] for k, column in enumerate(four))
        expected[:, 0] += np.bincount(rank, mine > yours, len(expected)).astype(np.int64)
        expected[:, 1] += np.bincount(rank, yours > mine, len(expected)).astype(np.int64)

    turns = subsets(live, 4)
    pairs = np.tile(np.array([one, other], np.uint64), (len(turns), 1))
    found = equity.calculate_many(pairs, boards=turns)
    assert np.all(found.deals == 44)
    wrong = np.flatnonzero((found.wins != expected).any(axis=1))
    assert wrong.size == 0, cards_text(subset_unrank(int(wrong[0]), live, 4))
    assert len(turns) == 194_580


def essentially_different() -> NDArray[np.uint64]:
    """One match-up for each class of those that differ in the names of suits and the seats."""
    hands = subsets(full_deck(52), 2)
    first, second = np.triu_indices(len(hands), 1)
    apart = (hands[first] & hands[second]) == 0
    pairs = np.stack([hands[first[apart]], hands[second[apart]]], axis=1)
    place = np.zeros((1 << 16) + 1, np.int64)  # of a hand, by its two ids
    ids = sets_to_hands(hands, 2).astype(np.int64)
    place[ids[:, 0] * 52 + ids[:, 1]] = np.arange(len(hands))
    lowest = np.full(len(pairs), 1 << 62, np.int64)
    cards = sets_to_hands(pairs.ravel(), 2).reshape(-1, 2, 2).astype(np.int64)
    for to in permutations(range(4)):
        moved = np.sort(cards // 4 * 4 + np.array(to)[cards % 4], axis=2)
        numbers = np.sort(place[moved[:, :, 0] * 52 + moved[:, :, 1]], axis=1)
        np.minimum(lowest, numbers[:, 0] * len(hands) + numbers[:, 1], out=lowest)
    _, kept = np.unique(lowest, return_index=True)
    return np.ascontiguousarray(pairs[kept])


def test_the_best_of_all_match_ups() -> None:
    pairs = essentially_different()
    assert len(pairs) == 47_008
    found = equity.calculate_many(pairs)
    assert np.all(found.deals == 1_712_304)
    assert np.array_equal(found.wins.sum(axis=1) + found.ties[:, 0], found.deals)
    row, seat = np.unravel_index(np.argmax(found.equity), found.equity.shape)
    ahead, behind = int(pairs[row, seat]), int(pairs[row, 1 - seat])
    ranks = [sorted(card // 4 for card in card_ids(hand)) for hand in (ahead, behind)]
    assert ranks == [[11, 11], [0, 11]]  # kings against king and two, as is well known


def test_random_match_ups_agree_with_every_board_by_itself() -> None:
    pairs = essentially_different()[::157]
    found = equity.calculate_many(np.ascontiguousarray(pairs))
    for row, (one, other) in enumerate(pairs.tolist()):
        boards = subsets(full_deck(52) & ~(one | other), 5)
        mine = poker.evaluate_many(boards | np.uint64(one))
        yours = poker.evaluate_many(boards | np.uint64(other))
        assert found.wins[row].tolist() == [int((mine > yours).sum()), int((yours > mine).sum())]


@pytest.mark.parametrize("name", ["holdem", "short", "short-trips"])
def test_the_stored_orders_are_what_is_computed(name: Any) -> None:
    ranked = equity.preflop_table(name, rebuild=True).against_random()
    assert [one.hand for one in ranked] == [str(hand) for hand in ordering(VARIANTS[name])]
