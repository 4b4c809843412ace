"""Options that several commands share.

A command is a function. Its positional-only parameters are arguments, its keyword-only parameters
are options.

    @app.command
    def info(*, rules: RulesName = "finkel", json: Json = False) -> int:
        '''Show the contents and the precision of a table.'''
        return show(ur.open_table(rules), json)

An option of several commands is a type with its help text, like `Json`. Options that belong
together are a dataclass, like `EngineOptions`. The options of a module are in its file.

The default of an option that excludes another option is None; see `refuse`.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import Parameter, Token

import astragal
from astragal._checks import parse_int, parse_number
from astragal.cli.progress import bar
from astragal.errors import BadInputError, quoted
from astragal.store.files import check_file
from astragal.store.folders import writing_problem
from astragal.store.parquet import check_parquet

if TYPE_CHECKING:
    from astragal.jobs.run import RunOptions


def _read_integer(_hint: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    try:
        return parse_int(text)
    except ValueError:
        too_long = text.isascii() and text.removeprefix("-").isdecimal()
        reason = "has too many digits" if too_long else "is not an integer"
        raise ValueError(f"{quoted(text)} {reason}") from None


def _read_number(_hint: Any, tokens: Sequence[Token]) -> float:
    text = tokens[0].value
    try:
        return parse_number(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} is not a number") from None


Integer: TypeAlias = Annotated[int, Parameter(converter=_read_integer)]
"""A whole number; cyclopts itself would round 2.5."""
Number: TypeAlias = Annotated[float, Parameter(converter=_read_number)]
Flag: TypeAlias = Annotated[bool, Parameter(negative=(), show_default=False)]
"""An option without a value."""
Texts: TypeAlias = Annotated[list[str], Parameter(negative=())]
"""An option that can be repeated."""

Json: TypeAlias = Annotated[Flag, Parameter(help="Print JSON.")]
Seed: TypeAlias = Annotated[Integer, Parameter(help="The same seed gives the same result.")]
Threads: TypeAlias = Annotated[Integer | None, Parameter(help="Threads. [all cores]")]


def _check_file(_hint: Any, path: Path | None) -> None:
    if path is not None:
        check_file(path)


def _check_parquet(_hint: Any, path: Path | None) -> None:
    if path is not None:
        check_parquet(path)


def _check_picture(_hint: Any, path: Path) -> None:
    astragal.plots.check_picture(path)


# Output files are checked before the work begins.
OutputFile: TypeAlias = Annotated[Path, Parameter(metavar="FILE", validator=_check_file)]
ParquetFile: TypeAlias = Annotated[Path, Parameter(metavar="FILE", validator=_check_parquet)]
PictureFile: TypeAlias = Annotated[
    Path, Parameter(validator=_check_picture, help="The .png or .svg file to write.")
]


def refuse(options: Mapping[str, object], why: str) -> None:
    """Raise if one of these options is given: it would have no effect.

    >>> refuse({"--seed": None, "--rebuild": False}, why="is for a sample")
    >>> refuse({"--seed": 0}, why="is for a sample")
    Traceback (most recent call last):
    astragal.errors.BadInputError: --seed is for a sample
    """
    for option, value in options.items():
        if value is not None and value is not False:
            raise BadInputError(f"{option} {why}")


def names(collection: Mapping[str, object] | Sequence[str]) -> str:
    """Return the names of a collection for a help text: a, b, c."""
    return ", ".join(map(str, collection))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    """The options of long work: threads, processes or a cluster.

    with engine.run_options() as options:
        edge = asia.edge(..., **options)
    """

    threads: Threads = None
    workers: Annotated[
        Integer | None,
        Parameter(help="Run on this many processes: a Dask cluster on this machine."),
    ] = None
    scheduler: Annotated[
        str | None,
        Parameter(
            metavar="ADDRESS", help="Run on the Dask cluster at this address, tcp://host:port."
        ),
    ] = None

    @contextmanager
    def run_options(self, *, save: bool = True) -> "Iterator[RunOptions]":
        """Yield the engine, the data folder for checkpoints, and a progress bar.

        After Ctrl-C, a message says that the same command resumes. Without `save`, or if the folder
        is not writable, there are no checkpoints.
        """
        options = {
            "--threads": self.threads,
            "--workers": self.workers,
            "--scheduler": self.scheduler,
        }
        given = [option for option, value in options.items() if value is not None]
        if len(given) > 1:
            raise BadInputError(f"{' and '.join(given)}: give only one of them")
        engine: astragal.jobs.Engine = astragal.jobs.LocalThreads(self.threads)
        if self.workers is not None or self.scheduler is not None:
            engine = astragal.jobs.DaskCluster(self.scheduler, workers=self.workers)
        folder = astragal.store.data_folder() if save else None
        if folder is not None and (problem := writing_problem(folder)):
            print(f"astragal: {problem}; without it, nothing is saved", file=sys.stderr)
            folder, save = None, False
        try:
            with bar() as progress:
                yield {"engine": engine, "folder": folder, "progress": progress}
        except KeyboardInterrupt:
            remedy = "; the same command resumes" if save else ""
            raise KeyboardInterrupt(f"interrupted{remedy}") from None
