import numpy as np
import pytest

from astragal import poker
from astragal.errors import CardError
from astragal.poker.encodings.key_sums import evaluate_by_sums, key_sum_tables
from astragal.poker.layouts import CARD32


def test_the_words_are_the_keys_of_suit_and_face() -> None:
    words = key_sum_tables().words
    assert CARD32.unpack(int(words[51])) == {"suit": 37, "face": 1479181}
    assert CARD32.unpack(int(words[0])) == {"suit": 0, "face": 0}
    assert len(np.unique(words)) == 52


def test_random_sevens_agree_with_the_fast_path() -> None:
    rng = np.random.default_rng(0)
    hands = np.argsort(rng.random((50_000, 52)), axis=1)[:, :7].astype(np.uint8)
    assert np.array_equal(evaluate_by_sums(hands), poker.evaluate_many(hands))


def test_many_flushes_agree_with_the_fast_path() -> None:
    rng = np.random.default_rng(1)
    rows = np.argsort(rng.random((20_000, 13)), axis=1)[:, :7] * 4 + rng.integers(0, 4, (20_000, 1))
    rows[:, 5:] = np.argsort(rng.random((20_000, 13)), axis=1)[:, :2] * 4 + 1
    hands = rows.astype(np.uint8)
    distinct = np.array([len(set(row)) == 7 for row in hands.tolist()])
    hands = hands[distinct].copy()
    assert len(hands) > 10_000
    assert np.array_equal(evaluate_by_sums(hands), poker.evaluate_many(hands))


def test_other_sizes_are_refused() -> None:
    with pytest.raises(CardError, match="hands of 6 cards: the keys are for 7"):
        evaluate_by_sums(np.zeros((1, 6), np.uint8))
