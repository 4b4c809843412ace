"""What can't be meant: every public function says so, in an error of ours that is not too long."""

from collections.abc import Callable, Iterator
from inspect import Parameter, isfunction, isgeneratorfunction, signature, unwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from astragal import asia, cards, equity, jobs, keys, layout, plots, poker, store, ur
from astragal.errors import LONGEST_MESSAGE, AstragalError, quoted

HUGE = 10**5000  # Python refuses to write it
WRONG: tuple[Any, ...] = (
    None,
    object(),
    HUGE,
    -HUGE,
    b"xx",
    {},
    1.5,
    "x" * 5000,
    "a\0b",
    {HUGE},
    [HUGE],
    [None],
    np.array(1.5),
)
# Without a bound; with None, of meaning there; without checks.
LONG = "x" * 5000
NO_ROWS: list[Any] = [{}]  # an empty collection: no cards, no hands, no numbers
ACCEPTED: dict[str, list[Any]] = {
    **dict.fromkeys(("cards", "hands", "pocket", "subset", "board"), NO_ROWS),
    **dict.fromkeys(("states", "numbers", "strengths", "rolled"), NO_ROWS),
    "items": [{}, {HUGE}, [HUGE], [None]],  # any list
    "name": [LONG],
    "path": [LONG],
    "size": [HUGE],  # no subset is so large
    "stack": [1.5],
    "threads": [None],
}
"""Values of `WRONG` that mean something as the argument of this name."""
LEFT_OUT: set[Any] = {jobs.chunk_ranges, asia.edge_many, ur.play_unchecked}
PATHS = {"path", "name"}  # of tables; what else a developer gives to `store` is not a user's
RIGHT: dict[str, Any] = {
    "board": "2c 7d Jh", "players": ["AhKh", "QsQd"], "kind": "badugi", "version": 1,
    **{key: {} for key in ("arrays", "shapes", "columns", "metadata", "parameters", "blocks")},
    "position": ur.start(), "first": ur.start(), "roll": 1, "random": np.random.default_rng(1),
    "parse": str, "make": dict, "stop": 9, "step": 2, "work": bool, "items": [1],
}  # fmt: skip


def _needed(function: Callable[..., Any]) -> list[Parameter]:
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    every = signature(function).parameters.values()
    return [one for one in every if one.default is one.empty and one.kind not in several]


def functions() -> Iterator[Any]:
    """List the public functions of these rooms, with each argument that they need."""
    for room in (store, jobs, layout, cards, keys, poker, equity, plots, asia, ur):
        for name in room.__all__:
            function = getattr(room, name)
            if not isfunction(function) or isgeneratorfunction(unwrap(function)):
                continue  # a context raises when it is entered
            for one in _needed(function):
                if (room is not store or one.name in PATHS) and function not in LEFT_OUT:
                    yield pytest.param(function, one.name, id=f"{room.__name__}.{name}-{one.name}")


@pytest.mark.parametrize(("function", "argument"), [*functions()])
def test_wrong_types_are_errors_that_say_so(
    function: Callable[..., Any],
    argument: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # where a path that is right by chance is written
    said = []
    for wrong in WRONG:
        given = {one.name: RIGHT.get(one.name, "Ah Kh") for one in _needed(function)}
        try:
            function(**given | {argument: wrong})
        except AstragalError as error:
            said.append(str(error))
        else:
            assert any(wrong is one or wrong == one for one in ACCEPTED.get(argument, [])), quoted(
                wrong
            )
    assert said
    assert all(0 < len(message) <= LONGEST_MESSAGE for message in said)
