"""Computing the `balanced` way: an iteration towards the way that is a best response to itself.

Each round, every class of hands looks for the setting with most wins less losses (copies as pushes)
against the way as it stands, and changes to it the likelier the more it would gain. So classes to
which it matters change at once, and those between two settings that are worth nearly the same
divide among them, which is how a way without randomness comes close to a mixed one. It is not a
proved equilibrium: what a best response would still gain is measured, by exact counts over a
sample of hands.
"""

import lzma
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from astragal import _native
from astragal.asia.classes import CLASSES, JOKER_RANK, Choice
from astragal.asia.houseway import HouseWay, lexicographic_choice, make_way
from astragal.asia.numbers import numbers_of
from astragal.asia.rules import PROFILES, Copies, Rules
from astragal.asia.setting import DECK
from astragal.asia.wholegame import GREEDY, Estimate, gain_over_house
from astragal.cards import JOKER, full_deck
from astragal.errors import TableMismatchError, TableMissingError
from astragal.jobs import LocalThreads, RunOptions, engine_of, thread_map
from astragal.progress import Reporter, silent
from astragal.store import Json, open_table, write_table

KIND, VERSION = "asia-balance", 1
STATE = "asia-balance"
REBUILD = "astragal asia balance"

SURE_GAIN = 0.01  # a class that would gain so much, of the bet, changes for certain
STALLED = 0.9  # a round that leaves more than this part of the last gain has stalled
MOST_ROUNDS = 40
PARTS = 64


@dataclass(frozen=True)
class Balance:
    """A way, how it came about, and what a best response would still gain."""

    choice: Choice
    rounds: int
    gain: float
    """The mean gain of a best response, of the bet, to first order in the cards taken out."""
    measured: Estimate
    """The same by exact counts over a sample of hands."""

    def packed(self) -> bytes:
        """Return the way as the package ships it."""
        return lzma.compress(self.choice.tobytes(), preset=9 | lzma.PRESET_EXTREME)


def class_weights() -> NDArray[np.float64]:
    """Return the part of all 154,143,080 hands that each class has."""
    numbers = np.arange(CLASSES, dtype=np.uint32)
    counts = np.empty(CLASSES, np.uint32)
    _native.asia_count(_native.AsiaWay(numbers, numbers), full_deck(DECK), 0, counts)
    weights: NDArray[np.float64] = counts / counts.sum(dtype=np.float64)
    return weights


def score_tables(way: HouseWay, threads: int | None) -> NDArray[np.float32]:
    """Return wins less losses of every triple, without one card of each rank and with all."""
    numbers = numbers_of(way.rules)
    cells = len(numbers.fours) * len(numbers.twos) * len(numbers.ones)
    tables = np.empty((JOKER_RANK + 2, cells), np.float32)

    def fill(row: int) -> None:
        deck = full_deck(DECK)
        if row <= JOKER_RANK:
            deck &= ~(1 << min(4 * row, JOKER))
        counts = np.empty(len(way.triples), np.uint32)
        _native.asia_count(way.native, deck, 0, counts)
        _native.asia_score_table(way.native, counts, tables[row])

    thread_map(fill, range(len(tables)), threads=threads)
    return tables


def best_responses(
    choice: Choice, rules: Rules, threads: int | None
) -> tuple[Choice, NDArray[np.float32]]:
    """Return the best setting of each class against the way `choice`, and what it gains."""
    tables = score_tables(make_way("balance", choice, rules), threads)
    best, gain = np.empty(CLASSES, np.uint8), np.empty(CLASSES, np.float32)
    edges = [CLASSES * part // PARTS for part in range(PARTS + 1)]

    def respond(part: int) -> None:
        part_of = slice(edges[part], edges[part + 1])
        _native.asia_best_responses(
            numbers_of(rules).native,
            tables,
            edges[part],
            choice[part_of],
            best[part_of],
            gain[part_of],
        )

    thread_map(respond, range(PARTS), threads=threads)
    return best, gain


@dataclass
class _State:
    choice: Choice
    gains: list[float]


def balance(*, seed: int = 1, sample: int = 20_000, **where: Unpack[RunOptions]) -> Balance:
    """Compute a balanced way under the order of the `casino` profile.

    With a `folder`, each round is kept there, and the same call goes on after an interruption. The
    rounds share tables of 200 MB and take seconds, so they run on threads of this process even
    where an `engine` is a cluster; what it works on is the measurement.
    """
    engine = engine_of(where.get("threads"), where.get("engine"))
    threads = engine.threads if isinstance(engine, LocalThreads) else None
    folder, progress = where.get("folder"), where.get("progress", silent)
    rules = PROFILES["casino"]
    weights = class_weights()
    path = None if folder is None else Path(folder, STATE)
    state = _resume(path, seed) or _State(lexicographic_choice(rules), [])
    reporter = Reporter(
        progress, "balance", total=MOST_ROUNDS, unit="rounds", head_start=len(state.gains)
    )
    while not _stalled(state.gains):
        best, gain = best_responses(state.choice, rules, threads)
        state.gains.append(float(weights @ gain))
        reporter.report(len(state.gains), gain=state.gains[-1])
        if not _stalled(state.gains):
            luck = np.random.default_rng([seed, len(state.gains)]).random(CLASSES)
            state.choice = np.where(luck < gain / SURE_GAIN, best, state.choice)
        _keep(path, seed, state)
    measured = measure(state.choice, sample=sample, seed=seed, **where)
    if path is not None:
        path.unlink()
    return Balance(state.choice, len(state.gains), state.gains[-1], measured)


def measure(choice: Choice, *, sample: int, seed: int, **where: Unpack[RunOptions]) -> Estimate:
    """Measure what a best response gains over this way against itself, copies as pushes."""
    rules = replace(PROFILES["casino"], copies=Copies.PUSH)
    way = make_way("balance", choice, rules)
    return gain_over_house(GREEDY, rules, way, sample=sample, seed=seed, **where)


def _stalled(gains: list[float]) -> bool:
    stalled = len(gains) > 1 and gains[-1] > STALLED * gains[-2]
    return stalled or len(gains) >= MOST_ROUNDS


def _keep(path: Path | None, seed: int, state: _State) -> None:
    if path is not None:
        gains: list[Json] = list(state.gains)
        write_table(
            path, {"choice": state.choice}, kind=KIND, version=VERSION,
            parameters={"seed": seed}, notes={"gains": gains},
        )  # fmt: skip


def _resume(path: Path | None, seed: int) -> _State | None:
    if path is None:
        return None
    try:
        table = open_table(
            path, kind=KIND, version=VERSION, parameters={"seed": seed}, rebuild=REBUILD
        )
    except (TableMissingError, TableMismatchError):
        return None
    gains = table.notes["gains"]
    assert isinstance(gains, list)
    return _State(table["choice"].copy(), [float(gain) for gain in gains])
