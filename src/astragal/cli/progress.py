"""A progress bar for long work, on stderr, if that is a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.progress import Bar, Progress


@contextmanager
def bar() -> Iterator[Progress]:
    """Give a `progress` argument that draws a bar, or False if stderr is not a terminal.

    Unlike the bar of `progress=True`, this one disappears at the end: a command prints its result.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield False
        return
    drawn = Bar(transient=True)
    try:
        yield drawn
    finally:
        drawn.clear()
