from functools import cache
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from astragal.ur import Rules, Tablebase, moves_many, solve, start
from astragal.ur.states import States

from reference import ur as reference


@pytest.fixture(scope="session")
def four(common_cache: Path) -> Tablebase:
    """Finkel with up to four pieces, exact: the small games are its corners.

    The first of several processes solves it.
    """
    path = common_cache.parent / "four.table"
    with FileLock(f"{path}.lock"):
        return solve("finkel", 4, path=path, bits=64)


@cache
def reachable(name: str, pieces: int) -> list[reference.Position]:
    """Return the reference's positions; to find them takes seconds, and several tests ask."""
    return reference.reachable(reference.GAMES[name], pieces)


def random_states(rules: Rules, pieces: int, games: int, seed: int) -> States:
    """Return the states that random games go through, finished ones included."""
    random = np.random.default_rng(seed)
    states = np.full(games, start(rules, pieces).state, np.uint64)
    seen = [states]
    for _ in range(300):
        rolls = random.choice(5, len(states), p=rules.chances).astype(np.uint8)
        legal = moves_many(states, rolls, rules)
        choice = (random.random(len(states)) * legal.number).astype(np.int64)
        states = legal.after[np.arange(len(states)), choice]
        seen.append(states)
    return np.unique(np.concatenate(seen))


def perft_counts() -> list[tuple[str, int, int, int]]:
    lines = (Path(__file__).parents[1] / "data" / "ur_perft.csv").read_text().splitlines()[1:]
    rows = [line.split(",") for line in lines]
    return [(rules, int(state, 0), int(depth), int(nodes)) for rules, state, depth, nodes in rows]
