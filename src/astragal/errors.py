"""Every exception of the package, and what each means to a shell and to a browser.

Each is also one of Python's own (`ValueError`, `KeyError`, `OSError`), so a caller who knows
nothing of this package catches what they expect. A message quotes the input and says what
would be right.
"""

from collections.abc import Sequence
from typing import NamedTuple


class AstragalError(Exception):
    """Whatever this package raises on purpose."""


class BadInputError(AstragalError, ValueError):
    """The caller's value is wrong: malformed, out of range, or contradicting another."""


class LayoutError(BadInputError):
    """A declaration of a word that can't be: overlapping fields, too many bits, a bad name."""


class FieldError(BadInputError):
    """A value that does not fit its field, or a word with bits set where its layout has none."""


class CardError(BadInputError):
    """Cards that can't be: unknown, twice, too many."""


class SeatError(CardError):
    """What a player, the board or the dead cards have can't be; `places` says where to look."""

    def __init__(self, message: str, places: Sequence[int | str] = ()) -> None:
        super().__init__(message)
        self.places = tuple(places)
        """Numbers of players, from 0; "board"; "dead"."""


class HouseWayError(BadInputError):
    """A house way that misses a hand, or fouls it; the message names the hand."""


class UnknownNameError(AstragalError, KeyError):
    """A name that is not in the collection it was looked up in."""

    def __str__(self) -> str:
        """Give the message as it stands; `KeyError` alone would print its repr."""
        return str(self.args[0])


class TableError(AstragalError, OSError):
    """A table file that can't be used."""


class TableMissingError(TableError, FileNotFoundError):
    """There is no such table file (yet)."""


class TableDamagedError(TableError):
    """The file's bytes are not what was written: truncated, altered, or not a table at all."""


class TableMismatchError(TableError):
    """A sound file, but of another kind, version, or set of parameters than asked for."""


class TableReachError(TableError):
    """The table does not reach so far: it does not cover what it was asked about."""


class JobError(AstragalError, RuntimeError):
    """A job that can't be finished: chunks failed, or its checkpoint is in use or unwritable."""


class Outcome(NamedTuple):
    """What an error means outside Python."""

    exit_code: int
    http_status: int


# The first class that matches decides, so the special come before the general.
OUTCOMES: dict[type[BaseException], Outcome] = {
    UnknownNameError: Outcome(2, 404),
    BadInputError: Outcome(2, 422),
    TableError: Outcome(3, 503),
    JobError: Outcome(1, 500),
    KeyboardInterrupt: Outcome(130, 503),
}


def outcome_of(error: BaseException) -> Outcome | None:
    """Return what `error` means to a shell and a browser, or None if it is not ours.

    >>> outcome_of(CardError("no such card: 'Xx'"))
    Outcome(exit_code=2, http_status=422)
    """
    return next((out for kind, out in OUTCOMES.items() if isinstance(error, kind)), None)
