"""The pre-flop tables from the other side: board by board, all hands on it compared.

The package goes through pairs of hands and merges boards; here boards that differ only in names of
suits are merged, and nothing else: each of the rest has all its hands judged, one by one. In short
deck the judge is the slow reference; in hold'em the evaluator, which `test_poker` proves by it.
"""

from collections.abc import Callable
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exhaustive.conftest import best_of_fives
from numpy.polynomial import polynomial
from numpy.typing import NDArray

from astragal.cards import SetArray, sets_to_hands, subsets
from astragal.equity import omaha_table, preflop_table, starting_hands
from astragal.equity.omaha import order_of_classes
from astragal.poker import VARIANTS, Variant, evaluate_many

from reference import equity as reference

Judge = Callable[[SetArray], NDArray[np.integer]]


def judge_of(game: Variant) -> Judge:
    """Return what gives numbers to sets of seven cards, the better the higher."""
    if game.name == "holdem":
        return evaluate_many
    fives = list(map(tuple, sets_to_hands(subsets(game.deck, 5), 5).tolist()))
    found = [reference.five_value(five, game.name) for five in fives]
    place = {value: n for n, value in enumerate(sorted({(one, *rest) for one, rest in found}), 1)}
    values = np.zeros(comb(52, 5), np.uint32)
    for five, (one, rest) in zip(fives, found, strict=True):
        values[sum(comb(card, k) for k, card in enumerate(five, 1))] = place[one, *rest]
    return lambda sevens: best_of_fives(sets_to_hands(sevens, 7), values)


def number_of_classes(game: Variant) -> int:
    """Count the classes of boards by Burnside's lemma: the mean number that a renaming keeps."""
    kept = []
    for to in permutations(range(4)):
        of_one_rank: NDArray[Any] = np.ones(1)
        seen: set[int] = set()
        for suit in range(4):
            cycle = []
            while suit not in seen:
                seen.add(suit)
                cycle.append(suit)
                suit = to[suit]  # noqa: PLW2901
            if cycle:
                of_one_rank = polynomial.polymul(of_one_rank, [1, *[0] * (len(cycle) - 1), 1])
        kept.append(polynomial.polypow(of_one_rank, len(game.ranks))[5])
    return round(float(np.mean(kept)))


def board_classes(game: Variant) -> tuple[SetArray, NDArray[np.int64]]:
    """Return one board of each class, and how many it stands for."""
    boards = subsets(game.deck, 5)
    cards = sets_to_hands(boards, 5).astype(np.int64)
    lowest = np.full(len(boards), np.iinfo(np.uint64).max, np.uint64)
    for to in permutations(range(4)):
        moved = (cards // 4 * 4 + np.array(to)[cards % 4]).astype(np.uint64)
        np.minimum(lowest, (np.uint64(1) << moved).sum(axis=1, dtype=np.uint64), out=lowest)
    found, sizes = np.unique(lowest, return_counts=True)
    return found, sizes


def wins_by_boards(game: Variant) -> NDArray[np.int64]:
    """Return by two starting hands how often the first wins, over all boards."""
    classes = [hand.combos for hand in starting_hands(game)]
    hands = np.array([hand for members in classes for hand in members], np.uint64)
    starts = np.cumsum([0, *map(len, classes[:-1])])
    apart = (hands[:, None] & hands) == 0
    judge = judge_of(game)
    boards, sizes = board_classes(game)
    assert len(boards) == number_of_classes(game)
    assert sizes.sum() == comb(game.deck.bit_count(), 5)
    wins = np.zeros((len(hands), len(hands)), np.int64)
    for size in np.unique(sizes):
        alike = boards[sizes == size]
        for block in np.split(alike, range(255, len(alike), 255)):  # a byte holds 255 wins
            won = np.zeros(wins.shape, np.uint8)
            for board in block:
                free = (hands & board) == 0
                values = np.zeros(len(hands), np.uint16)
                values[free] = judge(hands[free] | board)
                beaten = np.where(free, values, np.iinfo(np.uint16).max)  # nobody beats the absent
                won += (values[:, None] > beaten) & apart
            wins += size * won.astype(np.int64)
    by_hand = np.add.reduceat(wins, starts, axis=0)
    result: NDArray[np.int64] = np.add.reduceat(by_hand, starts, axis=1)
    return result


@pytest.mark.parametrize("name", ["holdem", "short", "short-trips"])
def test_the_whole_table_board_by_board(name: Any) -> None:
    table = preflop_table(name, rebuild=True)
    expected = wins_by_boards(VARIANTS[name])
    wrong = np.argwhere(table.wins != expected)
    assert wrong.size == 0, [str(table.hands[place]) for place in wrong[0]]
    # What neither wins is a tie, so that is right too if all deals are there.
    assert np.array_equal(table.ties, table.deals - expected - expected.T)
    cards = table.game.deck.bit_count()
    assert table.deals.sum() == comb(cards, 2) * comb(cards - 2, 2) * comb(cards - 4, 5)


def test_the_order_of_omaha_is_that_of_the_table(tmp_path: Path) -> None:
    table = omaha_table(tmp_path / "omaha.table")
    assert int((2 * table.wins + table.ties).sum()) == int(table.deals.sum())
    assert table.order.tolist() == order_of_classes().tolist()
