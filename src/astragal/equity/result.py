"""What a calculation gives: for each player how often they win, tie, and what that is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

from astragal.cards import CardSet
from astragal.equity.games import Game
from astragal.equity.table import Table
from astragal.poker import Category

Number: TypeAlias = int | float

NORMAL_95 = 1.959963984540054
"""So many standard deviations to each side hold 95% of a normal distribution."""
RULE_OF_THREE = 3.0
"""What never came up in n deals has, with 95% confidence, a probability below 3 / n."""


class Counted(NamedTuple):
    """What native code counted, of all deals."""

    shares: Sequence[Sequence[Number]]
    """By player and n - 1: deals won together with n - 1 others, by weight."""
    categories: Sequence[Sequence[Number]]
    deals: int
    weight: Number
    """Of all deals; their number, if no hand is weighted."""
    match_ups: int
    showdowns: int
    """How many were looked at: one may stand for many deals."""


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """One player's part. Counts are whole numbers, or sums of weights if a range has weights."""

    hand: str
    wins: Number
    ties: Number
    win: float
    tie: float
    equity: float
    """The part of the pot: a win is all of it, a tie among n one nth."""
    error: float | None
    """Half the width of the 95% confidence interval of the equity; None if it is exact."""
    categories: Mapping[Category, Number] | None


@dataclass(frozen=True, slots=True)
class Equity:
    """The answer, and what it is the answer to."""

    game: Game
    board: CardSet
    dead: CardSet
    method: str
    deals: int
    weight: Number
    players: tuple[PlayerEquity, ...]
    match_ups: int
    showdowns: int
    seed: int | None

    @property
    def error(self) -> float | None:
        """The greatest of the players' errors; None if it is exact."""
        errors = [player.error for player in self.players if player.error is not None]
        return max(errors) if errors else None


def make_equity(table: Table, counted: Counted, seed: int | None) -> Equity:
    """Put counts into words; those with a seed are a sample."""
    return Equity(
        table.game,
        table.board,
        table.dead,
        "exact" if seed is None else "montecarlo",
        counted.deals,
        counted.weight,
        tuple(
            _player(name, counted, place, sampled=seed is not None)
            for place, name in enumerate(table.names)
        ),
        counted.match_ups,
        counted.showdowns,
        seed,
    )


def share_error(shares: Sequence[Number], deals: Number) -> float:
    """Return half the width of the 95% confidence interval of an equity that was sampled."""
    mean = sum(count / n for n, count in enumerate(shares, 1)) / deals
    square = sum(count / n**2 for n, count in enumerate(shares, 1)) / deals
    deviation = sqrt(max(square - mean * mean, 0.0) / deals)
    return max(NORMAL_95 * deviation, RULE_OF_THREE / deals)


def _player(name: str, counted: Counted, place: int, sampled: bool) -> PlayerEquity:
    shares, weight = counted.shares[place], counted.weight
    wins = shares[0]
    ties = sum(shares[1:])
    pots = sum(count / n for n, count in enumerate(shares, 1)) if ties else wins
    return PlayerEquity(
        name,
        wins,
        ties,
        wins / weight,
        ties / weight,
        pots / weight,
        share_error(shares, weight) if sampled else None,
        dict(zip(Category, counted.categories[place], strict=True)) if counted.categories else None,
    )
