"""Progress reports of long work.

Long work has a `progress` argument, a function that it calls with a `Report` now and then. The
command line draws a bar, the web app sends an event; by default nothing happens.

The callback can also stop the work: if it raises an exception, the work ends as after Ctrl-C. Its
files stay in order and the exception is passed on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The progress of one piece of work.

    `head_start` is the part of `done` that was already done at the start, for example after a
    resume; the rate leaves it out.

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
    metrics: Mapping[str, float] = field(default_factory=dict)

    @property
    def fraction(self) -> float | None:
        """The fraction that is done, 0 to 1; None if the total is not known."""
        if self.total is None:
            return None
        return self.done / self.total if self.total else 1.0

    @property
    def rate(self) -> float | None:
        """Units per second since the start; None before the first is done."""
        fresh = self.done - self.head_start
        return fresh / self.elapsed if fresh > 0 and self.elapsed > 0 else None

    @property
    def time_left(self) -> float | None:
        """Estimated seconds until the end; None if the total or the rate is not known."""
        if self.total is None:
            return None
        if self.done >= self.total:
            return 0.0
        return None if self.rate is None else (self.total - self.done) / self.rate


Progress: TypeAlias = Callable[[Report], None]


def silent(report: Report) -> None:
    """Do nothing with a report: the default of every `progress` argument."""


class Reporter:
    """The sender of reports: it keeps the clock and what stays the same between reports.

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
        self._progress = progress
        self._what = what
        self._total = total
        self._unit = unit
        self._head_start = head_start
        self._started = monotonic()

    def report(self, done: int, note: str = "", **metrics: float) -> None:
        """Report that `done` units are done, including the head start."""
        self._progress(
            Report(
                what=self._what,
                done=done,
                total=self._total,
                unit=self._unit,
                head_start=self._head_start,
                elapsed=monotonic() - self._started,
                note=note,
                metrics=metrics,
            )
        )
