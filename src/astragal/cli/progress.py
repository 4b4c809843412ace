"""The progress bar of long commands, on stderr."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.progress import Bar, Progress, Report


@contextmanager
def bar(notice: str = "") -> Iterator[Progress]:
    """Yield a `progress` argument that draws a bar on a terminal, and removes it at the end.

    Otherwise print `notice` once, and once that the work waits for another process.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        printed = {""}

        def print_notices(report: Report) -> None:
            line = report.note if report.waiting else notice
            if line not in printed and sys.stderr is not None:
                printed.add(line)
                print(f"astragal: {line}", file=sys.stderr, flush=True)

        yield print_notices
        return
    drawn = Bar(transient=True)
    try:
        yield drawn
    finally:
        drawn.clear()
