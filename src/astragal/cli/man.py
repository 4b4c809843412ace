"""`astragal man`: the manual page, made from the help texts."""

from collections.abc import Iterator
from typing import Any

import typer

import astragal


def man(context: typer.Context) -> None:
    """Print the manual page, in the format of man."""
    root = context.find_root()
    print("\n".join(manual_page(root.command, root)))


def manual_page(program: Any, context: Any) -> Iterator[str]:
    """Yield the lines of the manual page in roff."""
    yield f'.TH ASTRAGAL 1 "" "astragal {astragal.__version__}"'
    yield from (".SH NAME", f"astragal \\- {_escape(program.help).lower().rstrip('.')}")
    yield from (".SH SYNOPSIS", ".B astragal", "COMMAND [ARGUMENTS] [OPTIONS]")
    yield from (".SH OPTIONS", *_options(program, context))
    yield ".SH COMMANDS"
    yield from _commands(program, context, "astragal")
    yield from (".SH ENVIRONMENT", ".TP", ".B ASTRAGAL_HOME")
    yield "The folder for tables and caches, in place of the user's own folders."
    yield from (".SH EXIT STATUS", *_exit_codes())


def _exit_codes() -> Iterator[str]:
    meanings = {
        0: "done",
        1: "a check found something, or part of a long job failed",
        2: "bad input",
        3: "a table is missing, damaged, or does not reach so far",
        130: "interrupted",
    }
    for code, meaning in meanings.items():
        yield from (".TP", f".B {code}", meaning)


def _commands(group: Any, context: Any, name: str) -> Iterator[str]:
    for member in group.list_commands(context):
        command = group.get_command(context, member)
        if hasattr(command, "commands"):
            yield from _commands(command, context, f"{name} {member}")
            continue
        # Getting the help fills in the names that it refers to.
        inner = type(context)(command, info_name=f"{name} {member}")
        command.get_help(inner)
        usage = " ".join(command.collect_usage_pieces(inner))
        yield from (f".SS {_escape(f'{name} {member}')} {_escape(usage)}", _escape(command.help))
        yield from _options(command, inner)


def _options(command: Any, context: Any) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[0] != "--help":
            yield from (".TP", f".B {_escape(record[0])}", _escape(record[1]))


def _escape(text: str) -> str:
    """Return a text as one line of roff."""
    line = " ".join((text or "").split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line
