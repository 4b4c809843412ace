"""Reports: results of several functions that are printed together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.equity.by_hand import EquityByHand, EquityByHandJson
from astragal.equity.distribution import Distribution, DistributionJson
from astragal.equity.next_cards import NextCards, NextCardsJson, Outs, OutsJson
from astragal.equity.notation import Dialect
from astragal.equity.preflop import MatchUp, MatchUpJson
from astragal.equity.ranges import Range
from astragal.equity.results import Equity, EquityJson


class EquityReportJson(EquityJson):
    """The answer of `astragal equity`: an equity, and the details that were asked for."""

    next_cards: NextCardsJson | None
    """The equity after each next card; null unless `--next` was given."""
    outs: OutsJson | None
    """Null unless `--next` was given, all hands are known and the board has 3 or 4 cards."""
    by_hand: EquityByHandJson | None
    """The equity of each starting hand of the first player; null unless `--by-hand` was given."""
    distribution: DistributionJson | None
    """Null unless `--distribution` was given."""


class RangeTextJson(TypedDict):
    """A range in the notation of another program."""

    dialect: str
    range: str


class MatchUpsJson(TypedDict):
    """Match-ups of starting hands in one game."""

    game: str
    match_ups: list[MatchUpJson]


@dataclass(frozen=True, slots=True, kw_only=True)
class EquityReport(Result):
    """An equity, and details about it."""

    equity: Equity
    next_cards: NextCards | None = None
    outs: Outs | None = None
    by_hand: EquityByHand | None = None
    distribution: Distribution | None = None

    def __str__(self) -> str:
        parts = (self.equity, self.next_cards, self.outs, self.by_hand, self.distribution)
        return "\n\n".join(str(part) for part in parts if part is not None)

    def to_dict(self) -> EquityReportJson:
        """Return the report, as `astragal equity --json` prints it."""
        return {
            **self.equity.to_dict(),
            "next_cards": None if self.next_cards is None else self.next_cards.to_dict(),
            "outs": None if self.outs is None else self.outs.to_dict(),
            "by_hand": None if self.by_hand is None else self.by_hand.to_dict(),
            "distribution": None if self.distribution is None else self.distribution.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class RangeText(Result):
    """A range in the notation of another program."""

    range: Range
    dialect: Dialect

    def __str__(self) -> str:
        return self.range.to_text(self.dialect)

    def to_dict(self) -> RangeTextJson:
        """Return the text, as `astragal range --dialect --json` prints it."""
        return {"dialect": self.dialect, "range": str(self)}


def match_ups_dict(match_ups: Sequence[MatchUp], game: str) -> MatchUpsJson:
    """Return the numbers of a picture of starting hands."""
    return {"game": game, "match_ups": [match_up.to_dict() for match_up in match_ups]}
