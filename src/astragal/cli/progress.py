"""A progress bar for long work, on stderr, if that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.progress import Bar, Progress, Report


@contextmanager
def bar(notice: str = "") -> Iterator[Progress]:
    """Give a `progress` argument that draws a bar, if stderr is a terminal.

    If it is none, the first report prints the notice, if there is one. Unlike the bar of
    `progress=True`, this one disappears at the end: a command prints its result.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        notices = iter([notice])

        def tell(_report: Report) -> None:
            for one in notices:
                print(f"astragal: {one}", file=sys.stderr, flush=True)

        yield tell if notice else False
        return
    drawn = Bar(transient=True)
    try:
        yield drawn
    finally:
        drawn.clear()
