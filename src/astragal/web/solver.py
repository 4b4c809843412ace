"""Solves in the background, one at a time, with progress and cancellation.

A cancelled solve leaves its finished layers in a checkpoint. The next solve resumes from the
checkpoint, also after a restart of the app.
"""

from threading import Event, Lock, Thread

from typing_extensions import TypedDict

from astragal import ur
from astragal.errors import AstragalError
from astragal.progress import Report
from astragal.web.problems import explain_error
from astragal.web.work import most_threads

NO_REPORT = Report(what="solve", done=0)


class StoppedError(Exception):
    """The solve was cancelled."""


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


class Solver:
    """Runs at most one solve at a time, in a thread, and reports its progress or outcome."""

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

    def start(self, rules: ur.Rules, pieces: int | None) -> bool:
        """Start a solve and return True; return False if another solve is running."""
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
        """Cancel the solve; it stops at its next progress report."""
        self._stop.set()

    def wait(self) -> None:
        """Wait for the end of the solve."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, rules: ur.Rules, pieces: int | None) -> None:
        try:
            ur.solve(rules, pieces, threads=most_threads(), progress=self._note_progress)
            self.outcome = "done"
        except StoppedError:
            self.outcome = "cancelled"
        except (AstragalError, MemoryError) as error:
            self.outcome, self.error = "failed", explain_error(error) or "not enough memory"

    def _note_progress(self, report: Report) -> None:
        self.report = report
        if self._stop.is_set():
            raise StoppedError
