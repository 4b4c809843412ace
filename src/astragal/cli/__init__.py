"""The command line: `astragal ROOM COMMAND`. The commands of a room are in the file of its name."""

from astragal.cli.app import main

__all__ = ["main"]
