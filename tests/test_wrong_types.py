"""What can't be meant: every public function says so, in an error of ours that is not too long."""

from collections.abc import Callable, Iterator
from inspect import Parameter, isfunction, signature
from typing import Any

import pytest

from astragal import cards, equity, keys, layout, poker
from astragal.errors import LONGEST_MESSAGE, AstragalError

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
)
RIGHT: dict[str, Any] = {"board": "2c 7d Jh", "players": ["AhKh", "QsQd"], "kind": "badugi"}


def _needed(function: Callable[..., Any]) -> list[Parameter]:
    several = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    every = signature(function).parameters.values()
    return [one for one in every if one.default is one.empty and one.kind not in several]


def functions() -> Iterator[Any]:
    """List the public functions of these rooms, with each argument that they need."""
    for room in (cards, poker, equity, keys, layout):
        for name in room.__all__:
            function = getattr(room, name)
            for one in _needed(function) if isfunction(function) else ():
                yield pytest.param(function, one.name, id=f"{room.__name__}.{name}-{one.name}")


@pytest.mark.parametrize(("function", "argument"), [*functions()])
def test_wrong_types_are_errors_that_say_so(function: Callable[..., Any], argument: str) -> None:
    said = []
    for wrong in WRONG:
        given = {one.name: RIGHT.get(one.name, "Ah Kh") for one in _needed(function)}
        try:
            function(**given | {argument: wrong})
        except AstragalError as error:
            said.append(str(error))
    assert len(said) > len(WRONG) / 2
    assert all(0 < len(message) <= LONGEST_MESSAGE for message in said)
