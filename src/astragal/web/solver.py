"""Solving in the background: one rule set at a time, with progress; it can be cancelled.

A cancelled solve leaves its finished layers in a checkpoint. The next solve resumes from there,
also after a restart of the app.
"""

from threading import Event, Lock, Thread

from typing_extensions import TypedDict

from astragal import ur
from astragal.errors import AstragalError
from astragal.progress import Report
from astragal.web.work import most_threads

NO_REPORT = Report(what="solve", done=0)


class StoppedError(Exception):
    """The solve was cancelled."""


class UrSolverJson(TypedDict):
    """The progress of the solve, or how the last solve ended."""

    running: bool
    outcome: str | None
    """running, done, cancelled or failed; null before the first solve."""
    rules: str | None
    pieces: int | None
    done: int
    """States that are solved."""
    total: int | None
    """States of the game; null until it is known."""
    fraction: float
    """The part that is done, 0 to 1."""
    seconds: float
    """The time since the solve began."""
    time_left: float | None
    """The estimated time until it is done, in seconds; null if it is not known."""
    note: str
    """The layer that is being solved."""
    error: str | None
    """Why the solve failed."""


class Solver:
    """Runs at most one solve, in a thread of its own, and tells its progress or how it ended."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stop = Event()
        self._thread: Thread | None = None
        self.rules: str | None = None
        self.pieces: int | None = None
        self.report = NO_REPORT
        self.outcome: str | None = None
        self.error: str | None = None

    @property
    def running(self) -> bool:
        """Whether a solve is running."""
        return self._thread is not None and self._thread.is_alive()

    def to_dict(self) -> UrSolverJson:
        """Return the progress of the solve, or how the last solve ended."""
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

    def start(self, rules: ur.Rules, pieces: int | None) -> bool:
        """Begin a solve and return True; return False if one is running."""
        with self._lock:
            if self.running:
                return False
            self._stop.clear()
            self.rules, self.pieces = rules.name, pieces or rules.pieces
            self.report, self.outcome, self.error = NO_REPORT, "running", None
            self._thread = Thread(target=self._run, args=(rules, pieces), name="solve")
            self._thread.start()
            return True

    def cancel(self) -> None:
        """Cancel the solve; it stops with the next report."""
        self._stop.set()

    def wait(self) -> None:
        """Wait until the solve has ended."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, rules: ur.Rules, pieces: int | None) -> None:
        try:
            ur.solve(rules, pieces, threads=most_threads(), progress=self._note_progress)
            self.outcome = "done"
        except StoppedError:
            self.outcome = "cancelled"
        except (AstragalError, MemoryError) as error:
            self.outcome, self.error = "failed", str(error) or "not enough memory"

    def _note_progress(self, report: Report) -> None:
        self.report = report
        if self._stop.is_set():
            raise StoppedError
