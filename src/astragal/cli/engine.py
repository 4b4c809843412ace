"""Where long work runs: the options `--threads`, `--workers` and `--scheduler`.

@app.command()
@takes_engine
def edge(*, engine: Engine, ...) -> None:
    with long_work(engine) as options:
        found = astragal.asia.edge(..., **options)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

import astragal
from astragal.cli.options import option_group
from astragal.cli.progress import bar
from astragal.errors import BadInputError

if TYPE_CHECKING:
    from astragal.jobs import RunOptions

Engine: TypeAlias = "astragal.jobs.Engine"


def _chosen_engine(
    threads: Annotated[int | None, typer.Option(help="Threads. [all cores]")] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Run on this many processes: a Dask cluster on this machine."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Run on the Dask cluster at this address, tcp://host:port."
        ),
    ] = None,
) -> Engine:
    given = {"--threads": threads, "--workers": workers, "--scheduler": scheduler}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise BadInputError(f"{' and '.join(named)}: give only one of them")
    if workers is not None or scheduler is not None:
        return astragal.jobs.DaskCluster(scheduler, workers=workers)
    return astragal.jobs.LocalThreads(threads)


takes_engine = option_group("engine", _chosen_engine)


@contextmanager
def long_work(engine: Engine) -> "Iterator[RunOptions]":
    """Give the `RunOptions` of a command: its engine, checkpoints in the data folder, and a bar.

    Ctrl-C then says that the same command resumes.
    """
    try:
        with bar() as progress:
            yield {"engine": engine, "folder": astragal.store.data_folder(), "progress": progress}
    except KeyboardInterrupt:
        raise typer.Abort("interrupted; the same command goes on from here") from None
