"""What the word of a hand stands for."""

from __future__ import annotations

from astragal.layout.reading import Reading
from astragal.paigow.rules import Rules
from astragal.setting import words


def read_hand(word: int) -> Reading:
    """Read the word of a hand of pai gow poker."""
    return words.read_hand(word, Rules)
