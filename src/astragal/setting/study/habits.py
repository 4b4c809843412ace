"""What habits cost: the expected value that each loses against best play, from a random sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int, require_list, require_name, require_seed
from astragal._intervals import mean_error
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError
from astragal.jobs import RunOptions, run
from astragal.setting.ranking import Ranking
from astragal.setting.rules import Objective, Rules, RulesJson
from astragal.setting.sample import MOST_GAIN, MOST_HANDS, sample_job
from astragal.setting.strategy import Strategy

if TYPE_CHECKING:
    from astragal.setting.game import Game


class HabitCostJson(TypedDict):
    """What a habit costs."""

    habit: str
    text: str
    """The setting that it chooses, in words."""
    cost_ev: float
    """The mean expected value that the habit costs against best play, as a part of the bet."""
    error: float
    """Half the width of the 95 % interval of `cost_ev`."""
    differs: float
    """The part of hands in which the habit costs something."""


class HabitCostsJson(TypedDict):
    """What habits cost against a dealer, costliest first."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    samples: int
    """Random hands that were counted."""
    seed: int
    habits: list[HabitCostJson]


@dataclass(frozen=True, slots=True)
class HabitCost(Result):
    """What a habit costs, from a random sample of hands."""

    habit: str
    text: str
    cost_ev: float
    """The mean of best play's expected value minus the habit's, as a part of the bet."""
    error: float
    """Half the width of its 95 % interval."""
    differs: float
    """The part of hands in which the habit costs something."""

    def __str__(self) -> str:
        return f"{self.habit}: {100 * self.cost_ev:.2f} ± {100 * self.error:.2f} % of the bet"

    def to_dict(self) -> HabitCostJson:
        """Return one of the `habits`."""
        return {
            "habit": self.habit,
            "text": self.text,
            "cost_ev": self.cost_ev,
            "error": self.error,
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class HabitCosts(TableResult):
    """What habits cost against a dealer, costliest first, all on the same random hands."""

    rules: Rules
    dealer: str
    samples: int
    seed: int
    costs: tuple[HabitCost, ...]

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"HabitCosts({game}, samples={self.samples}, habits={len(self.costs)})"

    def _columns(self) -> dict[str, list[object]]:
        return {
            "habit": [cost.habit for cost in self.costs],
            "text": [cost.text for cost in self.costs],
            "cost_ev": [cost.cost_ev for cost in self.costs],
            "error": [cost.error for cost in self.costs],
            "differs": [cost.differs for cost in self.costs],
        }

    def to_dict(self) -> HabitCostsJson:
        """Return what `astragal plot asia-habits --json` prints, but for the file."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "samples": self.samples,
            "seed": self.seed,
            "habits": [cost.to_dict() for cost in self.costs],
        }

    def _table(self) -> TextTable:
        rows = [
            [
                cost.habit,
                f"{100 * cost.cost_ev:.2f} ± {100 * cost.error:.2f}",
                f"{cost.differs:.1%}",
            ]
            for cost in self.costs
        ]
        return TextTable(
            headings=["habit", "cost", "of hands"],
            rows=rows,
            below=f"rules {self.rules.name}; dealer {self.dealer}",
            above=f"cost in % of the bet, from {self.samples:,} random hands (seed {self.seed})",
        )


def _costs(habits: Sequence[Strategy], ranking: Ranking) -> list[float]:
    """Return what each habit costs of the bet with one hand."""
    return [ranking.best.ev - habit.pick(ranking).ev for habit in habits]


def habit_costs(
    game: Game,
    habits: Sequence[str] | None = None,
    *,
    samples: int = 1000,
    seed: int = 0,
    **options: Unpack[RunOptions],
) -> HabitCosts:
    """Do what `Game.habit_costs` does."""
    known = game.habits
    names = require_list(known if habits is None else habits, "habits", "names")
    if not names:
        raise BadInputError(f"habits is empty: name some of {', '.join(known)}, or leave it out")
    samples, seed = require_int(samples, "samples", 2, MOST_HANDS), require_seed(seed)
    measured = [known[require_name(name, known, "habit")] for name in names]

    def summary(rows: NDArray[np.float64]) -> HabitCosts:
        costs = [
            HabitCost(
                habit=habit.name,
                text=habit.text,
                cost_ev=float(column.mean()),
                error=mean_error(column, MOST_GAIN),
                differs=float((column > 0).mean()),
            )
            for habit, column in zip(measured, rows.T, strict=True)
        ]
        costliest_first = tuple(sorted(costs, key=lambda cost: -cost.cost_ev))
        return HabitCosts(game.rules, game.dealer.name, samples, seed, costliest_first)

    job = sample_job(
        partial(_costs, measured), replace(game, objective=Objective.EV), summary,
        measured=["cost", *(habit.name for habit in measured)], samples=samples, seed=seed,
    )  # fmt: skip
    return run(job, **options)
