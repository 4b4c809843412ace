"""What a word stands for: a hand or a position, or the reasons why there is none."""

from __future__ import annotations

from typing import NamedTuple


class Reading(NamedTuple):
    """A word in terms of its game: the answer of a layout's `reader`."""

    text: str | None = None
    """The hand in words."""
    cards: tuple[str, ...] | None = None
    """Cards that make this hand, as an example."""
    problems: tuple[str, ...] = ()
    """Why the word stands for nothing; empty if it stands for something or nobody checks it."""


NO_HAND = Reading(problems=("no hand has this value",))
