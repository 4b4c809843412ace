import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from astragal.cli import main

ROOT = Path(__file__).parents[2]


class Result:
    """What a command left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def assert_refused(self, *words: str, code: int = 2) -> None:
        """One line on stderr with these words in it, nothing on stdout, and the exit code."""
        assert (self.code, self.out) == (code, ""), self.err
        assert self.err.startswith("astragal: ")
        assert self.err.count("\n") == 1, self.err
        for word in words:
            assert word in self.err


@pytest.fixture
def astragal(new_home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the program with a home of its own, from the folder of the checkout.

    It runs in this process, which saves its start; with `without`, which names modules that are not
    to be found, in a process of its own. If `stdin` is None, it is closed.
    """
    environment = {"ASTRAGAL_HOME": str(new_home), "COLUMNS": "80"}

    def run(*arguments: str, stdin: str | None = "", without: tuple[str, ...] = ()) -> Result:
        if without:
            return run_apart(*arguments, without=without)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "stdin", stdin if stdin is None else io.StringIO(stdin))
        out, err = io.StringIO(), io.StringIO()
        with (
            contextlib.chdir(ROOT),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as ended,
        ):
            main(list(arguments))
        return Result(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    def run_apart(*arguments: str, without: tuple[str, ...]) -> Result:
        hide = f"import sys; sys.modules.update(dict.fromkeys({without!r}))"
        program = f"{hide}; from astragal.__main__ import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            cwd=ROOT,
            env=os.environ | environment,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return run
