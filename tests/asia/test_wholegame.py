"""The whole game: each part against plain enumeration, and the sum against samples."""

import pickle
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from astragal import _native
from astragal.asia import PROFILES, HouseWay, find_way, wholegame
from astragal.asia.exact import settings
from astragal.asia.sampled import random_hands
from astragal.cards import CardSet, card_set, complement, subsets
from astragal.errors import BadInputError
from astragal.jobs import DaskCluster, Job, run

PUSH, CASINO = PROFILES["push"], PROFILES["casino"]


def holders(way: HouseWay, must: CardSet) -> NDArray[np.uint32]:
    """The triples of all hands that hold a set, one by one."""
    free = 7 - must.bit_count()
    hands = subsets(complement(must, 53), free) | np.uint64(must)
    assert len(hands) == comb(53 - must.bit_count(), free)
    classes = np.empty(len(hands), np.uint32)
    _native.asia_class_of(hands, classes)
    return way.triples[way.outcome[classes]]


def pairs_won(mine: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> int:
    """Pairs in which two of the three values are greater, by comparing all pairs."""
    a, times_a = np.unique(mine, return_counts=True)
    b, times_b = np.unique(theirs, return_counts=True)
    won = 0
    for triple, times in zip(a, times_a, strict=True):
        greater = (
            (triple >> 11 > b >> 11).astype(int)
            + (triple >> 4 & 0x7F > b >> 4 & 0x7F)
            + (triple & 0xF > b & 0xF)
        )
        won += int(times) * int(times_b[greater >= 2].sum())
    return won


@pytest.mark.parametrize(
    "must",
    ["As Kd Qh Jc", "Jk 4s 3s 2h", "7c 7d 7h 8c 8d", "Jk As Ks Qs 2d", "Ac 2d 3h 4s 9c Jd", "Jk"
     " 9s 8s 7s 2h 3h", "Jk 9s 8s 7s 2h 3h 4h"],
)  # fmt: skip
def test_pairs_that_hold_a_set_are_counted_as_one_by_one(must: str) -> None:
    first, second = find_way("lexicographic", PUSH), find_way("balanced", PUSH)
    held = card_set(must)
    sets, weights = np.array([held], np.uint64), np.ones(1, np.uint8)
    mine, theirs = holders(first, held), holders(second, held)
    expected = pairs_won(mine, theirs), pairs_won(theirs, mine)
    assert _native.asia_duel(first.native, second.native, sets, weights) == expected
    alone = pairs_won(mine, mine)
    assert _native.asia_duel(first.native, first.native, sets, weights) == (alone, alone)


@pytest.mark.parametrize("must", ["Jk 9s 9h", "As 5s 9s", "2c 2d", "Jk 7h", "Qd"])
def test_hands_that_hold_a_set_are_counted_by_classes_as_one_by_one(must: str) -> None:
    way = find_way("lexicographic", PUSH)
    held = card_set(must)
    counts = np.empty(len(way.triples), np.uint32)
    if held.bit_count() == 1:  # all of C(52, 6) would take long: with a reduced deck
        deck = complement(held, 53) & ~card_set("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d")
    else:
        deck = complement(held, 53)
    _native.asia_count(way.native, deck, held, counts)
    hands = subsets(deck, 7 - held.bit_count()) | np.uint64(held)
    classes = np.empty(len(hands), np.uint32)
    _native.asia_class_of(hands, classes)
    expected = np.bincount(way.outcome[classes], minlength=len(way.triples))
    np.testing.assert_array_equal(counts, expected)


def test_inclusion_and_exclusion_leaves_the_pairs_without_a_shared_card() -> None:
    """The same signs over subsets of a small deck, where every pair can be written out."""
    hands = [card_set(cards) for cards in combinations(range(9), 3)]
    disjoint = sum(not a & b for a in hands for b in hands)
    signed = 0
    for size in range(4):
        for shared in combinations(range(9), size):
            both = sum(card_set(shared) & hand == card_set(shared) for hand in hands)
            signed += (-1) ** size * both * both
    assert signed == disjoint


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_two_workers_give_the_same_parts_as_threads() -> None:
    """A part of the whole game, and a sample whose players bring another way with them."""
    push, way = find_way("lexicographic", PUSH), find_way("balanced", CASINO)
    game = wholegame.game_job(find_way("lexicographic", CASINO), way, CASINO)
    assert sum(len(range(*chunk[1:])) for chunk in game.chunks) == sum(
        wholegame.suit_class_count(size) for size in range(8)
    )
    against = wholegame.as_against(PUSH, push)
    gain = wholegame.gain_job(against, CASINO, way, sample=202, seed=3)
    assert len(gain.chunks) == 2
    parts: list[Job[Any, Any, list[Any]]] = [
        Job(
            game.name, [game.chunks[1], game.chunks[1]._replace(size=6, stop=900)], game.work, list
        ),
        Job(gain.name, gain.chunks, gain.work, list),
    ]
    for job in parts:
        assert len(pickle.dumps(job.work)) < 2_000
        here = run(job, threads=2)
        there = run(job, engine=DaskCluster(workers=2))
        assert [one.tobytes() for one in there] == [one.tobytes() for one in here]


def test_other_questions_have_other_checkpoints() -> None:
    push, way = find_way("lexicographic", PUSH), find_way("balanced", PUSH)
    names = [wholegame.game_job(a, b, PUSH).name for a in (push, way) for b in (push, way)]
    names += [
        wholegame.gain_job(wholegame.BEST, PUSH, push, sample=sample, seed=seed).name
        for sample, seed in ((2, 1), (2, 2), (3, 1))
    ]
    assert len(set(names)) == len(names)


def test_a_best_player_wins_four_times_in_five_against_the_lexicographic_dealer() -> None:
    sample = random_hands(400, 4).tolist()
    won = np.array([settings(hand).best.wins / 53_524_680 for hand in sample])
    error = won.std(ddof=1) / len(won) ** 0.5
    assert abs(won.mean() - 0.80) <= 0.005 + 5 * error


def test_estimates_are_the_same_for_any_number_of_threads() -> None:
    way = find_way("balanced", CASINO)
    found = [
        wholegame.gain_over_house(wholegame.BEST, CASINO, way, sample=120, seed=2, threads=threads)
        for threads in (1, 2)
    ]
    assert found[0] == found[1]
    assert found[0].mean >= 0
    push = find_way("lexicographic", PUSH)
    worse = wholegame.gain_over_house(
        wholegame.as_against(PUSH, push), CASINO, way, sample=120, seed=2
    )
    assert worse.mean < 0 < worse.error
    with pytest.raises(BadInputError, match="at least two"):
        random_hands(1, 1)
