"""Tables of the best setting: a hand is looked up in microseconds instead of counted anew.

A table belongs to one game, which is the rules and the dealer's way, and has a row for each suit
class (see `suits`) that it covers: all 6,972,147, or any slices of them. `tabulate` makes it, and
adds to it. A row is five words of 32 bits:

    best   the three values of the best setting, as `asia-triple`
    wins, losses               what it wins and loses of the dealer's 53,524,680 hands
    house_wins, house_losses   the same of the setting that the house way would take

Pushes are the rest. Suits matter neither to the values nor to the counts, so a row holds for every
hand of its class; the setting itself is found anew from the values, and is the one that `exact`
would name.

    find_table(rules, way)       the table of a game, or None
    BestTable.look_up(hand)      one hand
    BestTable.rows_of(hands)     an array of hands
    BestTable.blocks()           everything, in order, in arrays: for plots, sums and exports
    best(hand, ...)              from the table where there is one, else counted
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia import exact
from astragal.asia.classes import setting_at
from astragal.asia.houseway import HouseWay, default_way
from astragal.asia.numbers import Triple, numbers_of
from astragal.asia.rules import SWITCHES, Rules
from astragal.asia.setting import DECK, HAND_SIZE, Setting, check_hand, falling_cards
from astragal.asia.suits import SUIT_CLASSES, class_hands, suit_class_of, suit_classes_of
from astragal.cards import CardSet, SetArray
from astragal.store import Json, Parameters, Table, canonical, data_folder, open_table, short_hash

KIND, VERSION = "asia-table", 1
REBUILD = "remove it and run astragal asia table"

COLUMNS = ("best", "wins", "losses", "house_wins", "house_losses")
Rows: TypeAlias = NDArray[np.uint32]
"""Rows of a table, (n, 5): the columns are `COLUMNS`."""

DEALER_HANDS = comb(DECK - HAND_SIZE, HAND_SIZE)
BLOCK = 100_000


def game_parameters(rules: Rules, way: HouseWay) -> Parameters:
    """Return what the rows of a table depend on."""
    switches: dict[str, Json] = {switch: getattr(rules, switch) for switch in SWITCHES}
    return {"switches": switches, "way": way.fingerprint}


def table_name(rules: Rules, way: HouseWay) -> str:
    """Return the file name of a game's table; other rules, or another way, have another."""
    return f"asia-table-{short_hash(game_parameters(rules, way))}"


@dataclass(frozen=True, slots=True)
class Worth:
    """A setting, and what it wins, loses and pushes of the dealer's hands."""

    setting: Setting
    triple: Triple
    wins: int
    losses: int
    pushes: int


@dataclass(frozen=True, slots=True)
class Entry:
    """The best setting of a hand, and that of the house way."""

    hand: CardSet
    rules: Rules
    way: str
    method: str
    """`table`, or `exact` if it was counted."""
    dealer_hands: int
    best: Worth
    house: Worth


@dataclass(frozen=True)
class Block:
    """Neighbouring suit classes: a hand of each, how many hands it stands for, and its row."""

    classes: range
    hands: SetArray
    weights: NDArray[np.uint8]
    rows: Rows

    def column(self, name: str) -> NDArray[np.uint32]:
        """Return one of the `COLUMNS`."""
        return self.rows[:, COLUMNS.index(name)]


@dataclass(frozen=True, slots=True)
class Totals:
    """Deals that the hands of a table win and lose, over every hand of every class it covers."""

    hands: int
    wins: int
    losses: int
    house_wins: int
    house_losses: int

    @property
    def deals(self) -> int:
        """How many deals that are."""
        return self.hands * DEALER_HANDS

    @property
    def edge(self) -> float:
        """What a best player loses of a bet, on average, when dealt one of these hands."""
        return (self.losses - self.wins) / self.deals

    @property
    def house_edge(self) -> float:
        """The same of a player who sets as the house way does."""
        return (self.house_losses - self.house_wins) / self.deals


class BestTable:
    """The table of one game, memory-mapped."""

    def __init__(self, table: Table, rules: Rules, way: HouseWay) -> None:
        self.path = table.path
        self.rules = rules
        self.way = way
        self.rows: Rows = table["rows"]
        self.ranges = tuple(range(start, stop) for start, stop in table["ranges"].tolist())
        """The suit classes that it covers: ascending, with gaps between them."""
        self._starts = [part.start for part in self.ranges]
        self._offsets = offsets_of(self.ranges)
        self._values = numbers_of(rules).native

    def __len__(self) -> int:
        """How many suit classes it covers."""
        return len(self.rows)

    @property
    def complete(self) -> bool:
        """Whether it covers all suit classes."""
        return len(self) == SUIT_CLASSES

    def __contains__(self, hand: CardSet) -> bool:
        return self._place(suit_class_of(hand)) is not None

    def _place(self, number: int) -> int | None:
        """Return the row of a suit class, None if it is not covered."""
        part = bisect_right(self._starts, number) - 1
        if part < 0 or number not in self.ranges[part]:
            return None
        return self._offsets[part] + number - self._starts[part]

    def look_up(self, hand: CardSet) -> Entry | None:
        """Return what the table has of a hand, None if it does not cover it."""
        place = self._place(suit_class_of(hand))
        if place is None:
            return None
        best, wins, losses, house_wins, house_losses = self.rows[place].tolist()
        house = self.way.triple(hand)
        cards = falling_cards(hand)

        def worth(triple: Triple, wins: int, losses: int) -> Worth:
            setting = setting_at(cards, _native.asia_setting_worth(self._values, hand, triple))
            return Worth(setting, triple, wins, losses, DEALER_HANDS - wins - losses)

        return Entry(
            hand, self.rules, self.way.name, "table", DEALER_HANDS,
            best=worth(best, wins, losses), house=worth(house, house_wins, house_losses),
        )  # fmt: skip

    def rows_of(self, hands: SetArray) -> tuple[Rows, NDArray[np.bool_]]:
        """Return the row of each hand, and whether it is covered; where it is not, zeros."""
        numbers = suit_classes_of(hands)
        part = np.searchsorted(np.array(self._starts, np.int64), numbers, side="right") - 1
        stops = np.array([covered.stop for covered in self.ranges], np.int64)
        known = (part >= 0) & (numbers < stops[part])
        shifts = np.array(self._offsets, np.int64) - np.array(self._starts, np.int64)
        rows = np.zeros((len(hands), len(COLUMNS)), np.uint32)
        rows[known] = self.rows[numbers[known] + shifts[part[known]]]
        return rows, known

    def blocks(self, size: int = BLOCK) -> Iterator[Block]:
        """Go through all that it covers, at most so many classes at a time."""
        for part, offset in zip(self.ranges, self._offsets, strict=True):
            for start in range(part.start, part.stop, size):
                classes = range(start, min(start + size, part.stop))
                first = offset + start - part.start
                yield Block(classes, *class_hands(classes), self.rows[first : first + len(classes)])

    def totals(self) -> Totals:
        """Add up wins and losses over every hand that it covers.

        Of a complete table `house_wins` and `house_losses` are those of the whole game.
        """
        hands, sums = 0, np.zeros(len(COLUMNS), np.int64)
        for block in self.blocks():
            hands += int(block.weights.sum(dtype=np.int64))
            sums += block.weights.astype(np.int64) @ block.rows.astype(np.int64)
        return Totals(hands, *sums[1:].tolist())


def offsets_of(ranges: Sequence[range]) -> list[int]:
    """Return the first row of each range of classes."""
    ends = np.cumsum([0, *map(len, ranges)]).tolist()
    offsets: list[int] = ends[:-1]
    return offsets


@lru_cache(maxsize=4)
def _opened(path: Path, stamp: tuple[int, ...], game: str) -> Table:
    """Open a table file once for as long as its stamp stays the same."""
    return open_table(
        path, kind=KIND, version=VERSION, parameters=json.loads(game), rebuild=REBUILD
    )


def close_tables() -> None:
    """Let go of table files that `find_table` keeps open."""
    _opened.cache_clear()


def find_table(
    rules: Rules, way: HouseWay, *, folder: str | PathLike[str] | None = None
) -> BestTable | None:
    """Return the table of a game from the folder (the data folder), None if there is none.

    A damaged one is an error. The whole file is compared with its checksums when it is opened, and
    then stays open for the next call, until it changes.
    """
    path = Path(data_folder() if folder is None else folder, table_name(rules, way))
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    stamp = status.st_mtime_ns, status.st_ino, status.st_size
    return BestTable(_opened(path, stamp, canonical(game_parameters(rules, way))), rules, way)


def best(
    hand: CardSet,
    *,
    rules: Rules = exact.PUSH,
    way: HouseWay | None = None,
    dead: CardSet = 0,
    folder: str | PathLike[str] | None = None,
) -> Entry:
    """Return the best setting of a hand: from the game's table if it is there, else counted.

    The answer is the same; `method` says where it is from. With `dead` cards it is always counted.

    >>> from astragal.cards import card_set
    >>> entry = best(card_set("Jk Ks Kd 9h 8c 5d 2s"))
    >>> str(entry.best.setting), entry.best.wins
    ('Ks Kd 5d 2s / Jk 8c / 9h', 42600015)
    """
    way = default_way(rules) if way is None else way
    check_hand(hand)
    table = find_table(rules, way, folder=folder) if dead == 0 else None
    found = None if table is None else table.look_up(hand)
    if found is not None:
        return found
    answer = exact.settings(hand, rules=rules, way=way, dead=dead)
    worths = (
        Worth(row.setting, row.triple, row.wins, row.losses, row.pushes)
        for row in (answer.best, answer.house)
    )
    return Entry(hand, rules, way.name, answer.method, answer.dealer_hands, *worths)
