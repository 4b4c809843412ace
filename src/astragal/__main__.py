"""`astragal` and `python -m astragal`: the command line."""

import os
import sys
from pathlib import Path

from astragal.errors import error_line, how_to_install


def main() -> None:
    """Run a command, or print how to install cyclopts if it is missing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
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
    except KeyboardInterrupt:  # during the imports
        print(error_line("interrupted", sys.argv), file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
