"""`astragal man`: the manual page, generated from the help texts."""

from collections.abc import Iterator

from cyclopts import App, ArgumentCollection

import astragal


def man() -> None:
    """Print the manual page, in the format of man."""
    from astragal.cli.app import app

    print("\n".join(manual_page(app)))


def commands(group: App, name: str = "") -> Iterator[tuple[str, App]]:
    """Yield the name and the app of every command of a group, recursively."""
    for word, command in group.resolved_commands().items():
        if word.startswith("-"):
            continue
        full_name = f"{name} {word}".strip()
        if command.default_command is not None:
            yield full_name, command
        yield from commands(command, full_name)


def manual_page(program: App) -> Iterator[str]:
    """Yield the lines of the manual page in roff."""
    yield f'.TH ASTRAGAL 1 "" "astragal {astragal.__version__}"'
    yield from (".SH NAME", f"astragal \\- {_escape(program.help).lower().rstrip('.')}")
    yield from (".SH SYNOPSIS", ".B astragal", "COMMAND [ARGUMENTS] [OPTIONS]")
    yield ".SH OPTIONS"
    for name in ("--help, -h", "--version", "--install-completion"):
        yield from (".TP", f".B {_escape(name)}", _escape(program[name.split(",")[0]].help))
    yield ".SH COMMANDS"
    for name, command in commands(program):
        arguments = command.assemble_argument_collection()
        yield f".SS {_escape(f'astragal {name} {_usage(arguments)}')}"
        yield _escape(command.help)
        yield from _arguments(arguments)
    yield from (".SH ENVIRONMENT", ".TP", ".B ASTRAGAL_HOME")
    yield "The folder for tables and caches, instead of the user's folders."
    yield from (".SH EXIT STATUS", *_exit_codes())


def _exit_codes() -> Iterator[str]:
    meanings = {
        0: "success",
        1: "a check found an error, or part of a long job failed",
        2: "bad input",
        3: "a table is missing or damaged, or does not cover the question",
        130: "interrupted",
    }
    for code, meaning in meanings.items():
        yield from (".TP", f".B {code}", meaning)


def _usage(arguments: ArgumentCollection) -> str:
    words = []
    for argument in arguments:
        if not argument.name.startswith("-"):
            word = f"{argument.name}..." if argument.is_var_positional() else argument.name
            words.append(word if argument.required else f"[{word}]")
    return " ".join([*words, "[OPTIONS]"])


def _arguments(arguments: ArgumentCollection) -> Iterator[str]:
    for argument in arguments:
        if not argument.show:
            continue
        names = ", ".join(argument.names)
        if argument.parameter.metavar:
            names += f" {argument.parameter.metavar}"
        yield from (".TP", f".B {_escape(names)}", _escape(argument.parameter.help or ""))


def _escape(text: str) -> str:
    """Return a text as one line of roff."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line
