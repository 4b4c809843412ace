"""A progress bar for long work, on stderr, if that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.progress import Progress, Report


@contextmanager
def bar() -> Iterator[Progress]:
    """Give a `progress` argument that draws a bar, or False if stderr is not a terminal.

    Unlike the bar of `progress=True`, this one disappears at the end: a command prints its result.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield False
        return

    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.BarColumn(),
        rich.TimeElapsedColumn(),
        rich.TextColumn("{task.description}", markup=False),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as drawing:
        tasks: dict[str, rich.TaskID] = {}

        def show(report: Report) -> None:
            if report.what not in tasks:
                tasks[report.what] = drawing.add_task("")
            drawing.update(
                tasks[report.what],
                completed=report.done,
                total=report.total,
                description=str(report),
            )

        yield show
