"""What do the habits of players cost? The mean loss of each against best play, from a sample.

    python -m lab.setting.habits paigow
    python -m lab.setting.habits asia

Some habits decide everything, such as "greatest two". Others are a constraint, such as "two pair
together": they take the best setting that meets it, so only the cost of the constraint counts. If
no legal setting meets it, or the hand is of another kind, they take the best setting of all. Each
hand is counted against all hands of the dealer, and all habits are measured on the same hands.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from astragal import asia, paigow
from astragal._intervals import mean_error
from astragal.setting import Category, Game, HandRank, Objective, RankedSetting, Ranking
from astragal.setting.hand import ACE
from astragal.setting.rules import STRAIGHTS_AND_FLUSHES
from astragal.setting.sample import MOST_GAIN, random_hands


@dataclass(frozen=True)
class Habit:
    """A way to choose among the settings of a hand."""

    name: str
    text: str
    pick: Callable[[Ranking], RankedSetting]


@dataclass(frozen=True)
class HabitCost:
    """What a habit costs, as a part of the bet."""

    habit: Habit
    cost_ev: float
    """The mean of best play's expected value minus the habit's."""
    error: float
    """Half the width of its 95 % interval."""
    differs: float
    """The part of hands in which the habit costs something."""


def _ranks(ranking: Ranking) -> list[tuple[RankedSetting, dict[str, HandRank]]]:
    """Return each setting with the rank of each of its hands, by the name of the hand."""
    names = ranking.rules.hands
    return [
        (row, dict(zip(names, row.setting.ranks(ranking.rules), strict=True))) for row in ranking
    ]


def greatest(name: str, text: str, *hands: str) -> Habit:
    """Return the habit of the greatest hands, compared in this order."""

    def pick(ranking: Ranking) -> RankedSetting:
        return max(_ranks(ranking), key=lambda row: [row[1][hand] for hand in hands])[0]

    return Habit(name, text, pick)


def constrained(
    name: str,
    text: str,
    *,
    kinds: Sequence[Category] = (),
    makes: Mapping[str, Sequence[Category]] | None = None,
    ace_in: str | None = None,
) -> Habit:
    """Return the habit of the best setting that meets a constraint.

    The constraint is for hands whose greatest high hand is of these `kinds`; without kinds, for all
    hands. `makes` has the categories that a hand of the setting may be of. The highest rank of the
    hand `ace_in` must be an ace.
    """

    def pick(ranking: Ranking) -> RankedSetting:
        rows = _ranks(ranking)
        if kinds and max(hands["high"] for _, hands in rows).category not in kinds:
            return ranking.best
        for row, hands in rows:
            made = all(hands[hand].category in allowed for hand, allowed in (makes or {}).items())
            if made and (ace_in is None or hands[ace_in].ranks[0] == ACE):
                return row
        return ranking.best

    return Habit(name, text, pick)


def together(name: str, what: str, high: str, kind: Category) -> Habit:
    """Return the habit of keeping in the high hand what is the most that it can make."""
    text = f"{what} in the {high}, where it is the highest {high}"
    return constrained(name, text, kinds=[kind], makes={"high": [kind]})


def _shared(high: str, short: str, short_name: str) -> list[Habit]:
    """Return the habits of both games: `high` is the number of cards of the high hand."""
    runs = [Category.STRAIGHT, Category.FLUSH]
    return [
        constrained(
            f"pair in the {short_name}", f"a pair as the {short_name}",
            makes={short: [Category.PAIR]},
        ),
        constrained(
            "two pair together", f"both pairs in the {high}, where two pair is the highest {high}",
            kinds=[Category.TWO_PAIR], makes={"high": [Category.TWO_PAIR]},
        ),
        constrained(
            "two pair split",
            f"one pair in the {high} and one in the {short_name}, where two pair is the highest "
            f"{high}",
            kinds=[Category.TWO_PAIR], makes={"high": [Category.PAIR], short: [Category.PAIR]},
        ),
        together("trips together", "three of a kind", high, Category.THREE_OF_A_KIND),
        constrained(
            "straight or flush kept",
            f"a straight or a flush in the {high}, where one of them is the highest {high}",
            kinds=runs, makes={"high": STRAIGHTS_AND_FLUSHES},
        ),
    ]  # fmt: skip


HABITS: Mapping[str, Sequence[Habit]] = {
    "asia": [
        greatest(
            "greatest four", "the greatest four, then the greatest two, then the greatest one",
            "high", "medium", "low",
        ),
        greatest(
            "greatest two", "the greatest two, then the greatest four, then the greatest one",
            "medium", "high", "low",
        ),
        greatest(
            "greatest one", "the greatest one, then the greatest two, then the greatest four",
            "low", "medium", "high",
        ),
        constrained("ace in the one", "an ace or the joker as the one", ace_in="low"),
        *_shared("four", "medium", "two"),
    ],
    "paigow": [
        greatest("greatest five", "the greatest five, then the greatest two", "high", "low"),
        greatest("greatest two", "the greatest two, then the greatest five", "low", "high"),
        constrained("ace in the two", "an ace or the joker in the two", ace_in="low"),
        *_shared("five", "low", "two"),
        together("full house together", "a full house", "five", Category.FULL_HOUSE),
        together("quads together", "four of a kind", "five", Category.FOUR_OF_A_KIND),
    ],
}  # fmt: skip
GAMES: Mapping[str, Game] = {
    "asia": asia.Game("casino", dealer="balanced"),
    "paigow": paigow.Game(),
}


def habit_costs(
    game: Game, habits: Iterable[Habit], *, samples: int = 1000, seed: int = 0
) -> list[HabitCost]:
    """Return what habits cost against best play by expected value, the costliest first."""
    by_ev = replace(game, objective=Objective.EV)
    rankings = by_ev.rank_many(random_hands(samples, seed).tolist())
    costs = []
    for habit in habits:
        lost = np.array([ranking.best.ev - habit.pick(ranking).ev for ranking in rankings])
        error = mean_error(lost, MOST_GAIN)
        costs.append(HabitCost(habit, float(lost.mean()), error, float((lost > 0).mean())))
    return sorted(costs, key=lambda cost: -cost.cost_ev)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the costs in per cent of the bet."""
    parser = ArgumentParser(description="What the habits of players cost against best play.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--samples", type=int, default=1000, help="random hands [1000]")
    options = parser.parse_args(arguments)
    game = GAMES[options.game]
    print(f"{game}, {options.samples:,} random hands; cost in % of the bet, part of hands")
    for cost in habit_costs(game, HABITS[options.game], samples=options.samples):
        figures = f"{100 * cost.cost_ev:6.2f} ± {100 * cost.error:.2f}  {cost.differs:6.1%}"
        print(f"{figures}  {cost.habit.name}: {cost.habit.text}")


if __name__ == "__main__":
    main()
