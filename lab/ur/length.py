"""The number of rolls of a game when both sides play best.

Nothing is sampled. `next_numbers` finds the position that follows each position with each roll.
A backward step then gives, for every position, the chance that its game still runs one roll later.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from astragal import ur
from astragal.ur.states import is_over

AT_ONCE = 1 << 20
STILL_RUNNING = 1e-15
"""The share of the games at which `length` stops."""


@dataclass(frozen=True)
class Length:
    """How many rolls a game takes; zeros and passes count as rolls."""

    mean: float
    deviation: float
    running: tuple[float, ...]
    """The share of the games that take more than 0, 1, 2 ... rolls."""


def next_numbers(table: ur.Tablebase, pieces: int) -> dict[int, NDArray[np.uint32]]:
    """Return, for each roll, the number of the position after the best move of each position.

    The number of a finished game is the number of positions.
    """
    total = ur.size(table.rules, pieces)
    following = {roll: np.empty(total, np.uint32) for roll in table.rules.rolls}
    for first in range(0, total, AT_ONCE):
        numbers = np.arange(first, min(first + AT_ONCE, total), dtype=np.uint64)
        states = ur.unrank_many(numbers, table.rules, pieces)
        for roll, targets in following.items():
            rolls = np.full(len(states), roll, np.uint8)
            best = table.best_many(states, rolls).move
            after = ur.moves_many(states, rolls, table.rules).after[np.arange(len(states)), best]
            runs = ~is_over(after)
            block = np.full(len(states), total, np.uint32)
            block[runs] = ur.rank_many(after[runs], table.rules)
            targets[first : first + len(states)] = block
    return following


def length(table: ur.Tablebase, pieces: int) -> Length:
    """Follow all games at once, one roll after the other."""
    following = next_numbers(table, pieces)
    total = ur.size(table.rules, pieces)
    start = int(ur.rank_many([ur.start(table.rules, pieces).state], table.rules)[0])
    runs = np.ones(total + 1)  # whether the game of each position still runs
    runs[total] = 0.0
    earlier = np.zeros_like(runs)
    running = [1.0]
    while running[-1] >= STILL_RUNNING:
        for first in range(0, total, AT_ONCE):
            block = slice(first, min(first + AT_ONCE, total))
            earlier[block] = sum(
                table.rules.chances[roll] * runs[targets[block]]
                for roll, targets in following.items()
            )
        runs, earlier = earlier, runs
        running.append(float(runs[start]))
    shares = -np.diff(running)
    rolls = np.arange(1, len(running))
    mean = float(np.sum(running))
    deviation = float(np.sqrt(np.sum(shares * (rolls - mean) ** 2)))
    return Length(mean, deviation, tuple(running))


def main() -> None:
    """Print the mean and the standard deviation of the number of rolls."""
    parser = argparse.ArgumentParser(description="How many rolls does a game of Ur take?")
    parser.add_argument("--rules", default="finkel")
    parser.add_argument("--pieces", type=int, default=7)
    asked = parser.parse_args()
    table = ur.open_table(asked.rules, pieces=asked.pieces)
    found = length(table, asked.pieces)
    print(f"{found.mean:.6f} rolls on average, standard deviation {found.deviation:.6f}")


if __name__ == "__main__":
    main()
