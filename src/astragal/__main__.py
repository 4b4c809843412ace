"""`astragal` and `python -m astragal`: the command line."""

import os
import sys

from astragal._interrupts import INTERRUPTED, end_on_interrupts, leave_interrupted


def main() -> None:
    """Run a command, or print how to install cyclopts if it is missing."""
    end_on_interrupts()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    from astragal.errors import error_line, how_to_install

    try:
        from astragal.cli import main as run

        run()
    except ModuleNotFoundError as error:
        if error.name != "cyclopts":
            raise
        need = "the command line needs cyclopts, which is not installed"
        message = f"{need}: {how_to_install('astragal[cli]')}"
        print(error_line(message, sys.argv), file=sys.stderr)
        sys.exit(2)
    except SystemExit as end:
        if end.code == INTERRUPTED:
            leave_interrupted()
        raise
    except KeyboardInterrupt:  # a second one, after the message
        leave_interrupted()
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
