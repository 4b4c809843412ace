"""Where long work runs: the options `--threads`, `--workers` and `--scheduler`.

@app.command(takes=[engine_options])
def edge(*, options: RunOptions) -> Value:
    return astragal.asia.edge(..., **options)
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

Threads: TypeAlias = Annotated[int | None, typer.Option(help="Threads. [all cores]")]


@contextmanager
def _long_work(
    threads: Threads = None,
    workers: int | None = typer.Option(
        None, help="Run on this many processes: a Dask cluster on this machine."
    ),
    scheduler: str | None = typer.Option(
        None, metavar="ADDRESS", help="Run on the Dask cluster at this address, tcp://host:port."
    ),
) -> "Iterator[RunOptions]":
    """Give `RunOptions`: the engine, checkpoints in the data folder, and a bar.

    Ctrl-C then says that the same command resumes.
    """
    given = {"--threads": threads, "--workers": workers, "--scheduler": scheduler}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise BadInputError(f"{' and '.join(named)}: give only one of them")
    engine: astragal.jobs.Engine = astragal.jobs.LocalThreads(threads)
    if workers is not None or scheduler is not None:
        engine = astragal.jobs.DaskCluster(scheduler, workers=workers)
    try:
        with bar() as progress:
            yield {"engine": engine, "folder": astragal.store.data_folder(), "progress": progress}
    except KeyboardInterrupt:
        raise typer.Abort("interrupted; the same command goes on from here") from None


engine_options = option_group("options", _long_work)
