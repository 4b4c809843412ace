"""Processes that tests start."""

import subprocess
from types import TracebackType


class Child(subprocess.Popen[str]):
    """A process that is killed when its `with` block fails: without that, a test would hang."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, value, traceback)
