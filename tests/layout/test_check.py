from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import LayoutError
from astragal.layout import Ascending, Field, Layout, Unused, check

TWO = (Field("a", 0, 2), Field("b", 4, 2))


def test_a_sound_layout_has_nothing_against_it() -> None:
    report = check(Layout("good", 8, TWO, claims=(Unused(2, 3), Ascending(({"a": 3}, {"b": 1})))))
    assert report.sound
    assert report.overlaps == ()
    assert report.gaps == (Unused(6, 7), Unused(2, 3))
    assert [finding.holds for finding in report.claims] == [True, True]


def test_a_used_bit_refutes_unused() -> None:
    report = check(Layout("bad", 8, TWO, claims=(Unused(3, 4),)))
    assert not report.sound
    assert report.claims[0].objections == ("bits 5..4 belong to b",)


def test_equal_words_are_not_ascending() -> None:
    report = check(Layout("bad", 8, TWO, claims=(Ascending(({"a": 1}, {"a": 1})),)))
    assert report.claims[0].objections == ("(a 1) is 0x01, not above 0x01, (a 1)",)


def test_only_the_pair_in_the_wrong_order_is_named() -> None:
    claim = Ascending(({"a": 1}, {"b": 2}, {"b": 1, "a": 3}), "later is better")
    (finding,) = check(Layout("bad", 8, TWO, claims=(claim,))).claims
    assert str(finding.claim) == "later is better"
    assert finding.objections == ("(b 1, a 3) is 0x13, not above 0x20, (b 2)",)


def test_a_full_word_has_no_gaps() -> None:
    assert check(Layout("full", 8, (Field("a", 0, 8),))).gaps == ()


@given(
    st.lists(st.tuples(st.integers(0, 15), st.integers(1, 8), st.integers(1, 4)), min_size=1),
)
def test_overlaps_are_all_pairs_that_share_bits(places: list[tuple[int, int, int]]) -> None:
    fields = tuple(
        Field(f"f{number}", offset, width, count=count)
        for number, (offset, width, count) in enumerate(places[:30])
    )
    layout = Layout("pile", 64, fields, allow_overlaps=True)
    found = [(o.high, o.low, o.first, o.second) for o in layout.overlaps]
    expected = [
        (min(a.high, b.high), max(a.offset, b.offset), a, b)
        for a, b in combinations(layout.items, 2)
        if a.mask & b.mask
    ]
    assert found == sorted(expected, key=lambda overlap: -overlap[0])


def test_a_layout_has_at_most_128_items() -> None:
    fields = tuple(Field(f"f{number}", 0, 1, count=64) for number in range(2))
    assert len(check(Layout("pile", 64, fields, allow_overlaps=True)).overlaps) == 64
    with pytest.raises(LayoutError, match="layout 'pile': 129 items; at most 128 allowed"):
        Layout("pile", 64, (*fields, Field("g", 0, 1)), allow_overlaps=True)
