"""Solving in the background: one rule set at a time, with progress; it can be cancelled.

A cancelled solve leaves its finished layers in a checkpoint. The next solve resumes from there,
also after a restart of the app.
"""

from threading import Event, Lock, Thread
from typing import Any

from astragal import ur
from astragal.errors import AstragalError
from astragal.progress import Report
from astragal.web.work import most_threads


class StoppedError(Exception):
    """The solve was cancelled."""


class Solver:
    """Runs at most one solve, in a thread of its own."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stop = Event()
        self._thread: Thread | None = None
        self._rules: ur.Rules | None = None
        self._pieces = 0
        self._report: Report | None = None
        self._outcome = ""
        self._error = ""

    @property
    def running(self) -> bool:
        """Whether a solve is running."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, rules: ur.Rules, pieces: int | None) -> bool:
        """Begin a solve and return True; return False if one is running."""
        with self._lock:
            if self.running:
                return False
            self._stop.clear()
            self._rules, self._report, self._outcome, self._error = rules, None, "running", ""
            self._pieces = pieces or rules.pieces
            self._thread = Thread(target=self._run, args=(rules, pieces), name="solve")
            self._thread.start()
            return True

    def cancel(self) -> None:
        """Cancel the solve; it stops with the next report."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the solve has ended."""
        if self._thread is not None:
            self._thread.join(seconds)

    def to_dict(self) -> dict[str, Any]:
        """Return the progress, or how the last solve ended."""
        report = self._report
        return {
            "running": self.running,
            "outcome": self._outcome or None,
            "rules": self._rules.name if self._rules else None,
            "pieces": self._pieces or None,
            "done": report.done if report else 0,
            "total": report.total if report else None,
            "fraction": report.fraction if report else 0.0,
            "seconds": report.elapsed if report else 0.0,
            "time_left": report.time_left if report else None,
            "note": report.note if report else "",
            "error": self._error or None,
        }

    def _run(self, rules: ur.Rules, pieces: int | None) -> None:
        try:
            ur.solve(rules, pieces, threads=most_threads(), progress=self._note_progress)
            self._outcome = "done"
        except StoppedError:
            self._outcome = "cancelled"
        except (AstragalError, MemoryError) as error:
            self._outcome, self._error = "failed", str(error) or "not enough memory"

    def _note_progress(self, report: Report) -> None:
        self._report = report
        if self._stop.is_set():
            raise StoppedError
