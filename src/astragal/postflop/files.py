"""Files of solutions: the strategy, the spot and the figures.

A file is a table of `astragal.store`, so every byte has a checksum and the file is written as a
whole or not at all. Probabilities have 16 bits, or 8: each is a number divided by the sum over the
actions. Rivers are stored like all other streets, since a second solve would differ from the
certified strategy. A file from which a solve can be resumed has the averages and the regrets of the
solver instead, 32 bits each.

`read_solution` checks the bytes of a file; `open_solution` (solution.py) certifies it again.

Stability: a change of these arrays makes the files of all users unreadable. Increase `VERSION` with
every change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from astragal.errors import BadInputError, quoted
from astragal.postflop.bets import PLAYERS
from astragal.postflop.certificate import Game, StoredStrategy, decisions_of, matrices_of
from astragal.store.canonical import Parameters
from astragal.store.table import open_table
from astragal.store.writer import write_table

KIND = "postflop-solution"
VERSION = 1
REBUILD = "solve the spot again and save it: astragal postflop ... --save FILE"
BITS: Mapping[int, type[np.uint8 | np.uint16]] = {16: np.uint16, 8: np.uint8}
"""The types of probabilities."""


@dataclass(frozen=True, eq=False, slots=True)
class SolutionFile:
    """The content of a solution's file."""

    spot: Parameters
    notes: Parameters
    ranges: tuple[tuple[NDArray[np.uint64], NDArray[np.float64]], ...]
    """Of each player: hands and weights."""
    strategy: StoredStrategy
    regrets: StoredStrategy | None
    """The regrets of the solver; None unless they were stored."""


def with_bits(game: Game, stored: StoredStrategy, bits: int) -> StoredStrategy:
    """Return a strategy with probabilities of 16 or 8 bits."""
    if bits not in BITS:
        raise BadInputError(f"bits must be 16 or 8, not {quoted(bits)}")
    if stored.values[0].dtype == BITS[bits]:
        return copied(game, stored)  # rounding again would change them
    most = np.iinfo(BITS[bits]).max
    compact = without_gaps(game, stored, BITS[bits])
    for node, count in _counts(game, stored):
        numbers = matrices_of(game, stored, node, count).astype(np.float64)
        total = numbers.sum(axis=1, keepdims=True)
        shares = numbers / np.where(total > 0, total, 1)
        matrices_of(game, compact, node, count)[...] = np.rint(shares * most)
    return compact


def copied(game: Game, stored: StoredStrategy) -> StoredStrategy:
    """Return the same numbers without gaps between them."""
    compact = without_gaps(game, stored, stored.values[0].dtype)
    copy_numbers(game, stored, compact)
    return compact


def copy_numbers(game: Game, source: StoredStrategy, target: StoredStrategy) -> None:
    """Copy all numbers; both store the same deals."""
    for node, count in _counts(game, source):
        matrices_of(game, target, node, count)[...] = matrices_of(game, source, node, count)


def _counts(game: Game, stored: StoredStrategy) -> Iterator[tuple[int, int]]:
    """Yield every decision, and the number of its stored deals."""
    counts = [int(rows[:, 0].max()) + 1 for rows in stored.deals]
    for node in decisions_of(game.tree):
        yield node, counts[int(game.level[node])]


def without_gaps(game: Game, stored: StoredStrategy, dtype: DTypeLike) -> StoredStrategy:
    """Return an empty strategy for the same deals, without gaps between its numbers."""
    tree = game.tree
    start, step = np.zeros(len(tree), np.int64), np.zeros(len(tree), np.int64)
    used = [0, 0]
    for node, count in _counts(game, stored):
        player = int(tree.kind[node])
        step[node] = int(tree.children[node]) * len(game.hands[player])
        start[node] = used[player]
        used[player] += int(step[node]) * count
    return StoredStrategy(
        values=(np.empty(used[0], dtype), np.empty(used[1], dtype)),
        start=start,
        step=step,
        deals=stored.deals,
        permutations=stored.permutations,
        stride=(len(game.hands[0]), len(game.hands[1])),
    )


def write_solution(
    path: str | PathLike[str],
    game: Game,
    strategy: StoredStrategy,
    *,
    spot: Parameters,
    notes: Parameters,
    regrets: StoredStrategy | None = None,
) -> None:
    """Write a solution; on failure, the file at `path` is unchanged.

    `spot` has the parameters of `spot_of`, `notes` are figures. `regrets` have the same places as
    the strategy.
    """
    arrays: dict[str, NDArray[Any]] = {"start": strategy.start, "step": strategy.step}
    for level, rows in enumerate(strategy.deals):
        arrays[f"deals_{level}"] = rows
    for player, name in enumerate(PLAYERS):
        arrays[f"{name}_hands"] = game.hands[player]
        arrays[f"{name}_weights"] = game.weights[player]
        arrays[f"{name}_permutations"] = strategy.permutations[player]
        arrays[f"{name}_strategy"] = strategy.values[player]
        if regrets is not None:
            arrays[f"{name}_regrets"] = regrets.values[player]
    write_table(path, arrays, kind=KIND, version=VERSION, parameters={"spot": spot}, notes=notes)


def read_solution(path: str | PathLike[str]) -> SolutionFile:
    """Read a solution; a damaged file raises an error that says how to make it again."""
    table = open_table(path, kind=KIND, version=VERSION, rebuild=REBUILD)
    table.verify()
    oop: str
    ip: str
    oop, ip = PLAYERS
    spot = table.parameters["spot"]
    assert isinstance(spot, Mapping)  # the directory has a checksum
    levels = sum(name.startswith("deals_") for name in table)
    strategy = StoredStrategy(
        values=(table[f"{oop}_strategy"], table[f"{ip}_strategy"]),
        start=table["start"],
        step=table["step"],
        deals=[table[f"deals_{level}"] for level in range(levels)],
        permutations=(table[f"{oop}_permutations"], table[f"{ip}_permutations"]),
        stride=(len(table[f"{oop}_hands"]), len(table[f"{ip}_hands"])),
    )
    regrets = None
    if f"{oop}_regrets" in table:
        regrets = replace(strategy, values=(table[f"{oop}_regrets"], table[f"{ip}_regrets"]))
    return SolutionFile(
        spot=spot,
        notes=table.notes,
        ranges=tuple((table[f"{name}_hands"], table[f"{name}_weights"]) for name in PLAYERS),
        strategy=strategy,
        regrets=regrets,
    )
