"""Garbage in place of an argument of a documented call: an error of the package, or TypeError.

The examples of the docs and of public docstrings are run. Each call of the package in an example is
repeated with one argument replaced. `make test` tries a sample, `make verify` all.
"""

import ast
import builtins
import random
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from doctest import SKIP, DocTest, DocTestFinder, DocTestParser, Example
from fractions import Fraction
from functools import cache
from inspect import isclass, isroutine
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pytest

import astragal
from astragal.errors import AstragalError, quoted

ROOT = Path(__file__).parents[1]
SAMPLE = 2000
MOST_SECONDS = 30  # of processor time
ENDLESS = 1_100_000  # items, more than a function reads of an iterator


def endless() -> Iterator[int]:
    yield from range(ENDLESS)
    raise RuntimeError("an endless iterator was read to its end")


GARBAGE: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "-1": lambda: -1,
    "2.5": lambda: 2.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "2**64": lambda: 2**64,
    "10**5000": lambda: 10**5000,
    "a fraction": lambda: Fraction(1, 3),
    "no text": str,
    "x": lambda: "x",
    "a long text": lambda: "x" * 5000,
    "a lone surrogate": lambda: "\ud800",
    "a zero byte": lambda: "a\0b",
    "bytes": lambda: b"As Kd",
    "an empty list": list,
    "a list of None": lambda: [None],
    "a ragged list": lambda: [[1], 2],
    "a dict": lambda: {"a": 1},
    "a set": lambda: {1, 2},
    "an object": object,
    "a class": lambda: int,
    "a function": lambda: print,
    "a module": lambda: sys,
    "an endless iterator": endless,
    "an array without dimensions": lambda: np.array(None, object),
    "an array of floats": lambda: np.array([1.5, 2.5]),
    "an array of bytes": lambda: np.array([1, 2], np.uint8),
    "an array of three dimensions": lambda: np.ones((2, 3, 1)),
    "an array of texts": lambda: np.array(["x", "y"]),
}
"""Values that hardly any argument takes."""

LONG_WORK = {
    ("pieces", "None"), ("samples", "None"),
    ("board", "None"), ("board", "no text"), ("board", "an empty list"),
}  # fmt: skip
"""Values that ask for more work: the whole game, an exact count, all boards."""

FOREIGN = {*dir(builtins), "np", "pl", "pd", "play_unchecked"}
"""First names of calls that are not of the package, or don't check their arguments."""


class Mutation(NamedTuple):
    """A call in an example, and the argument to replace, by its place or its name."""

    example: int
    call: int
    argument: int | str
    garbage: str


def doctests() -> Iterator[DocTest]:
    """List the examples of the docs, and of the docstrings of public names."""
    finder, parser = DocTestFinder(exclude_empty=True), DocTestParser()
    for name in astragal.__all__:
        module = getattr(astragal, name)
        yield parser.get_doctest(module.__doc__ or "", vars(module), module.__name__, None, None)
        for public in getattr(module, "__all__", ()):
            value = getattr(module, public)
            if (isclass(value) or isroutine(value)) and value.__module__.startswith("astragal."):
                home = sys.modules[value.__module__]
                for test in finder.find(value, f"{name}.{public}", home, globs=vars(home)):
                    if test.examples:
                        yield test
    for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))):
        name = page.relative_to(ROOT).as_posix()
        yield parser.get_doctest(page.read_text(encoding="utf-8"), {}, name, name, 0)


def calls(example: Example) -> list[ast.Call]:
    """Return the calls in an example that may be of the package, outermost first."""
    tree = ast.parse(example.source)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [node for node in nodes if ast.unparse(node.func).split(".")[0] not in FOREIGN]


def mutations(test: DocTest) -> Iterator[Mutation]:
    for place, example in enumerate(test.examples):
        for number, call in enumerate(calls(example)):
            starred = any(isinstance(value, ast.Starred) for value in call.args)
            arguments = [] if starred else [*range(len(call.args))]
            for argument in (*arguments, *(one.arg for one in call.keywords if one.arg)):
                for garbage in GARBAGE:
                    if (argument, garbage) not in LONG_WORK:
                        yield Mutation(place, number, argument, garbage)


@cache
def all_doctests() -> dict[str, DocTest]:
    return {test.name: test for test in doctests() if any(mutations(test))}


def sample() -> dict[str, list[Mutation]]:
    """Choose mutations among all, by doctest."""
    every = [(name, one) for name, test in all_doctests().items() for one in mutations(test)]
    chosen = defaultdict(list)
    for name, mutation in random.Random(1).sample(every, SAMPLE):
        chosen[name].append(mutation)
    return chosen


def try_garbage(call: ast.Call, mutation: Mutation, names: dict[str, Any]) -> str | None:
    """Return what is wrong with the outcome of a call with garbage; None if nothing is."""

    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<example>", "eval"), names)

    try:
        function = value(call.func)
        if not (getattr(function, "__module__", None) or "").startswith("astragal"):
            return None
        args: list[Any] = [value(node) for node in call.args if not isinstance(node, ast.Starred)]
        options = {one.arg: value(one.value) for one in call.keywords if one.arg}
    except NameError:  # of a variable of a comprehension
        return None
    place = args if isinstance(mutation.argument, int) else options
    place[mutation.argument] = GARBAGE[mutation.garbage]()  # type: ignore[index]
    shown = f"{ast.unparse(call)[:200]} with {mutation.garbage} for {mutation.argument}"
    try:
        function(*args, **options)
    except AstragalError as error:
        message = str(error)
        return None if message and message.encode() else f"{shown}: no message"
    except TypeError:
        return None
    except Exception as error:
        return f"{shown}: {type(error).__name__}: {quoted(str(error))}"
    return None


def too_slow(*_: object) -> None:
    raise TimeoutError(f"more than {MOST_SECONDS} s")


def check(test: DocTest, chosen: list[Mutation]) -> None:
    """Run the examples of a doctest, with the chosen mutations before each."""
    names = dict(test.globs)
    wrong = []
    with ExitStack() as stack:
        for redirect in (redirect_stdout, redirect_stderr):
            stack.enter_context(redirect(StringIO()))
        stack.callback(signal.signal, signal.SIGPROF, signal.signal(signal.SIGPROF, too_slow))
        stack.callback(signal.setitimer, signal.ITIMER_PROF, 0)
        for place, example in enumerate(test.examples):
            if place > max(mutation.example for mutation in chosen):
                break
            found = calls(example)
            for mutation in chosen:
                if mutation.example == place:
                    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
                    problem = try_garbage(found[mutation.call], mutation, {**names})
                    signal.setitimer(signal.ITIMER_PROF, 0)
                    wrong += [problem] if problem else []
            if SKIP in example.options:
                continue
            try:
                exec(compile(example.source, test.name, "single"), names)
                for folder in names.values():
                    if isinstance(folder, TemporaryDirectory):
                        stack.callback(folder.cleanup)
            except Exception:
                assert example.exc_msg, example.source  # the example is about an error
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("name", "chosen"), sample().items(), ids=lambda one: str(one)[:40])
def test_garbage_is_refused(
    name: str, chosen: list[Mutation], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    check(all_doctests()[name], chosen)


@pytest.mark.verify
@pytest.mark.parametrize("name", all_doctests())
def test_all_garbage_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    test = all_doctests()[name]
    check(test, [*mutations(test)])
