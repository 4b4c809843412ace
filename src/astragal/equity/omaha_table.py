"""Omaha hands of four cards against a random hand, all deals counted: the order behind `15%`.

Each of the 16,432 classes of hands is counted against all 194,580 hands that it leaves the villain,
over all boards: 211 billion deals for each hand. Hands and boards that can't be told apart go
together, see `native/equity_omaha.hpp`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.cards import SUITS, Cards, card_ids
from astragal.equity.games import BOARD, Game
from astragal.equity.notation import hand_name
from astragal.equity.omaha import OMAHA, hand_classes
from astragal.equity.ranges import read_hand
from astragal.jobs import Job, RunOptions, run
from astragal.notebook import Tabular
from astragal.store import data_folder, ensure_table, open_shared

Counts: TypeAlias = NDArray[np.int64]

KIND = "omaha"
VERSION = 1

BOARDS_AT_ONCE = 100
"""Boards by their ranks in one chunk: a second of work."""
DEALS = comb(48, 4) * comb(44, BOARD)
"""The deals of one hand: the hands of a villain, times the boards."""
_SHOWN = 10


@dataclass(frozen=True, eq=False, repr=False)
class OmahaTable(Tabular):
    """All classes of hands against a random hand; the arrays have a row for each class."""

    wins: Counts
    """Of all hands of the class together; so are the ties."""
    ties: Counts
    path: Path | None = None
    """The table file."""

    @property
    def deals(self) -> Counts:
        """The deals of all hands of the class together."""
        return hand_classes().sizes * DEALS

    @property
    def equity(self) -> NDArray[np.float64]:
        """The share of the pot: 1 for a win, 1/2 for a tie."""
        return (2 * self.wins + self.ties) / (2 * self.deals)

    @cached_property
    def order(self) -> NDArray[np.intp]:
        """The numbers of the classes, best first."""
        return np.argsort(-self.equity, kind="stable")

    def equity_of(self, hand: Cards) -> float:
        """Return the equity of a hand against a random one."""
        classes = hand_classes()
        place = classes.hands.searchsorted(np.uint64(read_hand(hand, OMAHA)))
        return float(self.equity[classes.class_of[place]])

    def __repr__(self) -> str:
        return f"<OmahaTable, {len(self.wins):,} classes of hands>"

    def to_dict(self) -> dict[str, Any]:
        """Return the size, the file, and each class against a random hand, best first."""
        return {
            "game": OMAHA.name,
            "hands": len(hand_classes().hands),
            "classes": len(self.wins),
            "deals": len(hand_classes().hands) * DEALS,
            "table": None if self.path is None else str(self.path),
            "random": list(self._records()),
        }

    def _records(self) -> Iterator[dict[str, object]]:
        classes, equity = hand_classes(), self.equity
        for number in self.order.tolist():
            yield {
                "hand": hand_name(int(classes.first[number])),
                "combos": int(classes.sizes[number]),
                "deals": int(self.deals[number]),
                "wins": int(self.wins[number]),
                "ties": int(self.ties[number]),
                "equity": float(equity[number]),
            }

    def _table(self) -> tuple[list[str], list[list[str]], str]:
        records = list(self._records())
        return (
            ["hand", "combos", "equity", "win", "tie"],
            [
                [str(one["hand"]), str(one["combos"])]
                + [f"{one['equity']:.4%}"]
                + [f"{one[name] / one['deals']:.2%}" for name in ("wins", "ties")]  # type: ignore[operator]
                for one in (*records[:_SHOWN], *records[-_SHOWN:])
            ],
            f"the {_SHOWN} best and the {_SHOWN} worst of {len(records):,} classes of hands, "
            f"all {DEALS:,} deals of each hand counted\ntable: {self.path}",
        )


def omaha_table(
    path: str | PathLike[str] | None = None,
    *,
    rebuild: bool = False,
    **where: Unpack[RunOptions],
) -> OmahaTable:
    """Return the table of all Omaha hands against a random hand, from its file.

    If there is no file, the table is built, which takes about a minute of one core, and saved.
    Only `rebuild` replaces a file. With a `folder`, an interrupted build resumes from a checkpoint.
    """
    path = data_folder() / "preflop" / "omaha.table" if path is None else Path(path)

    def count() -> dict[str, Counts]:
        table = run(omaha_job(), **where)
        return {"wins": table.wins, "ties": table.ties}

    ensure_table(
        path, count, kind=KIND, version=VERSION, parameters=OMAHA.parameters, rebuild=rebuild
    )
    stored = open_shared(
        path,
        kind=KIND,
        version=VERSION,
        parameters=OMAHA.parameters,
        rebuild="astragal preflop --rebuild --game omaha",
    )
    return OmahaTable(stored["wins"], stored["ties"], path)


def omaha_job(game: Game = OMAHA) -> Job[range, Counts, OmahaTable]:
    """Return the job behind the table: each set of ranks that a board can have once."""
    boards = _native.omaha_against_random(game.tables, 0, 0, *_sums(game))
    chunks = [
        range(start, min(start + BOARDS_AT_ONCE, boards))
        for start in range(0, boards, BOARDS_AT_ONCE)
    ]

    def combine(results: Iterator[Counts]) -> OmahaTable:
        wins, ties = by_class(game, sum(results))  # type: ignore[arg-type]
        table = OmahaTable(wins, ties)
        if game == OMAHA and (2 * wins + ties).sum() != table.deals.sum():
            raise AssertionError("the hands do not win as often as they lose")
        return table

    parameters = {**game.parameters, "boards_at_once": BOARDS_AT_ONCE}
    return Job(f"preflop-{game}", chunks, _CountBoards(game), combine, parameters, VERSION)


@dataclass(frozen=True)
class _CountBoards:
    """Counts a chunk of boards: wins and ties by the ranks alone, and corrections for one suit."""

    game: Game

    def __call__(self, boards: range) -> Counts:
        sums = _sums(self.game)
        _native.omaha_against_random(self.game.tables, boards.start, boards.stop, *sums)
        return sums


def _sums(game: Game) -> Counts:
    return np.zeros((2, len(_native.omaha_kinds(game.tables)), 2), np.int64)


def by_class(game: Game, sums: Counts) -> Counts:
    """Return wins and ties of all hands of each class together."""
    place = {tuple(kinds): number for number, kinds in enumerate(_native.omaha_kinds(game.tables))}
    ranks, suited = sums
    classes = hand_classes(game)
    found = np.empty((len(classes.first), 2), np.int64)
    for number, hand in enumerate(classes.first.tolist()):
        cards = card_ids(hand)

        def kinds(suit: int | None, cards: list[int] = cards) -> int:
            """Return the place of the hand by kind: in this suit, then in all others."""
            return place[tuple(sorted(c // 4 + 13 * (c % 4 != suit) for c in cards))]

        found[number] = ranks[kinds(None)] + sum(suited[kinds(suit)] for suit in range(len(SUITS)))
    return (found * classes.sizes[:, np.newaxis]).T
