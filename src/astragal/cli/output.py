"""What every command shares: the `--json` option and how results are printed."""

import json
import os
import sys
from typing import Annotated, Any, TypeAlias

import typer

PIPE_WIDTH = 1000

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def print_json(value: Any) -> None:
    """Print a result for programs: one JSON value, indented, field names as documented."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(headings: list[str] | None, rows: list[list[str]]) -> None:
    """Print rows for people, in columns; in a pipe, lines are as long as they are."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(*headings or [], box=SIMPLE_HEAD, pad_edge=False, show_header=bool(headings))
    for row in rows:
        table.add_row(*row)
    in_pipe = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    width = PIPE_WIDTH if in_pipe else None
    Console(highlight=False, markup=False, emoji=False, width=width).print(table)
