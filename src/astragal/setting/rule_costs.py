"""The cost of each rule of a house way against best play, over every hand that it decides.

The hands of the rules are all hands, so the costs of the rules add up to the cost of the way: the
difference between the house edge against the way and that against best play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._frames import Floats, Texts
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.errors import BadInputError, quoted
from astragal.jobs.job import hashed_job
from astragal.jobs.run import RunOptions, engine_of, run
from astragal.progress import require_progress
from astragal.setting.classes import (
    DEALER_HANDS,
    classes_of,
    read_suit_classes,
    suit_class_hands,
)
from astragal.setting.house_way import HouseWay, find_way
from astragal.setting.ranking import Pair, SettingPairJson, rank_exactly
from astragal.setting.rules import Objective, Rules, RulesJson, Stakes
from astragal.setting.strategy_card import StrategyCard, read_card
from astragal.setting.table import COLUMNS, BestSettings, Rows, chunks_of, open_table

if TYPE_CHECKING:
    from astragal.setting.game import Game


class RuleCostJson(TypedDict):
    """What a rule of a house way costs against best play."""

    name: str
    hands: int
    """Hands that the rule decides."""
    wrong: int
    """Hands in which its setting costs something."""
    cost_ev: float
    """The rule's share of the house edge: its cost over all hands, as a part of the bet."""
    wrong_cost_ev: float | None
    """The mean cost of the hands in which it costs something; null if there is none."""
    costliest: SettingPairJson | None
    """The hand in which it costs most: the best setting and its own; null if it never does."""


class RuleCostsJson(TypedDict):
    """What each rule of a house way costs against best play."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    way: str
    """The house way whose rules these are."""
    objective: str
    """What the best settings maximise: `ev`."""
    method: str
    """`table` (read from a table of best settings) or `exact` (every hand was counted)."""
    hands: int
    """Hands of all rules together."""
    wrong: int
    """Hands in which the way costs something."""
    edge: float
    """The house edge against the way with these hands, as a part of the bet."""
    best_edge: float
    """The house edge against best play."""
    cost_ev: float
    """The difference of the two: what the way costs against best play, of the bet."""
    costs: list[RuleCostJson]
    """The rules in their order."""


@dataclass(frozen=True, slots=True)
class RuleCost(Result):
    """What a rule of a house way costs against best play."""

    name: str
    hands: int
    """Hands that the rule decides."""
    wrong: int
    """Hands in which its setting costs something."""
    units: int
    """What its hands cost over all their deals; a bet on one deal has `stakes.loss` units."""
    cost_ev: float
    """The rule's share of the house edge: its cost over all hands, as a part of the bet."""
    wrong_cost_ev: float | None
    """The mean cost of the hands in which it costs something; None if there is none."""
    costliest: Pair | None
    """The hand in which it costs most: the best setting and its own; None if it never does."""

    def __repr__(self) -> str:
        hands = f"hands={self.hands}, wrong={self.wrong}, cost_ev={self.cost_ev:.6g}"
        return f"RuleCost({self.name!r}, {hands})"

    def __str__(self) -> str:
        wrong = f"{self.wrong:,} of {self.hands:,} hands wrong"
        return f"{self.name}: {wrong}, adds {self.cost_ev:.4%} to the house edge"

    def to_dict(self) -> RuleCostJson:
        """Return one of the `costs`."""
        return {
            "name": self.name,
            "hands": self.hands,
            "wrong": self.wrong,
            "cost_ev": self.cost_ev,
            "wrong_cost_ev": self.wrong_cost_ev,
            "costliest": None if self.costliest is None else self.costliest.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class RuleCosts(TableResult):
    """What each rule of a house way costs against best play, by expected value."""

    objective: ClassVar[Objective] = Objective.EV

    rules: Rules
    dealer: str
    way: str
    """The name of the house way whose rules these are."""
    method: str
    """`table` (read from a table of best settings) or `exact` (every hand was counted)."""
    hands: int
    best_units: int
    """What best play gains over all deals of the hands, in the units of a `RuleCost`."""
    costs: tuple[RuleCost, ...]
    """The rules in their order."""

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}, way={self.way!r}"
        return f"RuleCosts({game}, hands={self.hands}, cost_ev={self.cost_ev:.6g})"

    @property
    def wrong(self) -> int:
        """Hands in which the way costs something."""
        return sum(rule.wrong for rule in self.costs)

    @property
    def units(self) -> int:
        """What the way costs over all deals of the hands: the sum of the rules."""
        return sum(rule.units for rule in self.costs)

    @property
    def cost_ev(self) -> float:
        """The cost of the way against best play: `edge` minus `best_edge`."""
        return self._of_bets(self.units)

    @property
    def best_edge(self) -> float:
        """The house edge against best play with these hands."""
        return self._of_bets(-self.best_units)

    @property
    def edge(self) -> float:
        """The house edge against the way with these hands."""
        return self._of_bets(self.units - self.best_units)

    def _of_bets(self, units: int) -> float:
        return units / (self.rules.stakes.loss * DEALER_HANDS * self.hands)

    def _columns(self) -> dict[str, Any]:
        pairs = [rule.costliest for rule in self.costs]
        return {
            "name": [rule.name for rule in self.costs],
            "hands": [rule.hands for rule in self.costs],
            "wrong": [rule.wrong for rule in self.costs],
            "cost_ev": [rule.cost_ev for rule in self.costs],
            "wrong_cost_ev": Floats([rule.wrong_cost_ev for rule in self.costs]),
            "costliest_best": Texts([str(pair.best.setting) if pair else None for pair in pairs]),
            "costliest_other": Texts([str(pair.other.setting) if pair else None for pair in pairs]),
            "costliest_cost_ev": Floats([pair.cost_ev if pair else None for pair in pairs]),
        }

    def to_dict(self) -> RuleCostsJson:
        """Return what `astragal asia way costs --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "way": self.way,
            "objective": str(self.objective),
            "method": self.method,
            "hands": self.hands,
            "wrong": self.wrong,
            "edge": self.edge,
            "best_edge": self.best_edge,
            "cost_ev": self.cost_ev,
            "costs": [rule.to_dict() for rule in self.costs],
        }

    def _table(self) -> TextTable:
        above = (
            f"{self.way} against {self.dealer}: house edge {self.edge:.4%}, best play "
            f"{self.best_edge:.4%}; the difference is {self.cost_ev:.4%}\n"
            f"{self.wrong:,} of {self.hands:,} hands are set wrong, {self.wrong / self.hands:.2%}"
        )
        rows, pairs = [], []
        for number, rule in enumerate(self.costs, 1):
            # A column with empty cells is aligned left, so this one is aligned here.
            mean = "" if rule.wrong_cost_ev is None else f"{rule.wrong_cost_ev:.3%}"
            counts = f"{rule.hands:,}", f"{rule.wrong:,}"
            rows.append([number, *counts, f"{mean:>9}", f"{rule.cost_ev:.4%}", rule.name])
            if pair := rule.costliest:
                settings = f"{pair.best.setting}, not {pair.other.setting}"
                pairs.append(f"{number:>3}  {settings}: {pair.cost_ev:.3%}")
        listed = ["the costliest hand of each rule:", *pairs] if pairs else []
        game = f"rules {self.rules.name}; dealer {self.dealer}; objective {self.objective}"
        headings = ["", "hands", "wrong", "mean cost", "of the edge", "rule"]
        return TextTable(headings, rows, "\n".join([*listed, game]), above)


def _nets(rows: Rows, stakes: Stakes) -> NDArray[np.int64]:
    """Return the net of the best setting, and what the way's setting costs, for each row."""
    _, wins, losses, way_wins, way_losses = rows.astype(np.int64).T
    best = stakes.win * wins - stakes.loss * losses
    own = stakes.win * way_wins - stakes.loss * way_losses
    return np.stack([best, best - own], axis=1)


def _compare(settings: BestSettings, way: HouseWay, classes: range) -> NDArray[np.int64]:
    """Count the best settings of suit classes and those of a way, and return their nets."""
    return _nets(settings.compare(way, classes)[:, : len(COLUMNS)], settings.stakes)


def rule_costs(
    game: Game, way: StrategyCard | str | PathLike[str], classes: str | range, options: RunOptions
) -> RuleCosts:
    """Return the cost of each rule of a house way against best play."""
    game = replace(game, objective=Objective.EV)
    rules = game.rules
    file = way if isinstance(way, StrategyCard) else read_card(way, rules)
    if not file.rules:
        raise BadInputError(
            f"house way {quoted(file.name)} has points, not rules: astragal {rules.game} edge "
            "--player WAY counts its house edge"
        )
    wanted = read_suit_classes(classes)
    bet = rules.stakes.loss * DEALER_HANDS
    engine_of(options.get("threads"), options.get("engine"))  # these raise where a table answers
    require_progress(options.get("progress", False))
    is_named = isinstance(way, str) and way in rules.ways.files  # which is found in a cache
    played = find_way(way if is_named else file, rules)
    decides = file.deciding_rules(played.outcomes[played.class_outcome], rules)

    def combine(results: Iterator[NDArray[np.int64]], method: str = "exact") -> RuleCosts:
        best, cost = np.concatenate(list(results)).T
        hands, weights = suit_class_hands(wanted)
        every = weights.astype(np.int64)
        number = int(every.sum())
        # The places of the classes by the rule that decides them.
        of_class = decides[classes_of(hands)]
        places = np.argsort(of_class, kind="stable")
        ends = np.searchsorted(of_class[places], np.arange(1, len(file.rules)))

        def costliest(place: int) -> Pair:
            ranking = rank_exactly(int(hands[place]), game)
            return Pair(ranking.best, ranking.of_value(played.value(ranking.hand)))

        costs = []
        for rule, mine in zip(file.rules, np.split(places, ends), strict=True):
            weight, of_rule = every[mine], cost[mine].astype(np.int64)
            units, wrong = int(weight @ of_rule), int(weight[of_rule > 0].sum())
            costs.append(
                RuleCost(
                    name=rule.name,
                    hands=int(weight.sum()),
                    wrong=wrong,
                    units=units,
                    cost_ev=units / (number * bet),
                    wrong_cost_ev=units / (wrong * bet) if wrong else None,
                    costliest=costliest(int(mine[np.argmax(of_rule)])) if wrong else None,
                )
            )
        return RuleCosts(
            rules=rules,
            dealer=game.dealer.name,
            way=played.name,
            method=method,
            hands=number,
            best_units=int(every @ best.astype(np.int64)),
            costs=tuple(costs),
        )

    if played.fingerprint == game.dealer.fingerprint:  # the table has the dealer's own settings
        table = open_table(game, options.get("folder"))
        return combine(iter([_nets(table.rows_in(wanted), rules.stakes)]), "table")
    job = hashed_job(
        f"{rules.game}-rule-costs", chunks_of([wanted]),
        partial(_compare, BestSettings.of(game), played), combine, rules=rules.name,
        ways=[game.dealer.fingerprint, played.fingerprint], classes=[wanted.start, wanted.stop],
    )  # fmt: skip
    return run(job, **options)
