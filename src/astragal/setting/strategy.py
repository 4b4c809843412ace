"""Strategies: ways to choose among the ranked settings of a hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from typing_extensions import TypedDict

from astragal._results import Result
from astragal.setting.ranking import RankedSetting, Ranking


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
