"""A progress bar for long work, on stderr, if that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.progress import Progress, Report, silent


@contextmanager
def bar() -> Iterator[Progress]:
    """Give a `progress` argument that draws a bar, or does nothing if stderr is not a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield silent
        return

    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}", markup=False),
        rich.BarColumn(),
        rich.TextColumn("{task.fields[amount]}", markup=False),
        rich.TimeElapsedColumn(),
        rich.TextColumn("{task.fields[left]}", markup=False),
        rich.TextColumn("{task.fields[note]}", markup=False),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as drawing:
        tasks: dict[str, rich.TaskID] = {}

        def show(report: Report) -> None:
            if report.what not in tasks:
                tasks[report.what] = drawing.add_task(report.what, amount="", left="", note="")
            drawing.update(
                tasks[report.what],
                completed=report.done,
                total=report.total,
                amount=_amount(report),
                left="" if report.time_left is None else f"{report.time_left:,.0f} s left",
                note=_note(report),
            )

        yield show


def _amount(report: Report) -> str:
    total = "" if report.total is None else f" of {report.total:,}"
    return f"{report.done:,}{total} {report.unit}".rstrip()


def _note(report: Report) -> str:
    metrics = [f"{name} {value:.3g}" for name, value in report.metrics.items()]
    return ", ".join([report.note, *metrics] if report.note else metrics)
