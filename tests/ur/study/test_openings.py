"""Openings: the best first moves, and all replies."""

from astragal.ur import Tablebase, openings, start


def test_openings(four: Tablebase) -> None:
    table = openings(four)
    assert {one.first: one.win for one in table} == four.evaluate(start(pieces=4)).rolls
    best = {(one.first, one.second): one for one in reversed(table)}
    assert set(best) == {(first, second) for first in range(5) for second in range(1, 5)}
    assert all(one.cost_win == 0 for one in best.values())
    for (first, second), one in best.items():
        others = [each.cost_win for each in table if (each.first, each.second) == (first, second)]
        assert one.margin == (sorted(others)[1] if len(others) > 1 else None)
    assert table.to_dict()["pieces"] == 4
    assert "hand-A1" in str(table)
    assert {(one.first, str(one.side)) for one in table} == {
        (0, "B"), (1, "B"), (2, "B"), (3, "B"), (4, "A"),
    }  # fmt: skip
    assert table.to_dict()["openings"][-1]["side"] == "A"
