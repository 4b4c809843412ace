"""Every greedy step of the large sets, proved: two colliding hands for each smaller candidate."""

import pytest

from astragal.keys import prove, search


@pytest.mark.parametrize("name", ["face7", "joker7"])
def test_every_step_is_the_smallest_possible(name: str) -> None:
    found = search(name)
    for step in prove(name, found.keys):
        assert step.smaller is None
        used = sum(1 for key in found.keys[: step.face] if key < step.key)
        assert step.refuted == step.key - used
