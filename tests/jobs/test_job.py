from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from astragal.errors import BadInputError
from astragal.jobs.job import Job, chunk_ranges, plain_result


def job(**changes: Any) -> Job[int, Any, Any]:
    usual: dict[str, Any] = {
        "name": "squares",
        "chunks": range(10),
        "work": lambda n: np.array(n * n),
        "combine": sum,
        "parameters": {"rules": "finkel", "dice": (4, 2)},
    }
    return Job(**usual | changes)


def test_the_fingerprint_is_stable() -> None:
    """Written down: a change of it throws away the unfinished work of every user."""
    text = '["squares",1,10,{"dice":[4,2],"rules":"finkel"}]'
    assert job().fingerprint == sha256(text.encode()).hexdigest()


def test_the_fingerprint_does_not_depend_on_spelling() -> None:
    spelled = {"dice": [np.int8(4), 2], "rules": "finkel"}
    assert job(parameters=spelled).fingerprint == job().fingerprint


@pytest.mark.parametrize(
    "change",
    [
        {"name": "cubes"},
        {"chunks": range(11)},
        {"version": 2},
        {"parameters": {"rules": "finkel", "dice": (2, 4)}},
        {"parameters": {}},
    ],
)
def test_the_fingerprint_depends_on_every_input(change: dict[str, Any]) -> None:
    assert job(**change).fingerprint != job().fingerprint


@pytest.mark.parametrize("name", ["", "a/b", "../up", ".hidden", "Two Words", "a\n"])
def test_a_name_must_do_as_a_file_name(name: str) -> None:
    with pytest.raises(BadInputError, match="name"):
        job(name=name)


@pytest.mark.parametrize("wrong", [3, [1, 2], None, np.array([None]), {"a": 3}, np.float64(1)])
def test_a_result_is_made_of_arrays(wrong: Any) -> None:
    with pytest.raises(TypeError, match="array or a dict of arrays"):
        plain_result(wrong)


def test_a_result_lies_in_memory_as_it_would_after_a_checkpoint() -> None:
    turned = np.arange(6.0).reshape(2, 3).T
    plain = plain_result({"turned": turned, "lone": np.array(7)})
    assert plain["turned"].flags.c_contiguous
    np.testing.assert_array_equal(plain["turned"], turned)
    assert plain["lone"].shape == ()


@pytest.mark.parametrize("step", [0, -1])
def test_a_chunk_has_at_least_one_number(step: int) -> None:
    right = "step must be a whole number of at least 1"
    with pytest.raises(BadInputError, match=f"{right}, not {step}"):
        chunk_ranges(3, step)


def test_the_number_of_chunks_is_bounded() -> None:
    with pytest.raises(BadInputError, match="more than 10,000,000 chunks"):
        chunk_ranges(2**64 - 1, 3)
    with pytest.raises(BadInputError, match="stop must be a whole number from 0 to 2"):
        chunk_ranges(2**64, 3)
