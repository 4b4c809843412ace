"""What the word of a position stands for."""

from __future__ import annotations

from astragal.layout.reading import Reading
from astragal.ur.position import Position


def read_state(word: int) -> Reading:
    """Read a state: only why no position has it."""
    return Reading(problems=tuple(Position(word, check=False).problems))
