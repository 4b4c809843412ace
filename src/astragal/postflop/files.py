"""Files of solutions: the strategy, the spot and the figures.

A file is a table of `astragal.store`, so every byte has a checksum and the file is written as a
whole or not at all. Probabilities have 16 bits, or 8: each is a number divided by the sum over the
actions. Rivers are stored like all other streets: solved again, they would differ from what was
certified.

Stability: a change of these arrays makes the files of all users unreadable. Increase `VERSION` with
every change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from astragal.errors import BadInputError, quoted
from astragal.postflop.bets import PLAYERS
from astragal.postflop.certificate import Game, StoredStrategy, decisions_of, matrices_of
from astragal.store import Parameters, open_table, write_table

KIND = "postflop-solution"
VERSION = 1
REBUILD = "solve the spot again and save it: astragal postflop ... --save FILE"
BITS: Mapping[int, type[np.uint8 | np.uint16]] = {16: np.uint16, 8: np.uint8}


@dataclass(frozen=True, eq=False, slots=True)
class SolutionFile:
    """What is in a file of a solution."""

    spot: Parameters
    notes: Parameters
    ranges: tuple[tuple[NDArray[np.uint64], NDArray[np.float64]], ...]
    """Of each player: hands and weights."""
    strategy: StoredStrategy
    state: Mapping[str, NDArray[Any]]
    """What resuming needs; empty unless it was stored."""


def compacted(game: Game, stored: StoredStrategy, bits: int = 16) -> StoredStrategy:
    """Return a strategy with probabilities of 16 or 8 bits, without gaps between the numbers."""
    if bits not in BITS:
        raise BadInputError(f"bits must be 16 or 8, not {quoted(bits)}")
    dtype = BITS[bits]
    tree, level = game.tree, game.level
    counts = [int(rows[:, 0].max()) + 1 for rows in stored.deals]
    start, step = np.zeros(len(tree), np.int64), np.zeros(len(tree), np.int64)
    used = [0, 0]
    for node in decisions_of(tree):
        player = int(tree.kind[node])
        step[node] = int(tree.children[node]) * len(game.hands[player])
        start[node] = used[player]
        used[player] += int(step[node]) * counts[int(level[node])]
    values = tuple(np.empty(size, dtype) for size in used)
    compact = StoredStrategy(
        values=(values[0], values[1]),
        start=start,
        step=step,
        deals=stored.deals,
        permutations=stored.permutations,
        stride=(len(game.hands[0]), len(game.hands[1])),
    )
    most = np.iinfo(dtype).max
    for node in decisions_of(tree):
        count = counts[int(level[node])]
        numbers = matrices_of(game, stored, node, count).astype(np.float64)
        total = numbers.sum(axis=1, keepdims=True)
        shares = numbers / np.where(total > 0, total, 1)
        matrices_of(game, compact, node, count)[...] = np.rint(shares * most)
    return compact


def write_solution(
    path: str | PathLike[str],
    game: Game,
    strategy: StoredStrategy,
    *,
    spot: Parameters,
    notes: Parameters,
    state: Mapping[str, NDArray[Any]] | None = None,
) -> None:
    """Write a solution; on failure, the file at `path` is unchanged.

    `spot` is what makes the spot again, `notes` are figures, `state` is what resuming needs.
    """
    arrays: dict[str, NDArray[Any]] = {"start": strategy.start, "step": strategy.step}
    for level, rows in enumerate(strategy.deals):
        arrays[f"deals_{level}"] = rows
    for player, name in enumerate(PLAYERS):
        arrays[f"{name}_hands"] = game.hands[player]
        arrays[f"{name}_weights"] = game.weights[player]
        arrays[f"{name}_permutations"] = strategy.permutations[player]
        arrays[f"{name}_strategy"] = strategy.values[player]
    arrays |= {f"state_{name}": array for name, array in (state or {}).items()}
    write_table(path, arrays, kind=KIND, version=VERSION, parameters={"spot": spot}, notes=notes)


def read_solution(path: str | PathLike[str]) -> SolutionFile:
    """Read a solution; a damaged file raises an error that says how to make it again."""
    table = open_table(path, kind=KIND, version=VERSION, rebuild=REBUILD)
    table.verify()
    oop, ip = PLAYERS
    spot = table.parameters["spot"]
    assert isinstance(spot, Mapping)  # the directory has a checksum
    levels = sum(name.startswith("deals_") for name in table)
    return SolutionFile(
        spot=spot,
        notes=table.notes,
        ranges=tuple((table[f"{name}_hands"], table[f"{name}_weights"]) for name in PLAYERS),
        strategy=StoredStrategy(
            values=(table[f"{oop}_strategy"], table[f"{ip}_strategy"]),
            start=table["start"],
            step=table["step"],
            deals=[table[f"deals_{level}"] for level in range(levels)],
            permutations=(table[f"{oop}_permutations"], table[f"{ip}_permutations"]),
            stride=(len(table[f"{oop}_hands"]), len(table[f"{ip}_hands"])),
        ),
        state={
            name.removeprefix("state_"): table[name] for name in table if name.startswith("state_")
        },
    )
