"""Every greedy step of the large sets, proved: two colliding hands for each smaller candidate."""

import pytest

from astragal.keys import find_known, prove, search


@pytest.mark.parametrize("name", ["face7", "joker7"])
def test_every_step_is_the_smallest_possible(name: str) -> None:
    known = find_known(name)
    found = search(known.hands, known.bootstrap)
    for step in prove(found):
        assert step.smaller is None
        used = sum(1 for key in found.keys[: step.face] if key < step.key)
        assert step.refuted == step.key - used
