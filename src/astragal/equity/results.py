"""The result of a calculation: how often each player wins and ties, and their equity."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple, TypeAlias

from astragal._intervals import Z95
from astragal._tables import TextTable, html_table, text_table
from astragal.cards import CardSet, cards_name
from astragal.equity.spot import Spot, StudSpot
from astragal.notebook import Tabular, Value
from astragal.poker import Category
from astragal.poker.variants import Variant

Number: TypeAlias = int | float

RULE_OF_THREE = 3.0
"""An event that did not occur in n deals has a probability below 3 / n, with 95% confidence."""

LOWS = 11
HIGH_LOW = 10 * LOWS
"""Columns of the shares of a game with a low half: how many players share the high half (0 if the
player is not one of them), times 11, plus the same for the low half, 10 if there is no low hand."""


class Counted(NamedTuple):
    """What native code counted over all deals."""

    shares: Sequence[Sequence[Number]]
    """By player and n - 1: deals won together with n - 1 others, by weight; or see `HIGH_LOW`."""
    categories: Sequence[Sequence[Number]]
    deals: int
    weight: Number
    """Of all deals; their number if no hand is weighted."""
    match_ups: int
    showdowns: int
    """How many showdowns were evaluated; one may stand for many deals."""


@dataclass(frozen=True, slots=True)
class PlayerEquity(Value):
    """The result of one player; counts are sums of weights if a range has weights."""

    JSON = "hand wins ties equity high? low? scoop?=_scoop error? categories?=_categories"

    hand: str
    """The hand or range, as it was given."""
    wins: Number
    ties: Number
    win: float
    tie: float
    equity: float
    """The player's share of the pot: 1 for a win, 1/n for a tie of n players."""
    error: float | None
    """Half the width of the 95% confidence interval of the equity; None if it is exact."""
    categories: Mapping[Category, Number] | None
    high: float | None = None
    """Of a game with a low half: the part of the equity that comes from the high half."""
    low: float | None = None
    """The part of the equity that comes from the low half."""

    @property
    def scoop(self) -> float:
        """The share of deals in which the player wins the whole pot."""
        return self.win

    def __str__(self) -> str:
        return f"{self.hand}: {self.shown}"

    @property
    def shown(self) -> str:
        """The equity as people read it, with its error."""
        return f"{self.equity:.4%}" + ("" if self.error is None else f" ± {self.error:.4%}")

    @property
    def _scoop(self) -> float | None:
        return None if self.high is None else self.win

    @property
    def _categories(self) -> Mapping[Category, Number] | None:
        counts = self.categories
        return counts and {category: count for category, count in counts.items() if count}


SPOT = "game=game.name board=_board dead=_dead"
"""With what the JSON of a result begins."""


@dataclass(frozen=True, slots=True)
class SpotResult(Tabular):
    """What was asked about: a game, a board and dead cards."""

    game: Variant
    board: CardSet
    dead: CardSet

    @property
    def _board(self) -> list[str]:
        return cards_name(self.board).split() if self.board else []

    @property
    def _dead(self) -> list[str]:
        return cards_name(self.dead).split() if self.dead else []

    @property
    def _named(self) -> str:
        """The game, the board and the dead cards, as text."""
        named = {"board": self.board, "dead": self.dead}
        parts = (f", {name} {cards_name(cards)}" for name, cards in named.items() if cards)
        return f"{self.game}{''.join(parts)}"


@dataclass(frozen=True, slots=True, repr=False)
class Equity(SpotResult):
    """The equity of each player, and what it was calculated for.

    >>> from astragal.equity import calculate
    >>> result = calculate(["AhKh", "QQ+, AKs"], board="2c 7d Jh")
    >>> result
    <Equity AhKh 26.66%, QQ+, AKs 73.34%: exact, 14,850 deals>
    >>> print(result)
    player      equity            wins            ties
    ──────────────────────────────────────────────────
    AhKh      26.6566%  2,586 (17.41%)  2,745 (18.48%)
    QQ+, AKs  73.3434%  9,519 (64.10%)  2,745 (18.48%)
    holdem, board 2c 7d Jh: all 14,850 deals counted
    """

    JSON = f"{SPOT} method deals weight?=_weight seed? players"

    method: str
    """"exact" or "sampled"."""
    deals: int
    weight: Number
    players: tuple[PlayerEquity, ...]
    match_ups: int
    showdowns: int
    seed: int | None

    @property
    def error(self) -> float | None:
        """The greatest error of a player; None if the result is exact."""
        errors = [player.error for player in self.players if player.error is not None]
        return max(errors) if errors else None

    @property
    def _weight(self) -> Number | None:
        return None if self.weight == self.deals else self.weight

    def __repr__(self) -> str:
        players = ", ".join(f"{player.hand} {player.equity:.2%}" for player in self.players)
        return f"<Equity {players}: {self.method}, {self.deals:,} deals>"

    def _records(self) -> Iterator[dict[str, object]]:
        names = ["hand", "wins", "ties", "win", "tie", "equity", "error"]
        names += ["high", "low"] * self.game.low
        for player in self.players:
            counts = player.categories or {}
            yield {name: getattr(player, name) for name in names} | {
                category.text: count for category, count in counts.items()
            }

    def _table(self) -> TextTable:
        summary = f"all {self.deals:,} deals counted"
        if self._weight is not None:
            summary += f", with a total weight of {self.weight:,.15g}"
        if self.seed is not None:
            summary = f"{self.deals:,} deals sampled, seed {self.seed}; ± is the 95% interval"
        form = ".15g" if isinstance(self.weight, float) else ""  # sums of weights, without `.0`
        rows = [
            [player.hand, player.shown]
            + [f"{n:,{form}} ({n / self.weight:.2%})" for n in (player.wins, player.ties)]
            for player in self.players
        ]
        headings = ["player", "equity", "wins", "ties"]
        if self.game.low:
            headings = ["player", "equity", "high", "low", "scoops", "shared"]
            for row, player in zip(rows, self.players, strict=True):
                row[2:2] = [f"{player.high:.4%}", f"{player.low:.4%}"]
        return TextTable(headings, rows, f"{self._named}: {summary}")

    def _final_hands(self) -> tuple[list[str], list[list[str]]]:
        """Return headings and rows of the categories that occur, if they were counted."""
        counts = [player.categories for player in self.players if player.categories is not None]
        return ["final hand", *(player.hand for player in self.players)], [
            [category.text, *(f"{one[category] / self.weight:.4%}" for one in counts)]
            for category in reversed(Category)
            if any(one[category] for one in counts)
        ]

    def __str__(self) -> str:
        headings, rows = self._final_hands()
        return Tabular.__str__(self) + (f"\n\n{text_table(headings, rows)}" if rows else "")

    def _repr_html_(self) -> str:
        headings, rows = self._final_hands()
        return Tabular._repr_html_(self) + (html_table(headings, rows) if rows else "")


def make_equity(spot: Spot | StudSpot, counted: Counted, seed: int | None) -> Equity:
    """Return the result of these counts; with a seed they are a sample."""
    return Equity(
        spot.game,
        spot.board,
        spot.dead,
        "exact" if seed is None else "sampled",
        counted.deals,
        counted.weight,
        tuple(
            _player(name, counted, place, sampled=seed is not None)
            for place, name in enumerate(spot.names)
        ),
        counted.match_ups,
        counted.showdowns,
        seed,
    )


def share_error(shares: Sequence[Number], deals: Number) -> float:
    """Return half the width of the 95% confidence interval of a sampled equity."""
    parts = [sum(part) for part in _halves()] if len(shares) == HIGH_LOW else None
    parts = parts or [1 / n for n in range(1, len(shares) + 1)]
    mean = sum(count * part for count, part in zip(shares, parts, strict=True)) / deals
    square = sum(count * part**2 for count, part in zip(shares, parts, strict=True)) / deals
    deviation = sqrt(max(square - mean * mean, 0.0) / deals)
    return max(Z95 * deviation, RULE_OF_THREE / deals)


@cache
def _halves() -> list[tuple[float, float]]:
    """Return what a player gets of the pot in each column of `HIGH_LOW`: high and low."""
    found = []
    for column in range(HIGH_LOW):
        highs, lows = divmod(column, LOWS)
        no_low = lows == LOWS - 1
        high = (1.0 if no_low else 0.5) / highs if highs else 0.0
        found.append((high, 0.0 if no_low or not lows else 0.5 / lows))
    return found


def _player(name: str, counted: Counted, place: int, sampled: bool) -> PlayerEquity:
    shares, weight = counted.shares[place], counted.weight
    halves: tuple[float, ...] = ()
    if len(shares) == HIGH_LOW:
        split = list(zip(shares, _halves(), strict=True))
        wins = sum(count for count, parts in split if sum(parts) == 1)
        ties = sum(count for count, parts in split if 0 < sum(parts) < 1)
        halves = tuple(sum(count * parts[k] for count, parts in split) / weight for k in (0, 1))
        pots = sum(count * sum(parts) for count, parts in split)
    else:
        wins = shares[0]
        ties = sum(shares[1:])
        pots = sum(count / n for n, count in enumerate(shares, 1)) if ties else wins
    return PlayerEquity(
        name, wins, ties, wins / weight, ties / weight, pots / weight,
        share_error(shares, weight) if sampled else None,
        dict(zip(Category, counted.categories[place], strict=True)) if counted.categories else None,
        *halves,
    )  # fmt: skip
