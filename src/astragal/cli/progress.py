"""The progress bar of long commands, on stderr."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.progress import Bar, Progress, Report


@contextmanager
def bar(notice: str = "") -> Iterator[Progress]:
    """Yield a `progress` argument that draws a bar on a terminal, and removes it at the end.

    Otherwise print `notice` once.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        printed = False

        def print_notice(_report: Report) -> None:
            nonlocal printed
            if not printed:
                printed = True
                print(f"astragal: {notice}", file=sys.stderr, flush=True)

        yield print_notice if notice else False
        return
    drawn = Bar(transient=True)
    try:
        yield drawn
    finally:
        drawn.clear()
