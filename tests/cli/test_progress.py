import sys
from io import StringIO

import pytest

from astragal.cli.progress import bar
from astragal.progress import Report


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar_with_amount_time_left_and_metrics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    with bar() as progress:
        assert callable(progress)
        progress(
            Report(
                what="solve",
                done=1000,
                total=4000,
                unit="states",
                elapsed=2.0,
                note="layer [3]",
                metrics={"residual": 1.5e-9},
            )
        )
    drawn = terminal.getvalue()
    for part in ("solve", "1,000 of 4,000 states", "6 s left", "layer [3], residual 1.5e-09"):
        assert part in drawn


def test_a_pipe_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with bar() as progress:
        assert callable(progress)
        progress(Report(what="solve", done=1, total=4))
    assert pipe.getvalue() == ""


def test_a_pipe_is_told_of_a_wait_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with bar() as progress:
        assert callable(progress)
        for _ in range(3):
            progress(Report(what="solve", done=0, note="waiting for another process", waiting=True))
    assert pipe.getvalue() == "astragal: waiting for another process\n"
