from math import comb

import numpy as np
import pytest
from ur.conftest import random_states, reachable

from astragal.errors import BadInputError
from astragal.ur import RULES, Position, rank_many, size, unrank_many
from astragal.ur.ranking import native_ranking

from reference import ur as reference

SIZES = {  # by rules and pieces
    ("finkel", 1): 217,
    ("finkel", 2): 12_869,
    ("finkel", 7): 137_870_097,
    ("blitz", 5): 41_243_781,
    ("masters", 7): 500_929_993,
}


def count_positions(shared: int, private: int, pieces: int) -> int:
    """Count by how many pieces of each side are where; no position is looked at."""

    def arrangements(left: int) -> int:
        return sum(comb(private, on_board) for on_board in range(left + 1))

    total = 0
    for mine in range(1, pieces + 1):
        for theirs in range(1, pieces + 1):
            for x in range(min(mine, shared) + 1):
                for y in range(min(theirs, shared - x) + 1):
                    middle = comb(shared, x) * comb(shared - x, y)
                    total += middle * arrangements(mine - x) * arrangements(theirs - y)
    return total


@pytest.mark.parametrize(("name", "pieces"), SIZES)
def test_sizes(name: str, pieces: int) -> None:
    shared, private = (8, 6) if name == "finkel" else (12, 4)
    counted = count_positions(shared, private, pieces)
    assert size(name, pieces) == counted == SIZES[name, pieces]


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        *((name, 1) for name in RULES),
        ("finkel", 2),
        pytest.param("blitz", 2, marks=pytest.mark.verify),
        pytest.param("masters", 2, marks=pytest.mark.verify),
    ],
)
def test_the_numbers_are_those_of_all_positions_play_can_reach(name: str, pieces: int) -> None:
    positions = reachable(name, pieces)
    words = np.array([reference.to_word(one) for one in positions], np.uint64)
    numbers = rank_many(words, name)
    assert len(np.unique(numbers)) == len(positions)
    assert numbers.max() < size(name, pieces)


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        *(("finkel", 3), ("blitz", 2), ("masters", 2)),
        pytest.param("finkel", 4, marks=pytest.mark.verify),
    ],
)
def test_rank_and_unrank_are_inverse_over_every_layer(name: str, pieces: int) -> None:
    rules = RULES[name]
    end = 0
    for greater in range(1, pieces + 1):
        for less in range(1, greater + 1):
            for layer in dict.fromkeys([(greater, less), (less, greater)]):
                first, stop = native_ranking(rules).layer(*layer)
                assert first == end, "layers follow each other without a gap"
                end = stop
                numbers = np.arange(first, stop, dtype=np.uint64)
                states = unrank_many(numbers, rules, pieces)
                assert (states[1:] != states[:-1]).all()
                np.testing.assert_array_equal(rank_many(states, rules), numbers)
                done = states >> np.uint64(6) & np.uint64(63)
                expected = (pieces - layer[0]) | (pieces - layer[1]) << 3
                assert (done == expected).all()
    assert end == size(rules, pieces)


@pytest.mark.parametrize("name", RULES)
def test_a_state_and_its_mirror_have_the_same_number(name: str) -> None:
    rules = RULES[name]
    states = random_states(rules, rules.pieces, 8, 5)
    done = [states >> np.uint64(shift) & np.uint64(7) for shift in (6, 9)]
    states = states[np.maximum(*done) < rules.pieces]
    mirrored = np.array([Position(int(one), rules).mirror().state for one in states], np.uint64)
    np.testing.assert_array_equal(rank_many(states, rules), rank_many(mirrored, rules))


def test_fewer_pieces_are_the_same_game_with_some_already_home() -> None:
    states = unrank_many(np.arange(size(pieces=2), dtype=np.uint64), pieces=2)
    more = states + np.uint64(5 << 6 | 5 << 9)
    np.testing.assert_array_equal(rank_many(more), rank_many(states))


def test_what_has_no_number_is_refused() -> None:
    with pytest.raises(BadInputError, match="game is over"):
        rank_many(np.array([0x3F, 0x1C0 | 7 << 3], np.uint64))
    with pytest.raises(BadInputError, match="must be equal"):
        rank_many(np.array([0x3E], np.uint64))
    with pytest.raises(BadInputError, match="not below 217"):
        unrank_many(np.array([217], np.uint64), pieces=1)
    with pytest.raises(BadInputError, match="1 to 7"):
        size(pieces=8)
