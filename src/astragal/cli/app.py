"""The program: the root command, and how errors are shown."""

import sys
from io import TextIOWrapper
from typing import NoReturn

import typer

import astragal
from astragal.cli import asia, keys, layout, plot, ur
from astragal.cli.engine import engine_options
from astragal.cli.equity import equity, show_range
from astragal.cli.evaluate import evaluate, made, standing
from astragal.cli.man import man
from astragal.cli.options import Commands, help_of
from astragal.cli.preflop import blinds_options, preflop, pushfold
from astragal.cli.serve import serve
from astragal.errors import error_line, outcome_of, quoted

BAD_INPUT = 2
INTERRUPTED = 130

app = Commands(
    name="astragal",
    help="Exact answers about cards and dice, packed into machine words.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("eval")(evaluate)
app.command("made")(made)
app.command("standing")(standing)
app.command("equity")(equity)
app.command("range")(show_range)
app.command("preflop", takes=[engine_options])(preflop)
app.command("pushfold", takes=[blinds_options])(pushfold)
app.command("serve")(serve)
app.command("man")(man)
app.add_typer(layout.app)
app.add_typer(keys.app)
app.add_typer(asia.app)
app.add_typer(ur.app)
app.add_typer(plot.app)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"astragal {astragal.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", help="Show the version and exit.", callback=_show_version, is_eager=True
    ),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a known error becomes one line on stderr and an exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # for boxes and suits, whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(arguments, prog_name="astragal", standalone_mode=False)
    except typer.TyperException as error:
        _fail(_message(error), error.exit_code, arguments)
    except typer.Abort as abort:
        _fail(str(abort) or "interrupted", INTERRUPTED, arguments)
    except Exception as error:
        outcome = outcome_of(error)
        if outcome is None and not isinstance(error, OSError):
            raise
        _fail(str(error), outcome.exit_code if outcome else BAD_INPUT, arguments)
    if code == INTERRUPTED:  # typer returns this code for Ctrl-C without a message
        _fail("interrupted", code, arguments)
    sys.exit(code)


_WRONG_NUMBER = {
    "float_parsing": "is not a number",
    "int_parsing": "is not an integer",
    "int_parsing_size": "has too many digits",
    "greater_than_equal": "is less than {ge}",
    "less_than_equal": "is more than {le}",
}
"""What is wrong, by pydantic's name for it."""


def _message(error: typer.TyperException) -> str:
    """Return typer's message; it quotes a wrong number, and explains what is missing."""
    from pydantic import ValidationError  # comes with typer, which reads numbers with it

    if isinstance(error, typer.BadParameter) and isinstance(error.__cause__, ValidationError):
        wrong = error.__cause__.errors()[0]
        if reason := _WRONG_NUMBER.get(wrong["type"]):
            error.message = f"{quoted(wrong['input'])} {reason.format(**wrong.get('ctx', {}))}"
        error.message = error.message.removeprefix("Value error, ")
    if isinstance(error, typer.BadParameter) and not error.message:
        return f"{error.format_message()} {help_of(error.param)}".rstrip()
    return error.format_message()


def _fail(message: str, code: int, arguments: list[str]) -> NoReturn:
    print(error_line(message, arguments), file=sys.stderr)
    sys.exit(code)
