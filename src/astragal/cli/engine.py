"""Where long work runs: the options `--threads`, `--workers` and `--scheduler` of its commands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

import astragal
from astragal.cli.progress import bar
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.jobs import Engine, RunOptions

Threads: TypeAlias = Annotated[int | None, typer.Option(help="Threads. [all cores]")]
Workers: TypeAlias = Annotated[
    int | None, typer.Option(help="Run on so many processes, a Dask cluster of this machine.")
]
Scheduler: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Run on the Dask cluster at this address, tcp://host:port."
    ),
]


def chosen_engine(threads: int | None, workers: int | None, scheduler: str | None) -> "Engine":
    """Return what the options ask for; without any, all cores of this process."""
    given = {"--threads": threads, "--workers": workers, "--scheduler": scheduler}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise BadInputError(f"{' and '.join(named)}: one of them says where the work runs")
    if workers is not None or scheduler is not None:
        return astragal.jobs.DaskCluster(scheduler, workers=workers)
    return astragal.jobs.LocalThreads(threads)


@contextmanager
def long_work(
    threads: int | None, workers: int | None, scheduler: str | None
) -> "Iterator[RunOptions]":
    """Give the arguments of work that runs where the options say, is kept, and is shown by a bar.

    Ctrl-C then says that the same command goes on.
    """
    engine = chosen_engine(threads, workers, scheduler)
    try:
        with bar() as progress:
            yield {"engine": engine, "folder": astragal.store.data_folder(), "progress": progress}
    except KeyboardInterrupt:
        raise typer.Abort("interrupted; the same command goes on from here") from None
