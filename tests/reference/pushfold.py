"""Jam or fold, slow and obvious: every pair of starting hands by itself, in fractions of chips.

`table[i][j]` has the pairs of combos, the wins and the ties of hand i against hand j.
"""

from collections.abc import Sequence
from itertools import permutations

Cell = tuple[int, int, int]


def showdown(cell: Cell, boards: int) -> tuple[float, float, float]:
    combos, wins, ties = cell
    deals = combos * boards
    return wins / deals, ties / deals, (deals - wins - ties) / deals


def chip_values(  # noqa: PLR0917
    table: Sequence[Sequence[Cell]],
    boards: int,
    jam: Sequence[float],
    call: Sequence[float],
    stack: float,
    ante: float = 0,
) -> float:
    """Return what the small blind wins per hand, blinds and antes included."""
    total = sum(cell[0] for row in table for cell in row)
    value = 0.0
    for i, row in enumerate(table):
        for j, cell in enumerate(row):
            win, _, lose = showdown(cell, boards)
            fold = -0.5 - ante
            steal = 1 + ante
            played = call[j] * stack * (win - lose) + (1 - call[j]) * steal
            value += cell[0] / total * (jam[i] * played + (1 - jam[i]) * fold)
    return value


def best_jam(
    table: Sequence[Sequence[Cell]], boards: int, call: Sequence[float], stack: float, ante: float
) -> float:
    """Return the value of the best answer to these calls: each hand tries both."""
    jams = []
    for row in table:
        fold = chip_values([row], boards, [0], call, stack, ante)
        push = chip_values([row], boards, [1], call, stack, ante)
        jams.append(float(push > fold))
    return chip_values(table, boards, jams, call, stack, ante)


def best_call(
    table: Sequence[Sequence[Cell]], boards: int, jam: Sequence[float], stack: float, ante: float
) -> float:
    """Return what the best answer to these jams leaves the small blind."""
    calls = []
    for j in range(len(table)):
        column = [[row[j]] for row in table]
        fold = chip_values(column, boards, jam, [0], stack, ante)
        call = chip_values(column, boards, jam, [1], stack, ante)
        calls.append(float(call < fold))
    return chip_values(table, boards, jam, calls, stack, ante)


def face_up(row: Sequence[Cell], boards: int) -> float:
    """Return the Sklansky-Chubukov number of a hand, in big blinds: the greatest stack with which a
    jam is no worse than a fold, even if the big blind sees the hand and answers best."""

    def gain(stack: float) -> float:
        total = sum(cell[0] for cell in row)
        value = 0.0
        for cell in row:
            win, _, lose = showdown(cell, boards)
            value += cell[0] / total * min(1.0, stack * (win - lose))
        return value + 0.5

    low, high = 1.0, 10_000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle) >= 0 else (low, middle)
    return low


def prize_money(stacks: Sequence[float], payouts: Sequence[float]) -> list[float]:
    """Return the Independent Chip Model: every order of the players by itself."""
    worth = [0.0] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order[:-1]:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate(order[: len(payouts)]):
            worth[player] += chance * payouts[place]
    return worth
