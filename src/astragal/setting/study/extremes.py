"""The extremes among all hands: the worst, the closest, those that can't lose, and mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from operator import gt
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from astragal._checks import require_int
from astragal._results import Result, TableResult
from astragal._tables import TextTable
from astragal.jobs import RunOptions, run
from astragal.jobs.job import hashed_job
from astragal.setting.classes import (
    DEALER_HANDS,
    SUIT_CLASSES,
    read_suit_classes,
    suit_class_hands,
)
from astragal.setting.hand import rank_tables
from astragal.setting.house_way import HouseWay, Way, best_categories, find_way
from astragal.setting.ranking import RankedSetting, RankedSettingJson, Ranking, rank_exactly
from astragal.setting.rules import Category, Objective, Rules, RulesJson
from astragal.setting.table import BestSettings, chunks_of
from astragal.setting.ways import OBVIOUS

if TYPE_CHECKING:
    from astragal.setting.game import Game


class SettingPairJson(TypedDict):
    """The best setting of a hand, and another one."""

    best: RankedSettingJson
    other: RankedSettingJson
    cost_win: float
    """Chance of winning that the other setting costs, 0 to 1."""
    cost_ev: float
    """Expected value that it costs, as a part of the bet."""


class SettingMistakesJson(TypedDict):
    """What a player's way costs with hands whose greatest high hand is of one category."""

    category: str
    """The greatest high hand."""
    hands: int
    wrong: int
    """Hands in which the way costs something."""
    cost_ev: float
    """The mean expected value that it costs, as a part of the bet."""
    costliest: SettingPairJson
    """The hand in which it costs most: the best setting and its own."""


class ExtremesJson(TypedDict):
    """The extremes among all hands of a game."""

    rules: RulesJson
    dealer: str
    """The dealer's house way."""
    player: str
    """The player's house way."""
    objective: str
    """What the best settings maximise: `ev`."""
    hands: int
    edge: float
    """The house edge against best play, as a part of the bet."""
    cost_ev: float
    """The mean expected value that the player's way costs against best play, of the bet."""
    wrong: int
    """Hands in which the player's way costs something."""
    favourites: int
    """Hands with an expected value above zero."""
    safe: int
    """Hands that can't lose."""
    close: int
    """Hands in which the best rival costs at most one hundredth of the bet."""
    ties: int
    """Hands with two settings that are exactly equally good, and not equal."""
    kinds: list[SettingMistakesJson]
    worst: list[SettingPairJson]
    """The hands with the lowest expected value, and the player's setting."""
    closest: list[SettingPairJson]
    """The hands with the smallest difference above zero between the two best settings."""


@dataclass(frozen=True, slots=True)
class Pair(Result):
    """The best setting of a hand, and another one."""

    best: RankedSetting
    other: RankedSetting

    def __str__(self) -> str:
        return (
            f"{self.best.setting} ({self.best.ev:+.4%}), {self.other.setting}: {self.cost_ev:.7%}"
        )

    @property
    def cost_win(self) -> float:
        """The chance of winning that the other setting costs, as a part of 1."""
        return (self.best.wins - self.other.wins) / DEALER_HANDS

    @property
    def cost_ev(self) -> float:
        """The part of the bet that the other setting costs."""
        stakes = self.best.question.game.rules.stakes
        wins, losses = self.best.wins - self.other.wins, self.best.losses - self.other.losses
        return stakes.ev(wins, losses, DEALER_HANDS)

    def to_dict(self) -> SettingPairJson:
        """Return both settings and what the other one costs."""
        return {
            "best": self.best.to_dict(),
            "other": self.other.to_dict(),
            "cost_win": self.cost_win,
            "cost_ev": self.cost_ev,
        }


@dataclass(frozen=True, slots=True)
class Mistakes(Result):
    """What a player's way costs with hands whose greatest high hand is of one category."""

    category: Category
    hands: int
    wrong: int
    """Hands in which it costs something."""
    cost_ev: float
    """What it costs on average, as a part of the bet."""
    costliest: Pair
    """The hand in which it costs most: the best setting and its own."""

    def __repr__(self) -> str:
        hands = f"hands={self.hands}, wrong={self.wrong}, cost_ev={self.cost_ev:.6g}"
        return f"Mistakes({str(self.category)!r}, {hands})"

    def __str__(self) -> str:
        wrong = f"{self.wrong:,} of {self.hands:,} hands wrong"
        return f"{self.category}: {wrong}, mean cost {self.cost_ev:.3%} of the bet"

    def to_dict(self) -> SettingMistakesJson:
        """Return one of the `kinds`."""
        return {
            "category": str(self.category),
            "hands": self.hands,
            "wrong": self.wrong,
            "cost_ev": self.cost_ev,
            "costliest": self.costliest.to_dict(),
        }


CLOSE = 0.01
"""A hand is a close call if the best rival costs at most this part of the bet."""


@dataclass(frozen=True, slots=True)
class Extremes(TableResult):
    """The extremes among all hands of a game, and what a player's way costs, by kind of hand.

    The best setting is the one with the highest expected value.
    """

    objective: ClassVar[Objective] = Objective.EV

    rules: Rules
    dealer: str
    player: str
    hands: int
    edge: float
    """The house edge against best play."""
    cost_ev: float
    """What the player's way costs against best play, on average, as a part of the bet."""
    wrong: int
    """Hands in which the player's way costs something."""
    favourites: int
    """Hands with an expected value above zero."""
    safe: int
    """Hands that can't lose."""
    close: int
    """Hands in which the best rival costs at most one hundredth of the bet."""
    ties: int
    """Hands with two settings that are exactly equally good, and not equal."""
    kinds: tuple[Mistakes, ...]
    worst: tuple[Pair, ...]
    """The hands with the lowest expected value, and the player's setting."""
    closest: tuple[Pair, ...]
    """The hands with the smallest difference above zero between the two best settings."""

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}, player={self.player!r}"
        return f"Extremes({game}, hands={self.hands})"

    def _columns(self) -> dict[str, list[object]]:
        costliest = [kind.costliest for kind in self.kinds]
        return {
            "category": [str(kind.category) for kind in self.kinds],
            "hands": [kind.hands for kind in self.kinds],
            "wrong": [kind.wrong for kind in self.kinds],
            "cost_ev": [kind.cost_ev for kind in self.kinds],
            "costliest_best": [str(pair.best.setting) for pair in costliest],
            "costliest_other": [str(pair.other.setting) for pair in costliest],
            "costliest_cost_ev": [pair.cost_ev for pair in costliest],
        }

    def to_dict(self) -> ExtremesJson:
        """Return what `astragal asia extremes --json` prints."""
        return {
            "rules": self.rules.to_dict(),
            "dealer": self.dealer,
            "player": self.player,
            "objective": str(self.objective),
            "hands": self.hands,
            "edge": self.edge,
            "cost_ev": self.cost_ev,
            "wrong": self.wrong,
            "favourites": self.favourites,
            "safe": self.safe,
            "close": self.close,
            "ties": self.ties,
            "kinds": [kind.to_dict() for kind in self.kinds],
            "worst": [pair.to_dict() for pair in self.worst],
            "closest": [pair.to_dict() for pair in self.closest],
        }

    def _table(self) -> TextTable:
        counts = {
            "best play has an expected value above zero": self.favourites,
            "best play can't lose": self.safe,
            f"the best rival costs at most {CLOSE:.0%} of the bet": self.close,
            "two settings are equally good": self.ties,
            f"{self.player} costs something": self.wrong,
        }
        above = [
            f"house edge of best play {self.edge:.6%}; {self.player} costs {self.cost_ev:.6%}",
            *(
                f"{what}: {n:,} of {self.hands:,} hands, {n / self.hands:.4%}"
                for what, n in counts.items()
            ),
        ]
        rows = []
        for kind in self.kinds:
            wrong, cost = f"{kind.wrong / kind.hands:.2%}", f"{kind.cost_ev:.3%}"
            pair = kind.costliest
            settings = [str(pair.best.setting), str(pair.other.setting), f"{pair.cost_ev:.2%}"]
            rows.append([str(kind.category), f"{kind.hands:,}", wrong, cost, *settings])
        headings = ["high hand", "hands", "wrong", "mean cost", "costliest: best", self.player]
        lists = {"the worst hands": self.worst, "the closest": self.closest}
        below = [f"{name}: {pair}" for name, pairs in lists.items() for pair in pairs]
        below.append(
            f"rules {self.rules.name}; dealer {self.dealer}; player {self.player}; "
            f"objective {self.objective}"
        )
        return TextTable([*headings, "cost"], rows, "\n".join(below), "\n".join(above))


def _compare(settings: BestSettings, way: HouseWay, classes: range) -> NDArray[np.int32]:
    """Return four numbers for each suit class.

    They are the net of the best setting, its losses (in dealer hands), and the costs of the way's
    setting and of the best rival. The unit of nets and costs is such that a bet against every
    dealer hand is `stakes.loss * DEALER_HANDS`. The stakes are at most 20, so a difference of nets
    fits 32 bits.
    """
    rows = settings.compare(way, classes)[:, 1:].astype(np.int64)
    stakes = settings.stakes
    best, player, rival = (stakes.win * rows[:, 0::2] - stakes.loss * rows[:, 1::2]).T
    return np.stack([best, rows[:, 1], best - player, best - rival], axis=1).astype(np.int32)


def _rival(ranking: Ranking) -> RankedSetting:
    """Return the best rival of the best setting, of a hand that has one."""
    tables = rank_tables(ranking.rules)
    best = tables.ranks_of(ranking.best.value)
    return next(row for row in ranking if any(map(gt, tables.ranks_of(row.value), best)))


def extremes(
    game: Game,
    player: Way = OBVIOUS,
    *,
    count: int = 3,
    classes: str | range = ":",
    **options: Unpack[RunOptions],
) -> Extremes:
    """Do what `Game.extremes` does."""
    game = replace(game, objective=Objective.EV)
    rules = game.rules
    way = find_way(player, rules)
    wanted = read_suit_classes(classes)
    require_int(count, "count", 1, SUIT_CLASSES)
    bet = rules.stakes.loss * DEALER_HANDS

    def combine(results: Iterator[NDArray[np.int32]]) -> Extremes:
        value, losses, cost, margin = np.concatenate(list(results)).T
        hands, weights = suit_class_hands(wanted)

        def number(which: NDArray[np.bool_]) -> int:
            return int(weights[which].sum(dtype=np.int64))

        def mean(column: NDArray[np.int32], which: Any = slice(None)) -> float:
            net = int(weights[which].astype(np.int64) @ column[which].astype(np.int64))
            return net / (number(which) * bet)

        def ranked(place: int) -> Ranking:
            return rank_exactly(int(hands[place]), game)

        def played(place: int) -> Pair:
            ranking = ranked(place)
            return Pair(ranking.best, ranking.of_value(way.value(ranking.hand)))

        categories = best_categories(hands, rules)
        kinds = []
        for category in Category:
            of_kind = categories == category
            if not of_kind.any():
                continue
            kinds.append(
                Mistakes(
                    category=category,
                    hands=number(of_kind),
                    wrong=number(of_kind & (cost > 0)),
                    cost_ev=mean(cost, of_kind),
                    costliest=played(int(np.argmax(np.where(of_kind, cost, -1)))),
                )
            )
        worst = np.argsort(value, kind="stable")[:count].tolist()
        has_rival = margin - value < bet  # `compare` says of a missing one that it always loses
        apart = np.flatnonzero(has_rival & (margin > 0))
        closest = map(ranked, apart[np.argsort(margin[apart], kind="stable")[:count]].tolist())
        return Extremes(
            rules=rules,
            dealer=game.dealer.name,
            player=way.name,
            hands=int(weights.sum(dtype=np.int64)),
            edge=0.0 - mean(value),
            cost_ev=mean(cost),
            wrong=number(cost > 0),
            favourites=number(value > 0),
            safe=number(losses == 0),
            close=number(margin <= CLOSE * bet),
            ties=number(margin == 0),
            kinds=tuple(kinds),
            worst=tuple(map(played, worst)),
            closest=tuple(Pair(ranking.best, _rival(ranking)) for ranking in closest),
        )

    job = hashed_job(
        f"{rules.game}-extremes", chunks_of([wanted]),
        partial(_compare, BestSettings.of(game), way), combine, rules=rules.name,
        ways=[game.dealer.fingerprint, way.fingerprint], classes=[wanted.start, wanted.stop],
    )  # fmt: skip
    return run(job, **options)
