"""What the word of a position stands for."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.layout.reading import Reader, Reading
from astragal.ur.position import Position


def _read_state(word: int) -> Reading:
    return Reading(problems=tuple(Position(word, check=False).problems))


READERS: Mapping[str, Reader] = {"ur-state": _read_state}
