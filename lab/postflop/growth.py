"""How time and memory of a postflop solve grow with the number of its decisions.

CPU seconds of one thread, from a spot to a solution that is certified to 0.1 % of the pot. Every
spot has the same ranges, pot and stack; streets and bet sizes differ.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time

from astragal.postflop import Spot

TARGET = "0.1%"
OOP = "AA-99, AKs, AQs, AJs, KQs, QJs, JTs, T9s, AKo, AQo"
IP = "JJ-66, AQs, AJs, ATs, KQs, KJs, QJs, JTs, T9s, 98s, AQo, KQo"
POT, STACK = 180, 910
SPOTS = [
    ("river", "Qs Jh 2h 8d 4c", "50%", "60%"),
    ("river", "Qs Jh 2h 8d 4c", "33%, 75%, a", "60%, a"),
    ("turn", "Qs Jh 2h 8d", "50%", ""),
    ("turn", "Qs Jh 2h 8d", "50%", "60%"),
    ("turn", "Qs Jh 2h 8d", "50%, a", "60%"),
    ("turn", "Qs Jh 2h 8d", "33%, 75%, a", "60%, a"),
    ("flop", "Qs Jh 2h", "50%", ""),
    ("flop", "Qs Jh 2h", "50%", "60%"),
]


@dataclass(frozen=True)
class Measured:
    """A solve: what it is, and what it takes."""

    street: str
    bets: str
    raises: str
    decisions: int
    mebibytes: float
    iterations: int
    seconds: float


def measure(street: str, board: str, bets: str, raises: str) -> Measured:
    """Solve a spot."""
    start = process_time()
    spot = Spot(board, oop=OOP, ip=IP, pot=POT, stack=STACK, bets=bets, raises=raises)
    solution = spot.solve(TARGET, threads=1)
    seconds = process_time() - start
    plan = spot.plan()
    return Measured(
        street, bets, raises, plan.decisions, plan.memory / 2**20, solution.iterations, seconds
    )


def measure_all(most: int) -> Iterator[Measured]:
    """Solve the first `most` spots."""
    measure(*SPOTS[0])  # makes the tables of hands
    for spot in SPOTS[:most]:
        yield measure(*spot)


def main() -> None:
    """Print the table of docs/postflop-how.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spots", type=int, default=len(SPOTS), help="how many to solve")
    print("| street | bets | raises | decisions | MiB | iterations | CPU s |")
    print("|---|---|---|---|---|---|---|")
    for one in measure_all(parser.parse_args().spots):
        print(
            f"| {one.street} | {one.bets} | {one.raises or 'none'} | {one.decisions:,} "
            f"| {one.mebibytes:.1f} | {one.iterations} | {one.seconds:.2g} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
