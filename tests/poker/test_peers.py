"""Random hands against three evaluators that others wrote."""

from collections.abc import Callable

import eval7
import numpy as np
import phevaluator
import pytest
import treys
from numpy.typing import NDArray

from astragal import poker
from astragal.cards import CARD_NAMES

EVAL7_CARDS = [eval7.Card(name) for name in CARD_NAMES[:52]]
TREYS_CARDS = [treys.Card.new(name) for name in CARD_NAMES[:52]]
TREYS = treys.Evaluator()


def by_eval7(hand: list[int]) -> int:
    return int(eval7.evaluate([EVAL7_CARDS[card] for card in hand]))


def by_phevaluator(hand: list[int]) -> int:
    return -int(phevaluator.evaluate_cards(*hand))


def by_treys(hand: list[int]) -> int:
    return -int(TREYS.evaluate([], [TREYS_CARDS[card] for card in hand]))


def random_hands(count: int, size: int) -> NDArray[np.uint8]:
    rng = np.random.default_rng(size)
    hands = rng.integers(0, 52, (int(count * 1.8), size), np.uint8)
    ordered = np.sort(hands, axis=1)
    distinct = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
    return np.ascontiguousarray(hands[distinct][:count])


@pytest.mark.parametrize(
    ("peer", "count"),
    [
        (by_eval7, 50_000),
        (by_phevaluator, 50_000),
        (by_treys, 10_000),
        pytest.param(by_eval7, 1_000_000, marks=pytest.mark.verify),
        pytest.param(by_phevaluator, 300_000, marks=pytest.mark.verify),
        pytest.param(by_treys, 30_000, marks=pytest.mark.verify),
    ],
)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_order_is_the_peers_order(
    peer: Callable[[list[int]], int], count: int, size: int
) -> None:
    hands = random_hands(count, size)
    assert len(hands) > 0.9 * count
    strengths = poker.evaluate_many(hands)
    theirs = np.array([peer(hand) for hand in hands.tolist()])
    # The same number from one exactly where from the other, and both in the same order.
    pairs = np.unique(np.stack([strengths.astype(np.int64), theirs], axis=1), axis=0)
    assert np.all(np.diff(pairs[:, 0]) > 0)
    assert np.all(np.diff(pairs[:, 1]) > 0)


def test_kev_numbers_are_those_of_phevaluator_and_treys() -> None:
    hands = random_hands(20_000, 7)
    kev = poker.to_kev(poker.evaluate_many(hands)).tolist()
    assert kev == [-by_phevaluator(hand) for hand in hands.tolist()]
    assert kev == [-by_treys(hand) for hand in hands.tolist()]
