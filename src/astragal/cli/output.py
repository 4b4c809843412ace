"""What every command shares: the `--json` option, and printing a result.

A command gets a value from its room and calls `show(value, json)`. The value has `to_dict()`, which
`--json` prints, and `str()`, which people read.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from json import dumps
from typing import Annotated, Any, Protocol, TypeAlias

import typer

PIPE_WIDTH = 1000

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Value(Protocol):
    """A result of any room."""

    def to_dict(self) -> Mapping[str, Any]:
        """Return what `--json` prints."""
        ...


def show(value: Value, json: bool) -> None:
    """Print a result: as JSON its `to_dict()`, otherwise its `str()`."""
    if json:
        print_json(value.to_dict())
    else:
        print(value)


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    print(dumps(value, indent=2, ensure_ascii=False))


def line_batches() -> Iterator[list[str]]:
    """Yield the lines of standard input, as many at a time as have arrived."""
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
    """Read a line that the user types; None at the end of the input, or if it is closed."""
    try:
        return input(prompt) if sys.stdin is not None else None
    except EOFError:
        return None


def print_table(headings: list[str] | None, rows: list[list[str]]) -> None:
    """Print rows in columns; in a pipe, lines are not wrapped."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(*headings or [], box=SIMPLE_HEAD, pad_edge=False, show_header=bool(headings))
    for row in rows:
        table.add_row(*row)
    in_pipe = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    width = PIPE_WIDTH if in_pipe else None
    Console(highlight=False, markup=False, emoji=False, width=width).print(table)
