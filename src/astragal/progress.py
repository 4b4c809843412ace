"""Progress reports of long work.

Functions that run long have a `progress` argument. `progress=True` draws a bar in a terminal or a
notebook. A function is called with a `Report` from time to time: the web app sends an event. The
default, False, reports nothing.

The function can also stop the work by raising an exception. The work then ends as after Ctrl-C: its
files stay intact, and the exception propagates to the caller.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from math import inf
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic, sleep
from typing import Any, TypeAlias

from astragal.errors import BadInputError, quoted

_CELLS = 24
_TERMINAL_PAUSE, _LOG_PAUSE = 0.1, 10.0  # seconds between updates
_WAITING_PAUSE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The progress of one piece of work.

    `head_start` is the number of units that were done before the start, for example before a
    resume. `done` includes them; the rate does not.

    >>> report = Report(what="match", done=40, total=100, unit="games", head_start=10, elapsed=6.0)
    >>> report.fraction, report.rate, report.time_left
    (0.4, 5.0, 12.0)
    """

    what: str
    done: int
    total: int | None = None
    unit: str = ""
    head_start: int = 0
    elapsed: float = 0.0
    note: str = ""
    waiting: bool = False
    """Whether the work has not begun, because another process does the same."""
    metrics: Mapping[str, float] = field(default_factory=dict)

    @property
    def fraction(self) -> float | None:
        """The finished fraction, 0 to 1; None if the total is unknown."""
        if self.total is None:
            return None
        return self.done / self.total if self.total else 1.0

    @property
    def rate(self) -> float | None:
        """Units per second since the start; None before the first unit is finished."""
        fresh = self.done - self.head_start
        return fresh / self.elapsed if fresh > 0 and self.elapsed > 0 else None

    @property
    def time_left(self) -> float | None:
        """The estimated seconds to the end; None if the total or the rate is unknown."""
        if self.total is None:
            return None
        if self.done >= self.total:
            return 0.0
        return None if self.rate is None else (self.total - self.done) / self.rate

    def __str__(self) -> str:
        if self.waiting:
            return f"{self.what}: {self.note}"
        total = "" if self.total is None else f" of {self.total:,}"
        parts = [f"{self.what}: {self.done:,}{total} {self.unit}".rstrip()]
        if self.time_left:
            parts.append(f"{self.time_left:,.0f} s left")
        parts += [self.note] if self.note else []
        parts += [f"{name} {value:.3g}" for name, value in self.metrics.items()]
        return ", ".join(parts)


Progress: TypeAlias = Callable[[Report], None] | bool
"""The type of every `progress` argument: True for a bar, or a function of a `Report`."""


class Bar:
    """A progress bar in a notebook or a terminal; elsewhere, a line of a log every ten seconds.

    A `transient` bar ends without a new line, so that `clear` can remove it.
    """

    def __init__(self, *, transient: bool = False) -> None:
        self._transient = transient
        self._notebook = _in_notebook()
        self._handle: Any = None
        self._terminal = sys.stderr is not None and sys.stderr.isatty()
        self._width = 0
        self._next = -inf

    def __call__(self, report: Report) -> None:
        """Draw a report, unless the last drawing is too recent."""
        finished = report.fraction == 1
        if monotonic() < self._next and not finished:
            return
        quick = self._notebook or self._terminal
        self._next = monotonic() + (_TERMINAL_PAUSE if quick else _LOG_PAUSE)
        if self._notebook:
            self._display(report)
        elif self._terminal:
            filled = round(_CELLS * (report.fraction or 0))
            line = f"{'█' * filled}{'░' * (_CELLS - filled)} {report}"
            self._print(line[: get_terminal_size().columns - 1])
            if finished and not self._transient:
                print(file=sys.stderr)
        elif sys.stderr is not None:
            print(report, file=sys.stderr, flush=True)

    def _print(self, line: str) -> None:
        # Pad with spaces to cover a longer previous line.
        print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def clear(self) -> None:
        """Remove the bar from the terminal."""
        if self._width:
            self._print("")
            self._print("")

    def _display(self, report: Report) -> None:
        from IPython.display import HTML, display

        value = "" if report.fraction is None else f' value="{report.fraction:.4f}"'
        drawing = HTML(f"<progress{value}></progress> {escape(str(report))}")
        if self._handle is None:
            self._handle = display(drawing, display_id=True)
        else:
            self._handle.update(drawing)


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")  # notebooks have imported it already
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def require_progress(progress: Progress) -> None:
    """Raise unless `progress` is a boolean or a function."""
    if not isinstance(progress, bool) and not callable(progress):
        raise BadInputError(
            f"progress must be a boolean or a function of a Report, not {quoted(progress)}"
        )


class Reporter:
    """Sends reports. It keeps the start time and the fields that all its reports share.

    >>> def show(report: Report) -> None:
    ...     print(report.what, report.done, report.total, report.note, dict(report.metrics))
    >>> solve = Reporter(show, "solve", total=2, unit="layers")
    >>> solve.report(1, residual=0.5)
    solve 1 2  {'residual': 0.5}
    >>> solve.report(2, "certified", residual=0.25)
    solve 2 2 certified {'residual': 0.25}
    """

    def __init__(
        self,
        progress: Progress,
        what: str,
        *,
        total: int | None = None,
        unit: str = "",
        head_start: int = 0,
    ) -> None:
        require_progress(progress)
        self._progress = Bar() if progress is True else progress or (lambda report: None)
        self._report = partial(Report, what=what, total=total, unit=unit, head_start=head_start)
        self._started = monotonic()

    def report(self, done: int, note: str = "", **metrics: float) -> None:
        """Report the number of finished units, including the head start."""
        elapsed = monotonic() - self._started
        self._progress(self._report(done=done, elapsed=elapsed, note=note, metrics=metrics))

    def wait(self, note: str) -> None:
        """Report that the work has not begun; pause before the next try."""
        elapsed = monotonic() - self._started
        self._progress(self._report(done=0, elapsed=elapsed, note=note, waiting=True))
        sleep(_WAITING_PAUSE)


def waiting_for(path: Path, progress: Progress, what: str) -> Callable[[], None]:
    """Return a function that waits a moment for another process that uses the file `path`."""
    reporter = Reporter(progress, what)
    return partial(reporter.wait, f"waiting for another process that uses {path}")
