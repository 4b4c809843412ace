"""How good moves are: the label of a move, and the accuracy of a side, by the cost of moves.

- label: best, good, mistake or blunder. Less than two points is no mistake.
- accuracy: exp(-mean cost of a choice / 2 points). It is 100 % with best moves only, and falls
  gently, as lichess's accuracy of a move does: half a point a choice is 78 %, two points are 37 %.
  Lichess's own constants suit chess: with them, random moves would have 89 %.

`astragal ur match PLAYER perfect` shows how a player does on this scale.
"""

from __future__ import annotations

from math import exp
from typing import Literal, TypeAlias

from astragal.ur.evaluation import Chance

Label: TypeAlias = Literal["best", "good", "mistake", "blunder"]
"""How good a move is."""

LABELS: tuple[Label, ...] = ("best", "good", "mistake", "blunder")
MISTAKE: Chance = 0.02
BLUNDER: Chance = 0.05

SCALE: Chance = 0.02
"""The mean cost of a choice at which the accuracy is 1/e."""

CHOICES_NEEDED = 5
"""Fewer choices have no accuracy: one move would decide it."""


def label(cost_win: Chance) -> Label:
    """Label a move by its cost.

    >>> [label(cost) for cost in (0.0, 0.0199, 0.02, 0.05)]
    ['best', 'good', 'mistake', 'blunder']
    """
    if cost_win >= BLUNDER:
        return "blunder"
    if cost_win >= MISTAKE:
        return "mistake"
    return "good" if cost_win > 0 else "best"


def accuracy(cost_win: Chance, choices: int) -> float | None:
    """Return the accuracy of some choices that cost so much together; None if they are too few.

    >>> accuracy(0.0, 5), round(accuracy(0.207, 30), 3), accuracy(0.01, 4)
    (1.0, 0.708, None)
    """
    return exp(-cost_win / choices / SCALE) if choices >= CHOICES_NEEDED else None
