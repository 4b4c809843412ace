"""Ctrl-C: while modules are imported, it ends the program at once.

An exception in the middle of an import of native code would abort the process. The command itself
gets KeyboardInterrupt, stores its finished work and ends; threads that it has given up are left.
"""

import os
import signal
import sys
import threading
from types import FrameType

INTERRUPTED = 130


def leave_at_once(_number: int, _frame: FrameType | None) -> None:
    """Print one line and end the process; `astragal.errors` may not have been imported yet."""
    line = '{"error": "interrupted"}' if "--json" in sys.argv else "astragal: interrupted"
    os.write(2, f"{line}\n".encode())
    os._exit(INTERRUPTED)


def raise_interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; the name tells that this program, not its caller, handles Ctrl-C."""
    signal.default_int_handler(number, frame)


def end_on_interrupts() -> None:
    """Let Ctrl-C end the program, unless the caller handles or ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave_at_once)


def raise_interrupts() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, after `end_on_interrupts`."""
    if signal.getsignal(signal.SIGINT) is leave_at_once:
        signal.signal(signal.SIGINT, raise_interrupt)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C while the program ends, after `raise_interrupts`."""
    if signal.getsignal(signal.SIGINT) is raise_interrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave_interrupted() -> None:
    """End an interrupted program without waiting for threads that have been given up."""
    if any(thread.name.startswith("astragal-") for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(INTERRUPTED)
