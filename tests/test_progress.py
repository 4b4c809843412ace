import dataclasses
import sys
from io import StringIO
from types import SimpleNamespace

import pytest

from astragal import progress
from astragal.progress import Report, Reporter


def test_rate_and_time_left_leave_the_head_start_out() -> None:
    report = Report(what="x", done=30, total=90, head_start=20, elapsed=5.0)
    assert report.rate == 2.0
    assert report.time_left == 30.0
    assert report.fraction == 30 / 90


@pytest.mark.parametrize(
    ("report", "fraction", "rate", "time_left"),
    [
        (Report(what="unknown total", done=3, elapsed=1.0), None, 3.0, None),
        (Report(what="not begun", done=0, total=3, elapsed=1.0), 0.0, None, None),
        (Report(what="only resumed", done=2, total=4, head_start=2, elapsed=1.0), 0.5, None, None),
        (Report(what="no time passed", done=2, total=4), 0.5, None, None),
        (Report(what="all resumed", done=4, total=4, head_start=4), 1.0, None, 0.0),
        (Report(what="nothing to do", done=0, total=0), 1.0, None, 0.0),
    ],
    ids=lambda value: value.what if isinstance(value, Report) else "",
)
def test_what_is_not_known_is_none(
    report: Report, fraction: float | None, rate: float | None, time_left: float | None
) -> None:
    assert (report.fraction, report.rate, report.time_left) == (fraction, rate, time_left)


def test_a_report_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Report(what="x", done=1).done = 2  # type: ignore[misc]


def test_reporter_keeps_what_stays_the_same_and_the_clock() -> None:
    heard: list[Report] = []
    reporter = Reporter(heard.append, "solve", total=9, unit="layers", head_start=4)
    reporter.report(4, "resumed")
    reporter.report(5, residual=1e-9)
    first, second = heard
    assert (first.what, first.total, first.unit, first.head_start) == ("solve", 9, "layers", 4)
    assert (first.done, first.note, first.metrics) == (4, "resumed", {})
    assert (second.done, second.note, second.metrics) == (5, "", {"residual": 1e-9})
    assert 0 <= first.elapsed <= second.elapsed


def test_a_callback_that_raises_stops_the_work() -> None:
    class EnoughError(Exception):
        pass

    def stop_at_two(report: Report) -> None:
        if report.done == 2:
            raise EnoughError

    steps: list[int] = []

    def work() -> None:
        reporter = Reporter(stop_at_two, "count")
        for step in range(1, 10):
            steps.append(step)
            reporter.report(step)

    with pytest.raises(EnoughError):
        work()
    assert steps == [1, 2]


def test_silence_is_the_default(capfd: pytest.CaptureFixture[str]) -> None:
    Reporter(False, "quiet work").report(1)
    assert capfd.readouterr() == ("", "")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def count_to_four() -> None:
    reporter = Reporter(True, "count", total=4, unit="steps")
    for step in range(5):
        reporter.report(step, rest=4 - step)


def test_true_draws_a_bar_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress, "_TERMINAL_PAUSE", 0)
    count_to_four()
    assert isinstance(sys.stderr, Terminal)
    shown = [line.rstrip() for line in sys.stderr.getvalue().split("\r")]
    assert shown[1] == f"{'░' * 24} count: 0 of 4 steps, rest 4"
    assert shown[3].startswith(f"{'█' * 12}{'░' * 12} count: 2 of 4 steps, ")
    assert shown[-1] == f"{'█' * 24} count: 4 of 4 steps, rest 0"
    assert sys.stderr.getvalue().endswith("\n")


def test_a_log_gets_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", StringIO())
    count_to_four()
    assert isinstance(sys.stderr, StringIO)
    assert sys.stderr.getvalue().splitlines() == [
        "count: 0 of 4 steps, rest 4",
        "count: 4 of 4 steps, rest 0",
    ]


def test_a_notebook_gets_one_element_that_is_updated(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    handle = SimpleNamespace(update=drawn.append)

    def display(html: str, display_id: bool) -> SimpleNamespace:
        drawn.append(html)
        return handle

    ipython = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=None))
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(HTML=str, display=display))
    count_to_four()
    assert drawn == [
        '<progress value="0.0000"></progress> count: 0 of 4 steps, rest 4',
        '<progress value="1.0000"></progress> count: 4 of 4 steps, rest 0',
    ]
