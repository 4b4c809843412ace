"""Making a table of best settings: a job over suit classes, in slices that add up.

Whatever slice is asked for, only classes that the table does not cover yet are worked out, and
the file then has the old rows and the new ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Unpack

import numpy as np

from astragal import _native
from astragal.asia.houseway import HouseWay, check_way
from astragal.asia.numbers import numbers_of
from astragal.asia.rules import Copies, Rules
from astragal.asia.suits import SUIT_CLASSES, check_classes, group_starts
from astragal.asia.table import (
    COLUMNS,
    KIND,
    VERSION,
    BestTable,
    Rows,
    close_tables,
    find_table,
    game_parameters,
    offsets_of,
    table_name,
)
from astragal.errors import TableError
from astragal.jobs import Job, RunOptions, run
from astragal.store import create_table, data_folder

ALL = range(SUIT_CLASSES)

# Microseconds of one core, roughly, to cut chunks by: classes of equal ranks are a
# group, and share what is counted for these ranks.
GROUP_COST, CLASS_COST = 6_500, 75
CHUNK_COST = 1_000_000


@dataclass(frozen=True)
class BestSettings:
    """The work: rows of a range of suit classes. It is small, whatever the way."""

    rules: Rules
    way: HouseWay

    def __call__(self, classes: range) -> Rows:
        """Return the rows of these classes."""
        rows = np.empty((len(classes), len(COLUMNS)), np.uint32)
        _native.asia_best_settings(
            numbers_of(self.rules).native, self.way.native, self.rules.copies is Copies.DEALER,
            classes.start, rows,
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
    """Return what of the classes is not in ascending ranges.

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
    """Cut ranges into chunks of about so many microseconds, where groups of equal ranks end.

    A group within one chunk is counted once, so groups are not cut.
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
    rules: Rules,
    way: HouseWay,
    classes: range,
    ranges: Sequence[range],
    *,
    folder: Path,
    chunk_cost: int = CHUNK_COST,
) -> Job[range, Rows, None]:
    """Return the job that works out `ranges` of the classes asked for, and adds them."""
    chunks = chunks_of(ranges, chunk_cost)
    return Job(
        f"{table_name(rules, way)}-{classes.start}-{classes.stop}",
        chunks,
        BestSettings(rules, way),
        partial(_add_rows, rules, way, folder, chunks),
        parameters={
            **game_parameters(rules, way),
            "chunks": [[chunk.start, chunk.stop] for chunk in chunks],
        },
    )


def _add_rows(
    rules: Rules, way: HouseWay, folder: Path, chunks: Sequence[range], found: Iterator[Rows]
) -> None:
    """Write the table anew with these rows in it, beside those that it has by now."""
    old = find_table(rules, way, folder=folder)
    kept = () if old is None else old.ranges
    ranges = merged([*kept, *chunks])
    offsets = offsets_of(ranges)
    shapes = {
        "ranges": (np.uint32, (len(ranges), 2)),
        "rows": (np.uint32, (sum(map(len, ranges)), len(COLUMNS))),
    }
    with create_table(
        folder / table_name(rules, way), shapes, kind=KIND, version=VERSION,
        parameters=game_parameters(rules, way),
    ) as writer:  # fmt: skip

        def put(classes: range, rows: Rows) -> None:
            part = next(i for i, whole in enumerate(ranges) if classes.start in whole)
            first = offsets[part] + classes.start - ranges[part].start
            writer["rows"][first : first + len(classes)] = rows

        writer["ranges"][:] = [[part.start, part.stop] for part in ranges]
        if old is not None:
            for part, offset in zip(kept, offsets_of(kept), strict=True):
                put(part, old.rows[offset : offset + len(part)])
            old = None
            close_tables()  # Windows can't replace a file that is still mapped
        for classes, rows in zip(chunks, found, strict=True):
            put(classes, rows)
        writer.notes.update({"rules": rules.name, "dealer": way.name})


def _covered(rules: Rules, way: HouseWay, folder: Path) -> tuple[range, ...]:
    found = find_table(rules, way, folder=folder)
    return () if found is None else found.ranges


def tabulate(
    rules: Rules,
    way: HouseWay,
    classes: range = ALL,
    *,
    chunk_cost: int = CHUNK_COST,
    **where: Unpack[RunOptions],
) -> BestTable:
    """Work out what the table of a game lacks of these classes, and return the table.

    The table is in `folder`, or in the data folder, and so are finished chunks until all of the
    slice is done: the same call goes on after an interruption.
    """
    check_classes(classes)
    check_way(way, rules)
    place = Path(where.get("folder") or data_folder())
    lacking = missing(classes, _covered(rules, way, place))
    if lacking:
        job = table_job(rules, way, classes, lacking, folder=place, chunk_cost=chunk_cost)
        run(job, **where | {"folder": place})
    table = find_table(rules, way, folder=place)
    if table is None:
        raise TableError(f"{place / table_name(rules, way)}: removed while it was being made")
    return table
