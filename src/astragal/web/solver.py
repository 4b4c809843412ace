"""Solves in the background, one at a time, with progress and cancellation.

A cancelled solve leaves its finished layers in a checkpoint. The next solve resumes from the
checkpoint, also after a restart of the app.
"""

from collections.abc import Callable

from typing_extensions import TypedDict

from astragal import ur
from astragal.progress import Report
from astragal.web.background import Background
from astragal.web.work import most_threads


class UrSolverJson(TypedDict):
    """The progress of the running solve, or the outcome of the last solve."""

    running: bool
    outcome: str | None
    """running, done, cancelled or failed; null before the first solve."""
    rules: str | None
    pieces: int | None
    done: int
    """The number of solved states."""
    total: int | None
    """The number of states of the game; null until it is known."""
    fraction: float
    """The finished fraction, 0 to 1."""
    seconds: float
    """The time since the start of the solve."""
    time_left: float | None
    """The estimated seconds to the end; null if unknown."""
    note: str
    """The current layer."""
    error: str | None
    """The error of a failed solve; null otherwise."""


class Solver(Background):
    """Solves rule sets of Ur, one at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: str | None = None
        self.pieces: int | None = None

    def to_dict(self) -> UrSolverJson:
        """Return the progress of the running solve, or the outcome of the last solve."""
        report = self.report
        return {
            "running": self.running,
            "outcome": self.outcome,
            "rules": self.rules,
            "pieces": self.pieces,
            "done": report.done,
            "total": report.total,
            "fraction": report.fraction or 0.0,
            "seconds": report.elapsed,
            "time_left": report.time_left,
            "note": report.note,
            "error": self.error,
        }

    def solve(self, rules: ur.Rules, pieces: int | None) -> bool:
        """Start a solve and return True; return False if another solve is running."""

        def prepare() -> None:
            self.rules, self.pieces = rules.name, pieces or rules.pieces

        def work(progress: Callable[[Report], None]) -> None:
            ur.solve(rules, pieces, threads=most_threads(), progress=progress)

        return self.start(work, prepare)
