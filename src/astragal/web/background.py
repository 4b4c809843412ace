"""Long work in the background, one piece at a time, with progress and cancellation."""

from collections.abc import Callable
from threading import Event, Lock, Thread

from astragal.errors import AstragalError
from astragal.progress import Report
from astragal.web.problems import explain_error

NO_REPORT = Report(what="solve", done=0)


class StoppedError(Exception):
    """The work was cancelled."""


class Background:
    """Runs at most one piece of work at a time, in a thread; keeps its last report and its outcome.

    The work calls its argument with reports. Cancelled work gets `stops_with` from one such call.
    """

    def __init__(self, stops_with: type[BaseException] = StoppedError) -> None:
        self._stops_with = stops_with
        self._lock = Lock()
        self._stop = Event()
        self._thread: Thread | None = None
        self.report = NO_REPORT
        self.outcome: str | None = None
        """running, done, cancelled or failed; None before the first work."""
        self.error: str | None = None
        """The error of failed work."""

    @property
    def running(self) -> bool:
        """Whether work is running."""
        return self._thread is not None and self._thread.is_alive()

    def start(
        self, work: Callable[[Callable[[Report], None]], None], prepare: Callable[[], None]
    ) -> bool:
        """Call `prepare`, start `work` and return True; return False if other work is running."""
        with self._lock:
            if self.running:
                return False
            self._stop.clear()
            prepare()
            self.report, self.outcome, self.error = NO_REPORT, "running", None
            self._thread = Thread(target=self._run, args=(work,), name="solve")
            self._thread.start()
            return True

    def cancel(self) -> None:
        """Cancel the work; it stops at its next report."""
        self._stop.set()

    def wait(self) -> None:
        """Wait for the end of the work."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, work: Callable[[Callable[[Report], None]], None]) -> None:
        try:
            work(self._note)
            self.outcome = "done"
        except StoppedError:
            self.outcome = "cancelled"
        except (AstragalError, MemoryError) as error:
            self.outcome, self.error = "failed", explain_error(error) or "not enough memory"

    def _note(self, report: Report) -> None:
        self.report = report
        if self._stop.is_set():
            self._stop.clear()  # what ends the work may report, too
            raise self._stops_with
