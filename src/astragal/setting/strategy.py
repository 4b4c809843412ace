"""Strategies: ways to choose among the ranked settings of a hand.

Some decide everything, such as "the greatest two". Others are a constraint, such as "two pair stay
together": they take the best setting that meets it, so only the cost of the constraint is
measured. If no legal setting meets it, or the hand is of another kind, they take the best of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.setting.hand import ACE, HandRank, SettingValue, rank_tables
from astragal.setting.house_way import find_way
from astragal.setting.ranking import RankedSetting, Ranking, rank_exactly
from astragal.setting.rules import Category, Objective, Rules


class StrategyJson(TypedDict):
    """A way to choose among the ranked settings of a hand."""

    name: str
    text: str
    """The setting that it chooses, in words."""


@dataclass(frozen=True, slots=True)
class Strategy(Result):
    """A way to choose among the ranked settings of a hand. `pick` must pickle for a cluster."""

    name: str
    text: str
    pick: Callable[[Ranking], RankedSetting]

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    def to_dict(self) -> StrategyJson:
        """Return the name and the text."""
        return {"name": self.name, "text": self.text}


BEST = Strategy("best", "the best setting by the objective", attrgetter("best"))


def _of_value(ranking: Ranking, value: SettingValue) -> RankedSetting:
    """Return the setting with this value; the best setting if the value would be a foul."""
    return next((row for row in ranking if row.value == value), ranking.best)


def _hand_ranks(ranking: Ranking) -> list[dict[str, HandRank]]:
    """Return the rank of each hand of each setting, by the name of the hand."""
    tables, names = rank_tables(ranking.rules), ranking.rules.hands
    return [dict(zip(names, tables.ranks_of(row.value), strict=True)) for row in ranking]


def _as_way(name: str, ranking: Ranking) -> RankedSetting:
    return _of_value(ranking, find_way(name, ranking.rules).value(ranking.hand))


def as_way(name: str, text: str) -> Strategy:
    """Return the strategy that sets as a house way of the game does, and has its name."""
    return Strategy(name, text, partial(_as_way, name))


def _as_advised(rules: Rules, ranking: Ranking) -> RankedSetting:
    game = replace(
        ranking.question.game,
        rules=rules,
        dealer=find_way(None, rules),
        objective=Objective.WINS,
    )
    advised = rank_exactly(ranking.hand, game).best.setting
    return _of_value(ranking, advised.value(ranking.rules))


def as_advised(name: str, text: str, rules: Rules) -> Strategy:
    """Return the strategy that sets for most wins under other rules, against their standard way."""
    return Strategy(name, text, partial(_as_advised, rules))


def _greatest(hands: Sequence[str], ranking: Ranking) -> RankedSetting:
    def key(row: tuple[RankedSetting, dict[str, HandRank]]) -> list[HandRank]:
        return [row[1][hand] for hand in hands]

    return max(zip(ranking, _hand_ranks(ranking), strict=True), key=key)[0]


def greatest(name: str, text: str, *hands: str) -> Strategy:
    """Return the strategy of the greatest hands, compared in this order."""
    return Strategy(name, text, partial(_greatest, hands))


def _constrained(
    kinds: Sequence[Category],
    makes: Mapping[str, Sequence[Category]],
    ace_in: str | None,
    ranking: Ranking,
) -> RankedSetting:
    ranks = _hand_ranks(ranking)
    if kinds and max(hands["high"] for hands in ranks).category not in kinds:
        return ranking.best
    for row, hands in zip(ranking, ranks, strict=True):
        made = all(hands[hand].category in categories for hand, categories in makes.items())
        if made and (ace_in is None or hands[ace_in].ranks[0] == ACE):
            return row
    return ranking.best


def constrained(
    name: str,
    text: str,
    *,
    kinds: Sequence[Category] = (),
    makes: Mapping[str, Sequence[Category]] | None = None,
    ace_in: str | None = None,
) -> Strategy:
    """Return the strategy of the best setting that meets a constraint.

    The constraint is for hands whose greatest high hand is of these `kinds`; without kinds, for all
    hands. `makes` has the categories that a hand of the setting may be of. The highest rank of the
    hand `ace_in` must be an ace.
    """
    return Strategy(name, text, partial(_constrained, tuple(kinds), dict(makes or {}), ace_in))
