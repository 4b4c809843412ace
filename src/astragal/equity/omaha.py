"""Omaha hands of four cards: their ranges, their classes, and their exact order.

    AAxx              two aces and any two cards       AhAxx            the ace of hearts among them
    AKQJ              one card of each of these ranks  JT98+            JT98, QJT9, KQJT, AKQJ
    AAxx ds           two suits with two cards each    AAxx ss          one suit with two or more
    AAxx r            four suits, a rainbow            15%  5-15%       the best hands

270,725 hands are 16,432 classes of hands that differ only in suits. Their order is that of the
exact equity against a random hand: `OmahaTable` counts each class against all 194,580 hands that it
leaves the villain, over all boards, 211 billion deals for each hand. Hands and boards that can't be
told apart go together, see `native/equity/omaha.hpp`. `make verify` compares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.cards import RANKS, SUITS, CardSet, SetArray, card_ids, card_set, subsets
from astragal.equity.starting_hands import ordering, permuted
from astragal.jobs.job import Job, chunk_ranges
from astragal.jobs.run import RunOptions, run
from astragal.poker.variants import BOARD, VARIANTS, Variant, hand_name
from astragal.store import data_folder
from astragal.store.files import read_path
from astragal.store.package_data import read_package_data
from astragal.store.shared import ensure_table, open_shared

Counts: TypeAlias = NDArray[np.int64]

OMAHA = VARIANTS["omaha"]
SUITED = re.compile(r"(?i)(?<![\s$])[\s$]+(ds|ss|r)(?=[\s,:@!\[]|$)")
"""What follows a part and says which suits it has."""

_CARD = "(?:10|[2-9TJQKA])[cdhs]?|x"
_PATTERN = re.compile(rf"(?i)((?:{_CARD}){{4}})(\+?)(?:\$(ds|ss|r))?")


class HandClasses(NamedTuple):
    """All hands, ascending, and the classes of hands that differ only in suits."""

    hands: SetArray
    class_of: NDArray[np.intp]
    """The number of the class of each hand."""
    first: SetArray
    """The lowest hand of each class, ascending."""
    sizes: NDArray[np.int64]


@cache
def hand_classes(game: Variant = OMAHA) -> HandClasses:
    """Return all hands of a game and their classes.

    >>> classes = hand_classes()
    >>> len(classes.hands), len(classes.first), int(classes.sizes.sum())
    (270725, 16432, 270725)
    """
    hands = subsets(game.deck, game.hole)
    lowest = hands
    for permutation in permutations(range(len(SUITS))):
        lowest = np.minimum(lowest, permuted(hands, permutation))
    first, class_of, sizes = np.unique(lowest, return_inverse=True, return_counts=True)
    return HandClasses(hands, class_of, first, sizes)


@cache
def order_of_classes() -> NDArray[np.uint16]:
    """Return the numbers of the classes, best first."""
    return np.frombuffer(read_package_data("equity/omaha.order"), "<u2")


@cache
def _hands_in_order(game: Variant) -> tuple[SetArray, NDArray[np.intp]]:
    """Return all hands, best first, and where each class of equal hands begins, and the end."""
    if game.name == OMAHA.name:
        classes, order = hand_classes(), order_of_classes()
        hands = classes.hands[order.argsort()[classes.class_of].argsort(kind="stable")]
        sizes = classes.sizes[order]
    else:
        combos = [hand.combos for hand in ordering(game)]
        hands, sizes = np.concatenate(combos).astype(np.uint64), np.array([*map(len, combos)])
    return hands, np.concatenate([[0], sizes.cumsum()])


def best_hands(least: float, most: float, game: Variant) -> Sequence[CardSet]:
    """Return the best hands of a game up to a percentage, without the best `least` percent.

    They are as many classes as it takes to have that percentage of all hands.

    >>> from astragal.poker import HOLDEM
    >>> len(best_hands(0, 2, HOLDEM))  # AA to TT
    30
    """
    hands, starts = _hands_in_order(game)
    first, end = (starts[starts.searchsorted(p / 100 * game.hand_count)] for p in (least, most))
    best: list[CardSet] = hands[first:end].tolist()
    return best


@cache
def _counts() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return how many cards of each rank each hand has, and of each suit."""
    hands = hand_classes().hands[:, np.newaxis]
    bits = hands >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    cards = bits.astype(np.uint8).reshape(-1, len(RANKS), len(SUITS))
    return cards.sum(axis=2, dtype=np.uint8), cards.sum(axis=1, dtype=np.uint8)


def pattern_hands(text: str, game: Variant) -> Sequence[CardSet] | None:
    """Return the hands of a part like `AAxx` or `JT98+$ds`; None for other parts."""
    match = _PATTERN.fullmatch(text)
    if match is None or game.hole != OMAHA.hole:
        return None
    tokens = [one.upper().replace("10", "T") for one in re.findall(f"(?i){_CARD}", match[1])]
    if all(len(token) == 2 for token in tokens) and not match[2] and not match[3]:
        return None  # one hand
    ranks = [RANKS.index(token[0]) for token in tokens if token != "X"]
    known = [token for token in tokens if len(token) == 2]
    steps = len(RANKS) - max(ranks, default=0) if match[2] and ranks and not known else 1
    by_rank, by_suit = _counts()
    fits = np.zeros(len(by_rank), bool)
    for step in range(steps):
        fits |= np.logical_and.reduce(
            [by_rank[:, rank + step] >= number for rank, number in Counter(ranks).items()]
            or [np.ones(len(by_rank), bool)]
        )
    if known:
        own = np.uint64(card_set("".join(known)))
        fits &= hand_classes().hands & own == own
    if match[3]:
        twice = (by_suit >= 2).sum(axis=1)
        fits &= twice == {"ds": 2, "ss": 1, "r": 0}[match[3].lower()]
    hands: list[CardSet] = hand_classes().hands[fits].tolist()
    return hands


# ---- All hands against a random one ------------------------------------------------------------

KIND = "omaha"
VERSION = 1
BOARDS_AT_ONCE = 100
"""Boards by their ranks in one chunk: a second of work."""
DEALS = comb(48, 4) * comb(44, BOARD)
"""The deals of one hand: the hands of a villain, times the boards."""
_SHOWN = 10


class OmahaClassJson(TypedDict):
    """A class of hands that differ only in suits, against a random hand."""

    hand: str
    """The lowest hand of the class."""
    combos: int
    """The number of hands of the class."""
    deals: int
    """Of all hands of the class together; so are wins and ties."""
    wins: int
    ties: int
    equity: float
    """The share of the pot, 0 to 1."""


class OmahaTableJson(TypedDict):
    """All classes of Omaha hands against a random hand."""

    game: str
    hands: int
    """The number of hands."""
    classes: int
    """The number of classes of hands that differ only in suits."""
    deals: int
    """The number of all deals together."""
    table: str | None
    """The table file; null if the table is not stored."""
    random: list[OmahaClassJson]
    """Each class against a random hand, best first."""


@dataclass(frozen=True, eq=False, repr=False)
class OmahaTable(TableResult):
    """All classes of hands against a random hand; the arrays have a row for each class."""

    game: ClassVar[Variant] = OMAHA

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

    def __repr__(self) -> str:
        return f"<OmahaTable, {len(self.wins):,} classes of hands>"

    def to_dict(self) -> OmahaTableJson:
        """Return the JSON of `astragal preflop --game omaha`."""
        columns = self._columns()
        rows = zip(
            columns["hand"],
            columns["combos"].tolist(),
            columns["deals"].tolist(),
            columns["wins"].tolist(),
            columns["ties"].tolist(),
            columns["equity"].tolist(),
            strict=True,
        )
        return {
            "game": self.game.name,
            "hands": len(hand_classes().hands),
            "classes": len(self.wins),
            "deals": int(self.deals.sum()),
            "table": None if self.path is None else str(self.path),
            "random": [
                {
                    "hand": hand,
                    "combos": combos,
                    "deals": deals,
                    "wins": wins,
                    "ties": ties,
                    "equity": equity,
                }
                for hand, combos, deals, wins, ties, equity in rows
            ],
        }

    def _columns(self) -> Mapping[str, Any]:
        classes, order = hand_classes(), self.order
        return {
            "hand": [hand_name(hand) for hand in classes.first[order].tolist()],
            "combos": classes.sizes[order],
            "deals": self.deals[order],
            "wins": self.wins[order],
            "ties": self.ties[order],
            "equity": self.equity[order],
        }

    def _table(self) -> TextTable:
        columns = self._columns()
        classes = len(self.wins)
        rows = [
            [
                columns["hand"][place],
                columns["combos"][place],
                f"{columns['equity'][place]:.4%}",
                f"{columns['wins'][place] / columns['deals'][place]:.2%}",
                f"{columns['ties'][place] / columns['deals'][place]:.2%}",
            ]
            for place in (*range(_SHOWN), *range(classes - _SHOWN, classes))
        ]
        return TextTable(
            ["hand", "combos", "equity", "win", "tie"],
            rows,
            f"the {_SHOWN} best and the {_SHOWN} worst of {classes:,} classes of hands, "
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
    path = data_folder() / "preflop" / "omaha.table" if path is None else read_path(path)

    def count(save: Callable[[Mapping[str, Counts]], None]) -> None:
        job = omaha_job()

        def combine(results: Iterator[Counts]) -> OmahaTable:
            table = job.combine(results)
            save({"wins": table.wins, "ties": table.ties})
            return table

        run(replace(job, combine=combine), **where)

    ensure_table(
        path, count, kind=KIND, version=VERSION, parameters=OMAHA.parameters, rebuild=rebuild,
        progress=where.get("progress", False),
    )  # fmt: skip
    stored = open_shared(
        path, kind=KIND, version=VERSION, parameters=OMAHA.parameters,
        rebuild="astragal preflop --rebuild --game omaha",
    )  # fmt: skip
    return OmahaTable(stored["wins"], stored["ties"], path)


def omaha_job(game: Variant = OMAHA) -> Job[range, Counts, OmahaTable]:
    """Return the job behind the table: each set of ranks that a board can have once."""
    boards = _native.omaha_against_random(game.tables, 0, 0, *_sums(game))
    chunks = chunk_ranges(boards, BOARDS_AT_ONCE)

    def combine(results: Iterator[Counts]) -> OmahaTable:
        wins, ties = by_class(game, sum(results))  # type: ignore[arg-type]
        table = OmahaTable(wins, ties)
        if game == OMAHA and (2 * wins + ties).sum() != table.deals.sum():
            raise AssertionError("the hands do not win as often as they lose")
        return table

    parameters = {**game.parameters, "boards_at_once": BOARDS_AT_ONCE}
    work = partial(_count_boards, game)
    return Job(f"preflop-{game}", chunks, work, combine, parameters, VERSION)


def _count_boards(game: Variant, boards: range) -> Counts:
    """Count a chunk of boards: wins and ties by the ranks alone, and corrections for one suit."""
    sums = _sums(game)
    _native.omaha_against_random(game.tables, boards.start, boards.stop, *sums)
    return sums


def _sums(game: Variant) -> Counts:
    return np.zeros((2, len(_native.omaha_kinds(game.tables)), 2), np.int64)


def by_class(game: Variant, sums: Counts) -> Counts:
    """Return wins and ties of all hands of each class together."""
    place = {tuple(kinds): number for number, kinds in enumerate(_native.omaha_kinds(game.tables))}
    ranks, suited = sums
    classes = hand_classes(game)
    counts = np.empty((len(classes.first), 2), np.int64)
    for number, hand in enumerate(classes.first.tolist()):
        cards = card_ids(hand)

        def kinds(suit: int | None, cards: list[int] = cards) -> int:
            """Return the place of the hand by kind: in this suit, then in all others."""
            return place[tuple(sorted(c // 4 + 13 * (c % 4 != suit) for c in cards))]

        counts[number] = ranks[kinds(None)] + sum(suited[kinds(suit)] for suit in range(len(SUITS)))
    return (counts * classes.sizes[:, np.newaxis]).T
