from pathlib import Path

import pytest

from astragal.errors import BadInputError, UnknownNameError
from astragal.keys import SUIT_KEYS, hands_of, search, verify
from astragal.keys.suits import CONDITIONS

from reference import keys as reference

DATA = Path(__file__).parents[1] / "data"
PUBLISHED = [
    tuple(map(int, line.split(",")))
    for line in (DATA / "suit_keys_published.csv").read_text().splitlines()
]


def test_the_published_solutions_are_found_in_order() -> None:
    assert list(search("suit", condition="published").solutions) == PUBLISHED
    assert len(search("suit", condition="published", at_most=99).solutions) == 22


def test_twelve_are_sound_and_the_smallest_maximum_is_37() -> None:
    sound = search("suit")
    assert len(sound.solutions) == 12
    assert sound.solutions[0] == SUIT_KEYS == (0, 1, 29, 37)
    assert sound.solutions[-1] == (0, 9, 37, 39)
    assert set(sound.solutions) < set(PUBLISHED)
    assert sound.tried == 39 * 38 * 37 // 6
    below = search("suit", limit=37)
    assert (below.solutions, below.tried) == ((), 36 * 35 * 34 // 6)


def test_nine_of_the_published_are_broken_for_their_purpose() -> None:
    broken = [keys for keys in PUBLISHED if not verify("suit", keys).valid]
    assert len(broken) == 9
    collision = verify("suit", (0, 1, 26, 36)).collision
    assert collision is not None
    assert set(collision.second) == {2}
    assert collision.first.count(3) == 5
    assert collision.sum == 182


def test_telling_only_the_flush_allows_smaller_keys() -> None:
    flush = search("suit", condition="flush")
    assert len(flush.solutions) == 58
    assert min(max(keys) for keys in flush.solutions) == 32


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize(
    ("suits", "cards", "limit"),
    [(4, 5, 24), (3, 7, 20), pytest.param(4, 7, 38, marks=pytest.mark.verify)],
)
def test_all_sets_agree_with_writing_out_all_hands(
    condition: str, suits: int, cards: int, limit: int
) -> None:
    found = search(hands_of(suits, cards, cards), limit=limit, condition=condition, at_most=10**6)
    assert list(found.solutions) == reference.search_suits(suits, cards, limit, condition)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_verify_agrees_with_search(condition: str) -> None:
    valid = set(search("suit", condition=condition, at_most=10**6).solutions)
    for keys in [*PUBLISHED, (0, 1, 2, 3), (0, 1, 24, 32)]:
        assert verify("suit", keys, condition=condition).valid == (keys in valid), keys


def test_the_tally_of_tried_sets_ends_where_the_search_does() -> None:
    assert search("suit", condition="published").tried == 8192  # two batches
    assert search("suit", condition="published", at_most=99).tried == 39 * 38 * 37 // 6


def test_results_know_themselves() -> None:
    found = search("suit", limit=38)
    assert repr(found) == "<KeySet suit: 0 1 29 37>"
    assert str(found).splitlines()[1:] == [
        "  0 1 29 37",
        "  0 3 32 37",
        "  0 5 34 37",
        "  0 8 36 37",
        "  largest sum 259",
    ]
    assert found.to_dict() == {
        "set": "suit",
        "meaning": "the suits of 7 cards, condition distinct, keys below 38",
        "keys": [0, 1, 29, 37],
        "condition": "distinct",
        "limit": 38,
        "tried": 7770,
        "solutions": [[0, 1, 29, 37], [0, 3, 32, 37], [0, 5, 34, 37], [0, 8, 36, 37]],
        "max_sum": 259,
        "seconds": found.seconds,
    }
    smallest = verify("suit", SUIT_KEYS, smallest=True)
    assert str(smallest).splitlines()[1] == "no valid set has a smaller maximum"
    assert not verify("suit", (0, 1, 32, 39), smallest=True).smallest


def test_copies_limit_the_hands() -> None:
    two_of_each = search(hands_of(3, 2, 2), limit=9)
    assert verify(two_of_each.hands, two_of_each.keys).valid
    one_of_each = search(hands_of(3, 1, 2), limit=9)
    assert one_of_each.keys == (0, 1, 2) < two_of_each.keys


def test_bad_input_is_explained() -> None:
    with pytest.raises(UnknownNameError, match="no condition 'odd'; there are distinct"):
        search("suit", condition="odd")
    with pytest.raises(BadInputError, match="2 to 6 faces"):
        search(hands_of(9, 7, 7), limit=9)
    with pytest.raises(BadInputError, match="2 to 6 faces"):
        verify(hands_of(1, 7, 7), [3], condition="flush")
    with pytest.raises(BadInputError, match="limit must be a whole number from 1 to 256, not 257"):
        search("suit", limit=257)
    with pytest.raises(BadInputError, match=r"'face5': .* 2 to 6 faces and hands of one size"):
        search("face5", condition="flush")
    with pytest.raises(BadInputError, match="condition 'flush' needs a limit"):
        search(hands_of(4, 7, 7), condition="flush")
    with pytest.raises(BadInputError, match=r"keys \[0, 1, 29\]: 3 keys for 4 faces"):
        verify("suit", [0, 1, 29], condition="flush")
    with pytest.raises(BadInputError, match="not whole numbers"):
        verify("suit", [0, 1.5, 29, 37])  # type: ignore[list-item]
    with pytest.raises(BadInputError, match="too large"):
        verify("suit", [0, 1, 29, 2**61])
