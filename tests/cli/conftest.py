import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


class Result:
    """What a command left behind."""

    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr

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
def astragal(tmp_path: Path) -> Callable[..., Result]:
    """Run the program as a user would, in a process of its own with a home of its own.

    `without` names modules that are not to be found.
    """

    def run(*arguments: str, stdin: str = "", without: tuple[str, ...] = ()) -> Result:
        hide = f"import sys; sys.modules.update(dict.fromkeys({without!r})); " if without else ""
        program = f"{hide}from astragal.__main__ import main; main()"
        command = [sys.executable, "-c", program, *arguments]
        environment = os.environ | {"ASTRAGAL_HOME": str(tmp_path / "home"), "COLUMNS": "80"}
        return Result(
            subprocess.run(
                command,
                input=stdin,
                capture_output=True,
                encoding="utf-8",
                cwd=ROOT,
                env=environment,
                check=False,
            )
        )

    return run
