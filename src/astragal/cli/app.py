"""The program: the list of commands, and the messages of errors.

A command is imported when it runs, so the help texts of this list are shown without importing the
modules. Line breaks of descriptions are kept, so their lines are short.
"""

import os
import re
import sys
from io import TextIOWrapper
from typing import NoReturn

from cyclopts import App, CycloptsError
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)

import astragal
from astragal._interrupts import INTERRUPTED, ignore_interrupts, raise_interrupts
from astragal.errors import AstragalError, BadInputError, error_line, outcome_of, quoted

BAD_INPUT = 2
_NO_SEGMENT = "failed to map segment"
_NO_THREAD = ("can't start new thread", "can't start another thread")
PIPE_CLOSED = 141
"""128 + SIGPIPE, as shells report a program that a closed pipe has ended."""

app = App(
    name="astragal",
    help="Exact answers about cards and dice, packed into machine words.",
    version_flags=(),
    help_format="plaintext",
    result_action="return_value",
    exit_on_error=False,
    print_error=False,
    suppress_keyboard_interrupt=False,
)
app["--help"].group = "Parameters"
app.command(
    "astragal.cli.completion:install_completion",
    name="--install-completion",
    help="Install completion for your shell.",
    group="Parameters",
)


@app.command(name="--version", group="Parameters")
def show_version() -> None:
    """Show the version and exit."""
    print(f"astragal {astragal.__version__}")


app.command(
    "astragal.cli.evaluate:evaluate",
    name="eval",
    help="""Evaluate 0 to 7 cards.

    With --board, also tell the pocket cards among the best five.""",
)
app.command(
    "astragal.cli.evaluate:made_hand",
    name="made-hand",
    help="Name the made hand, draws and blockers of a hand on a board.",
)
app.command(
    "astragal.cli.evaluate:showdown",
    name="showdown",
    help="Compare a hand with every opponent's hand; list improving cards.",
)
app.command(
    "astragal.cli.equity:equity",
    name="equity",
    help="""Compute the equity of two to nine hands or ranges.

    The equity is exact, or sampled with its error.""",
)
app.command(
    "astragal.cli.equity:show_range",
    name="range",
    help="Show a short text, the size and the square of a range.",
)
app.command(
    "astragal.cli.preflop:preflop",
    name="preflop",
    help="""Count starting hands against each other, before the flop.

    The equity is exact, heads-up. With one or two hands, the deals are counted
    at once. Without a hand, show the whole table. It is built if it does not
    exist; --rebuild replaces it.""",
)
app.command(
    "astragal.cli.preflop:pushfold",
    name="pushfold",
    help="""Solve jam or fold between the blinds.

    A jam is an all-in bet. The answer is an equilibrium with its
    exploitability. The first call builds the table of starting hands, which
    takes about 6 seconds of one core.""",
)
app.command(
    "astragal.cli.postflop:app",
    name="postflop",
    help="""Solve hold'em from a flop, turn or river, to a proved bound.

    Heads-up. Show a node, certify a strategy, report on many boards.""",
)
app.command(
    "astragal.cli.asia:app",
    name="asia",
    help="Asia Poker 4-2-1: the best setting of a hand, and the whole game.",
)
app.command(
    "astragal.cli.paigow:app",
    name="paigow",
    help="Pai gow poker 5-2: the best setting, and the whole game.",
)
app.command(
    "astragal.cli.ur:app",
    name="ur",
    help="The Royal Game of Ur: positions, moves, the solution, play.",
)
app.command(
    "astragal.cli.layout:app",
    name="layout",
    help="Show, decode and check the layouts of machine words.",
)
app.command(
    "astragal.cli.keys:app",
    name="keys",
    help="Additive keys: numbers for cards whose sums identify a hand.",
)
app.command(
    "astragal.cli.plot:app",
    name="plot",
    help="Draw PNG or SVG pictures. With --json, also print their numbers.",
)
app.command(
    "astragal.cli.serve:serve",
    name="serve",
    help="Start the web app and print its address; Ctrl-C stops it.",
)
app.command("astragal.cli.man:man", name="man", help="Print the manual page, in the format of man.")


def main(arguments: list[str] | None = None) -> None:
    """Run a command; a known error becomes one line on stderr and an exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # for boxes and suits in every locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        words = with_stdin_last(arguments)
        command, bound, _ = app.parse_args(words)
        _refuse_values_of_flags(words)
        raise_interrupts()
        code = command(*bound.args, **bound.kwargs)
        print(end="", flush=True)  # here, where an error can be caught
    except CycloptsError as error:
        _fail(_message(error), BAD_INPUT, arguments)
    except KeyboardInterrupt as interrupt:
        ignore_interrupts()
        _fail(str(interrupt) or "interrupted", INTERRUPTED, arguments)
    except BrokenPipeError:  # the reader of the output has ended, as `head` does
        _leave_pipe()
    except Exception as error:
        if shortage := _shortage(error):
            _fail(shortage, BAD_INPUT, arguments)
        outcome = outcome_of(error)
        if outcome is None and not isinstance(error, OSError):
            raise
        _fail(str(error), outcome.exit_code if outcome else BAD_INPUT, arguments)
    sys.exit(code)


def _shortage(error: BaseException | None) -> str | None:
    """Return a line about memory if its lack is the cause of an error, otherwise None.

    Without memory, Python raises MemoryError, but it also fails to load modules and to start
    threads.
    """
    while error is not None:
        text = str(error)
        if isinstance(error, MemoryError):
            return f"not enough memory: {text}".removesuffix(": ")
        if isinstance(error, ImportError) and _NO_SEGMENT in text:
            return f"not enough memory: {text}"
        if isinstance(error, RuntimeError) and any(line in text for line in _NO_THREAD):
            return f"not enough memory or processes for another thread: {text}"
        error = error.__cause__ or error.__context__
    return None


def _leave_pipe() -> NoReturn:
    """End quietly: Python would report at its exit that it can't flush the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(PIPE_CLOSED)


def with_stdin_last(arguments: list[str]) -> list[str]:
    """Move `-` (standard input) behind `--`, where it is not read as an option."""
    if "-" not in arguments or "--" in arguments:
        return arguments
    others = [argument for argument in arguments if argument != "-"]
    return [*others, "--", *["-"] * arguments.count("-")]


def _refuse_values_of_flags(words: list[str]) -> None:
    """Raise if a flag has a value, such as --json=false, which cyclopts would accept."""
    options = words[: words.index("--")] if "--" in words else words
    given = {word.partition("=")[0]: word for word in options if re.match("--[^=]+=", word)}
    if not given:
        return
    _, groups, _ = app.parse_commands(words)
    for argument in groups[-1].assemble_argument_collection():
        for name in argument.names:
            if name in given and argument.is_flag():
                raise BadInputError(f"{given[name]}: {name} takes no value")


def _message(error: CycloptsError) -> str:
    """Return one line that explains a wrong command line."""
    name = error.argument.name if error.argument else ""
    explanation = (error.argument.parameter.help if error.argument else None) or ""
    match error:
        case UnknownCommandError(unused_tokens=[word, *_], app=App() as group):
            what = "option" if word.startswith("-") else "command"
            known = [name for name in group if name.startswith("-") == word.startswith("-")]
            return _unknown(word, known, what)
        case UnknownOptionError():
            word = error.token.keyword or error.token.value
            names = [name for argument in error.argument_collection for name in argument.names]
            known = [name for name in names if name.startswith("-")]
            return _unknown(word, [*known, "--help"], "option")
        case UnusedCliTokensError(unused_tokens=[word, *_]):
            return f"{quoted(word)} is one argument too many"
        case MissingArgumentError() if name.startswith("-"):
            return f"{error.keyword or name} needs a value: {explanation}"
        case MissingArgumentError():
            return f"{name} is missing: {explanation}"
        case RepeatArgumentError():
            return f"{error.token.keyword} is given twice"
        case CoercionError(token=token) if token is not None and error.argument is not None:
            if isinstance(error.__cause__, ValueError):
                return f"{name}: {error.__cause__}"
            if choices := error.argument.get_choices():
                return f"{name}: {quoted(token.value)} is not one of {', '.join(choices)}"
            if error.argument.is_flag():
                return f"{name}={token.value}: {name} takes no value"
        case ValidationError():
            ours = isinstance(error.__cause__, AstragalError)
            return str(error.__cause__) if ours else f"{name}: {error.exception_message}"
    return str(error)


def _unknown(word: str, known: list[str], what: str) -> str:
    from astragal._checks import require_name  # only errors need it
    from astragal.errors import UnknownNameError

    try:
        return require_name(word, known, what)
    except UnknownNameError as error:
        return str(error)


def _fail(message: str, code: int, arguments: list[str]) -> NoReturn:
    print(error_line(message, arguments), file=sys.stderr)
    sys.exit(code)
