from pathlib import Path

import pytest

from astragal.errors import BadInputError, UnknownNameError
from astragal.keys import CONDITIONS, SUIT_KEYS, search_suits, verify_suits

from reference import keys as reference

DATA = Path(__file__).parents[1] / "data"
PUBLISHED = [
    tuple(map(int, line.split(",")))
    for line in (DATA / "suit_keys_published.csv").read_text().splitlines()
]


def test_the_published_solutions_are_found_in_order() -> None:
    assert list(search_suits(condition="published").solutions) == PUBLISHED
    assert len(search_suits(condition="published", at_most=99).solutions) == 22


def test_twelve_are_sound_and_the_smallest_maximum_is_37() -> None:
    sound = search_suits()
    assert len(sound.solutions) == 12
    assert sound.solutions[0] == SUIT_KEYS == (0, 1, 29, 37)
    assert sound.solutions[-1] == (0, 9, 37, 39)
    assert set(sound.solutions) < set(PUBLISHED)
    assert sound.tried == 39 * 38 * 37 // 6
    below = search_suits(limit=37)
    assert (below.solutions, below.tried) == ((), 36 * 35 * 34 // 6)


def test_nine_of_the_published_are_broken_for_their_purpose() -> None:
    broken = [keys for keys in PUBLISHED if not verify_suits(keys).valid]
    assert len(broken) == 9
    collision = verify_suits((0, 1, 26, 36)).collision
    assert collision is not None
    assert set(collision.second) == {2}
    assert collision.first.count(3) == 5
    assert collision.sum == 182


def test_telling_only_the_flush_allows_smaller_keys() -> None:
    flush = search_suits(condition="flush")
    assert len(flush.solutions) == 58
    assert min(max(keys) for keys in flush.solutions) == 32


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize(("suits", "cards", "limit"), [(4, 7, 38), (3, 7, 20), (4, 5, 16)])
def test_all_sets_agree_with_writing_out_all_hands(
    condition: str, suits: int, cards: int, limit: int
) -> None:
    found = search_suits(suits=suits, cards=cards, limit=limit, condition=condition, at_most=10**6)
    assert list(found.solutions) == reference.search_suits(suits, cards, limit, condition)


def test_bad_input_is_explained() -> None:
    with pytest.raises(UnknownNameError, match="no condition 'odd'; there are distinct"):
        search_suits(condition="odd")
    with pytest.raises(BadInputError, match="9 suits"):
        search_suits(suits=9)
    with pytest.raises(BadInputError, match="1 suits"):
        verify_suits([3])
    with pytest.raises(BadInputError, match="not whole numbers"):
        verify_suits([0, 1.5, 29, 37])  # type: ignore[list-item]
    with pytest.raises(BadInputError, match="too large"):
        verify_suits([0, 1, 29, 2**61])
