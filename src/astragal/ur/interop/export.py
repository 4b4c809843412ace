"""The result of writing a table for other programs."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.errors import counted


class UrExportJson(TypedDict):
    """A file that has been written."""

    path: str
    rules: str
    pieces: int
    entries: int


@dataclass(frozen=True, slots=True)
class Export(Result):
    """A file that has been written, and for which game."""

    path: str
    rules: str
    pieces: int
    entries: int

    def __str__(self) -> str:
        game = f"{self.rules}, {counted(self.pieces, 'piece')}"
        return f"{self.entries:,} entries in {self.path}  ({game})"

    def to_dict(self) -> UrExportJson:
        """Return the file, the game and the number of entries."""
        return {
            "path": self.path,
            "rules": self.rules,
            "pieces": self.pieces,
            "entries": self.entries,
        }
