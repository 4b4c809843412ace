"""Strategies: ways to choose a setting without a house way, and what habits cost.

A strategy picks one of the settings of a ranking. Some decide everything ("as the balanced way
does"). Others are a wish, such as "two pair stay together", and leave the rest open: they take the
best setting that fulfils the wish, so only the price of the wish itself is measured. If no legal
setting fulfils it, or the hand is not of the kind it is about, they take the best of all.

They are measured on a random sample of hands, each counted against all dealer hands.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from astragal.arrays import require_int, require_seed
from astragal.asia.houseway import BALANCED, LEXICOGRAPHIC, HouseWay, Way, find_way
from astragal.asia.ranking import Parts, RankedSetting, Ranking, Report, rank
from astragal.asia.rules import Category, Objective, Rules, find_rules
from astragal.asia.setting import HAND_SIZE
from astragal.asia.values import ACE, DECK, HandRank, SettingRanks, SettingValue, rank_tables
from astragal.cards import SetArray, hands_to_sets
from astragal.errors import UnknownNameError
from astragal.intervals import mean_error
from astragal.jobs import Job, RunOptions, run
from astragal.notebook import Framed
from astragal.store import Json, short_hash

Pick: TypeAlias = Callable[[Ranking], RankedSetting]
Wish: TypeAlias = Callable[[SettingRanks, Rules], bool]
Found = TypeVar("Found")

HANDS_AT_ONCE = 200
"""Hands in a chunk of a job: about a second of work."""

MOST_HANDS = 10**7
"""Hands in a sample; more would not fit in memory."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to choose among the ranked settings of a hand. `pick` must pickle for a cluster."""

    name: str
    text: str
    pick: Pick


def _best(ranking: Ranking) -> RankedSetting:
    return ranking.best


def _of_value(ranking: Ranking, value: SettingValue) -> RankedSetting:
    """Return the setting with this value; the best one if that would be a foul."""
    return next((one for one in ranking if one.value == value), ranking.best)


def _as_way(name: str, ranking: Ranking) -> RankedSetting:
    return _of_value(ranking, find_way(name, ranking.rules).value(ranking.hand))


def _as_advised(profile: str, ranking: Ranking) -> RankedSetting:
    advised = rank(ranking.hand, profile).best.setting
    return _of_value(ranking, advised.value(ranking.rules))


def _greatest(places: Sequence[str], ranking: Ranking) -> RankedSetting:
    """Return the setting with the greatest hands, compared in this order of places."""

    def key(one: RankedSetting) -> list[HandRank]:
        ranks = rank_tables(ranking.rules).ranks_of(one.value)
        return [getattr(ranks, place) for place in places]

    return max(ranking, key=key)


def _wishing(wish: Wish, kinds: Sequence[Category], ranking: Ranking) -> RankedSetting:
    """Return the best setting that fulfils the wish, for hands whose best four is of these kinds.

    Without kinds, the wish is for all hands.
    """
    rules = ranking.rules
    ranks = [rank_tables(rules).ranks_of(one.value) for one in ranking]
    best_four = max(each.four for each in ranks)
    if kinds and best_four.strength not in map(rules.strength, kinds):
        return ranking.best
    fulfil = (one for one, each in zip(ranking, ranks, strict=True) if wish(each, rules))
    return next(fulfil, ranking.best)


def _four_is(categories: Sequence[Category], ranks: SettingRanks, rules: Rules) -> bool:
    return ranks.four.strength in map(rules.strength, categories)


def _pair_in_two(ranks: SettingRanks, rules: Rules) -> bool:
    return ranks.two.strength == rules.strength(Category.PAIR)


def _pair_in_both(ranks: SettingRanks, rules: Rules) -> bool:
    return _pair_in_two(ranks, rules) and _four_is([Category.PAIR], ranks, rules)


def _ace_in_one(ranks: SettingRanks, rules: Rules) -> bool:
    return ranks.one.ranks == (ACE,)


def _wish(name: str, text: str, wish: Wish, *kinds: Category) -> Strategy:
    return Strategy(name, text, partial(_wishing, wish, kinds))


_TRIPS, _TWO_PAIR = Category.THREE_OF_A_KIND, Category.TWO_PAIR
_STRAIGHTS_AND_FLUSHES = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)

BEST = Strategy("best", "the best setting by the objective", _best)

HABITS = {habit.name: habit for habit in (
    Strategy("lexicographic", "the greatest four, then the greatest two, then the greatest one",
             partial(_as_way, LEXICOGRAPHIC)),
    Strategy("balanced", "as the balanced way does", partial(_as_way, BALANCED)),
    Strategy("push advice", "what wins most under the rules of push, against `standard`",
             partial(_as_advised, "push")),
    Strategy("greatest two", "the greatest two, then the greatest four, then the greatest one",
             partial(_greatest, ("two", "four", "one"))),
    Strategy("greatest one", "the greatest one, then the greatest two, then the greatest four",
             partial(_greatest, ("one", "two", "four"))),
    _wish("ace in the one", "an ace, or the joker, is the one", _ace_in_one),
    _wish("pair in the two", "the two is a pair", _pair_in_two),
    _wish("two pair together", "where two pair is the best four, it is the four",
          partial(_four_is, [_TWO_PAIR]), _TWO_PAIR),
    _wish("two pair split",
          "where two pair is the best four, one pair is in the four and one in the two",
          _pair_in_both, _TWO_PAIR),
    _wish("trips together", "where three of a kind is the best four, they are in the four",
          partial(_four_is, [_TRIPS]), _TRIPS),
    _wish("straight or flush kept",
          "where a straight or a flush is the best four, the four is one of them",
          partial(_four_is, _STRAIGHTS_AND_FLUSHES), Category.STRAIGHT, Category.FLUSH),
)}  # fmt: skip


def require_sample(sample: int, seed: int) -> None:
    """Raise unless a sample can have this number of hands, and random numbers this seed."""
    require_int(sample, "sample", 2, MOST_HANDS, f"at least two hands, at most {MOST_HANDS:,}")
    require_seed(seed)


def random_hands(count: int, seed: int) -> SetArray:
    """Return random hands of seven, each drawn from the full deck."""
    require_sample(count, seed)
    order = np.random.default_rng(seed).random((count, DECK)).argsort(axis=1)
    return hands_to_sets(np.ascontiguousarray(order[:, :HAND_SIZE].astype(np.uint8)))


@dataclass(frozen=True)
class Measuring:
    """The work of a sample: a row of numbers for each hand. `measure` must pickle."""

    measure: Callable[[Ranking], Sequence[float]]
    rules: Rules
    way: HouseWay
    objective: Objective = Objective.EV

    def __call__(self, hands: SetArray) -> NDArray[np.float64]:
        """Measure each of these hands."""
        question = partial(rank, rules=self.rules, dealer=self.way, objective=self.objective)
        return np.array([self.measure(question(hand)) for hand in hands.tolist()])


def sample_job(
    work: Measuring,
    summary: Callable[[NDArray[np.float64]], Found],
    *,
    measured: Json,
    sample: int,
    seed: int,
) -> Job[SetArray, NDArray[np.float64], Found]:
    """Return the job that measures a random sample of hands; `summary` turns its rows into a value.

    `measured` says what is measured: jobs that measure different things have different checkpoints.
    """
    hands = random_hands(sample, seed)
    chunks = [hands[start : start + HANDS_AT_ONCE] for start in range(0, sample, HANDS_AT_ONCE)]
    parameters: dict[str, Json] = {
        "measured": measured, "sample": sample, "seed": seed, "rules": work.rules.name,
        "way": work.way.fingerprint, "objective": work.objective,
    }  # fmt: skip

    def combine(found: Iterator[NDArray[np.float64]]) -> Found:
        return summary(np.concatenate(list(found)))

    return Job(f"asia-sample-{short_hash(parameters)}", chunks, work, combine, parameters)


MOST_GAIN = 2.0
"""A setting can turn a lost bet into a won one."""


@dataclass(frozen=True, slots=True)
class HabitCost:
    """What a habit costs, from a random sample of hands."""

    habit: str
    text: str
    net_cost: float
    """The mean of best play's expected value minus the habit's, as a part of the bet."""
    error: float
    """Half the width of its 95 % interval."""
    differs: float
    """The part of hands in which the habit costs something."""


@dataclass(frozen=True, slots=True, repr=False)
class HabitCosts(Report, Framed):
    """What habits cost against a dealer, costliest first, all on the same random hands."""

    rules: Rules
    dealer: str
    sample: int
    seed: int
    costs: tuple[HabitCost, ...]

    def __repr__(self) -> str:
        game = f"rules={self.rules.name!r}, dealer={self.dealer!r}"
        return f"HabitCosts({len(self.costs)} habits, {game}, sample={self.sample})"

    def _records(self) -> list[dict[str, Any]]:
        return [asdict(one) for one in self.costs]

    def _parts(self) -> Parts:
        head = f"cost in % of the bet, from {self.sample:,} random hands (seed {self.seed})"
        rows = [
            [one.habit, f"{100 * one.net_cost:.2f} ± {100 * one.error:.2f}", f"{one.differs:.1%}"]
            for one in self.costs
        ]
        return [head], ["habit", "cost", "of hands"], rows, self.rules.game_lines(self.dealer)

    def to_dict(self) -> dict[str, Any]:
        """Return what `astragal plot asia-habits --json` prints, without the file."""
        return self.rules.game_fields(self.dealer) | {
            "sample": self.sample,
            "seed": self.seed,
            "habits": self._records(),
        }


def _given_away(habits: Sequence[Strategy], ranking: Ranking) -> list[float]:
    """Return what each habit gives away of the bet in one hand."""
    return [ranking.best.ev - habit.pick(ranking).ev for habit in habits]


def habit_costs(
    habits: Sequence[str] = (),
    rules: str | Rules = "push",
    dealer: Way | None = None,
    *,
    sample: int = 1000,
    seed: int = 1,
    **options: Unpack[RunOptions],
) -> HabitCosts:
    """Estimate what habits cost against best play by expected value; without names, all `HABITS`.

    >>> found = habit_costs(["two pair together"], rules="casino", sample=20)
    >>> found.costs[0].net_cost > 0
    True
    """
    rules = find_rules(rules)
    way = find_way(dealer, rules)
    for name in habits:
        if name not in HABITS:
            raise UnknownNameError(f"no habit {name!r}; there are {', '.join(HABITS)}")
    wanted = [HABITS[name] for name in habits or HABITS]

    def summary(costs: NDArray[np.float64]) -> HabitCosts:
        found = [
            HabitCost(
                habit.name, habit.text, float(column.mean()), mean_error(column, MOST_GAIN),
                float((column > 0).mean()),
            )
            for habit, column in zip(wanted, costs.T, strict=True)
        ]  # fmt: skip
        ordered = tuple(sorted(found, key=lambda one: -one.net_cost))
        return HabitCosts(rules, way.name, sample, seed, ordered)

    work = Measuring(partial(_given_away, wanted), rules, way)
    measured = ["given away", *(habit.name for habit in wanted)]
    return run(sample_job(work, summary, measured=measured, sample=sample, seed=seed), **options)
