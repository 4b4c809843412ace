"""What every command shares: the `--json` option and how results are printed."""

import json
from typing import Annotated, Any, TypeAlias

import typer

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def print_json(value: Any) -> None:
    """Print a result for programs: one JSON value, indented, field names as documented."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_table(headings: list[str], rows: list[list[str]]) -> None:
    """Print rows for people: columns with headings, plain text in a pipe."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)
