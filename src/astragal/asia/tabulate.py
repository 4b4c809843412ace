"""Making a table of best settings, and writing it as Parquet.

Making a table is a job over suit classes, in slices that add up: only the classes that the table
does not cover yet are computed, and the new file has the old rows and the new ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

import astragal
from astragal import _native
from astragal.asia.classes import DEALER_HANDS, group_starts, positions, read_suit_classes
from astragal.asia.houseway import HouseWay, Way, find_way
from astragal.asia.rules import Copies, Objective, Rules, find_rules
from astragal.asia.setting import HAND_SIZE
from astragal.asia.table import (
    COLUMNS,
    KIND,
    VERSION,
    BestTable,
    Block,
    Rows,
    find_table,
    offsets_of,
    table_identity,
)
from astragal.asia.values import DECK, SIZES, rank_tables
from astragal.cards import CARD_NAMES, HandArray, sets_to_hands
from astragal.errors import TableError
from astragal.jobs import Job, RunOptions, run
from astragal.store import (
    Json,
    close_shared,
    create_table,
    data_folder,
    update_lock,
    write_parquet_blocks,
)

# Microseconds of one core, roughly, by which chunks are cut. Classes of equal ranks are a group,
# and share most of the counting.
GROUP_COST, CLASS_COST = 6_500, 75
CHUNK_COST = 1_000_000


@dataclass(frozen=True)
class BestSettings:
    """The work of the job: the rows of a range of suit classes. It pickles small."""

    rules: Rules
    way: HouseWay
    objective: Objective = Objective.WINS

    def __call__(self, classes: range) -> Rows:
        """Return the rows of these classes."""
        rows = np.empty((len(classes), len(COLUMNS)), np.uint32)
        _native.asia_best_settings(
            rank_tables(self.rules).native, self.way.native, -(self.rules.copies is Copies.DEALER),
            self.objective is Objective.EV, classes.start, rows,
        )  # fmt: skip
        return rows


def merged(ranges: Iterable[range]) -> list[range]:
    """Return the same classes as ascending ranges with gaps between them.

    >>> merged([range(5, 9), range(0, 3), range(3, 6)])
    [range(0, 9)]
    """
    found: list[range] = []
    for part in sorted(ranges, key=lambda part: part.start):
        if found and part.start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(found[-1].stop, part.stop))
        else:
            found.append(part)
    return found


def missing(classes: range, covered: Sequence[range]) -> list[range]:
    """Return the classes that are not in these ascending ranges.

    >>> missing(range(0, 10), [range(2, 4), range(8, 20)])
    [range(0, 2), range(4, 8)]
    """
    gaps, start = [], classes.start
    for part in covered:
        if part.stop > start and part.start < classes.stop:
            if part.start > start:
                gaps.append(range(start, part.start))
            start = part.stop
    if start < classes.stop:
        gaps.append(range(start, classes.stop))
    return gaps


def chunks_of(ranges: Iterable[range], cost: int = CHUNK_COST) -> list[range]:
    """Cut ranges into chunks of about `cost` microseconds, between groups of equal ranks.

    Groups are not cut because a group within one chunk is counted once.
    """
    starts = group_starts()
    chunks = []
    for part in ranges:
        first, last = np.searchsorted(starts, [part.start, part.stop - 1], side="right") - 1
        edges = np.clip(starts[first : last + 2], part.start, part.stop).astype(np.int64)
        spent = np.cumsum(GROUP_COST + CLASS_COST * np.diff(edges))
        number = spent // cost
        cuts = edges[1:-1][np.diff(number) > 0].tolist()
        bounds = [part.start, *cuts, part.stop]
        chunks += [range(a, b) for a, b in pairwise(bounds)]
    return chunks


def table_job(
    work: BestSettings,
    classes: range,
    ranges: Sequence[range],
    *,
    folder: Path,
    rebuild: bool = False,
    chunk_cost: int = CHUNK_COST,
) -> Job[range, Rows, None]:
    """Return the job that computes `ranges`, the missing part of `classes`, and adds them.

    With `rebuild`, they replace what is there.
    """
    chunks = chunks_of(ranges, chunk_cost)
    name, parameters = table_identity(work.rules, work.way, work.objective)
    return Job(
        f"{name}-{classes.start}-{classes.stop}",
        chunks,
        work,
        partial(_add_rows, work, folder, chunks, rebuild=rebuild),
        parameters={**parameters, "chunks": [[chunk.start, chunk.stop] for chunk in chunks]},
    )


def _add_rows(
    work: BestSettings,
    folder: Path,
    chunks: Sequence[range],
    found: Iterator[Rows],
    *,
    rebuild: bool,
) -> None:
    """Replace the table, under its lock, by one of these rows and, unless `rebuild`, its own."""
    rules, way, objective = work.rules, work.way, work.objective
    name, parameters = table_identity(rules, way, objective)
    with update_lock(folder / name):
        old = None if rebuild else find_table(rules, way, objective=objective, folder=folder)
        kept = () if old is None else old.ranges
        ranges = merged([*kept, *chunks])
        offsets = offsets_of(ranges)
        shapes = {
            "ranges": (np.uint32, (len(ranges), 2)),
            "rows": (np.uint32, (sum(map(len, ranges)), len(COLUMNS))),
        }
        with create_table(
            folder / name, shapes, kind=KIND, version=VERSION, parameters=parameters
        ) as writer:

            def put(classes: range, rows: Rows) -> None:
                part = next(i for i, whole in enumerate(ranges) if classes.start in whole)
                first = offsets[part] + classes.start - ranges[part].start
                writer["rows"][first : first + len(classes)] = rows

            writer["ranges"][:] = [[part.start, part.stop] for part in ranges]
            if old is not None:
                for part, offset in zip(kept, offsets_of(kept), strict=True):
                    put(part, old.rows[offset : offset + len(part)])
                old = None
            close_shared()  # Windows can't replace a file that is still mapped
            for classes, rows in zip(chunks, found, strict=True):
                put(classes, rows)
            writer.notes.update({"rules": rules.name, "dealer": way.name})


def build_table(
    rules: str | Rules = "push",
    dealer: Way | None = None,
    classes: str | range = ":",
    *,
    objective: str = "wins",
    rebuild: bool = False,
    chunk_cost: int = CHUNK_COST,
    **options: Unpack[RunOptions],
) -> BestTable:
    """Compute the best setting of every hand, keep it in a table file, and return the table.

    `classes` is a slice of the 6,972,147 suit classes, as a range or as text like "1000:2000". Only
    what the table lacks is computed, so slices add up. With `rebuild`, these classes are computed
    again, and the new table has nothing else. The table is in `folder`, by default the data folder.
    Finished chunks are kept there, too: after an interruption, the same call resumes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     build_table(rules="casino", classes="638980:639000", folder=folder)
    BestTable(rules='casino', dealer='standard', 20 of 6,972,147 suit classes)
    """
    rules = find_rules(rules)
    way = find_way(dealer, rules)
    wanted = read_suit_classes(classes)
    work = BestSettings(rules, way, Objective(objective))
    folder = Path(options.get("folder") or data_folder())
    table = None if rebuild else find_table(rules, way, objective=work.objective, folder=folder)
    lacking = missing(wanted, () if table is None else table.ranges)
    if lacking:
        table = None
        job = table_job(
            work, wanted, lacking, folder=folder, rebuild=rebuild, chunk_cost=chunk_cost
        )
        run(job, **options | {"folder": folder})
        table = find_table(rules, way, objective=work.objective, folder=folder)
    if table is None:
        name = table_identity(rules, way, work.objective)[0]
        raise TableError(f"{folder / name}: removed while it was being made")
    return table


SUB_HANDS = dict(zip(SIZES, (slice(0, 4), slice(4, 6), slice(6, 7)), strict=True))

MEANINGS: dict[str, Json] = {
    "class": "number of the suit class; hands that differ by a permutation of suits share one",
    "hand": "seven cards that stand for the class",
    "weight": "how many hands the class has",
    "high, medium, low": "the best setting by the objective",
    "wins, losses, pushes": "how many dealer hands it beats, loses to, and pushes against",
    "house_*": "the same for the setting of the dealer's house way",
}


def cards_text(cards: HandArray) -> NDArray[np.str_]:
    """Write rows of cards.

    >>> cards_text(np.array([[51, 45], [52, 0]], np.uint8)).tolist()
    ['As Kd', 'Jk 2c']
    """
    names = "".join(f"{name} " for name in CARD_NAMES[:DECK])
    letters = np.frombuffer(names.encode(), np.uint8).reshape(DECK, 3)[cards]
    lines = np.ascontiguousarray(letters.reshape(len(cards), 3 * cards.shape[1])[:, :-1])
    return lines.view(f"S{lines.shape[1]}")[:, 0].astype(np.str_)


def _columns(block: Block, rules: Rules, way: HouseWay) -> dict[str, NDArray[Any]]:
    falling = sets_to_hands(block.hands, HAND_SIZE, check=False)[:, ::-1]
    numbers = np.empty(len(block.hands), np.uint8)
    columns: dict[str, NDArray[Any]] = {
        "class": np.arange(block.classes.start, block.classes.stop, dtype=np.uint32),
        "hand": cards_text(falling),
        "weight": block.weights,
    }
    for whose, values in {"": block.column("best"), "house_": way.values_of(block.hands)}.items():
        _native.asia_settings_worth(
            rank_tables(rules).native, block.hands, np.ascontiguousarray(values), numbers
        )
        cards = np.take_along_axis(falling, np.array(positions())[numbers], axis=1)
        wins, losses = block.column(f"{whose}wins"), block.column(f"{whose}losses")
        columns |= {f"{whose}{name}": cards_text(cards[:, at]) for name, at in SUB_HANDS.items()}
        columns |= {
            f"{whose}wins": wins,
            f"{whose}losses": losses,
            f"{whose}pushes": np.uint32(DEALER_HANDS) - wins - losses,
        }
    return columns


def export_table(table: BestTable, path: str | PathLike[str]) -> None:
    """Write everything that a table covers to a Parquet file, with metadata that explains it.

    Each line is a suit class: a hand of it, how many hands it has, and the settings of best play
    and of the house way with their wins, losses and pushes.
    """
    rules, way = table.rules, table.way
    write_parquet_blocks(
        path,
        (_columns(block, rules, way) for block in table.blocks()),
        {
            "what": "the best setting of hands of Asia Poker 4-2-1",
            "version": astragal.__version__,
            "profile": rules.name,
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
