"""Tables of the best setting: a hand is looked up in microseconds instead of counted.

A table belongs to one game, which is the rules and the dealer's house way, and to an objective. It
has a row for each suit class (see `classes`) that it covers: all 6,972,147, or any slices of them.
A row is five words of 32 bits:

    best   the value of the best setting by the objective, as `setting-value`
    wins, losses               how many of the dealer's 53,524,680 hands it beats and loses to
    house_wins, house_losses   the same for the setting of the house way

Pushes are the rest. Suits affect neither values nor counts, so a row holds for every hand of its
class. The setting is found again from its value, and is the one that `rank` gives.

Making a table is a job over suit classes, in slices that add up: only the classes that the table
does not cover yet are computed, and the new file has the old rows and the new ones.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from os import PathLike
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._checks import require_flag, require_instance, require_int, require_name
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import Cards, SetArray, cards_text
from astragal.errors import TableMissingError, TableReachError, quoted
from astragal.jobs.job import Job
from astragal.jobs.run import RunOptions, run
from astragal.setting.classes import (
    DEALER_HANDS,
    HANDS,
    SUIT_CLASSES,
    group_starts,
    read_suit_classes,
    setting_at,
    suit_class_hands,
    suit_class_of,
    suit_classes_of,
)
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import HouseWay
from astragal.setting.ranking import Question, RankedSetting
from astragal.setting.rules import Copies, Objective, Rules, RulesJson, Stakes
from astragal.setting.sentences import game_line
from astragal.setting.setting import falling_cards, read_hand
from astragal.store import data_folder
from astragal.store.canonical import Parameters, short_hash
from astragal.store.files import read_path
from astragal.store.replace import update_lock
from astragal.store.shared import close_shared, open_shared
from astragal.store.table import Table
from astragal.store.writer import create_table

if TYPE_CHECKING:
    from astragal.setting.game import Game

KIND, VERSION = "setting-table", 1

COLUMNS = ("best", "wins", "losses", "house_wins", "house_losses")
Rows: TypeAlias = NDArray[np.uint32]
"""Rows of a table, (n, 5): the columns are `COLUMNS`."""
Folder: TypeAlias = str | PathLike[str] | None

BLOCK = 100_000


@lru_cache(maxsize=8)
def table_identity(game: Game) -> tuple[str, Parameters]:
    """Return the file name of a game's table, and what its rows depend on.

    In Asia Poker with copies to a side there are no pushes, and both objectives order settings
    alike: one table serves both.
    """
    rules = game.rules
    parameters: Parameters = {
        "game": rules.game,
        "switches": rules.switches,
        "way": game.dealer.fingerprint,
    }
    if not (rules.copies_go_to is not Copies.PUSH and len(rules.hands) == 3):
        parameters = {**parameters, "objective": str(game.objective)}
    return f"{rules.game}-table-{short_hash(parameters)}", parameters


def table_command(game: Game, *options: str) -> str:
    """Return the command that makes the table of a game.

    >>> from astragal import paigow
    >>> table_command(paigow.Game("ez", banker="player"))
    'astragal paigow table --rules ez --rule banker=player --dealer foxwoods --objective ev'
    """
    rules = game.rules
    usual = rules.named[rules.base].switches
    words = ["astragal", rules.game, "table", *options, "--rules", rules.base]
    for switch, value in rules.switches.items():
        if value != usual[switch]:
            text = str(value).lower() if isinstance(value, bool) else value
            words += ["--rule", f"{switch}={text}"]
    words += ["--dealer", game.dealer.path or game.dealer.name]
    if "objective" in table_identity(game)[1]:
        words += ["--objective", str(game.objective)]
    return join(words)


@dataclass(frozen=True)
class Block:
    """Neighbouring suit classes: a hand of each, how many hands it stands for, and its row."""

    classes: range
    hands: SetArray
    weights: NDArray[np.uint8]
    rows: Rows

    def column(self, name: str) -> NDArray[np.uint32]:
        """Return one of the `COLUMNS`."""
        require_name(name, COLUMNS, "column")
        return self.rows[:, COLUMNS.index(name)]


class Totals(NamedTuple):
    """Deals that the hands of a table win and lose, over every hand of every class it covers."""

    hands: int
    wins: int
    losses: int
    house_wins: int
    house_losses: int
    stakes: Stakes

    @property
    def deals(self) -> int:
        """The number of deals: each hand against all dealer hands."""
        return self.hands * DEALER_HANDS

    @property
    def edge(self) -> float:
        """The house edge against best play with these hands."""
        return self.stakes.edge(self.wins, self.losses, self.deals)

    @property
    def house_edge(self) -> float:
        """The house edge against a player who sets as the house way does."""
        return self.stakes.edge(self.house_wins, self.house_losses, self.deals)


class TableHouseJson(TypedDict):
    """What the settings of the house way win and lose."""

    wins: int
    losses: int
    edge: float
    """The house edge, as a part of the bet."""


class BestTableJson(TypedDict):
    """A table of best settings."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    objective: str
    """What the best settings maximise: `wins` or `ev`."""
    path: str
    """The file of the table."""
    classes: list[list[int]]
    """The suit classes that it covers, as half-open ranges [first, end]."""
    rows: int
    """How many suit classes it covers."""
    complete: bool
    """Whether it covers all suit classes."""
    hands: int
    """Hands of the classes that it covers."""
    deals: int
    """Deals of these hands against all dealer hands."""
    wins: int
    """Deals that the best settings win."""
    losses: int
    edge: float
    """The house edge against best play, as a part of the bet."""
    house: TableHouseJson
    """The same for the settings of the house way."""
    parquet: str | None
    """The Parquet file that was also written; null without one."""


class BestTable(TableResult):
    """The table of one game and objective, memory-mapped."""

    def __init__(self, table: Table, game: Game) -> None:
        self.path = table.path
        self.game = game
        self._file = table
        self.ranges = tuple(range(start, stop) for start, stop in table["ranges"].tolist())
        """The suit classes that it covers: ascending, with gaps between them."""
        self._starts = [part.start for part in self.ranges]
        self._offsets = list(accumulate(map(len, self.ranges), initial=0))

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"BestTable({game}, rows={len(self)})"

    def __reduce__(self) -> tuple[Any, ...]:  # the file is opened where it is unpickled
        return open_table, (self.game, self.path.parent)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def dealer(self) -> str:
        """The name of the dealer's house way."""
        return self.game.dealer.name

    @property
    def objective(self) -> Objective:
        """What the best settings maximise."""
        return self.game.objective

    @property
    def rows(self) -> Rows:
        """All rows, in the order of the suit classes."""
        return self._file["rows"]

    def __len__(self) -> int:
        """Return how many suit classes it covers."""
        return self._offsets[-1]

    @property
    def complete(self) -> bool:
        """Whether it covers all suit classes."""
        return len(self) == SUIT_CLASSES

    def __contains__(self, cards: Cards) -> bool:
        return self._place(suit_class_of(cards)) is not None

    def _place(self, number: int) -> int | None:
        """Return the row of a suit class, None if it is not covered."""
        part = bisect_right(self._starts, number) - 1
        if part < 0 or number >= self.ranges[part].stop:
            return None
        return self._offsets[part] + number - self._starts[part]

    def get(self, cards: Cards) -> RankedSetting | None:
        """Return the best setting of a hand, None if the table does not cover it.

        `house` of the answer is the setting of the house way.
        """
        hand = read_hand(cards)
        place = self._place(_native.setting_suit_class(hand))
        if place is None:
            return None
        best, wins, losses, house_wins, house_losses = self._file.rows("rows", place).tolist()
        distinct = _native.setting_settings(rank_tables(self.rules).native, hand)
        falling, house_value = falling_cards(hand), self.game.dealer.value(hand)
        legal, known = 0, {}
        for value, number, same in distinct:  # one loop, since a look-up takes microseconds
            legal += same
            if value in (best, house_value):
                known[value] = number, same
        question = Question(
            game=self.game,
            hand=hand,
            dead=0,
            method="table",
            dealer_hands=DEALER_HANDS,
            seed=None,
            legal=legal,
        )

        def scored(
            value: int, wins: int, losses: int, house: RankedSetting | None = None
        ) -> RankedSetting:
            number, same = known[value]
            return RankedSetting(
                question=question,
                setting=setting_at(falling, number, self.rules),
                value=value,
                wins=wins,
                losses=losses,
                pushes=DEALER_HANDS - wins - losses,
                as_house=value == house_value,
                same=same,
                house=house,
            )

        return scored(best, wins, losses, scored(house_value, house_wins, house_losses))

    def best(self, cards: Cards) -> RankedSetting:
        """Return the best setting of a hand, or raise TableReachError if it is not covered."""
        setting = self.get(cards)
        if setting is None:
            raise TableReachError(
                f"{self.path}: the table does not cover {quoted(cards_text(cards))}; "
                f"astragal {self.rules.game} table --classes adds suit class {suit_class_of(cards)}"
            )
        return setting

    def rows_of(self, hands: SetArray) -> tuple[Rows, NDArray[np.bool_]]:
        """Return the row of each hand, and whether it is covered; other rows are zero."""
        numbers = suit_classes_of(hands)
        part = np.searchsorted(np.array(self._starts, np.int64), numbers, side="right") - 1
        stops = np.array([covered.stop for covered in self.ranges], np.int64)
        known = (part >= 0) & (numbers < stops[part])
        shifts = np.array(self._offsets[:-1], np.int64) - np.array(self._starts, np.int64)
        rows = np.zeros((len(hands), len(COLUMNS)), np.uint32)
        rows[known] = self._file.rows("rows", numbers[known] + shifts[part[known]])
        return rows, known

    def rows_in(self, classes: range) -> Rows:
        """Return the rows of neighbouring suit classes, or raise TableReachError."""
        require_instance(classes, range, "such as range(0, 100)")
        first, last = self._place(classes.start), self._place(classes.stop - 1)
        if first is None or last is None or last - first != len(classes) - 1:
            raise TableReachError(
                f"{self.path}: the table does not cover the suit classes {classes.start} to "
                f"{classes.stop - 1}; {table_command(self.game)} adds them"
            )
        return self._file.rows("rows", slice(first, last + 1))

    def blocks(self, size: int = BLOCK) -> Iterator[Block]:
        """List everything that it covers, at most `size` classes at a time."""
        require_int(size, "size", 1, SUIT_CLASSES)
        return self._blocks(size)

    def _blocks(self, size: int) -> Iterator[Block]:
        for part, offset in zip(self.ranges, self._offsets, strict=False):
            for start in range(part.start, part.stop, size):
                classes = range(start, min(start + size, part.stop))
                first = offset + start - part.start
                rows = self._file.rows("rows", slice(first, first + len(classes)))
                yield Block(classes, *suit_class_hands(classes), rows)

    def totals(self) -> Totals:
        """Add up wins and losses over every hand that it covers.

        In a complete table `house_wins` and `house_losses` are those of the whole game.
        """
        hands, sums = 0, np.zeros(len(COLUMNS), np.int64)
        for block in self.blocks():
            hands += int(block.weights.sum(dtype=np.int64))
            sums += block.weights.astype(np.int64) @ block.rows.astype(np.int64)
        wins, losses, house_wins, house_losses = sums[1:].tolist()
        return Totals(hands, wins, losses, house_wins, house_losses, self.rules.stakes)

    def _columns(self) -> dict[str, list[object]]:
        totals = self.totals()
        return {
            "setting": ["best play", "house way"],
            "hands": [totals.hands, totals.hands],
            "deals": [totals.deals, totals.deals],
            "wins": [totals.wins, totals.house_wins],
            "losses": [totals.losses, totals.house_losses],
            "edge": [totals.edge, totals.house_edge],
        }

    def _table(self) -> TextTable:
        totals = self.totals()

        def row(name: str, wins: int, losses: int, edge: float) -> list[str]:
            shares = [f"{count / totals.deals:.4%}" for count in (wins, losses)]
            return [name, *shares, f"{edge:.4%}"]

        covered = ", ".join(f"{part.start}:{part.stop}" for part in self.ranges)
        return TextTable(
            headings=[f"{totals.hands:,} of {HANDS:,} hands", "wins", "losses", "house edge"],
            rows=[
                row("best play", totals.wins, totals.losses, totals.edge),
                row("house way", totals.house_wins, totals.house_losses, totals.house_edge),
            ],
            below=f"file {self.path.name}\n{game_line(self.game)}",
            above=f"{len(self):,} of {SUIT_CLASSES:,} suit classes: {covered}",
        )

    def to_dict(self) -> BestTableJson:
        """Return what `astragal asia table --json` prints."""
        totals = self.totals()
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "objective": str(self.objective),
            "path": str(self.path),
            "classes": [[part.start, part.stop] for part in self.ranges],
            "rows": len(self),
            "complete": self.complete,
            "hands": totals.hands,
            "deals": totals.deals,
            "wins": totals.wins,
            "losses": totals.losses,
            "edge": totals.edge,
            "house": {
                "wins": totals.house_wins,
                "losses": totals.house_losses,
                "edge": totals.house_edge,
            },
            "parquet": None,
        }


def open_table(game: Game, folder: Folder) -> BestTable:
    """Open the table of a game from a folder; None is the data folder."""
    name, parameters = table_identity(game)
    path = read_path(data_folder() if folder is None else folder, name)
    rebuild = table_command(game, "--rebuild")
    table = open_shared(path, kind=KIND, version=VERSION, parameters=parameters, rebuild=rebuild)
    return BestTable(table, game)


def find_table(game: Game, folder: Folder) -> BestTable | None:
    """Open the table of a game from a folder; return None if there is none."""
    try:
        return open_table(game, folder)
    except TableMissingError:
        return None


# Microseconds of one core, roughly, by which chunks are cut. Classes of equal ranks are a group,
# and share most of the counting.
GROUP_COST, CLASS_COST = 6_500, 75
CHUNK_COST = 1_000_000


@dataclass(frozen=True)
class BestSettings:
    """The work of the job: the rows of a range of suit classes. It pickles small."""

    rules: Rules
    way: HouseWay
    objective: Objective
    copies: int
    """What a copy brings the side that sets: -1, 0 or 1."""
    stakes: Stakes
    """What a won and a lost bet count for the side that sets."""

    @classmethod
    def of(cls, game: Game) -> BestSettings:
        """Return the work for the player of a game."""
        rules = game.rules
        return cls(rules, game.dealer, game.objective, rules.copies_go_to.native, rules.stakes)

    def __call__(self, classes: range) -> Rows:
        """Return the rows of these classes."""
        return self.compare(self.way, classes)[:, : len(COLUMNS)]

    def compare(self, player: HouseWay, classes: range) -> Rows:
        """Return the rows with the way `player` in place of the house way, and two more columns.

        They are the wins and losses of the best rival: the best among the settings that are above
        the best setting in at least one hand. Without a rival they are those of losing every deal.
        """
        return _native.setting_best_settings(
            rank_tables(self.rules).native, self.way.native,
            player.values_of(suit_class_hands(classes)[0]), self.copies, *self.stakes,
            self.objective is Objective.EV, classes.start,
        )  # fmt: skip


def covered_by(ranges: Iterable[range]) -> NDArray[np.bool_]:
    """Return for each suit class whether it is in one of the ranges."""
    covered = np.zeros(SUIT_CLASSES, bool)
    for part in ranges:
        covered[part.start : part.stop] = True
    return covered


def runs_of(covered: NDArray[np.bool_]) -> list[range]:
    """Return the classes that are covered as ascending ranges with gaps between them.

    >>> runs_of(covered_by([range(5, 9), range(0, 3), range(3, 6), range(20, 21)]))
    [range(0, 9), range(20, 21)]
    """
    ends = np.flatnonzero(np.diff(covered, prepend=False, append=False))
    return [range(start, stop) for start, stop in ends.reshape(-1, 2).tolist()]


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


def _add_rows(
    game: Game, folder: Path, chunks: Sequence[range], rebuild: bool, found: Iterator[Rows]
) -> None:
    """Replace the table, under its lock, by one of these rows and, unless `rebuild`, its own."""
    name, parameters = table_identity(game)
    with update_lock(folder / name):
        old = None if rebuild else find_table(game, folder)
        kept = () if old is None else old.ranges
        covered = covered_by([*kept, *chunks])
        ranges = runs_of(covered)
        shapes = {
            "ranges": (np.uint32, (len(ranges), 2)),
            "rows": (np.uint32, (sum(map(len, ranges)), len(COLUMNS))),
        }
        with create_table(
            folder / name, shapes, kind=KIND, version=VERSION, parameters=parameters
        ) as writer:

            def put(classes: range, rows: Rows) -> None:
                first = np.count_nonzero(covered[: classes.start])
                writer["rows"][first : first + len(classes)] = rows

            writer["ranges"][:] = [[part.start, part.stop] for part in ranges]
            if old is not None:
                for part, first in zip(kept, old._offsets, strict=False):
                    put(part, old.rows[first : first + len(part)])
                old = None
            close_shared()  # Windows can't replace a file that is still mapped
            for classes, rows in zip(chunks, found, strict=True):
                put(classes, rows)
            writer.notes.update({"rules": game.rules.name, "dealer": game.dealer.name})


def build_table(
    game: Game, classes: str | range, rebuild: bool, chunk_cost: int, options: RunOptions
) -> BestTable:
    """Compute the rows of these classes that the table lacks, and return the table."""
    wanted = read_suit_classes(classes)
    require_flag(rebuild, "rebuild")
    given = options.get("folder")
    folder = read_path(data_folder() if given is None else given)
    old = None if rebuild else find_table(game, folder)
    covered = covered_by(() if old is None else old.ranges)
    lacking = runs_of(covered_by([wanted]) & ~covered)
    del old  # Windows can't replace a file that is still mapped
    if lacking:
        chunks = chunks_of(lacking, chunk_cost)
        name, parameters = table_identity(game)
        job = Job(
            f"{name}-{wanted.start}-{wanted.stop}", chunks, BestSettings.of(game),
            partial(_add_rows, game, folder, chunks, rebuild),
            {**parameters, "chunks": [[chunk.start, chunk.stop] for chunk in chunks]},
        )  # fmt: skip
        run(job, **options | {"folder": folder})
    return open_table(game, folder)
