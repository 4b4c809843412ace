"""Columns of polars and Arrow: read in place, whatever their chunks."""

import gc
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

from astragal import _native, poker
from astragal.cards import full_deck, subsets
from astragal.errors import BadInputError, CardError

SETS = subsets(full_deck(52), 5)[::5000].copy()
STRENGTHS = poker.evaluate_many(SETS)


@pytest.mark.parametrize(
    "column",
    [
        pl.Series(SETS),
        pl.concat([pl.Series(SETS[:99]), pl.Series(SETS[99:])], rechunk=False),
        pa.array(SETS),
        pa.array(np.append(np.uint64(7), SETS))[1:],
        pa.chunked_array([SETS[:99], SETS[:0], SETS[99:]]),
        pa.array(SETS, mask=np.zeros(len(SETS), bool)),
    ],
    ids=["polars", "polars in chunks", "Arrow", "Arrow slice", "Arrow in chunks", "with a mask"],
)
def test_columns_of_sets(column: Any) -> None:
    views = _native.arrow_views(column)
    assert views is not None
    assert np.array_equal(np.concatenate(views), SETS)
    assert np.array_equal(poker.evaluate_many(column), STRENGTHS)
    assert np.array_equal(poker.evaluate_many(column, threads=2), STRENGTHS)
    low = poker.evaluate_low_many(column, "ace-to-five")
    assert np.array_equal(low, poker.evaluate_low_many(SETS, "ace-to-five"))


def test_sets_are_not_copied_and_stay_alive() -> None:
    column = pa.array(SETS)
    [view] = _native.arrow_views(column[3:]) or []
    assert view.ctypes.data == column.buffers()[1].address + 3 * 8
    assert not view.flags.writeable
    del column
    gc.collect()
    assert np.array_equal(view, SETS[3:])


def test_a_column_without_rows() -> None:
    numbers = pa.uint64()
    for column in (pa.array([], numbers), pa.chunked_array([], numbers), pl.Series(SETS[:0])):
        assert poker.evaluate_many(column).tolist() == []
        assert poker.evaluate_many(column, board="Qs Kh 2d").tolist() == []
        assert poker.made_hand_many(column, "Qs Kh 2d").tolist() == []


@pytest.mark.parametrize("make", [pl.Series, pa.array, lambda rows: pa.chunked_array([rows])])
def test_columns_of_text(make: Any) -> None:
    hands = ["7h 7d 7s 4c 4h", "AsKsQsJsTs"]
    assert poker.evaluate_many(make(hands)).tolist() == [9569, 9841]
    with pytest.raises(CardError, match="row 1: card '7h' comes twice"):
        poker.evaluate_many(make(["7h", "7h 7h"]))
    with pytest.raises(CardError, match="row 1: None is neither"):
        poker.evaluate_many(make(["7h", None]))


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (pa.array([5, None], pa.uint64()), "row 1 of hands: None is not an integer"),
        (pl.Series([5, None], dtype=pl.UInt64), "row 1 of hands: None is not an integer"),
        (pa.chunked_array([[5], [None]], pa.uint64()), "row 1 of hands: None is not an integer"),
        (pa.array([5, -1]), "row 1 of hands: -1 is not an integer"),
        (pa.chunked_array([[5, 6], [7, 255]], pa.uint64()), "row 3: 8 cards"),
        (pl.Series([5, 1 << 52], dtype=pl.UInt64), "row 1: .* is not a set from a deck of 52"),
        (pa.array([0.5]), "row 0 of hands: 0.5 is not an integer"),
    ],
)
def test_wrong_rows_are_named(column: Any, says: str) -> None:
    with pytest.raises(BadInputError, match=says):
        poker.evaluate_many(column)
