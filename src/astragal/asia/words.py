"""What the word of a hand stands for."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.asia.rules import Rules
from astragal.layout.reading import Reader
from astragal.setting.words import hand_reader

READERS: Mapping[str, Reader] = {"asia-value": hand_reader(Rules)}
