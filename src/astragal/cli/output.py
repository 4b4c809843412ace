"""The output of commands, and their input from a terminal or a pipe."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from json import dumps
from pathlib import Path
from typing import Any, Protocol

PIPE_WIDTH = 1000
FOUND_SOMETHING = 1
"""The exit code of a check that found an error."""


class Value(Protocol):
    """A result of any module."""

    def to_dict(self) -> Any:
        """Return what `--json` prints."""
        ...


@dataclass(frozen=True)
class Output:
    """The output of a command that is not a single result, as JSON and as text."""

    json: Any
    text: object
    sound: bool = True
    """Whether a check found no error; otherwise the exit code is 1."""

    def to_dict(self) -> Any:
        """Return what `--json` prints."""
        return self.json

    def __str__(self) -> str:
        return str(self.text).removesuffix("\n")


@dataclass(frozen=True)
class Picture:
    """The file of a picture, and its numbers."""

    file: Path
    numbers: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        return {"file": str(self.file), "numbers": self.numbers}

    def __str__(self) -> str:
        return str(self.file)


def show(value: Value, json: bool) -> int:
    """Print the JSON or the text of a result, and return the exit code."""
    print(dumps(value.to_dict(), indent=2, ensure_ascii=False) if json else value)
    return 0 if getattr(value, "sound", True) else FOUND_SOMETHING


def line_batches() -> Iterator[list[str]]:
    """Yield lists of lines of standard input as they arrive."""
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None:  # closed, or replaced by text
        yield sys.stdin.read().splitlines() if sys.stdin is not None else []
        return
    rest = b""
    while data := buffer.read1(1 << 20):
        whole, newline, rest = (rest + data).rpartition(b"\n")
        if newline:
            yield whole.decode(errors="replace").split("\n")
    if rest:
        yield [rest.decode(errors="replace")]


def read_line(prompt: str = "") -> str | None:
    """Return a line typed by the user; None if the input has ended or is closed."""
    try:
        return input(prompt) if sys.stdin is not None else None
    except EOFError:
        return None


def table_text(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as wide as the terminal; in a pipe, lines are not wrapped."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(*headings, box=SIMPLE_HEAD, pad_edge=False, show_header=bool(headings))
    for row in rows:
        table.add_row(*row)
    in_pipe = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    text = StringIO()
    width = PIPE_WIDTH if in_pipe else None
    Console(file=text, highlight=False, markup=False, emoji=False, width=width).print(table)
    return text.getvalue().removesuffix("\n")
