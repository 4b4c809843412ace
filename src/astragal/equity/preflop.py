"""Starting hands against each other before the flop, heads-up: all combos, all boards.

For AKs against QQ, each of the 24 pairs of combos that share no card is counted over all 1,712,304
boards. The counts are whole numbers, so an equity is exact to the last bit.

Hold'em has 169 starting hands and 1,624,350 pairs of combos. Renaming the suits changes no count,
so the whole table takes about 47,000 pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal import _native
from astragal._cached import cached_property
from astragal._frames import columns_of
from astragal._results import TableResult
from astragal._tables import TextTable
from astragal.equity.notation import RANDOM, is_random
from astragal.equity.spot import suit_symmetries
from astragal.equity.starting_hands import StartingHand, parse_starting_hand, starting_hands
from astragal.errors import counted
from astragal.jobs.job import Job, chunk_ranges
from astragal.jobs.run import RunOptions, run
from astragal.poker.variants import BOARD, VARIANTS, Variant, two_card_variant
from astragal.store import data_folder
from astragal.store.canonical import short_hash
from astragal.store.files import read_path
from astragal.store.parquet import write_parquet
from astragal.store.shared import ensure_table, open_shared

Counts: TypeAlias = NDArray[np.int64]

KIND = "preflop"
VERSION = 1

PAIRS_AT_ONCE = 400
"""Pairs of starting hands in one chunk: half a second of work."""
_SHOWN = 10


# ---- Two hands, and one against all ------------------------------------------------------------


class MatchUpJson(TypedDict):
    """A starting hand against another, or against a random hand."""

    game: str
    hand: str
    villain: str
    """The other starting hand, or random."""
    combos: int
    """Pairs of combos that share no card."""
    deals: int
    """Pairs of combos times boards."""
    wins: int
    ties: int
    losses: int
    equity: float
    """The share of the pot, 0 to 1."""


@dataclass(frozen=True, slots=True, repr=False)
class MatchUp(TableResult):
    """A starting hand against another, or against a random hand: counts over all deals."""

    game: str
    hand: str
    villain: str
    combos: int
    """Pairs of combos that share no card."""
    deals: int
    wins: int
    ties: int

    @property
    def losses(self) -> int:
        """How often the villain wins."""
        return self.deals - self.wins - self.ties

    @property
    def equity(self) -> float:
        """The share of the pot: 1 for a win, 1/2 for a tie."""
        return (2 * self.wins + self.ties) / (2 * self.deals)

    @property
    def swapped(self) -> MatchUp:
        """The same deals from the villain's side."""
        return replace(self, hand=self.villain, villain=self.hand, wins=self.losses)

    def __repr__(self) -> str:
        return f"<MatchUp {self.hand} {self.equity:.4%} v {self.villain}: {self.deals:,} deals>"

    def to_dict(self) -> MatchUpJson:
        """Return the JSON of `astragal preflop HAND VILLAIN`."""
        return {
            "game": self.game,
            "hand": self.hand,
            "villain": self.villain,
            "combos": self.combos,
            "deals": self.deals,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "equity": self.equity,
        }

    def _columns(self) -> Mapping[str, Sequence[object]]:
        return columns_of([self.to_dict()])

    def _table(self) -> TextTable:
        counts = f"{self.wins:,} wins, {self.ties:,} ties, {self.losses:,} losses"
        return _table([self], f"{counts}: {_all_deals(self)}")


def _table(match_ups: Iterable[MatchUp], summary: str) -> TextTable:
    rows = [
        [one.hand, one.villain, f"{one.equity:.4%}"]
        + [f"{count / one.deals:.2%}" for count in (one.wins, one.ties, one.losses)]
        for one in match_ups
    ]
    return TextTable(["hand", "villain", "equity", "win", "tie", "lose"], rows, summary)


def _all_deals(one: MatchUp) -> str:
    return f"all {one.deals:,} deals of {counted(one.combos, 'pair')} of combos"


def _best_first(match_ups: Iterable[MatchUp]) -> list[MatchUp]:
    return sorted(match_ups, key=lambda one: -one.equity)


class PreflopRowJson(TypedDict):
    """One starting hand against each."""

    game: str
    hand: str
    random: MatchUpJson
    """The hand against a random one."""
    villains: list[MatchUpJson]
    """The hand against each starting hand, best first."""


@dataclass(frozen=True, slots=True, repr=False)
class PreflopRow(TableResult):
    """One starting hand against each, in the order of `starting_hands`."""

    match_ups: tuple[MatchUp, ...]

    def __len__(self) -> int:
        return len(self.match_ups)

    def __iter__(self) -> Iterator[MatchUp]:
        return iter(self.match_ups)

    def __getitem__(self, place: int) -> MatchUp:
        return self.match_ups[place]

    @property
    def hand(self) -> str:
        """The starting hand."""
        return self.match_ups[0].hand

    @property
    def random(self) -> MatchUp:
        """The hand against a random one."""
        return replace(
            self.match_ups[0],
            villain=RANDOM,
            combos=sum(one.combos for one in self.match_ups),
            deals=sum(one.deals for one in self.match_ups),
            wins=sum(one.wins for one in self.match_ups),
            ties=sum(one.ties for one in self.match_ups),
        )

    def __repr__(self) -> str:
        return f"<PreflopRow {self.hand} v {len(self)} hands, {self.random.equity:.4%} v random>"

    def to_dict(self) -> PreflopRowJson:
        """Return the JSON of `astragal preflop HAND`."""
        return {
            "game": self.match_ups[0].game,
            "hand": self.hand,
            "random": self.random.to_dict(),
            "villains": [one.to_dict() for one in _best_first(self.match_ups)],
        }

    def _columns(self) -> Mapping[str, Sequence[object]]:
        return columns_of(one.to_dict() for one in self.match_ups)

    def _table(self) -> TextTable:
        rows = [self.random, *_best_first(self.match_ups)]
        return _table(rows, f"{_all_deals(self.random)} counted")


def preflop(hand: str, villain: str = RANDOM, *, game: str | Variant = "holdem") -> MatchUp:
    """Count one starting hand against another, or against a random hand.

    Two starting hands take about a millisecond.

    >>> preflop("AKs", "QQ")
    <MatchUp AKs 46.0485% v QQ: 41,095,296 deals>
    >>> round(preflop("AA").equity, 10)
    0.852037133
    """
    variant = two_card_variant(game)
    mine = parse_starting_hand(hand, variant)
    if is_random(villain):
        return _row(variant, mine).random
    return _match_up(variant, mine, parse_starting_hand(villain, variant))


def preflop_row(hand: str, *, game: str | Variant = "holdem") -> PreflopRow:
    """Count one starting hand against each.

    >>> preflop_row("AA")
    <PreflopRow AA v 169 hands, 85.2037% v random>
    """
    variant = two_card_variant(game)
    return _row(variant, parse_starting_hand(hand, variant))


def _row(game: Variant, hand: StartingHand) -> PreflopRow:
    return PreflopRow(tuple(_match_up(game, hand, villain) for villain in starting_hands(game)))


def _match_up(game: Variant, hand: StartingHand, villain: StartingHand) -> MatchUp:
    combos, wins, ties, _ = _count(game, hand, villain)
    return MatchUp(
        game=game.name,
        hand=str(hand),
        villain=str(villain),
        combos=combos,
        deals=combos * _boards_left(game),
        wins=wins,
        ties=ties,
    )


def _count(game: Variant, one: StartingHand, other: StartingHand) -> tuple[int, int, int, int]:
    """Return combos, and over all boards the wins, ties and losses of the first."""
    sets = [np.array(hand.combos, np.uint64) for hand in (one, other)]
    weights = [np.ones(len(hands)) for hands in sets]
    pairs = len(sets[0]) * len(sets[1])
    # No permutation of the suits changes a starting hand.
    ((wins, ties), (losses, _)), _, combos, *_ = _native.count_ranges(
        game.tables,
        game.showdown_mode,
        sets,
        weights,
        board=0,
        dead=0,
        symmetries=_ALL_SUITS,
        begin=0,
        end=pairs,
        categories=False,
    )
    return int(combos), int(wins), int(ties), int(losses)


_ALL_SUITS = suit_symmetries()


def _boards_left(game: Variant) -> int:
    """Return the number of boards that two hands leave."""
    return comb(game.deck.bit_count() - 2 * game.hole, BOARD)


# ---- The whole table ---------------------------------------------------------------------------


class PreflopTableJson(TypedDict):
    """All starting hands of a game against each other."""

    game: str
    hands: int
    """The number of starting hands."""
    deals: int
    """The number of all deals together."""
    table: str | None
    """The table file; null if the table is not stored."""
    random: list[MatchUpJson]
    """Each starting hand against a random one, best first."""


@dataclass(frozen=True, eq=False, repr=False)
class PreflopTable(TableResult):
    """All starting hands of a game against each other.

    Each array has a row for each of `hands` and a column for each as the villain.
    """

    game: Variant
    combos: Counts
    """Pairs of combos that share no card."""
    wins: Counts
    ties: Counts
    path: Path | None = None
    """The table file."""

    @cached_property
    def hands(self) -> tuple[StartingHand, ...]:
        """The starting hands: AA, AKs, AKo, AQs, ..."""
        return starting_hands(self.game)

    @property
    def losses(self) -> Counts:
        """How often the villain wins."""
        return self.wins.T

    @property
    def deals(self) -> Counts:
        """Pairs of combos times boards."""
        return self.combos * _boards_left(self.game)

    @property
    def equity(self) -> NDArray[np.float64]:
        """The share of the pot: 1 for a win, 1/2 for a tie."""
        return (2 * self.wins + self.ties) / (2 * self.deals)

    def match_up(self, hand: str, villain: str) -> MatchUp:
        """Look up one starting hand against another."""
        return self._at(self._place(hand), self._place(villain))

    def row(self, hand: str) -> PreflopRow:
        """Look up one starting hand against each."""
        return self._row(self._place(hand))

    def _row(self, row: int) -> PreflopRow:
        return PreflopRow(tuple(self._at(row, column) for column in range(len(self.hands))))

    def against_random(self) -> list[MatchUp]:
        """Return each starting hand against a random one, best first."""
        return _best_first(self._row(row).random for row in range(len(self.hands)))

    def __repr__(self) -> str:
        return f"<PreflopTable {self.game}, {len(self.hands)} starting hands>"

    def to_dict(self) -> PreflopTableJson:
        """Return the JSON of `astragal preflop`."""
        return {
            "game": self.game.name,
            "hands": len(self.hands),
            "deals": int(self.deals.sum()),
            "table": None if self.path is None else str(self.path),
            "random": [one.to_dict() for one in self.against_random()],
        }

    def _table(self) -> TextTable:
        ranked = self.against_random()
        return _table(
            [*ranked[:_SHOWN], *ranked[-_SHOWN:]],
            f"the {_SHOWN} best and the {_SHOWN} worst of {len(ranked)} starting hands, "
            f"all {self.deals.sum():,} deals counted\ntable: {self.path}",
        )

    def _columns(self) -> Mapping[str, Any]:
        names = [str(hand) for hand in self.hands]
        return {
            "hand": [name for name in names for _ in names], "villain": names * len(names),
            "wins": self.wins.ravel(), "ties": self.ties.ravel(), "losses": self.losses.ravel(),
            "deals": self.deals.ravel(), "equity": self.equity.ravel(),
            "combos": self.combos.ravel(),
        }  # fmt: skip

    def write_parquet(self, path: str | PathLike[str]) -> None:
        """Write one line for each pair of starting hands to a Parquet file."""
        write_parquet(
            path,
            self._columns(),
            {
                "kind": KIND,
                "version": VERSION,
                "game": self.game.name,
                "parameters": self.game.parameters,
            },
        )

    def _place(self, name: str) -> int:
        return self.hands.index(parse_starting_hand(name, self.game))

    def _at(self, row: int, column: int) -> MatchUp:
        combos = int(self.combos[row, column])
        return MatchUp(
            game=self.game.name,
            hand=str(self.hands[row]),
            villain=str(self.hands[column]),
            combos=combos,
            deals=combos * _boards_left(self.game),
            wins=int(self.wins[row, column]),
            ties=int(self.ties[row, column]),
        )


def preflop_table(
    game: str | Variant = "holdem",
    *,
    path: str | PathLike[str] | None = None,
    rebuild: bool = False,
    **where: Unpack[RunOptions],
) -> PreflopTable:
    """Return the table of all starting hands of a game, from its file.

    If there is no file, the table is built, which takes about 6 seconds of one core, and saved.
    Only `rebuild` replaces a file. With a `folder`, an interrupted build resumes from a checkpoint.
    """
    game = two_card_variant(game)
    path = _default_path(game) if path is None else read_path(path)

    def count(save: Callable[[Mapping[str, Counts]], None]) -> None:
        job = preflop_job(game)

        def combine(results: Iterator[Counts]) -> PreflopTable:
            table = job.combine(results)
            save({"combos": table.combos, "wins": table.wins, "ties": table.ties})
            return table

        run(replace(job, combine=combine), **where)

    ensure_table(
        path, count, kind=KIND, version=VERSION, parameters=game.parameters, rebuild=rebuild,
        progress=where.get("progress", False),
    )  # fmt: skip
    return open_preflop_table(game, path=path)


def open_preflop_table(
    game: str | Variant = "holdem", *, path: str | PathLike[str] | None = None
) -> PreflopTable:
    """Open the table of a game; raise TableMissingError if it was not built yet."""
    game = two_card_variant(game)
    path = _default_path(game) if path is None else read_path(path)
    command = "equity.preflop_table(game, rebuild=True)"
    if game in VARIANTS.values():
        command = f"astragal preflop --rebuild --game {game}"
    stored = open_shared(
        path, kind=KIND, version=VERSION, parameters=game.parameters,
        rebuild=command,
    )  # fmt: skip
    return PreflopTable(game, stored["combos"], stored["wins"], stored["ties"], path)


def _file_name(game: Variant) -> str:
    """Return a name that belongs to the rules of a game: its own name may be any text."""
    same = (known.name for known in VARIANTS.values() if known.parameters == game.parameters)
    return next(same, short_hash(game.parameters))


def _default_path(game: Variant) -> Path:
    return data_folder() / "preflop" / f"{_file_name(game)}.table"


def preflop_job(game: Variant) -> Job[range, Counts, PreflopTable]:
    """Return the job behind the table: each unordered pair of starting hands once."""
    size = len(starting_hands(game))
    chunks = chunk_ranges(size * (size + 1) // 2, PAIRS_AT_ONCE)
    work, combine = partial(_count_pairs, game), partial(_whole_table, game)
    parameters = {**game.parameters, "pairs_at_once": PAIRS_AT_ONCE}
    return Job(f"preflop-{_file_name(game)}", chunks, work, combine, parameters, VERSION)


def _count_pairs(game: Variant, pairs: range) -> Counts:
    """Count a chunk of pairs: combos, wins, ties, losses of the first hand."""
    hands = starting_hands(game)
    first, second = np.triu_indices(len(hands))
    counts = [_count(game, hands[first[pair]], hands[second[pair]]) for pair in pairs]
    return np.array(counts, np.int64)


def _whole_table(game: Variant, results: Iterator[Counts]) -> PreflopTable:
    """Put each pair into its two places."""
    counts = np.concatenate(list(results))
    size = len(starting_hands(game))
    combos, wins, ties = np.empty((3, size, size), np.int64)
    first, second = np.triu_indices(size)
    for matrix, mine, yours in ((combos, 0, 0), (wins, 1, 3), (ties, 2, 2)):
        matrix[first, second] = counts[:, mine]
        matrix[second, first] = counts[:, yours]
    table = PreflopTable(game, combos, wins, ties)
    cards = game.deck.bit_count()
    if combos.sum() != comb(cards, 2) * comb(cards - 2, 2):
        raise AssertionError(f"{combos.sum()} pairs of combos are not those of {cards} cards")
    if not np.array_equal(wins + ties + wins.T, table.deals):
        raise AssertionError("wins, ties and losses do not add up to all deals")
    return table
