"""Numbers of hands up to suits: their count, their round trip, and what they tell apart."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from astragal import poker
from astragal.cards import card_set, full_deck, sets_to_hands, subsets
from astragal.errors import BadInputError, CardError, UnknownNameError
from astragal.poker.index import DEALT, _native_index

from reference import isomorphism as reference

STREETS: list[Any] = list(DEALT)
HOLE_CARDS = {"holdem": 2, "omaha": 4, "omaha5": 5, "omaha6": 6}
GAMES: list[Any] = list(HOLE_CARDS)


def rounds_of(street: Any, game: Any, ordered: bool) -> list[int]:
    dealt = DEALT[street]
    return [HOLE_CARDS[game], *(dealt if ordered else [sum(dealt)] if dealt else [])]


def split(cards: list[int], rounds: list[int]) -> list[list[int]]:
    ends = np.cumsum(rounds).tolist()
    return [cards[end - size : end] for end, size in zip(ends, rounds, strict=True)]


def random_rows(count: int, size: int, seed: int) -> NDArray[np.uint8]:
    keys = np.random.default_rng(seed).random((count, 52))
    return np.argsort(keys, axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("street", STREETS)
def test_the_counts_are_burnsides(street: Any, game: Any, ordered: bool) -> None:
    found = poker.hand_index_size(street, game=game, ordered=ordered)
    assert found == reference.orbits(rounds_of(street, game, ordered))


def test_the_published_counts() -> None:
    sizes = [poker.hand_index_size(street) for street in STREETS]
    assert sizes == [169, 1_286_792, 55_190_538, 2_428_287_420]


@pytest.mark.parametrize(
    ("game", "street"), [("holdem", "preflop"), ("holdem", "flop"), ("omaha", "preflop")]
)
def test_every_number_of_a_street_makes_the_round_trip(game: Any, street: Any) -> None:
    numbers = np.arange(poker.hand_index_size(street, game=game), dtype=np.uint64)
    hands = poker.hand_unindex_many(street, numbers, game=game)
    assert np.array_equal(poker.hand_index_many(hands, game=game), numbers)


@pytest.mark.parametrize(("game", "size"), [("holdem", 2), ("omaha", 4)])
def test_all_starting_hands_have_all_numbers(game: Any, size: int) -> None:
    hands = sets_to_hands(subsets(full_deck(52), size), size)
    numbers = poker.hand_index_many(hands, game=game)
    count = poker.hand_index_size("preflop", game=game)
    assert np.array_equal(np.unique(numbers), np.arange(count, dtype=np.uint64))


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("street", STREETS)
def test_round_trips_paths_and_renamed_suits(street: Any, game: Any, ordered: bool) -> None:
    rounds = rounds_of(street, game, ordered)
    rows = random_rows(500, sum(rounds), len(street))
    numbers = poker.hand_index_many(rows, game=game, ordered=ordered, threads=2)
    assert numbers.max() < poker.hand_index_size(street, game=game, ordered=ordered)
    back = poker.hand_unindex_many(street, numbers, game=game, ordered=ordered)
    assert np.array_equal(poker.hand_index_many(back, game=game, ordered=ordered), numbers)
    for row, other in zip(rows[:50].tolist(), back[:50].tolist(), strict=True):
        assert reference.canonical(split(row, rounds)) == reference.canonical(split(other, rounds))
    portable = np.empty_like(numbers)
    index = _native_index(street, game, ordered)
    assert index.index(rows, portable, portable=True) == len(rows)
    assert np.array_equal(portable, numbers)
    for suits in permutations(range(4)):
        renamed = (rows - rows % 4 + np.array(suits, np.uint8)[rows % 4]).astype(np.uint8)
        for end, size in zip(np.cumsum(rounds).tolist(), rounds, strict=True):
            renamed[:, end - size : end] = renamed[:, end - size : end][:, ::-1].copy()
        found = poker.hand_index_many(renamed, game=game, ordered=ordered)
        assert np.array_equal(found, numbers)


@given(st.lists(st.permutations(range(24)), min_size=2, max_size=6), st.sampled_from([2, 5, 6, 7]))
def test_numbers_are_equal_exactly_for_renamed_suits(decks: list[list[int]], size: int) -> None:
    rounds = [2, *{2: [], 5: [3], 6: [3, 1], 7: [3, 1, 1]}[size]]
    rows = np.array([deck[:size] for deck in decks], np.uint8)  # few ranks: many alike
    numbers = poker.hand_index_many(rows).tolist()
    classes = [reference.canonical(split(row, rounds)) for row in rows.tolist()]
    assert [a == b for a in numbers for b in numbers] == [a == b for a in classes for b in classes]


def test_one_hand() -> None:
    number = poker.hand_index("AhKh", "2c 7d Jh")
    assert number == poker.hand_index([50, 46], card_set("2c 7d Jh"))
    assert number == poker.hand_index("AcKc", "7h 2s Jc")
    assert poker.hand_index(*poker.hand_unindex("flop", number)) == number
    assert poker.hand_index("AhKh", "2c 7d Jh 5s", ordered=False) == poker.hand_index(
        "AhKh", card_set("2c 7d 5s Jh"), ordered=False
    )
    assert poker.hand_index("AhKhQhJh", game="omaha") == poker.hand_index("AcKcQcJc", game="omaha")


def test_wrong_input_is_quoted() -> None:
    with pytest.raises(UnknownNameError, match="no street 'showdown'; there are preflop, flop"):
        poker.hand_index_size("showdown")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="no game 'plo'; there are holdem, omaha"):
        poker.hand_index("AhKh", game="plo")
    with pytest.raises(BadInputError, match="games with a full deck, not in short"):
        poker.hand_index("AhKh", game="short")
    with pytest.raises(UnknownNameError, match=r"no street \[\]"):
        poker.hand_unindex([], 1)  # type: ignore[arg-type]
    with pytest.raises(CardError, match="3 cards in 'Ah Kh Qh': 2 expected"):
        poker.hand_index("Ah Kh Qh")
    with pytest.raises(CardError, match="2 cards on the board '2c 3c': a board has"):
        poker.hand_index("Ah Kh", "2c 3c")
    with pytest.raises(CardError, match="comes twice"):
        poker.hand_index("Ah Kh", "2c 3c Ah")
    with pytest.raises(CardError, match="has no order of streets"):
        poker.hand_index("Ah Kh", card_set("2c 3c 4c 5c"))
    with pytest.raises(BadInputError, match="number must be a whole number from 0 to 168, not 169"):
        poker.hand_unindex("preflop", 169)
    with pytest.raises(BadInputError, match="row 1 of numbers: 169 is not in 0"):
        poker.hand_unindex_many("preflop", [0, 169])
    with pytest.raises(CardError, match="rows of 3 cards: hand and board of holdem have 2, 5"):
        poker.hand_index_many(np.zeros((1, 3), np.uint8))
    with pytest.raises(CardError, match=r"row 1: .*comes twice"):
        poker.hand_index_many(np.array([[1, 2], [3, 3]], np.uint8))
    with pytest.raises(CardError, match=r"row 0: .*52"):
        poker.hand_index_many(np.array([[1, 52]], np.uint8))


def test_hands_can_share_a_board() -> None:
    board = "Jh 7d 2c 9s"
    hands = ["Ah Kh", "As Ks", "3c 3d"]
    found = poker.hand_index_many(hands, board=board).tolist()
    assert found == [poker.hand_index(hand, board) for hand in hands]
    assert found == poker.hand_index_many([f"{hand} {board}" for hand in hands]).tolist()
    with pytest.raises(CardError, match="rows of 3 cards and a board: hands of holdem have 2"):
        poker.hand_index_many(["Ah Kh Qh"], board=board)
    with pytest.raises(CardError, match=r"row 1: .*'Jh'.* comes twice"):
        poker.hand_index_many(["Ah Kh", "As Jh"], board=board)
    with pytest.raises(CardError, match="1 card on the board"):
        poker.hand_index_many(hands, board="2c")
