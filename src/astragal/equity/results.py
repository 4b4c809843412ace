"""The equity of each player: how often a hand or range wins and ties, exactly or sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple, TypeAlias

from typing_extensions import TypedDict

from astragal._frames import Floats, Texts
from astragal._intervals import Z95
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.cards import CardSet, card_names, cards_text
from astragal.equity.spot import Spot, StudSpot
from astragal.errors import counted
from astragal.poker import Category, Variant

Number: TypeAlias = int | float

_DIGITS = 12
"""Digits of a sum of weights that are shown."""
RULE_OF_THREE = 3.0
"""An event that did not occur in n deals has a probability below 3 / n, with 95 % confidence."""

LOWS = 11
HIGH_LOW = 10 * LOWS
"""Columns of the shares of a game with a low half: how many players share the high half (0 if the
player is not one of them), times 11, plus the same for the low half, 10 if there is no low hand."""


class DealCounts(NamedTuple):
    """The counts of native code over all deals."""

    shares: Sequence[Sequence[Number]]
    """By player and n - 1: deals won together with n - 1 others, by weight; or see `HIGH_LOW`."""
    categories: Sequence[Sequence[Number]]
    deals: int
    weight: Number
    """Of all deals; their number if no hand is weighted and no deal of a sample counts twice."""
    match_ups: int
    showdowns: int
    """How many showdowns were evaluated; one may stand for many deals."""
    repeats: Sequence[Sequence[int]] = ()
    """Of a sample: the sum of n * (n - 1) over the deals that count n times, as `shares`."""
    repeated: int = 0
    """The same sum over all deals."""


class PlayerEquityJson(TypedDict):
    """The equity of one player."""

    hand: str
    """The hand or range, as it was given."""
    wins: int | float
    """Deals won alone; a sum of weights if a range has weights."""
    ties: int | float
    """Deals shared with other players."""
    win: float
    """The share of deals won alone, 0 to 1."""
    tie: float
    """The share of deals shared with other players."""
    equity: float
    """The share of the pot, 0 to 1."""
    error: float | None
    """Half the width of the 95 % interval of the equity; null if it is exact."""
    high: float | None
    """The part of the equity from the high half; null in games without a low half."""
    low: float | None
    """The part of the equity from the low half."""
    scoop: float | None
    """The share of deals in which the player wins the whole pot; null without a low half."""
    categories: dict[str, int | float] | None
    """Deals by the category of the final hand, if asked for; categories that occur."""


@dataclass(frozen=True, slots=True)
class PlayerEquity(Result):
    """The equity of one player; counts are sums of weights if a range has weights."""

    hand: str
    """The hand or range, as it was given."""
    wins: Number
    ties: Number
    win: float
    """The share of deals that the player wins alone."""
    tie: float
    """The share of deals that the player shares."""
    equity: float
    """The player's share of the pot: 1 for a win, 1/n for a tie of n players."""
    error: float | None
    """Half the width of the 95 % interval of the equity; None if it is exact."""
    categories: Mapping[Category, Number] | None
    high: float | None = None
    """Of a game with a low half: the part of the equity that comes from the high half."""
    low: float | None = None
    """The part of the equity that comes from the low half."""

    @property
    def scoop(self) -> float | None:
        """The share of deals in which the player wins the whole pot; None without a low half."""
        return None if self.high is None else self.win

    def __str__(self) -> str:
        return f"{self.hand}: {equity_text(self)}"

    def to_dict(self) -> PlayerEquityJson:
        """Return one of the `players` of an equity."""
        counts = self.categories
        return {
            "hand": self.hand,
            "wins": self.wins,
            "ties": self.ties,
            "win": self.win,
            "tie": self.tie,
            "equity": self.equity,
            "error": self.error,
            "high": self.high,
            "low": self.low,
            "scoop": self.scoop,
            "categories": None
            if counts is None
            else {category.text: count for category, count in counts.items() if count},
        }


def equity_text(player: PlayerEquity) -> str:
    """Return the equity in percent, with its error."""
    return f"{player.equity:.4%}" + ("" if player.error is None else f" ± {player.error:.4%}")


def number_text(number: Number) -> str:
    """Return a count or a sum of weights without the rounding errors of the sum.

    >>> number_text(1712304), number_text(29491.7799999999), number_text(20.0)
    ('1,712,304', '29,491.78', '20')
    """
    if isinstance(number, int) or number >= 10**_DIGITS:
        return f"{number:,.0f}"
    return f"{number:,.{_DIGITS}g}"


def spot_text(game: Variant, board: CardSet, dead: CardSet) -> str:
    """Return the game, the board and the dead cards as text."""
    text = game.name
    if board:
        text += f", board {cards_text(board)}"
    if dead:
        text += f", dead {cards_text(dead)}"
    return text


class EquityJson(TypedDict):
    """The equity of two to nine players."""

    game: str
    board: list[str]
    dead: list[str]
    method: str
    """exact or sampled"""
    deals: int
    """The number of deals, counted or sampled."""
    weight: int | float
    """The weight of all deals: their number unless a range has weights, or deals of a sample count
    several times. A player wins a share of `wins` / `weight`."""
    error: float | None
    """The greatest error of a player; null if the result is exact."""
    seed: int | None
    """The seed of the sample; null if the result is exact."""
    players: list[PlayerEquityJson]


@dataclass(frozen=True, slots=True, repr=False)
class Equity(TableResult):
    """The equity of each player, and the spot that it was calculated for.

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

    game: Variant
    board: CardSet
    dead: CardSet
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

    def __repr__(self) -> str:
        players = ", ".join(f"{player.hand} {player.equity:.2%}" for player in self.players)
        return f"<Equity {players}: {self.method}, {counted(self.deals, 'deal')}>"

    def to_dict(self) -> EquityJson:
        """Return the JSON of `astragal equity`."""
        return {
            "game": self.game.name,
            "board": card_names(self.board),
            "dead": card_names(self.dead),
            "method": self.method,
            "deals": self.deals,
            "weight": self.weight,
            "error": self.error,
            "seed": self.seed,
            "players": [player.to_dict() for player in self.players],
        }

    def _columns(self) -> Mapping[str, Sequence[object]]:
        players = self.players
        columns: dict[str, Sequence[object]] = {
            "hand": Texts(player.hand for player in players),
            "wins": Floats(player.wins for player in players),
            "ties": Floats(player.ties for player in players),
            "win": Floats(player.win for player in players),
            "tie": Floats(player.tie for player in players),
            "equity": Floats(player.equity for player in players),
            "error": Floats(player.error for player in players),
            "high": Floats(player.high for player in players),
            "low": Floats(player.low for player in players),
            "scoop": Floats(player.scoop for player in players),
        }
        counts = [player.categories for player in players if player.categories is not None]
        for category in Category if counts else ():
            columns[category.text] = Floats(count[category] for count in counts)
        return columns

    def _table(self) -> TextTable:
        summary = "1 deal counted" if self.deals == 1 else f"all {self.deals:,} deals counted"
        if self.weight != self.deals:
            summary += f", with a total weight of {number_text(self.weight)}"
        if self.seed is not None:
            summary = (
                f"{counted(self.deals, 'deal')} sampled, seed {self.seed}; ± is the 95% interval"
            )
        headings = ["player", "equity", "wins", "ties"]
        if self.game.low:
            headings = ["player", "equity", "high", "low", "scoops", "shared"]
        rows = []
        for player in self.players:
            row = [player.hand, equity_text(player)]
            if self.game.low:
                row += [f"{player.high:.4%}", f"{player.low:.4%}"]
            rows.append([*row, self._count_text(player.wins), self._count_text(player.ties)])
        where = spot_text(self.game, self.board, self.dead)
        return TextTable(headings, rows, f"{where}: {summary}")

    def _count_text(self, count: Number) -> str:
        return f"{number_text(count)} ({count / self.weight:.2%})"

    def _final_hands(self) -> TextTable | None:
        """Return a table of the categories that occur, if they were counted."""
        counts = [player.categories for player in self.players if player.categories is not None]
        if not counts:
            return None
        rows = [
            [category.text, *(f"{count[category] / self.weight:.4%}" for count in counts)]
            for category in reversed(Category)
            if any(count[category] for count in counts)
        ]
        return TextTable(["final hand", *(player.hand for player in self.players)], rows)

    def __str__(self) -> str:
        table, finals = self._table(), self._final_hands()
        return table.to_text() + ("" if finals is None else f"\n\n{finals.to_text()}")

    def _repr_html_(self) -> str:
        table, finals = self._table(), self._final_hands()
        return table.to_html() + ("" if finals is None else finals.to_html())


def make_equity(spot: Spot | StudSpot, counts: DealCounts, seed: int | None) -> Equity:
    """Return the result of these counts; with a seed they are a sample."""
    sampled = seed is not None
    player_equity = _high_low_player if len(counts.shares[0]) == HIGH_LOW else _player
    players = [player_equity(name, counts, place, sampled) for place, name in enumerate(spot.names)]
    return Equity(
        spot.game,
        spot.board,
        spot.dead,
        "sampled" if sampled else "exact",
        counts.deals,
        weight=counts.weight,
        players=tuple(players),
        match_ups=counts.match_ups,
        showdowns=counts.showdowns,
        seed=seed,
    )


def share_error(counts: DealCounts, place: int) -> float:
    """Return half the width of the 95 % interval of a sampled equity.

    The equity is a mean over deals, in which a deal may count several times. Its variance is the
    sum of the squares of what each deal adds to the mean.
    """
    shares = counts.shares[place]
    repeats = counts.repeats[place] if counts.repeats else [0] * len(shares)
    parts = [sum(part) for part in _halves()] if len(shares) == HIGH_LOW else None
    parts = parts or [1 / n for n in range(1, len(shares) + 1)]
    weight = counts.weight
    mean = sum(count * part for count, part in zip(shares, parts, strict=True)) / weight
    squares = [count + repeat for count, repeat in zip(shares, repeats, strict=True)]
    first = sum(count * part for count, part in zip(squares, parts, strict=True)) / weight
    second = sum(count * part**2 for count, part in zip(squares, parts, strict=True)) / weight
    spread = second - 2 * mean * first + mean**2 * (1 + counts.repeated / weight)
    return max(Z95 * sqrt(max(spread, 0.0) / weight), RULE_OF_THREE / counts.deals)


@cache
def _halves() -> list[tuple[float, float]]:
    """Return the parts of the pot, high and low, for each column of `HIGH_LOW`."""
    halves = []
    for column in range(HIGH_LOW):
        highs, lows = divmod(column, LOWS)
        no_low = lows == LOWS - 1
        high = (1.0 if no_low else 0.5) / highs if highs else 0.0
        halves.append((high, 0.0 if no_low or not lows else 0.5 / lows))
    return halves


def _player(name: str, counts: DealCounts, place: int, sampled: bool) -> PlayerEquity:
    shares, weight = counts.shares[place], counts.weight
    wins, ties = shares[0], sum(shares[1:])
    pots = sum([count / n for n, count in enumerate(shares, 1)]) if ties else wins
    return PlayerEquity(
        name,
        wins,
        ties,
        wins / weight,
        ties / weight,
        equity=pots / weight,
        error=share_error(counts, place) if sampled else None,
        categories=_categories(counts, place) if counts.categories else None,
    )


def _high_low_player(name: str, counts: DealCounts, place: int, sampled: bool) -> PlayerEquity:
    shares, weight = counts.shares[place], counts.weight
    split = list(zip(shares, _halves(), strict=True))
    wins = sum(count for count, parts in split if sum(parts) == 1)
    ties = sum(count for count, parts in split if 0 < sum(parts) < 1)
    return PlayerEquity(
        name,
        wins,
        ties,
        wins / weight,
        ties / weight,
        equity=sum(count * sum(parts) for count, parts in split) / weight,
        error=share_error(counts, place) if sampled else None,
        categories=_categories(counts, place) if counts.categories else None,
        high=sum(count * high for count, (high, _) in split) / weight,
        low=sum(count * low for count, (_, low) in split) / weight,
    )


def _categories(counts: DealCounts, place: int) -> dict[Category, Number]:
    return dict(zip(Category, counts.categories[place], strict=True))
