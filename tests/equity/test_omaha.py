"""Omaha hands: their classes, their order, and how their ranges are written."""

from math import comb

import numpy as np

from astragal.equity.exact import first_sets
from astragal.equity.games import BOARD
from astragal.equity.omaha import OMAHA, hand_classes
from astragal.equity.omaha_table import count_boards
from astragal.equity.spot import suit_symmetries


def test_the_classes_are_those_of_the_suits() -> None:
    classes = hand_classes()
    assert (len(classes.hands), len(classes.first)) == (270_725, 16_432)
    assert np.array_equal(
        classes.first[classes.class_of[:1000]] <= classes.hands[:1000], [True] * 1000
    )
    # AAKK double-suited: one of six pairs of suits.
    assert set(classes.sizes.tolist()) == {1, 4, 6, 12, 24}


def test_what_one_hand_wins_another_loses() -> None:
    _, times = first_sets(OMAHA.deck, BOARD, suit_symmetries())
    assert (len(times), times.sum()) == (134_459, comb(52, 5))
    wins, ties = count_boards(range(70_000, 70_002))
    deals = int(times[70_000:70_002].sum()) * comb(47, 4) * comb(43, 4)
    assert (2 * wins + ties).sum() == deals
    assert ties.sum() > 0
