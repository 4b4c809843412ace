"""Every greedy step of the large sets, proved: two colliding hands for each smaller candidate."""

import pytest

from astragal.keys import find_known, prove, search


@pytest.mark.parametrize(("name", "refuted"), [("face7", 2_495_617), ("joker7", 5_758_164)])
def test_every_step_is_the_smallest_possible(name: str, refuted: int) -> None:
    known = find_known(name)
    steps = prove(search(known.hands, known.bootstrap))
    assert all(step.smaller is None for step in steps)
    assert sum(step.refuted for step in steps) == refuted
