"""Every exception of the package, with its exit code and its HTTP status.

Each class also derives from a built-in exception (`ValueError`, `KeyError`, `OSError`,
`RuntimeError`), so callers can catch either. A message quotes the input and names valid input.
"""

from collections.abc import Sequence
from json import dumps
from shlex import quote
from typing import NamedTuple

MOST_QUOTED = 60
LONGEST_MESSAGE = 1000


def quoted(value: object) -> str:
    """Return the `repr` of a value for an error message, shortened in the middle if it is long."""
    try:
        text = repr(value)
    except ValueError:  # a number with more digits than Python writes
        return f"{type(value).__name__} of more than 4,300 digits"
    except RecursionError:
        return f"deeply nested {type(value).__name__}"
    text = text.encode(errors="backslashreplace").decode()  # lone surrogates can't be printed
    return text if len(text) <= 2 * MOST_QUOTED else f"{text[:MOST_QUOTED]} ... {text[-9:]}"


def counted(number: int, thing: str) -> str:
    """Return a number and its noun, in the plural unless the number is 1.

    >>> counted(1, "piece"), counted(1200, "hand")
    ('1 piece', '1,200 hands')
    """
    plural = "" if number == 1 else "s"
    return f"{number:,} {thing}{plural}"


def how_to_install(package: str) -> str:
    """Return the command that installs a missing package.

    >>> how_to_install("astragal[plot]")
    "pip install 'astragal[plot]', or in a clone: make extras"
    """
    return f"pip install {quote(package)}, or in a clone: make extras"


class AstragalError(Exception):
    """Base class of the exceptions of this package."""

    def __init__(self, message: str = "", *others: object) -> None:
        if len(message) > LONGEST_MESSAGE:  # keep the end, which names valid input
            message = f"{message[:400]} ... {message[-400:]}"
        super().__init__(message, *others)


class BadInputError(AstragalError, ValueError):
    """An argument is malformed, out of range, or contradicts another."""


class LayoutError(BadInputError):
    """A layout's declaration is wrong: overlapping fields, too many bits, a bad name."""


class FieldError(BadInputError):
    """A value does not fit its field, or a word has bits set that belong to no field."""


class CardError(BadInputError):
    """Cards are unknown, repeated, or of the wrong number."""


class SeatError(CardError):
    """The cards of a player, the board or the dead cards are wrong; `places` says which."""

    def __init__(self, message: str, places: Sequence[int | str] = ()) -> None:
        super().__init__(message)
        self.places = tuple(places)
        """Indexes of players, counted from 0, or "board" or "dead"."""


class HouseWayError(BadInputError):
    """A house way has no setting for a hand, or fouls it; the message names the hand."""


class UnknownNameError(AstragalError, KeyError, ValueError):
    """A name is unknown."""

    def __str__(self) -> str:
        """Return the message; `KeyError` would return its repr."""
        return str(self.args[0])


class TableError(AstragalError, OSError):
    """A table file can't be used."""


class TableMissingError(TableError, FileNotFoundError):
    """The table file does not exist (yet)."""


class TableDamagedError(TableError):
    """The file is truncated or altered, or is not a table file."""


class TableMismatchError(TableError):
    """The table file is intact, but its kind, version or parameters differ."""


class TableReachError(TableError):
    """The table does not cover the question."""


class JobError(AstragalError, RuntimeError):
    """A job can't be finished: chunks failed, or its checkpoint is in use or damaged."""


class Outcome(NamedTuple):
    """The exit code and the HTTP status of an error."""

    exit_code: int
    http_status: int


# The first class that matches decides, so subclasses come before their base classes.
OUTCOMES: dict[type[BaseException], Outcome] = {
    UnknownNameError: Outcome(2, 404),
    BadInputError: Outcome(2, 422),
    TableError: Outcome(3, 503),
    JobError: Outcome(1, 500),
    KeyboardInterrupt: Outcome(130, 503),
}


def outcome_of(error: BaseException) -> Outcome | None:
    """Return the exit code and the HTTP status of `error`; None if it has none.

    >>> outcome_of(CardError("no such card: 'Xx'"))
    Outcome(exit_code=2, http_status=422)
    """
    return next((out for kind, out in OUTCOMES.items() if isinstance(error, kind)), None)


def error_line(message: str, arguments: Sequence[str]) -> str:
    """Return the line that a command prints on stderr; it is JSON if `--json` is an argument.

    >>> print(error_line("no such card: 'Xx'", ["eval", "Xx", "--json"]))
    {"error": "no such card: 'Xx'"}
    """
    line = " ".join(message.split())
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return (
        dumps({"error": line}, ensure_ascii=False) if "--json" in options else f"astragal: {line}"
    )
