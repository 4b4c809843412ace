"""A table of best settings as a Parquet file, with a line for each suit class."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import astragal
from astragal import _native
from astragal._checks import require_instance
from astragal._results import Result
from astragal.cards import CARD_NAMES, HandArray, sets_to_hands
from astragal.setting.classes import DEALER_HANDS, positions
from astragal.setting.hand import DECK, rank_tables
from astragal.setting.house_way import HouseWay
from astragal.setting.rules import Rules
from astragal.setting.setting import HAND_SIZE
from astragal.setting.table import BestTable, BestTableJson, Block
from astragal.store.canonical import Json
from astragal.store.parquet import write_parquet_blocks

MEANINGS: dict[str, Json] = {
    "class": "number of the suit class; hands that differ by a permutation of suits share one",
    "hand": "seven cards that stand for the class",
    "weight": "how many hands the class has",
    "high, medium, low": "the best setting by the objective",
    "wins, losses, pushes": "how many dealer hands it beats, loses to, and pushes against",
    "house_*": "the same for the setting of the dealer's house way",
}


def row_texts(cards: HandArray) -> NDArray[np.str_]:
    """Write rows of cards.

    >>> row_texts(np.array([[51, 45], [52, 0]], np.uint8)).tolist()
    ['As Kd', 'Jk 2c']
    """
    names = "".join(f"{name} " for name in CARD_NAMES[:DECK])
    letters = np.frombuffer(names.encode(), np.uint8).reshape(DECK, 3)[cards]
    lines = np.ascontiguousarray(letters.reshape(len(cards), 3 * cards.shape[1])[:, :-1])
    return lines.view(f"S{lines.shape[1]}")[:, 0].astype(np.str_)


def _columns(block: Block, rules: Rules, way: HouseWay) -> dict[str, NDArray[Any]]:
    ends = list(accumulate(rules.hands.values(), initial=0))
    places = {name: slice(*at) for name, at in zip(rules.hands, pairwise(ends), strict=True)}
    falling = sets_to_hands(block.hands, HAND_SIZE, check=False)[:, ::-1]
    columns: dict[str, NDArray[Any]] = {
        "class": np.arange(block.classes.start, block.classes.stop, dtype=np.uint32),
        "hand": row_texts(falling),
        "weight": block.weights,
    }
    for whose, values in {"": block.column("best"), "house_": way.values_of(block.hands)}.items():
        numbers = _native.settings_of_values(
            rank_tables(rules).native, block.hands, np.ascontiguousarray(values)
        )
        cards = np.take_along_axis(falling, np.array(positions(rules))[numbers], axis=1)
        wins, losses = block.column(f"{whose}wins"), block.column(f"{whose}losses")
        columns |= {f"{whose}{name}": row_texts(cards[:, at]) for name, at in places.items()}
        columns |= {
            f"{whose}wins": wins,
            f"{whose}losses": losses,
            f"{whose}pushes": np.uint32(DEALER_HANDS) - wins - losses,
        }
    return columns


@dataclass(frozen=True, slots=True)
class ExportedTable(Result):
    """A table of best settings, and the Parquet file that it was written to."""

    table: BestTable
    path: Path

    def __repr__(self) -> str:
        return f"ExportedTable({self.table!r}, path={str(self.path)!r})"

    def __str__(self) -> str:
        return str(self.table)

    def to_dict(self) -> BestTableJson:
        """Return what `astragal asia table --parquet FILE --json` prints."""
        return {**self.table.to_dict(), "parquet": str(self.path)}


def export_table(table: BestTable, path: str | PathLike[str]) -> ExportedTable:
    """Write everything that a table covers to a Parquet file, with metadata that explains it.

    Each line is a suit class: a hand of it, how many hands it has, and the settings of best play
    and of the house way with their wins, losses and pushes.
    """
    require_instance(table, BestTable, "`Game.open_table` opens one")
    rules, way = table.rules, table.game.dealer
    write_parquet_blocks(
        path,
        (_columns(block, rules, way) for block in table.blocks()),
        {
            "what": f"the best setting of hands of {rules.title}",
            "version": astragal.__version__,
            "rules": rules.name,
            "switches": rules.switches,
            "objective": str(table.objective),
            "dealer": way.name,
            "dealer_fingerprint": way.fingerprint,
            "dealer_hands": DEALER_HANDS,
            "classes": [[part.start, part.stop] for part in table.ranges],
            "complete": table.complete,
            "columns": MEANINGS,
        },
    )
    return ExportedTable(table, Path(path))
