"""What is the house edge if both sides set best? Two bounds, over all deals.

    python -m lab.setting.value paigow
    python -m lab.setting.value asia

Against the dealer's way a best player gets at least the value of the game. Against the player's way
a best dealer leaves at most that. The closer the two ways are to an equilibrium, the closer are the
two bounds. Each takes about ten minutes of one core.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from astragal.jobs.job import Job
from astragal.jobs.run import run
from astragal.setting import HouseWay, Objective, Rules
from astragal.setting.classes import SUIT_CLASSES, suit_class_hands
from astragal.setting.house_way import find_way
from astragal.setting.table import BestSettings, chunks_of
from astragal.setting.whole_game import DEALS
from lab.setting.balance import RULES, Seat, refuse_forced_pushes, seats_of


@dataclass(frozen=True)
class Bounds:
    """The house edge if both sides set best is between these, as a part of the bet."""

    low: float
    """What the house keeps against a player who sets best against the dealer's way."""
    high: float
    """What a dealer takes who sets best against the player's way."""


def _sum_of_nets(settings: BestSettings, classes: range) -> NDArray[np.int64]:
    """Return the net of the side that plays best against a way, over all hands of the classes."""
    rows, stakes = settings(classes).astype(np.int64), settings.stakes
    weights = suit_class_hands(classes)[1].astype(np.int64)
    return np.array([weights @ (stakes.win * rows[:, 1] - stakes.loss * rows[:, 2])])


def best_net(rules: Rules, way: HouseWay, seat: Seat) -> int:
    """Return what the side in `seat` nets over all deals if it plays best against a way."""
    job = Job(
        "best-net",
        chunks_of([range(SUIT_CLASSES)]),
        partial(_sum_of_nets, BestSettings(rules, way, Objective.EV, *seat)),
        lambda sums: sum(int(nets[0]) for nets in sums),
    )
    return run(job, progress=True)


def value(rules: Rules, player: HouseWay, dealer: HouseWay) -> Bounds:
    """Bound the house edge if both sides set best by best play against each of two ways."""
    refuse_forced_pushes(rules, player, dealer)
    player_seat, dealer_seat = seats_of(rules)
    bets = rules.stakes.loss * DEALS
    low = -best_net(rules, dealer, player_seat) / bets
    return Bounds(low, best_net(rules, player, dealer_seat) / bets)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the bounds for the ways that ship."""
    parser = ArgumentParser(description="Bound the house edge if both sides set best.")
    parser.add_argument("game", choices=RULES)
    rules = RULES[parser.parse_args(arguments).game]
    bounds = value(rules, *(find_way(f"casino-{side}", rules) for side in ("player", "dealer")))
    print(f"house edge {bounds.low:.6%} to {bounds.high:.6%} (all {DEALS:,} deals)")


if __name__ == "__main__":
    main()
