"""The exact table of all starting hands against each other, before the flop, heads-up.

Hold'em has 169 of them and 1,624,350 pairs of hands; renaming the suits changes no count, so some
47,000 pairs are counted.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import comb
from os import PathLike
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from astragal.equity.games import HOLDEM, Game
from astragal.equity.matchup import (
    MatchUp,
    against_random,
    boards_left,
    count_match_up,
    two_card_game,
)
from astragal.equity.starting import StartingHand, parse_starting_hand, starting_hands
from astragal.errors import TableMissingError
from astragal.jobs import Job, RunOptions, run
from astragal.store import data_folder, open_table, write_parquet, write_table

Counts = NDArray[np.int64]

KIND = "preflop"
VERSION = 1

PAIRS_AT_ONCE = 400
"""Of starting hands, in one chunk: half a second of work."""


@dataclass(frozen=True, eq=False)
class PreflopTable:
    """All starting hands of a game against each other.

    Each array has a row for each of `hands` and a column for each as the villain.
    """

    game: Game
    combos: Counts
    """Pairs of hands that share no card."""
    wins: Counts
    ties: Counts

    @cached_property
    def hands(self) -> tuple[StartingHand, ...]:
        """The starting hands, in the order of `starting_hands`: AA, AKs, AKo, AQs, ..."""
        return tuple(starting_hands(self.game.rules.lowest_rank))

    @property
    def losses(self) -> Counts:
        """How often the villain wins."""
        return self.wins.T

    @property
    def deals(self) -> Counts:
        """Pairs of hands times boards."""
        return self.combos * boards_left(self.game)

    @property
    def equity(self) -> NDArray[np.float64]:
        """The part of the pot, 0 to 1: a win is all of it, a tie half."""
        return (2 * self.wins + self.ties) / (2 * self.deals)

    def match_up(self, hand: str, villain: str) -> MatchUp:
        """Look up one starting hand against another."""
        row, column = self._place(hand), self._place(villain)
        return self._match_up(row, column)

    def row(self, hand: str) -> list[MatchUp]:
        """Return a starting hand against each, in the order of `hands`."""
        row = self._place(hand)
        return [self._match_up(row, column) for column in range(len(self.hands))]

    def against_random(self) -> list[MatchUp]:
        """Return each starting hand against any hand, in the order of `hands`."""
        return [against_random(self.row(hand.name)) for hand in self.hands]

    @classmethod
    def open(
        cls, game: str | Game = "holdem", path: str | PathLike[str] | None = None
    ) -> "PreflopTable":
        """Map the table of a game that was saved."""
        game = two_card_game(game)
        stored = open_table(
            default_path(game) if path is None else path,
            kind=KIND,
            version=VERSION,
            parameters=game.parameters,
            rebuild=_rebuild_command(game),
        )
        return cls(game, stored["combos"], stored["wins"], stored["ties"])

    def save(self, path: str | PathLike[str] | None = None) -> None:
        """Write the table to a file, where `open` finds it."""
        write_table(
            default_path(self.game) if path is None else path,
            {"combos": self.combos, "wins": self.wins, "ties": self.ties},
            kind=KIND,
            version=VERSION,
            parameters=self.game.parameters,
        )

    def write_parquet(self, path: str | PathLike[str]) -> None:
        """Write one line for each pair of starting hands to a Parquet file."""
        names = [hand.name for hand in self.hands]
        write_parquet(
            path,
            {
                "hand": [name for name in names for _ in names],
                "villain": names * len(names),
                "wins": self.wins.ravel(),
                "ties": self.ties.ravel(),
                "losses": self.losses.ravel(),
                "deals": self.deals.ravel(),
                "equity": self.equity.ravel(),
                "combos": self.combos.ravel(),
            },
            {
                "kind": KIND,
                "version": VERSION,
                "game": self.game.name,
                "parameters": self.game.parameters,
            },
        )

    def _place(self, name: str) -> int:
        return self.hands.index(parse_starting_hand(name, self.game.rules.lowest_rank))

    def _match_up(self, row: int, column: int) -> MatchUp:
        return MatchUp(
            self.hands[row].name,
            self.hands[column].name,
            int(self.combos[row, column]),
            int(self.combos[row, column]) * boards_left(self.game),
            int(self.wins[row, column]),
            int(self.ties[row, column]),
        )


def default_path(game: Game = HOLDEM) -> Path:
    """Return where the table of a game lives."""
    return data_folder() / "preflop" / f"{game.name}.table"


def preflop_table(
    game: str | Game = "holdem", *, rebuild: bool = False, **where: Unpack[RunOptions]
) -> PreflopTable:
    """Return the table of a game; if there is none yet, or to `rebuild` it, count and save it."""
    game = two_card_game(game)
    if not rebuild:
        with suppress(TableMissingError):
            return PreflopTable.open(game)
    table = count_preflop(game, **where)
    table.save()
    return table


def count_preflop(game: str | Game = "holdem", **where: Unpack[RunOptions]) -> PreflopTable:
    """Count the whole table, some 13 seconds of one core; with a `folder`, a later call goes on."""
    return run(preflop_job(two_card_game(game)), **where)


def preflop_job(game: Game) -> Job[range, Counts, PreflopTable]:
    """Return the work behind the table: each pair of starting hands once, whoever is which."""
    size = len(list(starting_hands(game.rules.lowest_rank)))
    pairs = size * (size + 1) // 2
    chunks = [
        range(start, min(start + PAIRS_AT_ONCE, pairs)) for start in range(0, pairs, PAIRS_AT_ONCE)
    ]

    def combine(results: Iterator[Counts]) -> PreflopTable:
        return _whole_table(game, size, np.concatenate(list(results)))

    parameters = {**game.parameters, "pairs_at_once": PAIRS_AT_ONCE}
    return Job(f"preflop-{game.name}", chunks, _CountPairs(game), combine, parameters, VERSION)


@dataclass(frozen=True)
class _CountPairs:
    """Counts of some of the pairs: combos, wins, ties, losses of the first of the two."""

    game: Game

    def __call__(self, pairs: range) -> Counts:
        hands = list(starting_hands(self.game.rules.lowest_rank))
        first, second = np.triu_indices(len(hands))
        return np.array(
            [count_match_up(self.game, hands[first[pair]], hands[second[pair]]) for pair in pairs],
            np.int64,
        )


def _whole_table(game: Game, size: int, counts: Counts) -> PreflopTable:
    """Put pairs into their two places each."""
    combos, wins, ties = np.empty((3, size, size), np.int64)
    first, second = np.triu_indices(size)
    for matrix, mine, yours in ((combos, 0, 0), (wins, 1, 3), (ties, 2, 2)):
        matrix[first, second] = counts[:, mine]
        matrix[second, first] = counts[:, yours]
    table = PreflopTable(game, combos, wins, ties)
    cards = game.deck.bit_count()
    if combos.sum() != comb(cards, 2) * comb(cards - 2, 2):
        raise AssertionError(f"{combos.sum()} pairs of hands are not those of {cards} cards")
    if not np.array_equal(wins + ties + wins.T, table.deals):
        raise AssertionError("wins, ties and losses are not all deals")
    return table


def _rebuild_command(game: Game) -> str:
    return f"astragal poker preflop --rebuild --game {game.name}"
