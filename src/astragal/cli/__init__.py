"""The command line: `astragal MODULE COMMAND`. The commands of a module are in its file here."""

from astragal.cli.app import main

__all__ = ["main"]
