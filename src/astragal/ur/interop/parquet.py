"""The solution as a Parquet file: every position with its value and its best moves."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

import astragal
from astragal.progress import Progress, Reporter
from astragal.store.canonical import Json
from astragal.store.parquet import check_parquet, write_parquet_blocks
from astragal.ur.interop.export import Export
from astragal.ur.ranking import size, unrank_many
from astragal.ur.squares import HAND, NUMBERS, OFF
from astragal.ur.states import moves_many
from astragal.ur.study.rows import game_pieces
from astragal.ur.tablebase import Tablebase

POSITIONS_IN_A_BLOCK = 1 << 20
PASS = 255
"""Source and target of a pass."""

MEANINGS = {
    "state": "the 64-bit state, A to move, not rolled yet",
    "win": "the chance that A wins when both sides play best",
    "win_N": "the chance that A wins after a roll of N",
    "from_N": (
        "where the best move with N begins, as a number: 0 to 7 are the squares A1 to A8, 8 to 15 "
        f"B1 to B8, 16 to 23 C1 to C8, {NUMBERS[HAND]} is the hand, {PASS} a pass"
    ),
    "to_N": f"where it ends: a number as in from_N, {NUMBERS[OFF]} is off the board, {PASS} a pass",
}


def export_table(
    table: Tablebase,
    path: str | PathLike[str],
    pieces: int | None = None,
    *,
    progress: Progress = False,
) -> Export:
    """Write every position with up to `pieces` pieces left, its value and best moves, as Parquet.

    Positions are seen by the side to move, so the mirror image of a position is not there again.
    """
    check_parquet(path)
    pieces = game_pieces(table, pieces)
    total = size(table.rules, pieces)
    metadata: dict[str, Json] = {
        "what": "values and best moves of the Royal Game of Ur",
        "version": astragal.__version__,
        "rules": table.rules.name,
        "parameters": table.rules.parameters,
        "pieces": pieces,
        "error": table.error,
        "columns": dict(MEANINGS),
    }
    report = Reporter(progress, "export", total=total, unit="positions").report

    def blocks() -> Iterator[dict[str, NDArray[Any]]]:
        for at in range(0, total, POSITIONS_IN_A_BLOCK):
            numbers = np.arange(at, min(at + POSITIONS_IN_A_BLOCK, total), dtype=np.uint64)
            yield _columns(table, unrank_many(numbers, table.rules, pieces))
            report(int(numbers[-1]) + 1)

    write_parquet_blocks(path, blocks(), metadata)
    return Export(str(path), table.rules.name, pieces, total)


def _columns(table: Tablebase, states: NDArray[np.uint64]) -> dict[str, NDArray[Any]]:
    columns: dict[str, NDArray[Any]] = {"state": states, "win": table.value_many(states)}
    rows = np.arange(len(states))
    for roll in table.rules.rolls:
        rolls = np.full(len(states), roll, np.uint8)
        best, legal = table.best_many(states, rolls), moves_many(states, rolls, table.rules)
        columns[f"win_{roll}"] = best.value
        if roll:
            for name, places in (("from", legal.source), ("to", legal.target)):
                moved = places[rows, best.move]
                columns[f"{name}_{roll}"] = np.where(legal.number > 0, moved, np.uint8(PASS))
    return columns
