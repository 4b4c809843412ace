"""`out` that shares memory with an input is refused, by every function that takes `out`."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from inspect import getmembers, isclass, isfunction, signature
from typing import Any, NamedTuple

import numpy as np
import pytest

from astragal import asia, cards, equity, jobs, keys, layout, paigow, poker, setting, store, ur
from astragal.errors import BadInputError
from astragal.layout import Field, Layout

ROOMS = (store, jobs, layout, cards, keys, poker, equity, setting, asia, paigow, ur)
CLOCK = Layout("clock", 64, (Field("minute", 0, 6), Field("hour", 6, 5)))
SETS = np.array([0x5, 0x18, 0x3, 0x11], np.uint64)
SHORT_SETS = SETS << np.uint64(20)
HANDS = np.array([[2, 0], [3, 4], [0, 1], [4, 0]], np.uint8)
SEVENS = np.array([[51, 47, 43, 39, 35, 0, 1], [0, 4, 8, 12, 21, 33, 50]], np.uint8)
STRENGTHS = np.array([46, 9569, 9841], np.uint16)
STATES = np.array([0x3F, 0x3F], np.uint64)
NO_INPUT = {"subsets"}  # takes cards and numbers, but no array


class Case(NamedTuple):
    """A call whose first argument is an array, or a list of the rows of one."""

    call: Callable[..., Any]
    given: Any
    as_rows: bool = False


def equity_many(which: str, hands: Any, *, out: Any = None) -> Any:
    """Call `calculate_many` with one of the four arrays of `out`."""
    if out is None:
        return getattr(equity.calculate_many(hands), which)
    arrays = replace(equity.calculate_many(hands), **{which: out})
    return getattr(equity.calculate_many(hands, out=arrays), which)


PAIRS = np.array([[3 << 50, 3 << 46], [3 << 42, 3 << 38]], np.uint64)
CASES = {
    "hands_to_sets": [Case(cards.hands_to_sets, HANDS)],
    "sets_to_hands": [Case(lambda sets, out=None: cards.sets_to_hands(sets, 2, out=out), SETS)],
    "card_ids_many": [Case(cards.card_ids_many, HANDS, as_rows=True)],
    "card_set_many": [Case(cards.card_set_many, HANDS, as_rows=True)],
    "evaluate_many": [
        Case(poker.evaluate_many, SETS),
        Case(poker.evaluate_many, HANDS),
        Case(lambda sets, out=None: poker.evaluate_many(sets, game="short", out=out), SHORT_SETS),
    ],
    "evaluate_low_many": [
        Case(lambda sets, out=None: poker.evaluate_low_many(sets, "ace-to-five", out=out), SEVENS)
    ],
    "to_pokerval": [Case(poker.to_pokerval, STRENGTHS)],
    "to_mask": [Case(poker.to_mask, STRENGTHS)],
    "to_kev": [Case(poker.to_kev, STRENGTHS)],
    "to_category": [Case(poker.to_category, STRENGTHS)],
    "to_lowval": [
        Case(
            lambda low, out=None: poker.to_lowval(low, "ace-to-five", out=out),
            np.array([1, 2, 3], np.uint16),
        )
    ],
    "hand_index_many": [Case(poker.hand_index_many, np.array([[50, 46], [51, 47]], np.uint8))],
    "hand_unindex_many": [
        Case(
            lambda numbers, out=None: poker.hand_unindex_many("preflop", numbers, out=out),
            np.array([0, 168, 7], np.uint64),
        )
    ],
    "calculate_many": [
        Case(partial(equity_many, which), PAIRS) for which in ("deals", "wins", "ties", "equity")
    ],
    "rank_many": [Case(ur.rank_many, STATES)],
    "unrank_many": [Case(ur.unrank_many, np.array([5, 7], np.uint64))],
    "Layout.pack_many": [
        Case(lambda hour, out=None: CLOCK.pack_many(hour=hour, out=out), SETS % 24)
    ],
    "Layout.unpack_field": [
        Case(lambda words, out=None: CLOCK.unpack_field(words, "hour", out=out), SETS)
    ],
    "Tablebase.value_many": [],  # below, since it needs a table
}


def functions_with_out() -> set[str]:
    """List the public functions, and the methods of public classes, that take `out`."""
    found = set()
    for room in ROOMS:
        for name in room.__all__:
            value = getattr(room, name)
            if isfunction(value) and "out" in signature(value).parameters:
                found.add(name)
            elif isclass(value):
                found |= {
                    f"{name}.{method}"
                    for method, function in getmembers(value, isfunction)
                    if not method.startswith("_") and "out" in signature(function).parameters
                }
    return found


def test_every_function_with_out_is_tried() -> None:
    assert functions_with_out() == {*CASES, *NO_INPUT}


def require_refusal_where_memory_is_shared(case: Case) -> None:
    """Place the input and `out` in one buffer at all distances of a multiple of 8 bytes."""
    expected = case.call(case.given)
    size, length = case.given.nbytes, expected.nbytes
    refused = 0
    for start in range(0, length + size + 1, 8):  # the buffer: out, then room for the input
        buffer = np.zeros(2 * (size + length) + 64, np.uint8)
        given = np.ndarray(case.given.shape, case.given.dtype, buffer, start)
        out = np.ndarray(expected.shape, expected.dtype, buffer, -(-size // 8) * 8)
        given[...] = case.given
        question = list(given) if case.as_rows else given
        if np.may_share_memory(given, out):
            refused += 1
            with pytest.raises(BadInputError, match="share memory"):
                case.call(question, out=out)
        else:
            assert case.call(question, out=out) is not None
            np.testing.assert_array_equal(out, expected)
        np.testing.assert_array_equal(given, case.given)
    assert refused


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=name) for name, cases in CASES.items() for case in cases]
)
def test_out_that_shares_memory_with_an_input_is_refused(case: Case) -> None:
    require_refusal_where_memory_is_shared(case)


def test_values_of_a_table(tmp_path: Any) -> None:
    table = ur.solve(pieces=1, path=tmp_path / "table")
    require_refusal_where_memory_is_shared(Case(table.value_many, np.array([0x09] * 3, np.uint64)))


def test_arrays_of_equities_are_apart() -> None:
    arrays = equity.calculate_many(PAIRS)
    with pytest.raises(BadInputError, match="share memory"):
        equity.calculate_many(PAIRS, out=replace(arrays, ties=arrays.wins))
