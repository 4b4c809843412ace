"""The command line: `astragal ROOM COMMAND`. Each room's commands are in the file of its name."""

from astragal.cli.app import main

__all__ = ["main"]
